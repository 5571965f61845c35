// `table` with raw lengths: no metamethod runs, and no range is larger than the table could be.
#include <string.h>

#include "guest.h"

enum { ITEMS = 1000000, RESULTS = 8192 };

static lua_Integer raw_length(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  if (lg_is_protected(L, 1)) lg_raise(L, "this table is read-only");
  return (lua_Integer)lua_rawlen(L, 1);
}

static int table_insert(lua_State *L) {
  lua_Integer length = raw_length(L), at = length + 1;
  switch (lua_gettop(L)) {
    case 2: lg_charge(L, 8); break;
    case 3:
      at = luaL_checkinteger(L, 2);
      luaL_argcheck(L, at >= 1 && at <= length + 1, 2, "position out of bounds");
      lg_charge(L, 8 + (size_t)(length - at + 1));
      for (lua_Integer i = length; i >= at; i--) {
        lua_rawgeti(L, 1, i);
        lua_rawseti(L, 1, i + 1);
      }
      break;
    default: lg_raise(L, "table.insert takes two or three arguments");
  }
  lua_rawseti(L, 1, at);
  return 0;
}

static int table_remove(lua_State *L) {
  lua_Integer length = raw_length(L);
  lua_Integer at = luaL_optinteger(L, 2, length);
  if (lua_gettop(L) > 1)
    luaL_argcheck(L, (length == 0 && at == 0) || (at >= 1 && at <= length + 1), 2,
                  "position out of bounds");
  lg_charge(L, 8 + (size_t)(at <= length ? length - at : 0));
  lua_rawgeti(L, 1, at);
  for (lua_Integer i = at; i < length; i++) {
    lua_rawgeti(L, 1, i + 1);
    lua_rawseti(L, 1, i);
  }
  if (at >= 1 && at <= length) {
    lua_pushnil(L);
    lua_rawseti(L, 1, length);
  }
  return 1;
}

static int table_concat(lua_State *L) {
  size_t separator_length, length;
  lua_Integer last = raw_length(L);
  const char *separator = luaL_optlstring(L, 2, "", &separator_length);
  lua_Integer first = luaL_optinteger(L, 3, 1);
  last = luaL_optinteger(L, 4, last);
  if (last >= first && (lua_Unsigned)last - (lua_Unsigned)first >= ITEMS)
    lg_raise(L, "too many elements");
  luaL_Buffer joined;
  luaL_buffinit(L, &joined);
  for (lua_Integer i = first; i <= last; i++) {
    lua_rawgeti(L, 1, i);
    if (!lua_isstring(L, -1))
      lg_raise(L, "element %lld is a %s, not text", (long long)i, luaL_typename(L, -1));
    lua_tolstring(L, -1, &length);
    lg_charge_bytes(L, length + separator_length);
    luaL_addvalue(&joined);
    if (i < last) luaL_addlstring(&joined, separator, separator_length);
    if (i == LUA_MAXINTEGER) break;
  }
  luaL_pushresult(&joined);
  return 1;
}

static int table_pack(lua_State *L) {
  int count = lua_gettop(L);
  lg_charge(L, 8 + (size_t)count);
  lua_createtable(L, count, 1);
  lua_insert(L, 1);
  for (int i = count; i >= 1; i--) lua_rawseti(L, 1, i);
  lua_pushinteger(L, count);
  lua_setfield(L, 1, "n");
  return 1;
}

static int table_unpack(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_Integer first = luaL_optinteger(L, 2, 1);
  lua_Integer last = luaL_optinteger(L, 3, (lua_Integer)lua_rawlen(L, 1));
  if (first > last) return 0;
  lua_Unsigned span = (lua_Unsigned)last - (lua_Unsigned)first;
  if (span >= RESULTS || !lua_checkstack(L, (int)span + 1)) lg_raise(L, "too many results");
  lg_charge(L, 8 + (size_t)span);
  for (lua_Unsigned i = 0; i <= span; i++)
    lua_rawgeti(L, 1, (lua_Integer)((lua_Unsigned)first + i));
  return (int)span + 1;
}

static int table_move(lua_State *L) {
  raw_length(L);
  lua_Integer first = luaL_checkinteger(L, 2), last = luaL_checkinteger(L, 3);
  lua_Integer to = luaL_checkinteger(L, 4);
  int target = lua_isnoneornil(L, 5) ? 1 : 5;
  luaL_checktype(L, target, LUA_TTABLE);
  if (lg_is_protected(L, target)) lg_raise(L, "this table is read-only");
  if (last >= first) {
    lua_Unsigned span = (lua_Unsigned)last - (lua_Unsigned)first;
    if (span >= ITEMS || to > LUA_MAXINTEGER - (lua_Integer)span) lg_raise(L, "too many elements");
    lg_charge(L, 8 + (size_t)span);
    // From the end when the ranges overlap upwards, so that nothing is read after it was written.
    int backwards = target == 1 && to > first && to <= last;
    for (lua_Unsigned i = 0; i <= span; i++) {
      lua_Integer offset = (lua_Integer)(backwards ? span - i : i);
      lua_rawgeti(L, 1, (lua_Integer)((lua_Unsigned)first + (lua_Unsigned)offset));
      lua_rawseti(L, target, to + offset);
    }
  }
  lua_pushvalue(L, target);
  return 1;
}

// MARK: sort

/// Whether the value on top comes before the one below it; takes both away.
static int goes_before(lua_State *L) {
  int before;
  lg_charge(L, 4);
  if (lua_isnil(L, 2)) {
    before = lua_compare(L, -1, -2, LUA_OPLT);
    lua_pop(L, 2);
    return before;
  }
  lua_pushvalue(L, 2);
  lua_insert(L, -3);
  lua_insert(L, -2);  // comparator, top, below
  lua_call(L, 2, 1);
  before = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return before;
}

/// Lets the item at `root` sink until both its children come before it.
static void sink(lua_State *L, lua_Integer root, lua_Integer length) {
  for (;;) {
    lua_Integer child = 2 * root;
    if (child > length) return;
    if (child < length) {
      lua_rawgeti(L, 1, child + 1);
      lua_rawgeti(L, 1, child);
      if (goes_before(L)) child++;
    }
    lua_rawgeti(L, 1, child);
    lua_rawgeti(L, 1, root);
    if (!goes_before(L)) return;
    lua_rawgeti(L, 1, root);
    lua_rawgeti(L, 1, child);
    lua_rawseti(L, 1, root);
    lua_rawseti(L, 1, child);
    root = child;
  }
}

/// A heap sort: n log n comparisons whatever the comparator answers.
static int table_sort(lua_State *L) {
  lua_Integer length = raw_length(L);
  if (length > ITEMS) lg_raise(L, "too many elements");
  if (!lua_isnoneornil(L, 2)) luaL_checktype(L, 2, LUA_TFUNCTION);
  lua_settop(L, 2);
  for (lua_Integer root = length / 2; root >= 1; root--) sink(L, root, length);
  for (lua_Integer last = length; last > 1; last--) {
    lua_rawgeti(L, 1, 1);
    lua_rawgeti(L, 1, last);
    lua_rawseti(L, 1, 1);
    lua_rawseti(L, 1, last);
    sink(L, 1, last - 1);
  }
  return 0;
}

void lg_library_table(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"insert", table_insert}, {"remove", table_remove}, {"concat", table_concat},
      {"pack", table_pack},     {"unpack", table_unpack}, {"move", table_move},
      {"sort", table_sort},     {NULL, NULL}};
  luaL_setfuncs(L, functions, 0);
}
