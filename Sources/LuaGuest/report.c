// Errors as a reader wants them: file and line of the script, a text, the calls that led there.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "guest.h"

enum { TRACE_CALLS = 20 };

void lg_place(lua_State *L, int level, char *into, size_t size) {
  lua_Debug call;
  into[0] = 0;
  for (; lua_getstack(L, level, &call); level++) {
    lua_getinfo(L, "Sl", &call);
    if (call.currentline > 0) {
      snprintf(into, size, "%s:%d", call.short_src, call.currentline);
      return;
    }
  }
}

void lg_trace(lua_State *L, char *into, size_t size) {
  lua_Debug call;
  size_t length = 0;
  into[0] = 0;
  for (int level = 0; level < TRACE_CALLS && lua_getstack(L, level, &call); level++) {
    lua_getinfo(L, "Sln", &call);
    if (call.currentline <= 0) continue;
    int added = snprintf(into + length, size - length, "%s%s:%d: in %s%s%s",
                         length ? "\n" : "", call.short_src, call.currentline,
                         *call.what == 'm' ? "the file" : call.name ? "'" : "a function",
                         *call.what != 'm' && call.name ? call.name : "",
                         *call.what != 'm' && call.name ? "'" : "");
    if (added < 0 || (size_t)added >= size - length) return;
    length += (size_t)added;
  }
}

_Noreturn void lg_raise(lua_State *L, const char *format, ...) {
  char place[LG_PLACE], text[LG_TEXT];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  lg_place(L, 0, place, sizeof place);
  lua_pushfstring(L, "%s%s%s", place, *place ? ": " : "", text);
  lua_error(L);
  abort();
}

/// Copies at most 1 KiB; NUL bytes would end the text early and become `?`.
static void keep_text(lg_guest *guest, const char *text, size_t length) {
  if (length > LG_TEXT) length = LG_TEXT;
  memcpy(guest->message, text, length);
  guest->message[length] = 0;
  for (size_t i = 0; i < length; i++)
    if (!guest->message[i]) guest->message[i] = '?';
}

/// Describes the error object on top of the stack without calling any code of the script.
static void keep_object(lg_guest *guest, lua_State *L) {
  size_t length;
  char number[64];
  switch (lua_type(L, -1)) {
    case LUA_TSTRING: {
      const char *text = lua_tolstring(L, -1, &length);
      keep_text(guest, text, length);
      return;
    }
    case LUA_TNUMBER:  // `lua_tolstring` would allocate
      if (lua_isinteger(L, -1))
        snprintf(number, sizeof number, LUA_INTEGER_FMT, lua_tointeger(L, -1));
      else
        snprintf(number, sizeof number, LUA_NUMBER_FMT, lua_tonumber(L, -1));
      keep_text(guest, number, strlen(number));
      return;
    default:
      snprintf(guest->message, sizeof guest->message, "(error object is a %s value)",
               lua_typename(L, lua_type(L, -1)));
  }
}

static int conclude_limit(lg_guest *guest) {
  memcpy(guest->message, guest->fatal, sizeof guest->message);
  memcpy(guest->location, guest->fatal_location, sizeof guest->location);
  memcpy(guest->traceback, guest->fatal_traceback, sizeof guest->traceback);
  return LG_LIMIT;
}

int lg_conclude(lg_guest *guest, lua_State *L, int status) {
  const char *place;
  size_t length;
  if (guest->poisoned) return conclude_limit(guest);
  // The place of the innermost script function that is left, or of the hook after it has returned.
  lg_place(L, 0, guest->location, sizeof guest->location);
  if (!guest->location[0])
    snprintf(guest->location, sizeof guest->location, "%s", guest->hook_place);
  lg_trace(L, guest->traceback, sizeof guest->traceback);
  if (status == LUA_ERRMEM) {
    guest->poisoned = 1;
    snprintf(guest->message, sizeof guest->message, "the script uses too much memory");
    return LG_LIMIT;
  }
  const uint8_t *payload = lg_is_failure(L, -1, &length, &place);
  if (payload) {
    snprintf(guest->location, sizeof guest->location, "%s", place);
    guest->out.length = 0;
    if (lg_buffer_put(&guest->out, payload, length)) return LG_FAILURE;
  }
  keep_object(guest, L);
  return status == LUA_ERRSYNTAX ? LG_SYNTAX : LG_ERROR;
}
