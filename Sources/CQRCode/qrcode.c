#include "CQRCode.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

// QRcode of qrencode.h, version 4.
struct code {
  int version;
  int width;
  unsigned char *data;
};

// QRecLevel of qrencode.h: the least redundancy makes the smallest code, and a screen is never scratched.
enum { LOWEST = 0 };

static struct {
  struct code *(*encode)(const char *, int, int);
  void (*release)(struct code *);
} library;

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  void *handle = dlopen("libqrencode.so.4", RTLD_NOW | RTLD_LOCAL);
  if (!handle) return;
  *(void **)&library.release = dlsym(handle, "QRcode_free");
  if (library.release) *(void **)&library.encode = dlsym(handle, "QRcode_encodeString8bit");
}

unsigned char *authrun_qr_modules(const char *text, int *width) {
  pthread_once(&once, load);
  if (!library.encode) return NULL;
  struct code *code = library.encode(text, 0, LOWEST);
  if (!code) return NULL;
  size_t count = (size_t)code->width * (size_t)code->width;
  unsigned char *modules = malloc(count);
  // The lowest bit of a module says that it is dark, the others what it is for.
  for (size_t index = 0; modules && index < count; index++) modules[index] = code->data[index] & 1;
  *width = code->width;
  library.release(code);
  return modules;
}
