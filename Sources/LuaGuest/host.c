// Host calls: the one way out of a script. The host's callback returns; only C jumps or yields.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "guest.h"

/// A failure with the host's own code for it, without asking the host.
_Noreturn void lg_raise_phase(lua_State *L, const char *what) {
  luaL_Buffer payload;
  size_t length = strlen(what);
  luaL_buffinit(L, &payload);
  for (int i = 0; i < 4; i++) luaL_addchar(&payload, (char)(length >> (8 * i)));
  luaL_addlstring(&payload, what, length);
  luaL_addstring(&payload, "phase");
  luaL_pushresult(&payload);
  const char *bytes = lua_tolstring(L, -1, &length);
  lg_raise_failure(L, (const uint8_t *)bytes, length);
}

static int deliver(lua_State *L, int answer);

static int resumed(lua_State *L, int status, lua_KContext context) {
  (void)status;
  (void)context;
  return deliver(L, lg_of(L)->answer);
}

/// Turns the host's answer into the call's result, an error, or a suspension.
static int deliver(lua_State *L, int answer) {
  lg_guest *guest = lg_of(L);
  switch (answer) {
    case LG_VALUE:
      lg_decode(L);
      return 1;
    case LG_WAIT:
      return lua_yieldk(L, 0, 0, resumed);
    case LG_FAIL:
      lg_raise_failure(L, guest->in.bytes, guest->in.length);
    case LG_STOP: {
      char text[LG_TEXT];
      snprintf(text, sizeof text, "%.*s", (int)(guest->in.length > LG_TEXT ? LG_TEXT : guest->in.length),
               (const char *)guest->in.bytes);
      lg_exceed(L, text);
    }
    default:
      lg_raise(L, "%.*s", (int)(guest->in.length > LG_TEXT ? LG_TEXT : guest->in.length),
               (const char *)guest->in.bytes);
  }
}

int lg_call_host(lua_State *L, const char *name, size_t length) {
  lg_guest *guest = lg_of(L);
  int count = lua_gettop(L);
  if (guest->phase != LG_RUNNING)
    lg_raise_phase(L, "the host cannot be called while a descriptor loads");
  // As dear as a way to the helper's host and back is, so that a loop of calls ends like any other.
  lg_charge(L, 256);
  lg_encode_begin(guest, "");
  lg_encode_list(L, (uint32_t)count);
  for (int i = 1; i <= count; i++) lg_encode(L, i, LG_NO_FUNCTIONS);
  guest->in.length = 0;
  int may_wait = lua_isyieldable(L);
  int answer = guest->host(guest->context, guest, (const uint8_t *)name, length, guest->out.bytes,
                           guest->out.length, may_wait);
  // The host's work for the script counts as the script's own.
  lg_check_time(L);
  if (answer == LG_WAIT && !may_wait) lg_raise(L, "this call cannot wait here");
  return deliver(L, answer);
}

static int call_named(lua_State *L) {
  size_t length;
  const char *name = lua_tolstring(L, lua_upvalueindex(1), &length);
  return lg_call_host(L, name, length);
}

void lg_push_host_function(lua_State *L, const char *name, size_t length) {
  lua_pushlstring(L, name, length);
  lua_pushcclosure(L, call_named, 1);
}

void lg_reply(lg_guest *guest, const uint8_t *bytes, size_t length) {
  guest->in.length = 0;
  lg_buffer_put(&guest->in, bytes, length);
}
