#pragma once
// What the files of the guest share; nothing here is seen outside this target.
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

#include "include/LuaGuest.h"

#if LUA_VERSION_NUM != 504
#error "authrun is written for Lua 5.4"
#endif

enum { LG_TEXT = 1024, LG_TRACE = 2048, LG_PLACE = 96, LG_PATH = 200 };

/// Growing bytes outside Lua's heap, owned by the guest so that an error that jumps cannot leak them.
typedef struct {
  uint8_t *bytes;
  size_t length, capacity;
} lg_buffer;

enum lg_phase { LG_LOADING, LG_DECLARING, LG_RUNNING };

struct lg_guest {
  lua_State *main;    // never runs script code
  lua_State *thread;  // runs the current phase; anchored in the registry
  lg_limits limits;
  lg_host host;
  void *context;

  size_t used;           // bytes held by Lua
  int64_t budget;        // instructions left
  int64_t cpu_left;      // nanoseconds left before this stretch
  int64_t cpu_mark;      // thread time when this stretch began
  int interval;          // instructions between two hooks
  int poisoned;          // a limit was exceeded: every pcall raises again

  int phase;
  int declarations;      // calls of `provider`
  int declaration_line;

  lg_buffer out, in;
  int answer;            // of the host call that the script waits for
  char path[LG_PATH];    // of the value being encoded, for messages
  size_t path_length;
  char hook[LG_PATH];
  char hook_place[LG_PLACE];  // where the hook that runs is defined

  char message[LG_TEXT + 1];
  char location[LG_PLACE];
  char traceback[LG_TRACE];
  char fatal[LG_TEXT + 1];  // the limit's message, kept from where it was exceeded
  char fatal_location[LG_PLACE];
  char fatal_traceback[LG_TRACE];
};

/// The guest of a state; the pointer is in Lua's extra space, which new threads copy.
static inline lg_guest *lg_of(lua_State *L) { return *(lg_guest **)lua_getextraspace(L); }

// limits.c
void *lg_allocate(void *guest, void *block, size_t old_size, size_t new_size);
void lg_limits_begin(lg_guest *guest);
void lg_stretch_begin(lg_guest *guest);
void lg_stretch_end(lg_guest *guest);
void lg_watch(lua_State *L);
/// Raises the fatal limit when the processor time is used up.
void lg_check_time(lua_State *L);
/// Pays for native work; raises the fatal limit when the budget is gone.
void lg_charge(lua_State *L, size_t cost);
/// Pays for `bytes` bytes of native work.
void lg_charge_bytes(lua_State *L, size_t bytes);
/// Raises the limit that no script can catch.
_Noreturn void lg_exceed(lua_State *L, const char *what);

// report.c
/// Writes `file:line` of the innermost script function at or above `level`, or an empty text.
void lg_place(lua_State *L, int level, char *into, size_t size);
void lg_trace(lua_State *L, char *into, size_t size);
/// Raises a formatted error at the script's line.
_Noreturn void lg_raise(lua_State *L, const char *format, ...) __attribute__((format(printf, 2, 3)));
/// Keeps message, place and traceback of a phase that ended with an error; `L` is the dead thread.
int lg_conclude(lg_guest *guest, lua_State *L, int status);

// message.c
int lg_buffer_put(lg_buffer *buffer, const void *bytes, size_t length);
enum lg_functions { LG_NO_FUNCTIONS, LG_COLLECT_FUNCTIONS };
/// Appends the value at `index` to the output; raises for what cannot cross.
///
/// With `LG_COLLECT_FUNCTIONS`, functions are stored by their path in the table at the stack's index 2.
void lg_encode(lua_State *L, int index, int functions);
void lg_encode_begin(lg_guest *guest, const char *label);
void lg_encode_label(lg_guest *guest, const char *label);
void lg_encode_list(lua_State *L, uint32_t count);
/// Pushes the value that the input holds.
void lg_decode(lua_State *L);

// values.c
void lg_push_secret(lua_State *L, uint32_t index, const char *name, size_t length);
void lg_push_url(lua_State *L, const char *text, size_t length);
void lg_push_trap(lua_State *L, const uint8_t *payload, size_t length);
int lg_is_secret(lua_State *L, int index, uint32_t *handle);
const char *lg_is_url(lua_State *L, int index, size_t *length);
const uint8_t *lg_is_failure(lua_State *L, int index, size_t *length, const char **place);
_Noreturn void lg_raise_failure(lua_State *L, const uint8_t *payload, size_t length);
const uint8_t *lg_is_trap(lua_State *L, int index, size_t *length);

// protect.c
/// Replaces the table on top by a read-only stand-in; `label` names it in messages.
void lg_protect(lua_State *L, const char *label);
int lg_is_protected(lua_State *L, int index);

// host.c
void lg_push_host_function(lua_State *L, const char *name, size_t length);
/// Calls the host by name with the arguments on the stack.
int lg_call_host(lua_State *L, const char *name, size_t length);
_Noreturn void lg_raise_phase(lua_State *L, const char *what);

// guest.c
void lg_push_provider(lua_State *L);

// library*.c, pattern.c
void lg_library_open(lua_State *L);
void lg_library_base(lua_State *L);
/// Adds to the table on top; `format` is the function of Lua's own.
void lg_library_string(lua_State *L, lua_CFunction format);
void lg_library_table(lua_State *L);
/// Pushes the text of the value at `index`, never an address.
const char *lg_push_text(lua_State *L, int index, size_t *length);
extern const luaL_Reg lg_pattern_functions[];
