#pragma once
#include <stddef.h>
#include <stdint.h>

// The script guest: owns every call into Lua. Bytes go in, bytes and a status come out.
//
// No function here raises: each Lua error, of whatever kind, ends as a status. A guest is used by
// one thread at a time; it may move between threads while no call is running.

typedef struct lg_guest lg_guest;

/// How a call into the guest ended.
enum lg_status {
  LG_DONE = 0,      // finished; `lg_output` is the encoded result
  LG_PENDING = 1,   // the script waits for a host call; go on with `lg_resume`
  LG_ERROR = 2,     // the script raised an error
  LG_LIMIT = 3,     // a limit was exceeded; the guest can only be freed
  LG_SYNTAX = 4,    // the source is not a Lua chunk
  LG_FAILURE = 5,   // the script raised a failure made by the host; `lg_output` is its payload
};

/// What the host answers to a host call; the bytes are given by `lg_reply`.
enum lg_answer {
  LG_VALUE = 0,    // an encoded value
  LG_RAISE = 1,    // an error message, raised at the script's line
  LG_FAIL = 2,     // a failure's payload: a length-prefixed text, then bytes only the host reads
  LG_WAIT = 3,     // no answer yet: suspend the script
  LG_STOP = 4,     // a limit of the host's own, its message: ends the script like the others
};

typedef struct {
  size_t source;         // bytes of source text
  size_t memory;         // bytes, hard
  size_t soft_memory;    // bytes, checked between instructions, so that the error has a line
  int64_t instructions;  // VM instructions and native work, for each phase
  int64_t cpu_nanoseconds;  // processor time of the running thread, for all phases together
  size_t message;        // bytes of one encoded message
} lg_limits;

/// Answers a host call named `name`; returns an `lg_answer`.
///
/// Must return normally, and must give an answer other than `LG_WAIT` when `may_wait` is 0.
typedef int (*lg_host)(void *context, lg_guest *guest, const uint8_t *name, size_t name_length,
                       const uint8_t *arguments, size_t length, int may_wait);

/// The version of Lua that the guest was compiled for and the library reports: 504.
int lg_lua_version(void);

/// A guest with its libraries, or NULL when memory is short.
lg_guest *lg_new(const lg_limits *limits, lg_host host, void *context);
void lg_free(lg_guest *guest);

/// Compiles a chunk of source text; `chunk` is a file name for messages.
int lg_load(lg_guest *guest, const uint8_t *source, size_t length, const char *chunk);
/// Runs the chunk, which must call `provider` once and return its result; yields the table.
int lg_declare(lg_guest *guest);
/// The line of the `provider` call, or 0.
int lg_declaration_line(const lg_guest *guest);

/// Calls the function at `path` of the declared table with an encoded list of arguments.
///
/// The result is a list: the returned value, then the arguments after the call, without the first.
int lg_start(lg_guest *guest, const char *path, const uint8_t *arguments, size_t length);
/// Goes on after `LG_PENDING` with the host's late answer.
int lg_resume(lg_guest *guest, int answer, const uint8_t *bytes, size_t length);

/// Gives the bytes of the answer; only inside the host callback.
void lg_reply(lg_guest *guest, const uint8_t *bytes, size_t length);

/// The result of the last call: an encoded value, or a failure's payload.
const uint8_t *lg_output(const lg_guest *guest, size_t *length);
/// The error text, at most 1 KiB, not yet escaped.
const char *lg_message(const lg_guest *guest);
/// Where the script was, as `file:line`, or empty; an error text that begins with a place is better.
const char *lg_location(const lg_guest *guest);
/// The script's call stack at the error, one call a line.
const char *lg_traceback(const lg_guest *guest);
/// Bytes that Lua holds now.
size_t lg_memory(const lg_guest *guest);

/// The release of the Lua library that runs, such as `Lua 5.4.4`.
const char *lg_release(void);

// MARK: behind a wall

/// What the kernel keeps from the code in a helper; its first frame says which of it stands.
enum lg_wall {
  LG_WALL_LIMITS = 1,         // rlimits: memory, processor time, no files, no processes
  LG_WALL_NO_PRIVILEGES = 2,  // no_new_privs
  LG_WALL_LANDLOCK = 4,       // no file, no TCP port, no abstract socket, no signal
  LG_WALL_SECCOMP = 8,        // no system call but those for memory, time and the one socket
};

/// How a program that contains this target is called to serve as a helper; nobody else calls it so.
#define LG_HELPER_NAME "authrun-script-helper"
#define LG_HELPER_WORD "--frames=1"

typedef struct {
  int32_t process;
  int32_t socket;  // of frames; `helper.c` describes them
} lg_helper;

/// Starts the program at `path` as a helper, with an empty environment; 0, or the error number.
int lg_helper_start(const char *path, lg_helper *helper);
/// Kills and reaps a helper; the signal that ended it, or 0 where it had left by itself.
int lg_helper_end(const lg_helper *helper);

/// Kills a helper and waits, without reaping it; the signal that ended it, or 0.
int lg_helper_signal(int32_t process);
