// Reading and matching patterns. A match recurses at most once for each item, and pays for each step.
#include "pattern.h"

#include <ctype.h>
#include <string.h>

// MARK: reading

typedef struct {
  lua_State *L;
  const uint8_t *at, *end;
} source;

static void set_add(uint32_t *set, uint8_t byte) { set[byte >> 5] |= 1u << (byte & 31); }

static int class_has(int class, int byte) {
  switch (class) {
    case 'a': return isalpha(byte);
    case 'c': return iscntrl(byte);
    case 'd': return isdigit(byte);
    case 'g': return isgraph(byte);
    case 'l': return islower(byte);
    case 'p': return ispunct(byte);
    case 's': return isspace(byte);
    case 'u': return isupper(byte);
    case 'w': return isalnum(byte);
    case 'x': return isxdigit(byte);
    default: return -1;
  }
}

/// Adds what `%letter` stands for: a class, its complement, or the byte itself.
static void set_add_escape(uint32_t *set, uint8_t letter) {
  int class = letter >= 'A' && letter <= 'Z' ? letter + 32 : letter;
  if (class_has(class, 0) < 0) {
    set_add(set, letter);
    return;
  }
  for (int byte = 0; byte < 256; byte++)
    if (!class_has(class, byte) == (class != letter)) set_add(set, (uint8_t)byte);
}

static uint8_t next_byte(source *from, const char *missing) {
  if (from->at == from->end) lg_raise(from->L, "malformed pattern (%s)", missing);
  return *from->at++;
}

/// Reads a set after its `[`.
static void read_set(source *from, uint32_t *set) {
  static const char unclosed[] = "missing ']'";
  int complement = from->at < from->end && *from->at == '^';
  if (complement) from->at++;
  int first = 1;
  for (;; first = 0) {
    uint8_t byte = next_byte(from, unclosed);
    if (byte == ']' && !first) break;
    if (byte == '%') {
      set_add_escape(set, next_byte(from, unclosed));
    } else if (from->end - from->at >= 2 && from->at[0] == '-' && from->at[1] != ']') {
      for (int each = byte; each <= from->at[1]; each++) set_add(set, (uint8_t)each);
      from->at += 2;
    } else {
      set_add(set, byte);
    }
  }
  if (complement)
    for (int i = 0; i < 8; i++) set[i] = ~set[i];
}

typedef struct {
  int open[PATTERN_CAPTURES];  // captures not yet closed
  int depth;
  int closed[PATTERN_CAPTURES];  // the kind of item that closed each, or 0
} capture_state;

static void read_open(source *from, pattern *into, capture_state *state, pattern_item *item) {
  if (into->captures == PATTERN_CAPTURES) lg_raise(from->L, "too many captures");
  item->capture = (uint8_t)into->captures++;
  if (from->at < from->end && *from->at == ')') {
    from->at++;
    item->kind = ITEM_POSITION;
    state->closed[item->capture] = ITEM_POSITION;
  } else {
    item->kind = ITEM_OPEN;
    state->open[state->depth++] = item->capture;
  }
}

static void read_close(source *from, capture_state *state, pattern_item *item) {
  if (!state->depth) lg_raise(from->L, "invalid pattern capture");
  item->kind = ITEM_CLOSE;
  item->capture = (uint8_t)state->open[--state->depth];
  state->closed[item->capture] = ITEM_CLOSE;
}

/// Reads what follows a `%` outside a set; returns whether the item may be repeated.
static int read_escape(source *from, pattern *into, capture_state *state, pattern_item *item) {
  uint8_t letter = next_byte(from, "ends with '%'");
  if (letter == 'b') {
    item->kind = ITEM_BALANCE;
    item->open = next_byte(from, "missing arguments to '%b'");
    item->close = next_byte(from, "missing arguments to '%b'");
    return 0;
  }
  if (letter == 'f') {
    item->kind = ITEM_FRONTIER;
    if (next_byte(from, "missing '[' after '%f'") != '[')
      lg_raise(from->L, "malformed pattern (missing '[' after '%%f')");
    read_set(from, item->set);
    return 0;
  }
  if (letter >= '0' && letter <= '9') {
    int index = letter - '1';
    // A capture of a position has no text that could come again.
    if (index < 0 || index >= into->captures || state->closed[index] != ITEM_CLOSE)
      lg_raise(from->L, "invalid capture index %%%d in pattern", index + 1);
    item->kind = ITEM_AGAIN;
    item->capture = (uint8_t)index;
    return 0;
  }
  set_add_escape(item->set, letter);
  return 1;
}

void lg_pattern_read(lua_State *L, const char *text, size_t length, pattern *into) {
  source from = {L, (const uint8_t *)text, (const uint8_t *)text + length};
  capture_state state = {.depth = 0};
  into->count = into->captures = 0;
  into->anchored = length && *text == '^';
  if (into->anchored) from.at++;
  lg_charge(L, 8 + 4 * length);
  while (from.at < from.end) {
    if (into->count == PATTERN_ITEMS) lg_raise(L, "the pattern is too long");
    pattern_item *item = &into->items[into->count++];
    memset(item, 0, sizeof *item);
    int may_repeat = 1;
    uint8_t byte = *from.at++;
    switch (byte) {
      case '(': read_open(&from, into, &state, item), may_repeat = 0; break;
      case ')': read_close(&from, &state, item), may_repeat = 0; break;
      case '%': may_repeat = read_escape(&from, into, &state, item); break;
      case '[': read_set(&from, item->set); break;
      case '.': memset(item->set, 0xff, sizeof item->set); break;
      case '$':
        if (from.at == from.end) item->kind = ITEM_END, may_repeat = 0;
        else set_add(item->set, byte);
        break;
      default: set_add(item->set, byte);
    }
    if (may_repeat && from.at < from.end && memchr("?*+-", *from.at, 4)) item->repeat = *from.at++;
  }
  if (state.depth) lg_raise(L, "unfinished capture");
}

// MARK: matching

static const uint8_t *match_from(pattern_match *match, int index, const uint8_t *at);

/// How many bytes from `at` on are in the item's set.
static size_t run_length(pattern_match *match, const pattern_item *item, const uint8_t *at) {
  const uint8_t *end = at;
  while (end < match->end && set_has(item->set, *end)) end++;
  lg_charge(match->L, 1 + (size_t)(end - at) / 4);
  return (size_t)(end - at);
}

static const uint8_t *match_longest(pattern_match *match, int index, const uint8_t *at) {
  const pattern_item *item = &match->pattern->items[index];
  ptrdiff_t least = item->repeat == '+', most = (ptrdiff_t)run_length(match, item, at);
  if (item->repeat == '?' && most > 1) most = 1;
  for (ptrdiff_t count = most; count >= least; count--) {
    const uint8_t *end = match_from(match, index + 1, at + count);
    if (end) return end;
  }
  return NULL;
}

static const uint8_t *match_shortest(pattern_match *match, int index, const uint8_t *at) {
  const pattern_item *item = &match->pattern->items[index];
  for (;; at++) {
    const uint8_t *end = match_from(match, index + 1, at);
    if (end) return end;
    if (at == match->end || !set_has(item->set, *at)) return NULL;
  }
}

/// Sets one end of a capture for the rest of the match, and puts it back when that fails.
static const uint8_t *match_capture(pattern_match *match, int index, const uint8_t *at) {
  const pattern_item *item = &match->pattern->items[index];
  __typeof__(match->captures[0]) *capture = &match->captures[item->capture], before = *capture;
  capture->is_position = item->kind == ITEM_POSITION;
  if (item->kind != ITEM_CLOSE) capture->start = at;
  if (item->kind != ITEM_OPEN) capture->end = at;
  const uint8_t *end = match_from(match, index + 1, at);
  if (!end) *capture = before;
  return end;
}

/// The end of a balanced text such as `(a(b)c)`, or NULL.
static const uint8_t *balance_end(pattern_match *match, const pattern_item *item,
                                  const uint8_t *at) {
  if (at == match->end || *at != item->open) return NULL;
  size_t depth = 1;
  const uint8_t *end = NULL;
  const uint8_t *each = at + 1;
  for (; !end && each < match->end; each++) {
    if (*each == item->close) {
      if (--depth == 0) end = each + 1;
    } else if (*each == item->open) {
      depth++;
    }
  }
  lg_charge(match->L, (size_t)(each - at) / 4);
  return end;
}

static const uint8_t *again_end(pattern_match *match, const pattern_item *item, const uint8_t *at) {
  const uint8_t *start = match->captures[item->capture].start;
  size_t length = (size_t)(match->captures[item->capture].end - start);
  lg_charge(match->L, length / 16);
  if ((size_t)(match->end - at) < length || memcmp(start, at, length) != 0) return NULL;
  return at + length;
}

static int is_frontier(pattern_match *match, const pattern_item *item, const uint8_t *at) {
  uint8_t before = at == match->subject ? 0 : at[-1], here = at == match->end ? 0 : *at;
  return !set_has(item->set, before) && set_has(item->set, here);
}

static const uint8_t *match_from(pattern_match *match, int index, const uint8_t *at) {
  for (; index < match->pattern->count; index++) {
    const pattern_item *item = &match->pattern->items[index];
    lg_charge(match->L, 1);
    switch (item->kind) {
      case ITEM_SET:
        if (item->repeat == '-') return match_shortest(match, index, at);
        if (item->repeat) return match_longest(match, index, at);
        if (at == match->end || !set_has(item->set, *at)) return NULL;
        at++;
        break;
      case ITEM_OPEN:
      case ITEM_POSITION:
      case ITEM_CLOSE: return match_capture(match, index, at);
      case ITEM_BALANCE:
        if (!(at = balance_end(match, item, at))) return NULL;
        break;
      case ITEM_AGAIN:
        if (!(at = again_end(match, item, at))) return NULL;
        break;
      case ITEM_FRONTIER:
        if (!is_frontier(match, item, at)) return NULL;
        break;
      default:  // ITEM_END
        if (at != match->end) return NULL;
    }
  }
  return at;
}

const uint8_t *lg_pattern_match(pattern_match *match, const uint8_t *at) {
  lg_charge(match->L, 1);
  return match_from(match, 0, at);
}
