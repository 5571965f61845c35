// The allow-list: what a script finds in its environment, and nothing else.
//
// Most descriptors are data and call nothing, so the libraries are made where a script first reads their
// names, and the parts of Lua's own that every guest needs are looked up once for the process.
#include <pthread.h>
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

// MARK: what is the same for all guests

typedef struct {
  const char *name;
  lua_CFunction function;
} original;

static original basic[] = {{"assert", 0},   {"error", 0},        {"ipairs", 0}, {"next", 0},
                           {"pairs", 0},    {"rawequal", 0},     {"rawget", 0}, {"rawlen", 0},
                           {"select", 0},   {"tonumber", 0},     {"type", 0},   {"getmetatable", 0},
                           {NULL, 0}};
/// Lua's opener of `string` is never run in a guest: it gives strings its own metatable, which a script
/// could meet where the memory ends half-way.
static original text[] = {{"byte", 0},    {"char", 0}, {"len", 0},   {"lower", 0},
                          {"reverse", 0}, {"sub", 0},  {"upper", 0}, {NULL, 0}};
static original format[] = {{"format", 0}, {NULL, 0}};
/// Of the metatable that Lua gives to strings.
static original arithmetic[] = {{"__add", 0}, {"__sub", 0}, {"__mul", 0},  {"__mod", 0}, {"__pow", 0},
                                {"__div", 0}, {"__idiv", 0}, {"__unm", 0}, {NULL, 0}};
static int originals_found;

/// Notes the functions of those names in the table on top; all of them are without upvalues.
static int note(lua_State *L, original *names) {
  int found = 1;
  for (; names->name; names++) {
    lua_getfield(L, -1, names->name);
    names->function = lua_tocfunction(L, -1);
    found = found && names->function;
    lua_pop(L, 1);
  }
  return found;
}

static int note_originals(lua_State *L) {
  open_original(L, luaopen_base);
  int found = note(L, basic);
  open_original(L, luaopen_string);
  found = note(L, text) && note(L, format) && found;
  lua_pushliteral(L, "");
  lua_getmetatable(L, -1);
  originals_found = note(L, arithmetic) && found;
  return 0;
}

static void find_originals(void) {
  lua_State *L = luaL_newstate();
  if (!L) return;
  lua_pushcfunction(L, note_originals);
  lua_pcall(L, 0, 0, 0);
  lua_close(L);
}

/// Adds the functions to the table on top, guarded.
static void set_guarded(lua_State *L, const original *functions) {
  for (; functions->name; functions++) {
    lua_pushcfunction(L, functions->function);
    lua_pushcclosure(L, guarded, 1);
    lua_setfield(L, -2, functions->name);
  }
}

/// Gives strings a metatable: arithmetic of Lua's own, and `__index`, which is on top and is taken away.
static void set_string_metatable(lua_State *L) {
  lua_createtable(L, 0, 10);
  lua_insert(L, -2);
  lua_setfield(L, -2, "__index");
  for (const original *entry = arithmetic; entry->name; entry++) {
    lua_pushcfunction(L, entry->function);
    lua_setfield(L, -2, entry->name);
  }
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_pushliteral(L, "");
  lua_insert(L, -2);
  lua_setmetatable(L, -2);
  lua_pop(L, 1);
}

// MARK: the libraries

/// `string`, and the metatable of all strings: methods come from a copy no script can reach.
static void open_string(lua_State *L) {
  lua_createtable(L, 0, 16);
  set_guarded(L, text);
  lg_library_string(L, format->function);
  lua_pushvalue(L, -1);
  set_string_metatable(L);
  lg_protect(L, "string");
}

static void open_table(lua_State *L) {
  lua_newtable(L);
  lg_library_table(L);
  lg_protect(L, "table");
}

static const struct {
  const char *name;
  void (*open)(lua_State *);
} libraries[] = {{"math", open_math}, {"utf8", open_utf8}, {"string", open_string}, {"table", open_table}};

/// Puts the library of that name on top and into the table of libraries at `index`; 0 where there is none.
static int open_library(lua_State *L, int index, const char *name) {
  for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) {
    if (strcmp(name, libraries[i].name)) continue;
    luaL_checkstack(L, 16, "no room for a library");
    libraries[i].open(L);
    lua_pushvalue(L, -1);
    lua_setfield(L, index, name);
    return 1;
  }
  return 0;
}

/// The first method of a string: makes `string` (upvalue 1 is the table of libraries), and asks again.
static int first_method(lua_State *L) {
  lua_settop(L, 2);
  open_library(L, lua_upvalueindex(1), "string");
  lua_settop(L, 2);
  lua_gettable(L, 1);
  return 1;
}

/// Reading a global that is not there, or not yet: the table of libraries, and the key.
static int missing(lua_State *L) {
  static const char *const gone[] = {"io",      "os",       "debug",  "package", "require", "load",
                                     "dofile",  "loadfile", "loadstring", "coroutine",
                                     "collectgarbage", "warn", "_G", NULL};
  static const char *const hook_only[] = {"ctx",  "http",   "jwt", "hash", "browser", "now",
                                          "prompt", "fail", "opt", "log", NULL};
  const char *name = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "?";
  if (open_library(L, 1, name)) return 1;
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
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, find_originals);
  if (!originals_found) luaL_error(L, "no memory for Lua's own functions");
  lua_createtable(L, 0, 32);  // the libraries
  set_guarded(L, basic);
  lg_library_base(L);
  lg_push_provider(L);
  lua_setfield(L, -2, "provider");
  lua_pushvalue(L, -1);
  lua_pushcclosure(L, first_method, 1);
  set_string_metatable(L);
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
