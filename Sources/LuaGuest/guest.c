#include "LuaGuest.h"
#include <lua.h>
int lg_version(void) { return LUA_VERSION_NUM; }
