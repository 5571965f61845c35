// The allow-list: what a script finds in its environment, and nothing else.
#include <string.h>

#include "guest.h"

/// Pays for a function of Lua's own (upvalue 1) by the length of its first argument, then runs it.
///
/// The function runs in this frame, so that its messages keep the script's line and names. That is
/// only right for functions without upvalues.
static int guarded(lua_State *L) {
  size_t length = lua_type(L, 1) == LUA_TSTRING ? lua_rawlen(L, 1) : 0;
  lg_charge_bytes(L, length + 16 * (size_t)lua_gettop(L));
  return lua_tocfunction(L, lua_upvalueindex(1))(L);
}

/// Copies the named functions from the library on top to the table below it, guarded.
static void allow(lua_State *L, const char *const *names) {
  for (; *names; names++) {
    if (lua_getfield(L, -1, *names) == LUA_TFUNCTION) lua_pushcclosure(L, guarded, 1);
    lua_setfield(L, -3, *names);
  }
}

static void open_original(lua_State *L, lua_CFunction opener) {
  lua_pushcfunction(L, opener);
  lua_call(L, 0, 1);
}

static void open_math(lua_State *L) {
  static const char *const names[] = {"abs", "ceil", "exp",  "floor", "fmod",      "huge",
                                      "log", "max",  "min",  "modf",  "maxinteger", "mininteger",
                                      "pi",  "sqrt", "tointeger", "type", "ult", NULL};
  lua_newtable(L);
  open_original(L, luaopen_math);
  allow(L, names);
  lua_pop(L, 1);
  lg_protect(L, "math");
}

static void open_utf8(lua_State *L) {
  static const char *const names[] = {"char",  "charpattern", "codepoint", "codes",
                                      "len",   "offset",      NULL};
  lua_newtable(L);
  open_original(L, luaopen_utf8);
  allow(L, names);
  lua_pop(L, 1);
  lg_protect(L, "utf8");
}

/// `string`, and the metatable of all strings: methods come from a copy no script can reach.
static void open_string(lua_State *L) {
  static const char *const names[] = {"byte", "char", "len", "lower", "reverse", "sub", "upper", NULL};
  static const char *const arithmetic[] = {"__add", "__sub", "__mul", "__mod", "__pow",
                                           "__div", "__idiv", "__unm", NULL};
  lua_newtable(L);
  open_original(L, luaopen_string);
  allow(L, names);
  lua_insert(L, -2);        // the original below
  lg_library_string(L);     // adds to the table on top, with the original below it
  lua_remove(L, -2);

  lua_newtable(L);          // the new metatable, from the one that the original set
  lua_pushliteral(L, "");
  lua_getmetatable(L, -1);
  for (const char *const *name = arithmetic; *name; name++) {
    lua_getfield(L, -1, *name);
    lua_setfield(L, -4, *name);
  }
  lua_pop(L, 1);
  lua_pushboolean(L, 0);
  lua_setfield(L, -3, "__metatable");
  lua_pushvalue(L, -3);
  lua_setfield(L, -3, "__index");
  lua_pushvalue(L, -2);
  lua_setmetatable(L, -2);
  lua_pop(L, 2);
  lg_protect(L, "string");
}

static void open_table(lua_State *L) {
  lua_newtable(L);
  lg_library_table(L);
  lg_protect(L, "table");
}

/// Reading a global that does not exist; the key is the second argument.
static int missing(lua_State *L) {
  static const char *const gone[] = {"io",      "os",       "debug",  "package", "require", "load",
                                     "dofile",  "loadfile", "loadstring", "coroutine",
                                     "collectgarbage", "warn", "_G", NULL};
  static const char *const hook_only[] = {"ctx",  "http",   "jwt", "hash", "browser", "now",
                                          "prompt", "fail", "opt", "log", NULL};
  const char *name = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "?";
  for (const char *const *entry = gone; *entry; entry++)
    if (!strcmp(name, *entry)) lg_raise(L, "'%s' is not available to provider scripts", name);
  for (const char *const *entry = hook_only; *entry; entry++) {
    if (strcmp(name, *entry)) continue;
    if (lg_of(L)->phase == LG_RUNNING)
      lg_raise(L, "'%s' is not a global; use the ctx given to the hook", name);
    lua_pushfstring(L, "'%s' is not available while a descriptor loads, only in hooks", name);
    lg_raise_phase(L, lua_tostring(L, -1));
  }
  lg_raise(L, "'%s' is not declared", name);
}

static int refuse_global(lua_State *L) {
  lg_raise(L, "'%s' is not declared; write 'local %s = ...'",
           lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "?",
           lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "name");
}

/// The environment: a stand-in, so that no assignment ever reaches the table with the libraries.
static void open_environment(lua_State *L) {
  lua_newtable(L);  // the libraries
  open_original(L, luaopen_base);
  static const char *const names[] = {"assert", "error", "ipairs", "next", "pairs", "rawequal",
                                      "rawget", "rawlen", "select", "tonumber", "getmetatable",
                                      "type", NULL};
  allow(L, names);
  lua_pop(L, 1);
  lg_library_base(L);
  lg_push_provider(L);
  lua_setfield(L, -2, "provider");
  open_math(L);
  lua_setfield(L, -2, "math");
  open_utf8(L);
  lua_setfield(L, -2, "utf8");
  open_string(L);
  lua_setfield(L, -2, "string");
  open_table(L);
  lua_setfield(L, -2, "table");
  lua_createtable(L, 0, 1);
  lua_pushcfunction(L, missing);
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, -2);
}

void lg_library_open(lua_State *L) {
  open_environment(L);
  lua_newtable(L);
  lg_protect(L, "the environment");
  lua_getmetatable(L, -1);
  lua_pushvalue(L, -3);
  lua_setfield(L, -2, "__index");  // a table, so that globals are read without a call
  lua_pushcfunction(L, refuse_global);
  lua_setfield(L, -2, "__newindex");
  lua_pop(L, 1);
  // Chunks are loaded with this as their only upvalue; Lua's own global table is dropped.
  lua_rawseti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
  lua_pop(L, 1);
}
