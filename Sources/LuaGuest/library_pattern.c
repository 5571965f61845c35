// `find`, `match`, `gmatch` and `gsub` over our own matcher.
#define _GNU_SOURCE  // memmem
#include <string.h>

#include "pattern.h"

/// The match's captures as values: `index` 0 is the whole match when there are none.
static void push_capture(pattern_match *match, int index, const uint8_t *at, const uint8_t *end) {
  lua_State *L = match->L;
  if (index >= match->pattern->captures) {
    if (index) lg_raise(L, "invalid capture index %%%d", index + 1);
    lua_pushlstring(L, (const char *)at, (size_t)(end - at));
  } else if (match->captures[index].is_position) {
    lua_pushinteger(L, match->captures[index].start - match->subject + 1);
  } else {
    const uint8_t *start = match->captures[index].start;
    size_t length = (size_t)(match->captures[index].end - start);
    lg_charge_bytes(L, length);
    lua_pushlstring(L, (const char *)start, length);
  }
}

static int push_captures(pattern_match *match, const uint8_t *at, const uint8_t *end) {
  int count = match->pattern->captures ? match->pattern->captures : 1;
  luaL_checkstack(match->L, count + 4, "too many captures");
  for (int i = 0; i < count; i++) push_capture(match, i, at, end);
  return count;
}

static void prepare(lua_State *L, pattern_match *match, const pattern *pattern, const char *text,
                    size_t length) {
  memset(match, 0, sizeof *match);
  match->L = L;
  match->pattern = pattern;
  match->subject = (const uint8_t *)text;
  match->end = match->subject + length;
}

/// A start position as `find` and `match` take it: from 1, or from the end when negative.
static size_t start_offset(lua_Integer position, size_t length) {
  if (position > 0) return (lua_Unsigned)position - 1 > length ? length + 1 : (size_t)position - 1;
  if (position == 0 || position < -(lua_Integer)length) return 0;
  return length - (size_t)-position;
}

static int push_found(lua_State *L, size_t start, size_t end) {
  lua_pushinteger(L, (lua_Integer)start + 1);
  lua_pushinteger(L, (lua_Integer)end);
  return 2;
}

/// Whether nothing in a pattern is special; `find` takes such a one as text, a lone `)` too.
static int is_plain(const char *source, size_t length) {
  for (size_t i = 0; i < length; i++)
    if (strchr("^$*+?.([%-", source[i]) && source[i]) return 0;
  return 1;
}

static int search(lua_State *L, int wants_positions) {
  size_t length, pattern_length;
  const char *text = luaL_checklstring(L, 1, &length);
  const char *source = luaL_checklstring(L, 2, &pattern_length);
  size_t start = start_offset(luaL_optinteger(L, 3, 1), length);
  if (start > length) {
    lua_pushnil(L);
    return 1;
  }
  if (wants_positions && (lua_toboolean(L, 4) || is_plain(source, pattern_length))) {
    // memmem is linear, so the text and the pattern pay once.
    lg_charge_bytes(L, length + pattern_length);
    const char *found = memmem(text + start, length - start, source, pattern_length);
    if (found) return push_found(L, (size_t)(found - text), (size_t)(found - text) + pattern_length);
    lua_pushnil(L);
    return 1;
  }
  pattern pattern;
  pattern_match match;
  lg_pattern_read(L, source, pattern_length, &pattern);
  prepare(L, &match, &pattern, text, length);
  for (const uint8_t *at = match.subject + start; at <= match.end; at++) {
    const uint8_t *end = lg_pattern_match(&match, at);
    if (end && !wants_positions) return push_captures(&match, at, end);
    if (end) {
      int count = push_found(L, (size_t)(at - match.subject), (size_t)(end - match.subject));
      return count + (pattern.captures ? push_captures(&match, at, end) : 0);
    }
    if (pattern.anchored) break;
  }
  lua_pushnil(L);
  return 1;
}

static int string_find(lua_State *L) { return search(L, 1); }

static int string_match(lua_State *L) { return search(L, 0); }

/// Upvalues: text, pattern, offset of the next try, end of the last match or -1.
static int gmatch_step(lua_State *L) {
  size_t length, pattern_length;
  const char *text = lua_tolstring(L, lua_upvalueindex(1), &length);
  const char *source = lua_tolstring(L, lua_upvalueindex(2), &pattern_length);
  lua_Integer next = lua_tointeger(L, lua_upvalueindex(3));
  lua_Integer last = lua_tointeger(L, lua_upvalueindex(4));
  pattern pattern;
  pattern_match match;
  lg_pattern_read(L, source, pattern_length, &pattern);
  // In an iteration, '^' cannot mean the start: it would match once or for ever (manual §6.4).
  if (pattern.anchored) lg_raise(L, "a pattern for gmatch cannot start with '^'");
  prepare(L, &match, &pattern, text, length);
  for (const uint8_t *at = match.subject + next; at <= match.end; at++) {
    const uint8_t *end = lg_pattern_match(&match, at);
    if (!end || end - match.subject == last) continue;
    lua_pushinteger(L, end - match.subject);
    lua_pushvalue(L, -1);
    lua_replace(L, lua_upvalueindex(3));
    lua_replace(L, lua_upvalueindex(4));
    return push_captures(&match, at, end);
  }
  lua_pushinteger(L, (lua_Integer)length + 1);
  lua_replace(L, lua_upvalueindex(3));
  return 0;
}

static int string_gmatch(lua_State *L) {
  size_t length;
  luaL_checklstring(L, 1, &length);
  luaL_checkstring(L, 2);
  size_t start = start_offset(luaL_optinteger(L, 3, 1), length);
  lua_settop(L, 2);
  lg_charge(L, 16);
  lua_pushinteger(L, (lua_Integer)start);
  lua_pushinteger(L, -1);
  lua_pushcclosure(L, gmatch_step, 4);
  return 1;
}

// MARK: gsub

/// Adds a replacement text, in which `%1` stands for a capture and `%0` for the match.
static void add_text(pattern_match *match, luaL_Buffer *result, const uint8_t *at,
                     const uint8_t *end) {
  size_t length;
  const char *text = lua_tolstring(match->L, 3, &length);
  lg_charge_bytes(match->L, length);
  for (size_t i = 0; i < length; i++) {
    if (text[i] != '%') {
      luaL_addchar(result, text[i]);
      continue;
    }
    char next = ++i < length ? text[i] : 0;
    if (next == '%') {
      luaL_addchar(result, '%');
    } else if (next == '0') {
      luaL_addlstring(result, (const char *)at, (size_t)(end - at));
    } else if (next >= '1' && next <= '9') {
      push_capture(match, next - '1', at, end);
      luaL_tolstring(match->L, -1, NULL);  // a position becomes text
      lua_remove(match->L, -2);
      luaL_addvalue(result);
    } else {
      lg_raise(match->L, "invalid use of '%%' in the replacement text");
    }
  }
}

/// Adds what the replacement gives for one match; the match itself for nil and false.
static void add_replacement(pattern_match *match, luaL_Buffer *result, const uint8_t *at,
                            const uint8_t *end) {
  lua_State *L = match->L;
  switch (lua_type(L, 3)) {
    case LUA_TFUNCTION:
      lua_pushvalue(L, 3);
      lua_call(L, push_captures(match, at, end), 1);
      break;
    case LUA_TTABLE:
      push_capture(match, 0, at, end);
      lua_gettable(L, 3);
      break;
    default: add_text(match, result, at, end); return;
  }
  if (!lua_toboolean(L, -1)) {
    lua_pop(L, 1);
    lua_pushlstring(L, (const char *)at, (size_t)(end - at));
  } else if (!lua_isstring(L, -1)) {
    lg_raise(L, "invalid replacement value (a %s)", luaL_typename(L, -1));
  }
  lg_charge_bytes(L, lua_rawlen(L, -1));
  luaL_addvalue(result);
}

static int string_gsub(lua_State *L) {
  size_t length, pattern_length;
  const char *text = luaL_checklstring(L, 1, &length);
  const char *source = luaL_checklstring(L, 2, &pattern_length);
  int kind = lua_type(L, 3);
  luaL_argcheck(L, kind == LUA_TNUMBER || kind == LUA_TSTRING || kind == LUA_TTABLE ||
                       kind == LUA_TFUNCTION, 3, "string/function/table expected");
  lua_Integer most = luaL_optinteger(L, 4, (lua_Integer)length + 1), count = 0;
  pattern pattern;
  pattern_match match;
  lg_pattern_read(L, source, pattern_length, &pattern);
  prepare(L, &match, &pattern, text, length);
  lua_settop(L, 3);
  if (kind == LUA_TNUMBER) lua_tolstring(L, 3, NULL);
  luaL_Buffer result;
  luaL_buffinit(L, &result);
  const uint8_t *at = match.subject, *last = NULL;
  while (count < most) {
    const uint8_t *end = lg_pattern_match(&match, at);
    if (end && end != last) {
      add_replacement(&match, &result, at, end);
      at = last = end;
      count++;
    } else if (at < match.end) {
      luaL_addchar(&result, (char)*at);
      at++;
    } else {
      break;
    }
    if (pattern.anchored) break;
  }
  luaL_addlstring(&result, (const char *)at, (size_t)(match.end - at));
  luaL_pushresult(&result);
  lua_pushinteger(L, count);
  return 2;
}

const luaL_Reg lg_pattern_functions[] = {{"find", string_find},
                                         {"match", string_match},
                                         {"gmatch", string_gmatch},
                                         {"gsub", string_gsub},
                                         {NULL, NULL}};
