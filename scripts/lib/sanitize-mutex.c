// Tells ThreadSanitizer what Swift's Mutex does where two threads meet.
//
// Taking a free mutex is inlined into our code, and so seen. Waiting for one, and waking the next, happens in the
// standard library, which is not instrumented: without this, everything that a contended mutex guards looks like a
// race. Preloaded, so that these two functions stand before those of the library.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

// In the program that is tested; the shells and compilers on the way to it have none.
__attribute__((weak)) void __tsan_acquire(void *address);
__attribute__((weak)) void __tsan_release(void *address);

SWIFT void wait_for_mutex(uint32_t thread, SELF mutex) __asm__(LOCK);
SWIFT void wake_next(SELF mutex) __asm__(UNLOCK);

SWIFT void wait_for_mutex(uint32_t thread, SELF mutex) {
  static SWIFT void (*library)(uint32_t, SELF);
  if (!library) library = (SWIFT void (*)(uint32_t, SELF))dlsym(RTLD_NEXT, LOCK);
  library(thread, mutex);
  if (__tsan_acquire) __tsan_acquire(mutex);
}

SWIFT void wake_next(SELF mutex) {
  static SWIFT void (*library)(SELF);
  if (!library) library = (SWIFT void (*)(SELF))dlsym(RTLD_NEXT, UNLOCK);
  if (__tsan_release) __tsan_release(mutex);
  library(mutex);
}
