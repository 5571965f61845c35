// `string` functions whose result can grow beyond their arguments.
#include <string.h>

#include "guest.h"

enum { LONGEST = 1 << 20 };

static int string_rep(lua_State *L) {
  size_t length, separator_length;
  const char *text = luaL_checklstring(L, 1, &length);
  lua_Integer count = luaL_checkinteger(L, 2);
  const char *separator = luaL_optlstring(L, 3, "", &separator_length);
  if (count <= 0 || length + separator_length == 0) {
    lua_pushliteral(L, "");
    return 1;
  }
  if (length + separator_length > LONGEST ||
      (lua_Unsigned)count > LONGEST / (length + separator_length))
    lg_raise(L, "the result of string.rep is too long");
  size_t total = (size_t)count * length + (size_t)(count - 1) * separator_length;
  lg_charge_bytes(L, total);
  luaL_Buffer result;
  char *into = luaL_buffinitsize(L, &result, total);
  while (count-- > 0) {
    memcpy(into, text, length);
    into += length;
    if (count == 0) break;
    memcpy(into, separator, separator_length);
    into += separator_length;
  }
  luaL_pushresultsize(&result, total);
  return 1;
}

/// Makes each argument of a `%s` text first, so that Lua's own code never prints an address.
static int string_format(lua_State *L) {
  size_t length, total;
  const char *format = luaL_checklstring(L, 1, &length);
  total = length;
  int argument = 1, count = lua_gettop(L);
  for (const char *at = format, *end = format + length; at < end; at++) {
    if (*at != '%') continue;
    if (++at < end && *at == '%') continue;
    while (at < end && strchr("-+ #0123456789.", *at) && *at) at++;
    if (at >= end) break;
    if (++argument > count) break;  // the original says which one is missing
    if (*at == 'p') lg_raise(L, "'%%p' is not available to provider scripts");
    if (*at == 's') {
      size_t size;
      lg_push_text(L, argument, &size);
      lua_replace(L, argument);
      total += size;
    } else if (lua_type(L, argument) == LUA_TSTRING) {
      total += 4 * lua_rawlen(L, argument);  // %q escapes
    } else {
      total += 128;
    }
  }
  if (total > 4 * LONGEST) lg_raise(L, "the result of string.format is too long");
  lg_charge_bytes(L, total);
  return lua_tocfunction(L, lua_upvalueindex(1))(L);
}

void lg_library_string(lua_State *L, lua_CFunction format) {
  static const luaL_Reg functions[] = {{"rep", string_rep}, {NULL, NULL}};
  luaL_setfuncs(L, functions, 0);
  luaL_setfuncs(L, lg_pattern_functions, 0);
  lua_pushcfunction(L, format);
  lua_pushcclosure(L, string_format, 1);
  lua_setfield(L, -2, "format");
}
