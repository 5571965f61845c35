#pragma once
// Lua patterns (reference manual §6.4.1) as a list of items, matched with counted steps.
#include <stddef.h>
#include <stdint.h>

#include "guest.h"

enum { PATTERN_ITEMS = 256, PATTERN_CAPTURES = 32 };

typedef enum {
  ITEM_SET,       // one byte of a set, repeated as `repeat` says
  ITEM_OPEN,      // a capture begins
  ITEM_POSITION,  // a capture of the position alone
  ITEM_CLOSE,
  ITEM_AGAIN,     // the text of an earlier capture
  ITEM_BALANCE,
  ITEM_FRONTIER,
  ITEM_END,       // the end of the subject
} item_kind;

typedef struct {
  uint8_t kind;
  uint8_t repeat;   // 0, or one of ? * + -
  uint8_t capture;
  uint8_t open, close;  // of a balance
  uint32_t set[8];      // one bit for each byte
} pattern_item;

typedef struct {
  int count, captures, anchored;
  pattern_item items[PATTERN_ITEMS];
} pattern;

typedef struct {
  lua_State *L;
  const pattern *pattern;
  const uint8_t *subject, *end;
  struct {
    const uint8_t *start, *end;
    int is_position;
  } captures[PATTERN_CAPTURES];
} pattern_match;

void lg_pattern_read(lua_State *L, const char *text, size_t length, pattern *into);
/// The end of a match that starts exactly at `at`, or NULL.
const uint8_t *lg_pattern_match(pattern_match *match, const uint8_t *at);

static inline int set_has(const uint32_t *set, uint8_t byte) {
  return set[byte >> 5] >> (byte & 31) & 1;
}
