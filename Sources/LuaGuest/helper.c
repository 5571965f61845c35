// The helper: this same program, started again to run scripts behind a wall, spoken to through descriptor 0.
//
// It serves before `main`: of all that the program can do, nothing has begun. One frame is a length of four
// bytes (little-endian, of what follows), a letter, and the letter's content:
//   to the helper    L limits, chunk name, source: a fresh guest that loads and declares
//                    S path, arguments: calls a hook
//                    R answer, bytes: goes on after a call that waited
//                    A nanoseconds, answer, bytes: answers a call at once, and what processor time that took
//   from the helper  H wall, Landlock or not, and the version: it is ready
//                    C may wait, name, arguments: a host call
//                    E status, line, memory, message, location, traceback, output: a phase has ended
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "guest.h"
#include "wall.h"

enum { LARGEST = 32 << 20, LIMITS = 6 * 8 };

typedef struct {
  lg_buffer bytes;
  size_t at;  // where reading goes on
} frame;

static frame incoming, outgoing;
static lg_guest *guest;

/// Without the other side, or with one that speaks otherwise, there is nothing to do.
static _Noreturn void leave(void) { _exit(0); }

static void receive(void *into, size_t length) {
  uint8_t *at = into;
  while (length) {
    ssize_t got = read(0, at, length);
    if (got <= 0) leave();
    at += got;
    length -= (size_t)got;
  }
}

static uint32_t number_at(const uint8_t *at) {
  return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

/// Reads the next frame and returns its letter.
static int next_frame(void) {
  uint8_t head[4];
  receive(head, sizeof head);
  size_t length = number_at(head);
  if (length < 1 || length > LARGEST) leave();
  if (incoming.bytes.capacity < length) {
    free(incoming.bytes.bytes);
    incoming.bytes.bytes = malloc(length);
    if (!incoming.bytes.bytes) leave();
    incoming.bytes.capacity = length;
  }
  incoming.bytes.length = length;
  incoming.at = 1;
  receive(incoming.bytes.bytes, length);
  return incoming.bytes.bytes[0];
}

static const uint8_t *take(size_t length) {
  if (length > incoming.bytes.length - incoming.at) leave();
  const uint8_t *at = incoming.bytes.bytes + incoming.at;
  incoming.at += length;
  return at;
}

static uint32_t take_number(void) { return number_at(take(4)); }

static int64_t take_long(void) {
  uint64_t low = take_number(), high = take_number();
  return (int64_t)(high << 32 | low);
}

static size_t rest(void) { return incoming.bytes.length - incoming.at; }

/// A text as a C string, which the next frame ends.
static const char *take_text(char *into, size_t size) {
  size_t length = take_number();
  const uint8_t *at = take(length);
  snprintf(into, size, "%.*s", (int)(length < size ? length : size - 1), (const char *)at);
  return into;
}

static void put(const void *bytes, size_t length) {
  if (!lg_buffer_put(&outgoing.bytes, bytes, length)) leave();
}

static void put_number(uint32_t value) {
  uint8_t bytes[4] = {(uint8_t)value, (uint8_t)(value >> 8), (uint8_t)(value >> 16), (uint8_t)(value >> 24)};
  put(bytes, sizeof bytes);
}

static void put_block(const void *bytes, size_t length) {
  put_number((uint32_t)length);
  put(bytes, length);
}

static void put_text(const char *text) { put_block(text, strlen(text)); }

static void begin_frame(char letter) {
  outgoing.bytes.length = 0;
  put_number(0);
  put(&letter, 1);
}

static void send_frame(void) {
  uint32_t length = (uint32_t)(outgoing.bytes.length - 4);
  for (int i = 0; i < 4; i++) outgoing.bytes.bytes[i] = (uint8_t)(length >> (8 * i));
  const uint8_t *at = outgoing.bytes.bytes;
  for (size_t left = outgoing.bytes.length; left;) {
    ssize_t sent = write(0, at, left);
    if (sent <= 0) leave();
    at += sent;
    left -= (size_t)sent;
  }
}

/// The guest's host: asks the one at the other end.
static int call_host(void *context, lg_guest *caller, const uint8_t *name, size_t name_length,
                     const uint8_t *arguments, size_t length, int may_wait) {
  (void)context;
  uint8_t flag = may_wait != 0;
  begin_frame('C');
  put(&flag, 1);
  put_block(name, name_length);
  put(arguments, length);
  send_frame();
  if (next_frame() != 'A') leave();
  caller->cpu_left -= take_long();
  int answer = *take(1);
  size_t left = rest();
  lg_reply(caller, take(left), left);
  return answer;
}

static void report(int status) {
  size_t length = 0;
  const uint8_t *output = lg_output(guest, &length);
  int has_output = status == LG_DONE || status == LG_FAILURE;
  begin_frame('E');
  put_number((uint32_t)status);
  put_number((uint32_t)lg_declaration_line(guest));
  put_number((uint32_t)lg_memory(guest));
  put_text(lg_message(guest));
  put_text(lg_location(guest));
  put_text(lg_traceback(guest));
  put_block(output, has_output ? length : 0);
  send_frame();
}

static int load(void) {
  char chunk[LG_PATH];
  lg_limits limits = {0};
  limits.source = (size_t)take_long();
  limits.memory = (size_t)take_long();
  limits.soft_memory = (size_t)take_long();
  limits.instructions = take_long();
  limits.cpu_nanoseconds = take_long();
  limits.message = (size_t)take_long();
  take_text(chunk, sizeof chunk);
  lg_free(guest);
  guest = lg_new(&limits, call_host, NULL);
  if (!guest) leave();
  size_t left = rest();
  int status = lg_load(guest, take(left), left, chunk);
  return status == LG_DONE ? lg_declare(guest) : status;
}

static int start_hook(void) {
  char path[LG_PATH];
  if (!guest) leave();
  take_text(path, sizeof path);
  size_t left = rest();
  return lg_start(guest, path, take(left), left);
}

static int go_on(void) {
  if (!guest) leave();
  int answer = *take(1);
  size_t left = rest();
  return lg_resume(guest, answer, take(left), left);
}

static _Noreturn void serve(void) {
  uint32_t wall = lg_wall_raise();
  begin_frame('H');
  put_number(wall);
  send_frame();
  for (;;) {
    switch (next_frame()) {
      case 'L': report(load()); break;
      case 'S': report(start_hook()); break;
      case 'R': report(go_on()); break;
      default: leave();
    }
  }
}

/// Before `main`, and before what the program's libraries start later: glibc gives constructors the arguments.
__attribute__((constructor)) static void serve_if_asked(int count, char **words) {
  if (count != 2 || !words || !words[0] || !words[1]) return;
  if (strcmp(words[0], LG_HELPER_NAME) || strcmp(words[1], LG_HELPER_WORD)) return;
  serve();
}
