// Basic functions that need care: text without addresses, protected calls that cannot swallow limits.
#include <string.h>

#include "guest.h"

enum { PRINTED = 10000 };

const char *lg_push_text(lua_State *L, int index, size_t *length) {
  index = lua_absindex(L, index);
  if (luaL_callmeta(L, index, "__tostring")) {
    if (lua_type(L, -1) != LUA_TSTRING) lg_raise(L, "'__tostring' must return a string");
    return lua_tolstring(L, -1, length);
  }
  switch (lua_type(L, index)) {
    case LUA_TNUMBER:
    case LUA_TSTRING: lua_pushvalue(L, index); break;
    case LUA_TBOOLEAN: lua_pushstring(L, lua_toboolean(L, index) ? "true" : "false"); break;
    case LUA_TNIL: lua_pushliteral(L, "nil"); break;
    default: lua_pushstring(L, luaL_typename(L, index));  // never the address
  }
  return lua_tolstring(L, -1, length);
}

static int base_tostring(lua_State *L) {
  luaL_checkany(L, 1);
  lg_charge(L, 8);
  lg_push_text(L, 1, NULL);
  return 1;
}

// MARK: protected calls

/// What a protected call returns: what lies above `skipped` slots, or false and the error.
///
/// `true` lies there below the results already: behind them there may be no slot left.
static int settle(lua_State *L, int status, lua_KContext skipped) {
  lg_guest *guest = lg_of(L);
  if (status == LUA_OK || status == LUA_YIELD) return lua_gettop(L) - (int)skipped;
  if (status == LUA_ERRMEM) lg_exceed(L, "the script uses too much memory");
  if (guest->poisoned) return lua_error(L);
  lua_pushboolean(L, 0);
  lua_insert(L, -2);
  return 2;
}

static int base_pcall(lua_State *L) {
  luaL_checkany(L, 1);
  lg_charge(L, 16);
  lua_pushboolean(L, 1);
  lua_insert(L, 1);        // true, f, arguments…
  int status = lua_pcallk(L, lua_gettop(L) - 2, LUA_MULTRET, 0, 0, settle);
  return settle(L, status, 0);
}

/// Runs a script's message handler (upvalue 1), but not for a limit.
static int handle_error(lua_State *L) {
  if (lg_of(L)->poisoned) return 1;
  lua_settop(L, 1);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, 1, 1);
  return 1;
}

static int base_xpcall(lua_State *L) {
  luaL_checktype(L, 2, LUA_TFUNCTION);
  lg_charge(L, 16);
  lua_pushvalue(L, 2);
  lua_pushcclosure(L, handle_error, 1);
  lua_replace(L, 2);       // f, handler, arguments…
  lua_pushboolean(L, 1);
  lua_pushvalue(L, 1);
  lua_rotate(L, 3, 2);     // f, handler, true, f, arguments…
  int status = lua_pcallk(L, lua_gettop(L) - 4, LUA_MULTRET, 2, 2, settle);
  return settle(L, status, 2);
}

// MARK: metatables and raw access

static int base_setmetatable(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  if (lua_gettop(L) < 2 || !(lua_isnil(L, 2) || lua_istable(L, 2)))
    lg_raise(L, "setmetatable takes a table and a table or nil");
  if (luaL_getmetafield(L, 1, "__metatable") != LUA_TNIL) lg_raise(L, "this metatable is protected");
  if (lua_istable(L, 2)) {
    lua_pushliteral(L, "__gc");
    if (lua_rawget(L, 2) != LUA_TNIL) lg_raise(L, "__gc is not available to provider scripts");
  }
  lua_settop(L, 2);
  lua_setmetatable(L, 1);
  return 1;
}

static int base_rawset(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  if (lg_is_protected(L, 1)) lg_raise(L, "this table is read-only");
  lua_settop(L, 3);
  if (lua_isnil(L, 2)) lg_raise(L, "a table key cannot be nil");
  lua_rawset(L, 1);
  return 1;
}

/// `print` writes a line to the host's log.
static int base_print(lua_State *L) {
  int count = lua_gettop(L);
  if (lg_of(L)->phase != LG_RUNNING)
    lg_raise_phase(L, "'print' is not available while a descriptor loads, only in hooks");
  if (count > PRINTED) lg_raise(L, "print takes at most %d values", PRINTED);
  luaL_checkstack(L, 2 * count + LUA_MINSTACK, "too many values");
  for (int i = 1; i <= count; i++) {
    if (i > 1) lua_pushliteral(L, "\t");
    lg_push_text(L, i, NULL);
  }
  lua_concat(L, count ? 2 * count - 1 : 0);
  lua_insert(L, 1);
  lua_settop(L, 1);
  return lg_call_host(L, "log", 3);
}

void lg_library_base(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"tostring", base_tostring},         {"pcall", base_pcall},   {"xpcall", base_xpcall},
      {"setmetatable", base_setmetatable}, {"rawset", base_rawset}, {"print", base_print},
      {NULL, NULL}};
  luaL_setfuncs(L, functions, 0);
}
