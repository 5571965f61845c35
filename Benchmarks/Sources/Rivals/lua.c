#include "rivals.h"
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

static int provider(lua_State *state) {
  lua_settop(state, 1);
  return 1;
}

int lua_run(const char *source, size_t length) {
  lua_State *state = luaL_newstate();
  luaL_openlibs(state);
  lua_register(state, "provider", provider);
  int result = luaL_loadbuffer(state, source, length, "=provider") == LUA_OK &&
               lua_pcall(state, 0, 1, 0) == LUA_OK && lua_istable(state, -1);
  lua_close(state);
  return result;
}
