// The encoding of values that cross between host and script; Swift's twin is ScriptMessage.swift.
//
// A value is a tag and its content, numbers little-endian:
//   n nil   t true   f false   i int64   d double   s u32 length, bytes
//   T u32 items, u32 fields, items…, (u32 length, key bytes, value)…
//   F a function (only outwards)   H u32 index (inwards also: u8 length, name)
// and inwards only:
//   U u32 length, URL   C u8 length, host function   P u8 length, label, then a T: read-only table
//   X u32 length, payload: a field that raises this failure when it is read
//   A a field of a P that is declared and has no value
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "guest.h"

enum { DEPTH = 40 };

int lg_buffer_put(lg_buffer *buffer, const void *bytes, size_t length) {
  if (length > buffer->capacity - buffer->length) {
    size_t wanted = (buffer->length + length) * 2 + 256;
    uint8_t *moved = realloc(buffer->bytes, wanted);
    if (!moved) return 0;
    buffer->bytes = moved;
    buffer->capacity = wanted;
  }
  if (length) memcpy(buffer->bytes + buffer->length, bytes, length);
  buffer->length += length;
  return 1;
}

// MARK: outwards

static void put(lua_State *L, const void *bytes, size_t length) {
  lg_guest *guest = lg_of(L);
  if (guest->out.length + length > guest->limits.message) lg_raise(L, "too much data at once");
  if (!lg_buffer_put(&guest->out, bytes, length)) lg_raise(L, "no memory for this data");
  lg_charge(L, length / 16);
}

static void put_tag(lua_State *L, char tag) { put(L, &tag, 1); }

static void put_u32(lua_State *L, uint32_t value) {
  uint8_t bytes[4] = {(uint8_t)value, (uint8_t)(value >> 8), (uint8_t)(value >> 16),
                      (uint8_t)(value >> 24)};
  put(L, bytes, sizeof bytes);
}

static void put_u64(lua_State *L, uint64_t value) {
  put_u32(L, (uint32_t)value);
  put_u32(L, (uint32_t)(value >> 32));
}

static void put_text(lua_State *L, const char *text, size_t length) {
  if (length > UINT32_MAX) lg_raise(L, "too much data at once");
  put_u32(L, (uint32_t)length);
  put(L, text, length);
}

void lg_encode_begin(lg_guest *guest, const char *label) {
  guest->out.length = 0;
  lg_encode_label(guest, label);
}

void lg_encode_label(lg_guest *guest, const char *label) {
  guest->path_length = 0;
  guest->path[0] = 0;
  size_t length = strlen(label);
  if (length >= sizeof guest->path) return;
  memcpy(guest->path, label, length + 1);
  guest->path_length = length;
}

void lg_encode_list(lua_State *L, uint32_t count) {
  put_tag(L, 'T');
  put_u32(L, count);
  put_u32(L, 0);
}

/// Adds a key to the path for messages and hooks; returns the old length.
static size_t path_enter(lg_guest *guest, const char *key, size_t length, int is_index) {
  size_t old = guest->path_length, at = old;
  if (at + length + 4 >= sizeof guest->path) return old;
  if (is_index) guest->path[at++] = '[';
  else if (at) guest->path[at++] = '.';
  memcpy(guest->path + at, key, length);
  at += length;
  if (is_index) guest->path[at++] = ']';
  guest->path[at] = 0;
  guest->path_length = at;
  return old;
}

static void path_leave(lg_guest *guest, size_t old) {
  guest->path_length = old;
  guest->path[old] = 0;
}

_Noreturn static void refuse(lua_State *L, const char *what) {
  lg_guest *guest = lg_of(L);
  if (guest->path_length)
    lg_raise(L, "%.60s%s: %s", guest->path, guest->path_length > 60 ? "..." : "", what);
  lg_raise(L, "%s", what);
}

static void encode(lua_State *L, int index, int functions, int depth);

static void encode_item(lua_State *L, int table, lua_Integer position, int functions, int depth) {
  lg_guest *guest = lg_of(L);
  char digits[24];
  int length = snprintf(digits, sizeof digits, LUA_INTEGER_FMT, position);
  size_t old = path_enter(guest, digits, (size_t)length, 1);
  lua_rawgeti(L, table, position);
  encode(L, lua_gettop(L), functions, depth + 1);
  lua_pop(L, 1);
  path_leave(guest, old);
}

static void encode_table(lua_State *L, int index, int functions, int depth) {
  lg_guest *guest = lg_of(L);
  if (depth >= DEPTH) refuse(L, "tables are nested too deeply, or contain themselves");
  if (lg_is_protected(L, index))
    refuse(L, "a table of the host cannot be handed over (is a ':' meant to be a '.'?)");
  if (lua_getmetatable(L, index)) refuse(L, "a table with a metatable is not plain data");
  luaL_checkstack(L, 6, "tables are nested too deeply");
  lua_Integer items = (lua_Integer)lua_rawlen(L, index);
  put_tag(L, 'T');
  put_u32(L, (uint32_t)items);
  size_t count_at = guest->out.length;
  put_u32(L, 0);
  lg_charge(L, (size_t)items);
  for (lua_Integer i = 1; i <= items; i++) encode_item(L, index, i, functions, depth);
  uint32_t fields = 0;
  for (lua_pushnil(L); lua_next(L, index); lua_pop(L, 1)) {
    lg_charge(L, 2);
    if (lua_isinteger(L, -2) && lua_tointeger(L, -2) >= 1 && lua_tointeger(L, -2) <= items) continue;
    if (lua_type(L, -2) == LUA_TNUMBER) refuse(L, "a list has a hole or starts above 1");
    if (lua_type(L, -2) != LUA_TSTRING) refuse(L, "a table key is neither text nor a position");
    size_t length;
    const char *key = lua_tolstring(L, -2, &length);
    size_t old = path_enter(guest, key, length, 0);
    put_text(L, key, length);
    encode(L, lua_gettop(L), functions, depth + 1);
    path_leave(guest, old);
    fields++;
  }
  for (int i = 0; i < 4; i++) guest->out.bytes[count_at + (size_t)i] = (uint8_t)(fields >> (8 * i));
}

static void encode_function(lua_State *L, int index, int functions) {
  lg_guest *guest = lg_of(L);
  if (functions != LG_COLLECT_FUNCTIONS) refuse(L, "a function cannot be handed to the host");
  lua_pushvalue(L, index);
  lua_setfield(L, 2, guest->path);
  put_tag(L, 'F');
}

static void encode(lua_State *L, int index, int functions, int depth) {
  size_t length;
  uint32_t handle;
  switch (lua_type(L, index)) {
    case LUA_TNONE:
    case LUA_TNIL: put_tag(L, 'n'); return;
    case LUA_TBOOLEAN: put_tag(L, lua_toboolean(L, index) ? 't' : 'f'); return;
    case LUA_TNUMBER:
      if (lua_isinteger(L, index)) {
        put_tag(L, 'i');
        put_u64(L, (uint64_t)lua_tointeger(L, index));
      } else {
        double number = lua_tonumber(L, index);
        uint64_t bits;
        memcpy(&bits, &number, sizeof bits);
        put_tag(L, 'd');
        put_u64(L, bits);
      }
      return;
    case LUA_TSTRING: {
      const char *text = lua_tolstring(L, index, &length);
      put_tag(L, 's');
      put_text(L, text, length);
      return;
    }
    case LUA_TTABLE: encode_table(L, index, functions, depth); return;
    case LUA_TFUNCTION: encode_function(L, index, functions); return;
    default: break;
  }
  const char *url = lg_is_url(L, index, &length);
  if (url) {
    put_tag(L, 's');
    put_text(L, url, length);
  } else if (lg_is_secret(L, index, &handle)) {
    put_tag(L, 'H');
    put_u32(L, handle);
  } else {
    refuse(L, "this value cannot be handed to the host");
  }
}

void lg_encode(lua_State *L, int index, int functions) {
  encode(L, lua_absindex(L, index), functions, 0);
}

// MARK: inwards

typedef struct {
  const uint8_t *at, *end;
} reader;

static const uint8_t *take(lua_State *L, reader *from, size_t length) {
  if ((size_t)(from->end - from->at) < length) lg_raise(L, "the host sent a broken message");
  const uint8_t *bytes = from->at;
  from->at += length;
  return bytes;
}

static uint32_t take_u32(lua_State *L, reader *from) {
  const uint8_t *b = take(L, from, 4);
  return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static uint64_t take_u64(lua_State *L, reader *from) {
  uint64_t low = take_u32(L, from);
  return low | (uint64_t)take_u32(L, from) << 32;
}

static void decode(lua_State *L, reader *from, int depth);

static void decode_table(lua_State *L, reader *from, int depth) {
  uint32_t items = take_u32(L, from), fields = take_u32(L, from);
  size_t left = (size_t)(from->end - from->at);
  if (items > left || fields > left) lg_raise(L, "the host sent a broken message");
  luaL_checkstack(L, 6, "the host's answer is nested too deeply");
  lua_createtable(L, (int)items, (int)fields);
  for (uint32_t i = 1; i <= items; i++) {
    decode(L, from, depth + 1);
    lua_rawseti(L, -2, i);
  }
  for (uint32_t i = 0; i < fields; i++) {
    uint32_t length = take_u32(L, from);
    lua_pushlstring(L, (const char *)take(L, from, length), length);
    decode(L, from, depth + 1);
    lua_rawset(L, -3);
  }
}

/// A name of at most 255 bytes, with its end marked.
static const char *take_name(lua_State *L, reader *from, char name[256], size_t *length) {
  *length = *take(L, from, 1);
  memcpy(name, take(L, from, *length), *length);
  name[*length] = 0;
  return name;
}

static void decode(lua_State *L, reader *from, int depth) {
  char name[256];
  size_t length;
  if (depth > 200) lg_raise(L, "the host's answer is nested too deeply");
  switch (*take(L, from, 1)) {
    case 'n': lua_pushnil(L); return;
    case 't': lua_pushboolean(L, 1); return;
    case 'f': lua_pushboolean(L, 0); return;
    case 'i': lua_pushinteger(L, (lua_Integer)take_u64(L, from)); return;
    case 'd': {
      uint64_t bits = take_u64(L, from);
      double number;
      memcpy(&number, &bits, sizeof number);
      lua_pushnumber(L, number);
      return;
    }
    case 's':
      length = take_u32(L, from);
      lua_pushlstring(L, (const char *)take(L, from, length), length);
      return;
    case 'T': decode_table(L, from, depth); return;
    case 'H': {
      uint32_t index = take_u32(L, from);
      take_name(L, from, name, &length);
      lg_push_secret(L, index, name, length);
      return;
    }
    case 'U':
      length = take_u32(L, from);
      lg_push_url(L, (const char *)take(L, from, length), length);
      return;
    case 'C':
      take_name(L, from, name, &length);
      lg_push_host_function(L, name, length);
      return;
    case 'P':
      take_name(L, from, name, &length);
      // The calls that read a stand-in's hidden table do not check that it is one.
      if (from->at == from->end || *from->at != 'T') lg_raise(L, "the host sent a broken message");
      decode(L, from, depth + 1);
      lg_protect(L, name);
      return;
    case 'A': lua_pushlightuserdata(L, NULL); return;
    case 'X':
      length = take_u32(L, from);
      lg_push_trap(L, take(L, from, length), length);
      return;
    default: lg_raise(L, "the host sent a broken message");
  }
}

void lg_decode(lua_State *L) {
  lg_guest *guest = lg_of(L);
  reader from = {guest->in.bytes, guest->in.bytes + guest->in.length};
  lg_charge_bytes(L, guest->in.length);
  decode(L, &from, 0);
}
