#pragma once
#include <linux/keyctl.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

// The kernel's key management by bare system calls: the static front has no library for it, and Swift
// cannot call syscall(2), whose arguments vary. Each returns -1 and sets errno when it fails.

// Makes a key in the keyring of this process, which ends with it.
static inline int32_t authrun_key_add(const char *description, const void *bytes, size_t count) {
  return (int32_t)syscall(
      SYS_add_key, "user", description, bytes, count, KEY_SPEC_PROCESS_KEYRING);
}

// Lets the key end by itself after some seconds.
static inline int authrun_key_set_timeout(int32_t key, unsigned seconds) {
  return (int)syscall(SYS_keyctl, KEYCTL_SET_TIMEOUT, key, seconds);
}

// All to who holds the key, and to processes of the same user: see, read, find. Nothing to others.
static inline int authrun_key_set_permissions(int32_t key) {
  return (int)syscall(SYS_keyctl, KEYCTL_SETPERM, key, 0x3f0b0000);
}

// Puts the key into the user's keyring, in the place of one of the same name.
static inline int authrun_key_publish(int32_t key) {
  return (int)syscall(SYS_keyctl, KEYCTL_LINK, key, KEY_SPEC_USER_KEYRING);
}

// The key of that name in the user's keyring.
static inline int32_t authrun_key_find(const char *description) {
  return (int32_t)syscall(SYS_keyctl, KEYCTL_SEARCH, KEY_SPEC_USER_KEYRING, "user", description, 0);
}

// Reads the key; returns its whole size, of which no more than count bytes are copied.
static inline long authrun_key_read(int32_t key, void *bytes, size_t count) {
  return syscall(SYS_keyctl, KEYCTL_READ, key, bytes, count);
}

// Removes the key from the user's keyring and so forgets it.
static inline int authrun_key_forget(int32_t key) {
  return (int)syscall(SYS_keyctl, KEYCTL_UNLINK, key, KEY_SPEC_USER_KEYRING);
}
