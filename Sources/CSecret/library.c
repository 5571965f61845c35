#include "library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

static struct library library;
static int is_loaded;

static void load(void) {
  void *handle = dlopen("libsecret-1.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!handle) return;
  // Symbols of GLib are found through libsecret, which depends on it.
  const struct {
    const char *name;
    void **place;
  } symbols[] = {
#define SYMBOL(name) {#name, (void **)&library.name}
      SYMBOL(secret_service_get_sync),
      SYMBOL(secret_service_search_sync),
      SYMBOL(secret_service_store_sync),
      SYMBOL(secret_service_clear_sync),
      SYMBOL(secret_collection_for_alias_sync),
      SYMBOL(secret_collection_get_locked),
      SYMBOL(secret_item_get_locked),
      SYMBOL(secret_item_get_secret),
      SYMBOL(secret_value_new),
      SYMBOL(secret_value_get),
      SYMBOL(secret_value_unref),
      SYMBOL(g_hash_table_new),
      SYMBOL(g_hash_table_insert),
      SYMBOL(g_hash_table_unref),
      SYMBOL(g_str_hash),
      SYMBOL(g_str_equal),
      SYMBOL(g_cancellable_new),
      SYMBOL(g_cancellable_cancel),
      SYMBOL(g_object_unref),
      SYMBOL(g_list_free),
      SYMBOL(g_error_free),
#undef SYMBOL
  };
  for (size_t index = 0; index < sizeof symbols / sizeof symbols[0]; index++) {
    *symbols[index].place = dlsym(handle, symbols[index].name);
    if (!*symbols[index].place) return;
  }
  is_loaded = 1;
}

const struct library *authrun_secret_library(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return is_loaded ? &library : NULL;
}
