// The limit engine: a capped allocator, one count hook, and charges for native work.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "guest.h"

enum { INTERVAL = 200 };

/// Lua's allocator with a hard cap.
void *lg_allocate(void *context, void *block, size_t old_size, size_t new_size) {
  lg_guest *guest = context;
  size_t held = block ? old_size : 0;  // without a block, `old_size` is a type tag
  if (new_size == 0) {
    guest->used -= held;
    free(block);
    return NULL;
  }
  if (new_size > held && new_size - held > guest->limits.memory - guest->used) return NULL;
  void *moved = realloc(block, new_size);
  if (moved) guest->used = guest->used - held + new_size;
  return moved;
}

static int64_t thread_time(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/// Gives a new phase its full budget; the processor time is one for all phases.
void lg_limits_begin(lg_guest *guest) { guest->budget = guest->limits.instructions; }

/// Starts counting processor time; waiting for the host lies between two stretches and is free.
void lg_stretch_begin(lg_guest *guest) { guest->cpu_mark = thread_time(); }

void lg_stretch_end(lg_guest *guest) { guest->cpu_left -= thread_time() - guest->cpu_mark; }

_Noreturn void lg_exceed(lua_State *L, const char *what) {
  lg_guest *guest = lg_of(L);
  if (!guest->poisoned) {
    guest->poisoned = 1;
    lg_place(L, 0, guest->fatal_location, sizeof guest->fatal_location);
    lg_trace(L, guest->fatal_traceback, sizeof guest->fatal_traceback);
    snprintf(guest->fatal, sizeof guest->fatal, "%s", what);
    // From now on each instruction ends in the hook, whatever handler the script has set up.
    guest->interval = 1;
    lg_watch(L);
  }
  lua_pushlightuserdata(L, guest);  // needs no memory
  lua_error(L);
  abort();
}

void lg_check_time(lua_State *L) {
  lg_guest *guest = lg_of(L);
  if (thread_time() - guest->cpu_mark > guest->cpu_left)
    lg_exceed(L, "the script takes too much processor time");
}

static void check_memory(lua_State *L, lg_guest *guest) {
  if (guest->used <= guest->limits.soft_memory) return;
  // Most of it may be garbage. The collection is paid for, so that it cannot be asked for at will.
  guest->budget -= (int64_t)(guest->used / 100);
  lua_gc(L, LUA_GCCOLLECT);
  if (guest->used > guest->limits.soft_memory) lg_exceed(L, "the script uses too much memory");
}

static void hook(lua_State *L, lua_Debug *activation) {
  (void)activation;
  lg_guest *guest = lg_of(L);
  guest->budget -= guest->interval;
  if (guest->poisoned || guest->budget < 0) lg_exceed(L, "the script runs too long");
  lg_check_time(L);
  check_memory(L, guest);
}

void lg_watch(lua_State *L) { lua_sethook(L, hook, LUA_MASKCOUNT, lg_of(L)->interval); }

void lg_charge(lua_State *L, size_t cost) {
  lg_guest *guest = lg_of(L);
  guest->budget -= cost > INT32_MAX ? INT32_MAX : (int64_t)cost;
  if (guest->poisoned || guest->budget < 0) lg_exceed(L, "the script runs too long");
}

void lg_charge_bytes(lua_State *L, size_t bytes) { lg_charge(L, 8 + bytes / 16); }
