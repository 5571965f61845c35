// Values of the host that a script can hold but not open: secrets, URLs, failures, traps.
#include <stdlib.h>
#include <string.h>

#include "guest.h"

#define SECRET "authrun secret"
#define URL "authrun url"
#define FAILURE "authrun failure"
#define TRAP "authrun trap"

typedef struct {
  uint32_t index;
  size_t length;
  char name[];
} secret;

typedef struct {
  size_t length;
  char place[LG_PLACE];
  uint8_t bytes[];
} block;

static void set_kind(lua_State *L, const char *kind);

static block *push_block(lua_State *L, const char *kind, const void *bytes, size_t length) {
  block *made = lua_newuserdatauv(L, sizeof *made + length + 1, 0);
  made->length = length;
  made->place[0] = 0;
  memcpy(made->bytes, bytes, length);
  made->bytes[length] = 0;
  set_kind(L, kind);
  return made;
}

static const block *is_block(lua_State *L, int index, const char *kind) {
  return luaL_testudata(L, index, kind);
}

// MARK: secrets

void lg_push_secret(lua_State *L, uint32_t index, const char *name, size_t length) {
  secret *made = lua_newuserdatauv(L, sizeof *made + length + 1, 0);
  made->index = index;
  made->length = length;
  memcpy(made->name, name, length);
  made->name[length] = 0;
  set_kind(L, SECRET);
}

int lg_is_secret(lua_State *L, int index, uint32_t *handle) {
  const secret *found = luaL_testudata(L, index, SECRET);
  if (found && handle) *handle = found->index;
  return found != NULL;
}

static int secret_text(lua_State *L) {
  const secret *self = luaL_checkudata(L, 1, SECRET);
  lua_pushfstring(L, "<secret %s>", self->name);
  return 1;
}

/// Every operation but `tostring` on a secret; the metamethod's name is the upvalue.
static int secret_refuse(lua_State *L) {
  const secret *self = luaL_testudata(L, 1, SECRET);
  if (!self) self = luaL_testudata(L, 2, SECRET);
  lg_raise(L, "secret '%s' cannot be %s; hand it over whole in form, json, query, header or auth",
           self ? self->name : "?", lua_tostring(L, lua_upvalueindex(1)));
}

// MARK: URLs

const char *lg_is_url(lua_State *L, int index, size_t *length) {
  const block *found = is_block(L, index, URL);
  if (!found) return NULL;
  if (length) *length = found->length;
  return (const char *)found->bytes;
}

void lg_push_url(lua_State *L, const char *text, size_t length) {
  push_block(L, URL, text, length);
}

static int url_text(lua_State *L) {
  const block *self = luaL_checkudata(L, 1, URL);
  lua_pushlstring(L, (const char *)self->bytes, self->length);
  return 1;
}

static int url_equal(lua_State *L) {
  size_t left, right;
  const char *a = lg_is_url(L, 1, &left), *b = lg_is_url(L, 2, &right);
  lua_pushboolean(L, a && b && left == right && memcmp(a, b, left) == 0);
  return 1;
}

static int url_concat(lua_State *L) {
  for (int i = 1; i <= 2; i++) {
    size_t length;
    const char *url = lg_is_url(L, i, &length);
    if (url) {
      lua_pushlstring(L, url, length);
      lua_replace(L, i);
    } else if (!lua_isstring(L, i)) {
      lg_raise(L, "a %s cannot be joined to a URL",
               lg_is_secret(L, i, NULL) ? "secret" : luaL_typename(L, i));
    }
  }
  lua_concat(L, 2);
  return 1;
}

/// `url / "path"`: one slash between the two, whatever they end and start with.
static int url_join(lua_State *L) {
  size_t base_length, length;
  const char *base = lg_is_url(L, 1, &base_length);
  if (!base) lg_raise(L, "'/' joins a path to a URL on its left");
  if (!lua_isstring(L, 2))
    lg_raise(L, "a %s cannot be part of a URL",
             lg_is_secret(L, 2, NULL) ? "secret" : luaL_typename(L, 2));
  const char *path = lua_tolstring(L, 2, &length);
  if (memchr(base, '?', base_length) || memchr(base, '#', base_length))
    lg_raise(L, "a path cannot be joined to a URL with a query or fragment");
  for (size_t i = 0; i < length; i++) {
    unsigned char byte = (unsigned char)path[i];
    if (byte <= ' ' || byte >= 0x7f || byte == '\\')
      lg_raise(L, "a path joined to a URL must be percent-encoded (byte %d)", byte);
  }
  while (base_length && base[base_length - 1] == '/') base_length--;
  while (length && *path == '/') path++, length--;
  lg_charge_bytes(L, base_length + length);
  block *made = lua_newuserdatauv(L, sizeof *made + base_length + length + 2, 0);
  made->place[0] = 0;
  made->length = base_length + 1 + length;
  memcpy(made->bytes, base, base_length);
  made->bytes[base_length] = '/';
  memcpy(made->bytes + base_length + 1, path, length);
  made->bytes[made->length] = 0;
  set_kind(L, URL);
  return 1;
}

static int url_refuse_index(lua_State *L) {
  lg_raise(L, "a URL has no fields; tostring(url) gives its text");
}

// MARK: failures and traps

static size_t failure_text(const block *self, const char **text) {
  const uint8_t *b = self->bytes;
  if (self->length < 4) return 0;
  size_t length = (size_t)b[0] | (size_t)b[1] << 8 | (size_t)b[2] << 16 | (size_t)b[3] << 24;
  *text = (const char *)b + 4;
  return length <= self->length - 4 ? length : 0;
}

static int failure_tostring(lua_State *L) {
  const char *text = "";
  size_t length = failure_text(luaL_checkudata(L, 1, FAILURE), &text);
  lua_pushlstring(L, text, length);
  return 1;
}

static int failure_refuse_index(lua_State *L) {
  lg_raise(L, "a caught failure has no fields; tostring(failure) gives its text");
}

const uint8_t *lg_is_failure(lua_State *L, int index, size_t *length, const char **place) {
  const block *found = is_block(L, index, FAILURE);
  if (!found) return NULL;
  *length = found->length;
  *place = found->place;
  return found->bytes;
}

_Noreturn void lg_raise_failure(lua_State *L, const uint8_t *payload, size_t length) {
  block *made = push_block(L, FAILURE, payload, length);
  lg_place(L, 0, made->place, sizeof made->place);
  lua_error(L);
  abort();
}

void lg_push_trap(lua_State *L, const uint8_t *payload, size_t length) {
  push_block(L, TRAP, payload, length);
}

const uint8_t *lg_is_trap(lua_State *L, int index, size_t *length) {
  const block *found = is_block(L, index, TRAP);
  if (!found) return NULL;
  *length = found->length;
  return found->bytes;
}

// MARK: set-up

static void open_kind(lua_State *L, const char *kind, const luaL_Reg *functions) {
  lua_createtable(L, 0, 20);
  lua_pushstring(L, kind);
  lua_setfield(L, -2, "__name");
  luaL_setfuncs(L, functions, 0);
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
}

static void open_secrets(lua_State *L) {
  static const char *const refused[][2] = {
      {"__concat", "joined to text"}, {"__len", "measured"},     {"__eq", "compared"},
      {"__lt", "compared"},           {"__le", "compared"},      {"__index", "opened"},
      {"__newindex", "changed"},      {"__call", "called"},      {"__add", "calculated with"},
      {"__sub", "calculated with"},   {"__mul", "calculated with"}, {"__div", "part of a URL"},
      {"__mod", "calculated with"},   {"__unm", "calculated with"}, {"__pairs", "opened"},
  };
  static const luaL_Reg functions[] = {{"__tostring", secret_text}, {NULL, NULL}};
  open_kind(L, SECRET, functions);
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
    lua_pushstring(L, refused[i][1]);
    lua_pushcclosure(L, secret_refuse, 1);
    lua_setfield(L, -2, refused[i][0]);
  }
}

/// Gives the value on top the metatable of its kind, which is made for the first value of each.
static void set_kind(lua_State *L, const char *kind) {
  static const luaL_Reg url[] = {
      {"__tostring", url_text}, {"__eq", url_equal},           {"__concat", url_concat},
      {"__div", url_join},      {"__index", url_refuse_index}, {NULL, NULL}};
  static const luaL_Reg failure[] = {
      {"__tostring", failure_tostring}, {"__index", failure_refuse_index}, {NULL, NULL}};
  static const luaL_Reg none[] = {{NULL, NULL}};
  luaL_checkstack(L, 8, "no room for a value");
  if (luaL_getmetatable(L, kind) == LUA_TNIL) {
    lua_pop(L, 1);
    if (!strcmp(kind, SECRET)) open_secrets(L);
    else open_kind(L, kind, !strcmp(kind, URL) ? url : !strcmp(kind, FAILURE) ? failure : none);
    // Known only when it is whole: the memory can end before.
    lua_pushvalue(L, -1);
    lua_setfield(L, LUA_REGISTRYINDEX, kind);
  }
  lua_setmetatable(L, -2);
}
