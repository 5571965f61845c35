#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "guest.h"

const char *lg_release(void) {
  static _Thread_local char release[32];
  // The library tells its own release in a text that no header declares; where it is not there, the headers' has to do.
  const char *ident = (const char *)dlsym(RTLD_DEFAULT, "lua_ident");
  const char *start = ident ? strstr(ident, "Lua ") : NULL;
  if (!start) start = LUA_RELEASE;
  size_t length = strcspn(start + 4, " $") + 4;
  snprintf(release, sizeof release, "%.*s", (int)length, start);
  return release;
}
