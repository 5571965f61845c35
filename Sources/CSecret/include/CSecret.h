#pragma once
#include <stddef.h>

// The Secret Service (freedesktop.org), through libsecret, which is loaded on first use.
//
// Each call ends within its time, whatever libsecret, the bus or the service do: the work is done by a
// thread of its own, which is left to itself when the time is up.

enum authrun_secret_code {
  AUTHRUN_SECRET_OK = 0,
  // The service answered that there is no such item, or no default collection.
  AUTHRUN_SECRET_ABSENT,
  AUTHRUN_SECRET_LOCKED,
  // The time is up.
  AUTHRUN_SECRET_SILENT,
  AUTHRUN_SECRET_NO_LIBRARY,
  // libsecret reports an error, for which see the text.
  AUTHRUN_SECRET_FAILED,
};

// What an item is found by.
struct authrun_secret_item {
  const char *vault;
  const char *key;
};

// The text of an error, with a NUL at its end.
struct authrun_secret_text {
  char characters[256];
};

// Whether the default collection is there and open.
int authrun_secret_standing(int milliseconds, struct authrun_secret_text *error);

// Copies the secret of the item to bytes, of which there are size; sets count to the number copied.
int authrun_secret_find(
    struct authrun_secret_item item, int milliseconds, void *bytes, size_t size, size_t *count,
    struct authrun_secret_text *error);

// Stores a secret as text in the default collection.
int authrun_secret_store(
    struct authrun_secret_item item, const char *label, int milliseconds, const void *bytes,
    size_t count, struct authrun_secret_text *error);

// Removes the item; AUTHRUN_SECRET_ABSENT when there is none.
int authrun_secret_remove(
    struct authrun_secret_item item, int milliseconds, struct authrun_secret_text *error);
