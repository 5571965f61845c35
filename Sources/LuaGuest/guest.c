// The life of a guest: made, loaded, declared, started, resumed, freed.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "guest.h"

static const char CHUNK = 0, THREAD = 0, FUNCTIONS = 0, DECLARED = 0;  // registry keys by address

int lg_lua_version(void) { return LUA_VERSION_NUM; }

// MARK: making and freeing

static int panic(lua_State *L) {
  (void)L;
  fputs("authrun: internal fault: a Lua call was not protected\n", stderr);
  abort();
}

static int set_up(lua_State *L) {
  lg_library_open(L);
  return 0;
}

lg_guest *lg_new(const lg_limits *limits, lg_host host, void *context) {
  lg_guest *guest = calloc(1, sizeof *guest);
  if (!guest) return NULL;
  guest->limits = *limits;
  guest->host = host;
  guest->context = context;
  guest->interval = 200;
  guest->budget = INT32_MAX;  // set-up is ours and is not counted
  guest->cpu_left = INT64_MAX;
  guest->main = lua_newstate(lg_allocate, guest);
  if (!guest->main) {
    free(guest);
    return NULL;
  }
  *(lg_guest **)lua_getextraspace(guest->main) = guest;
  lua_atpanic(guest->main, panic);
  lua_pushcfunction(guest->main, set_up);
  if (lua_pcall(guest->main, 0, 0, 0) != LUA_OK) {
    lg_free(guest);
    return NULL;
  }
  guest->cpu_left = limits->cpu_nanoseconds;
  return guest;
}

void lg_free(lg_guest *guest) {
  if (!guest) return;
  lua_close(guest->main);  // runs no script code: scripts cannot set finalizers
  free(guest->out.bytes);
  free(guest->in.bytes);
  free(guest);
}

// MARK: loading

typedef struct {
  const uint8_t *source;
  size_t length;
  const char *chunk;
  int status;
} chunk_source;

/// Keeps the compiled chunk, or returns the reason why there is none.
static int load_chunk(lua_State *L) {
  chunk_source *from = lua_touserdata(L, 1);
  const char *name = lua_pushfstring(L, "@%s", from->chunk);
  const char *text = (const char *)from->source;
  from->status = luaL_loadbufferx(L, text, from->length, name, "t");
  if (from->status != LUA_OK) return 1;
  lua_rawsetp(L, LUA_REGISTRYINDEX, &CHUNK);
  return 0;
}

static int fail_load(lg_guest *guest, int status, const char *text) {
  snprintf(guest->message, sizeof guest->message, "%s", text);
  guest->traceback[0] = 0;
  return status;
}

/// Skips a byte order mark and a first line that starts with `#`, whose end stays to be counted.
static void skip_preamble(const uint8_t **source, size_t *length) {
  size_t skipped = 0;
  if (*length >= 3 && !memcmp(*source, "\xEF\xBB\xBF", 3)) skipped = 3;
  if (skipped < *length && (*source)[skipped] == '#')
    while (skipped < *length && (*source)[skipped] != '\n') skipped++;
  *source += skipped;
  *length -= skipped;
}

int lg_load(lg_guest *guest, const uint8_t *source, size_t length, const char *chunk) {
  lua_State *L = guest->main;
  guest->location[0] = 0;
  if (length > guest->limits.source) {
    char text[96];
    snprintf(text, sizeof text, "the file is larger than %zu bytes", guest->limits.source);
    return fail_load(guest, LG_SYNTAX, text);
  }
  skip_preamble(&source, &length);
  if (length && source[0] == (uint8_t)LUA_SIGNATURE[0])
    return fail_load(guest, LG_SYNTAX, "the file is compiled; only source text is read");
  if (length && memchr(source, 0, length))
    return fail_load(guest, LG_SYNTAX, "the file contains a NUL byte");
  chunk_source from = {source, length, chunk, LUA_OK};
  lua_pushcfunction(L, load_chunk);
  lua_pushlightuserdata(L, &from);
  lg_stretch_begin(guest);
  int status = lua_pcall(L, 1, 1, 0);
  lg_stretch_end(guest);
  if (status == LUA_OK) status = from.status;
  int ended = LG_DONE;
  if (status == LUA_ERRMEM)
    ended = fail_load(guest, LG_LIMIT, "the file takes too much memory to read");
  else if (status == LUA_ERRRUN)  // the parser's limit of its own recursion, which names no line
    ended = fail_load(guest, LG_SYNTAX, "a part of the file is nested too deeply");
  else if (status != LUA_OK)
    ended = fail_load(guest, LG_SYNTAX, lua_isstring(L, -1) ? lua_tostring(L, -1) : "unreadable");
  lua_settop(L, 0);
  return ended;
}

// MARK: phases

static int make_thread(lua_State *L) {
  lua_State *thread = lua_newthread(L);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &THREAD);
  lg_of(L)->thread = thread;
  return 0;
}

/// Runs or goes on with the phase's thread and turns what comes of it into a status.
static int run(lg_guest *guest) {
  int results = 0;
  lg_stretch_begin(guest);
  int status = lua_resume(guest->thread, guest->main, 0, &results);
  lg_stretch_end(guest);
  if (guest->poisoned) return lg_conclude(guest, guest->thread, LUA_ERRRUN);
  if (status == LUA_YIELD) return LG_PENDING;
  if (status == LUA_OK) return LG_DONE;
  return lg_conclude(guest, guest->thread, status);
}

static int begin(lg_guest *guest, int phase, lua_CFunction body) {
  if (guest->poisoned) return LG_LIMIT;
  guest->phase = phase;
  guest->message[0] = guest->location[0] = guest->traceback[0] = guest->hook_place[0] = 0;
  lua_pushcfunction(guest->main, make_thread);
  if (lua_pcall(guest->main, 0, 0, 0) != LUA_OK) {
    lua_settop(guest->main, 0);
    return fail_load(guest, LG_LIMIT, "the script uses too much memory");
  }
  lg_limits_begin(guest);
  lg_watch(guest->thread);
  lua_pushcfunction(guest->thread, body);
  return run(guest);
}

// MARK: the declaration

static int declared(lua_State *L, int status, lua_KContext context) {
  (void)status;
  (void)context;
  if (!lg_of(L)->declarations) luaL_error(L, "the file must end with: return provider { ... }");
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &DECLARED) != LUA_TTABLE || !lua_rawequal(L, -1, 1))
    luaL_error(L, "the file must return what provider { ... } gives");
  return 0;
}

static int declare(lua_State *L) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, &CHUNK);
  lua_callk(L, 0, 1, 0, declared);
  return declared(L, LUA_OK, 0);
}

/// `provider { … }`: copies the table out and keeps its functions by path.
static int provider(lua_State *L) {
  lg_guest *guest = lg_of(L);
  lua_Debug call;
  if (guest->phase != LG_DECLARING) lg_raise(L, "provider cannot be called in a hook");
  if (guest->declarations++) lg_raise(L, "provider is called twice");
  if (lua_gettop(L) != 1 || !lua_istable(L, 1)) lg_raise(L, "provider takes one table");
  if (lua_getstack(L, 1, &call) && lua_getinfo(L, "l", &call) && call.currentline > 0)
    guest->declaration_line = call.currentline;
  lua_newtable(L);  // at 2, where `lg_encode` stores functions
  lg_encode_begin(guest, "");
  lg_encode(L, 1, LG_COLLECT_FUNCTIONS);
  lua_pushvalue(L, 2);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &FUNCTIONS);
  // The stand-in is what the file returns: recognisable, and of no use to a hook.
  lua_newtable(L);
  lg_protect(L, "the declared provider");
  lua_pushvalue(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &DECLARED);
  return 1;
}

void lg_push_provider(lua_State *L) { lua_pushcfunction(L, provider); }

int lg_declare(lg_guest *guest) { return begin(guest, LG_DECLARING, declare); }

int lg_declaration_line(const lg_guest *guest) { return guest->declaration_line; }

// MARK: hooks

/// Encodes the returned value, the arguments after the first as they are now, and a second value
/// that was returned, where that is text.
static int finished(lua_State *L, int status, lua_KContext count) {
  (void)status;
  lg_guest *guest = lg_of(L);
  // Below lie the arguments, from 1 to `count`, and above them the two results.
  char label[LG_PATH];
  lg_encode_begin(guest, "the result");
  lg_encode_list(L, (count > 0 ? (uint32_t)count : 1) + 1);
  lg_encode(L, -2, LG_NO_FUNCTIONS);
  for (int i = 2; i <= (int)count; i++) {
    snprintf(label, sizeof label, "argument %d", i);
    lg_encode_label(guest, label);
    lg_encode(L, i, LG_NO_FUNCTIONS);
  }
  if (lua_type(L, -1) != LUA_TSTRING) lua_pushnil(L);
  lg_encode(L, -1, LG_NO_FUNCTIONS);
  return 0;
}

static int start(lua_State *L) {
  lg_guest *guest = lg_of(L);
  lg_decode(L);  // a list
  int count = (int)lua_rawlen(L, 1);
  luaL_checkstack(L, 2 * count + 8, "too many arguments");
  for (int i = 1; i <= count; i++) lua_rawgeti(L, 1, i);
  lua_remove(L, 1);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &FUNCTIONS);
  if (lua_getfield(L, -1, guest->hook) != LUA_TFUNCTION)
    luaL_error(L, "there is no function '%s'", guest->hook);
  lua_remove(L, -2);
  lua_Debug function;
  lua_pushvalue(L, -1);
  lua_getinfo(L, ">S", &function);
  snprintf(guest->hook_place, sizeof guest->hook_place, "%s:%d", function.short_src,
           function.linedefined);
  for (int i = 1; i <= count; i++) lua_pushvalue(L, i);
  lua_callk(L, count, 2, count, finished);
  return finished(L, LUA_OK, count);
}

int lg_start(lg_guest *guest, const char *path, const uint8_t *arguments, size_t length) {
  snprintf(guest->hook, sizeof guest->hook, "%s", path);
  lg_reply(guest, arguments, length);
  return begin(guest, LG_RUNNING, start);
}

int lg_resume(lg_guest *guest, int answer, const uint8_t *bytes, size_t length) {
  if (guest->poisoned) return LG_LIMIT;
  guest->answer = answer;
  lg_reply(guest, bytes, length);
  return run(guest);
}

// MARK: results

const uint8_t *lg_output(const lg_guest *guest, size_t *length) {
  *length = guest->out.length;
  return guest->out.bytes;
}

const char *lg_message(const lg_guest *guest) { return guest->message; }

const char *lg_location(const lg_guest *guest) { return guest->location; }

const char *lg_traceback(const lg_guest *guest) { return guest->traceback; }

size_t lg_memory(const lg_guest *guest) { return guest->used; }
