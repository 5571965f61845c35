// Read-only tables: an empty stand-in whose reads go to a hidden table and whose writes are errors.
#include <string.h>

#include "guest.h"

static const char MARK = 0;  // its address is the key that marks a stand-in's metatable

int lg_is_protected(lua_State *L, int index) {
  if (lua_type(L, index) != LUA_TTABLE || !lua_getmetatable(L, index)) return 0;
  int found = lua_rawgetp(L, -1, &MARK) != LUA_TNIL;
  lua_pop(L, 2);
  return found;
}

/// Reads from the hidden table (upvalue 1) under a label (upvalue 2); an unknown field is an error.
static int read_field(lua_State *L) {
  size_t length;
  lua_settop(L, 2);
  lua_pushvalue(L, 2);
  if (lua_rawget(L, lua_upvalueindex(1)) == LUA_TNIL) {
    const char *label = lua_tostring(L, lua_upvalueindex(2));
    if (lua_type(L, 2) == LUA_TSTRING) lg_raise(L, "%s has no '%s'", label, lua_tostring(L, 2));
    lg_raise(L, "%s has no such field", label);
  }
  const uint8_t *payload = lg_is_trap(L, -1, &length);
  if (payload) lg_raise_failure(L, payload, length);
  // A field that is declared but has no value.
  if (lua_islightuserdata(L, -1)) lua_pushnil(L);
  return 1;
}

static int refuse_write(lua_State *L) {
  lg_raise(L, "%s is read-only", lua_tostring(L, lua_upvalueindex(1)));
}

/// A script can take this function from `pairs` and call it with anything; `lua_next` itself checks nothing.
static int next_field(lua_State *L) {
  size_t length;
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 2);
  lg_charge(L, 4);
  while (lua_next(L, 1)) {
    if (!lua_islightuserdata(L, -1) && !lg_is_trap(L, -1, &length)) return 2;
    lua_pop(L, 1);
  }
  return 0;
}

/// `pairs` over a copy of the hidden table, so that the table itself is never handed out.
static int iterate(lua_State *L) {
  lua_settop(L, 0);
  lua_pushcfunction(L, next_field);
  lua_newtable(L);
  for (lua_pushnil(L); lua_next(L, lua_upvalueindex(1));) {
    lg_charge(L, 4);
    lua_pushvalue(L, -2);  // the key stays for the next step
    lua_insert(L, -2);
    lua_rawset(L, 2);
  }
  return 2;
}

void lg_protect(lua_State *L, const char *label) {
  int hidden = lua_gettop(L);
  lua_newtable(L);                    // the stand-in
  lua_createtable(L, 0, 5);           // its metatable
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_pushboolean(L, 1);
  lua_rawsetp(L, -2, &MARK);
  lua_pushvalue(L, hidden);
  lua_pushstring(L, label);
  lua_pushcclosure(L, read_field, 2);
  lua_setfield(L, -2, "__index");
  lua_pushstring(L, label);
  lua_pushcclosure(L, refuse_write, 1);
  lua_setfield(L, -2, "__newindex");
  lua_pushvalue(L, hidden);
  lua_pushcclosure(L, iterate, 1);
  lua_setfield(L, -2, "__pairs");
  lua_setmetatable(L, -2);
  lua_remove(L, hidden);
}
