#define _GNU_SOURCE
#include "CSecret.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include "library.h"

// One call, shared by who waits for it and the thread that does it; the last to leave frees it.
struct call {
  pthread_mutex_t mutex;
  pthread_cond_t ended;
  int owners;
  int is_done;
  void (*work)(struct call *);
  GCancellable *cancellable;
  int code;
  struct authrun_secret_text error;
  char vault[128];
  char key[128];
  char label[512];
  char secret[512];
  size_t count;
};

static void leave(struct call *call) {
  pthread_mutex_lock(&call->mutex);
  int is_last = --call->owners == 0;
  pthread_mutex_unlock(&call->mutex);
  if (!is_last) return;
  if (call->cancellable) authrun_secret_library()->g_object_unref(call->cancellable);
  pthread_cond_destroy(&call->ended);
  pthread_mutex_destroy(&call->mutex);
  explicit_bzero(call->secret, sizeof call->secret);
  munlock(call->secret, sizeof call->secret);
  free(call);
}

static void *run(void *context) {
  struct call *call = context;
  call->work(call);
  pthread_mutex_lock(&call->mutex);
  call->is_done = 1;
  pthread_cond_signal(&call->ended);
  pthread_mutex_unlock(&call->mutex);
  leave(call);
  return NULL;
}

static struct call *make_call(struct authrun_secret_item item, void (*work)(struct call *)) {
  struct call *call = calloc(1, sizeof *call);
  if (!call) return NULL;
  // Best effort, for the moment in which the key is in it.
  mlock(call->secret, sizeof call->secret);
  pthread_mutex_init(&call->mutex, NULL);
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_cond_init(&call->ended, &attributes);
  pthread_condattr_destroy(&attributes);
  call->owners = 1;
  call->work = work;
  snprintf(call->vault, sizeof call->vault, "%s", item.vault ? item.vault : "");
  snprintf(call->key, sizeof call->key, "%s", item.key ? item.key : "");
  return call;
}

// Does the call's work within the time.
static int perform(struct call *call, int milliseconds) {
  struct timespec end;
  clock_gettime(CLOCK_MONOTONIC, &end);
  end.tv_sec += milliseconds / 1000;
  end.tv_nsec += (milliseconds % 1000) * 1000000L;
  if (end.tv_nsec >= 1000000000L) {
    end.tv_sec++;
    end.tv_nsec -= 1000000000L;
  }
  const struct library *library = authrun_secret_library();
  if (!library) return AUTHRUN_SECRET_NO_LIBRARY;
  call->cancellable = library->g_cancellable_new();
  // Signals are for the thread that knows what to do with them.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_t thread;
  call->owners = 2;
  int failure = pthread_create(&thread, NULL, run, call);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (failure) {
    call->owners = 1;
    return AUTHRUN_SECRET_FAILED;
  }
  pthread_detach(thread);
  pthread_mutex_lock(&call->mutex);
  while (!call->is_done && pthread_cond_timedwait(&call->ended, &call->mutex, &end) == 0) {
  }
  int code = call->is_done ? call->code : AUTHRUN_SECRET_SILENT;
  pthread_mutex_unlock(&call->mutex);
  if (code == AUTHRUN_SECRET_SILENT) library->g_cancellable_cancel(call->cancellable);
  return code;
}

static int finish(struct call *call, int code, struct authrun_secret_text *error) {
  // A call whose time is up may still be writing its text.
  if (code == AUTHRUN_SECRET_FAILED) *error = call->error;
  leave(call);
  return code;
}

// What follows runs in the call's own thread.

static int fail(struct call *call, GError *error) {
  if (error) {
    snprintf(call->error.characters, sizeof call->error.characters, "%s", error->message);
    authrun_secret_library()->g_error_free(error);
  }
  return AUTHRUN_SECRET_FAILED;
}

static GHashTable *attributes(struct call *call) {
  const struct library *library = authrun_secret_library();
  GHashTable *table = library->g_hash_table_new(library->g_str_hash, library->g_str_equal);
  library->g_hash_table_insert(table, "xdg:schema", "org.authrun.VaultKey");
  library->g_hash_table_insert(table, "vault", call->vault);
  library->g_hash_table_insert(table, "key", call->key);
  return table;
}

static int standing(struct call *call) {
  const struct library *library = authrun_secret_library();
  GError *error = NULL;
  SecretService *service = library->secret_service_get_sync(0, call->cancellable, &error);
  if (!service) return fail(call, error);
  SecretCollection *collection = library->secret_collection_for_alias_sync(
      service, "default", 0, call->cancellable, &error);
  int code = AUTHRUN_SECRET_ABSENT;
  if (collection) {
    code = library->secret_collection_get_locked(collection) ? AUTHRUN_SECRET_LOCKED
                                                             : AUTHRUN_SECRET_OK;
    library->g_object_unref(collection);
  } else if (error) {
    code = fail(call, error);
  }
  library->g_object_unref(service);
  return code;
}

static void work_standing(struct call *call) { call->code = standing(call); }

static void work_find(struct call *call) {
  const struct library *library = authrun_secret_library();
  GError *error = NULL;
  SecretService *service =
      library->secret_service_get_sync(SECRET_SERVICE_OPEN_SESSION, call->cancellable, &error);
  if (!service) {
    call->code = fail(call, error);
    return;
  }
  GHashTable *table = attributes(call);
  GList *items = library->secret_service_search_sync(
      service, NULL, table, SECRET_SEARCH_ALL | SECRET_SEARCH_LOAD_SECRETS, call->cancellable,
      &error);
  call->code = error ? fail(call, error) : AUTHRUN_SECRET_ABSENT;
  for (GList *place = items; place; place = place->next) {
    SecretItem *item = place->data;
    if (call->code == AUTHRUN_SECRET_OK) {
    } else if (library->secret_item_get_locked(item)) {
      call->code = AUTHRUN_SECRET_LOCKED;
    } else {
      SecretValue *value = library->secret_item_get_secret(item);
      if (value) {
        size_t length = 0;
        const char *bytes = library->secret_value_get(value, &length);
        if (length <= sizeof call->secret) {
          memcpy(call->secret, bytes, length);
          call->count = length;
          call->code = AUTHRUN_SECRET_OK;
        }
        library->secret_value_unref(value);
      }
    }
    library->g_object_unref(item);
  }
  library->g_list_free(items);
  library->g_hash_table_unref(table);
  library->g_object_unref(service);
}

static void work_store(struct call *call) {
  const struct library *library = authrun_secret_library();
  // Storing in a locked collection would ask the user, which may take for ever.
  call->code = standing(call);
  if (call->code != AUTHRUN_SECRET_OK) return;
  GError *error = NULL;
  SecretService *service =
      library->secret_service_get_sync(SECRET_SERVICE_OPEN_SESSION, call->cancellable, &error);
  if (!service) {
    call->code = fail(call, error);
    return;
  }
  GHashTable *table = attributes(call);
  SecretValue *value = library->secret_value_new(call->secret, (long)call->count, "text/plain");
  int is_stored = library->secret_service_store_sync(
      service, NULL, table, "default", call->label, value, call->cancellable, &error);
  call->code = is_stored ? AUTHRUN_SECRET_OK : fail(call, error);
  library->secret_value_unref(value);
  library->g_hash_table_unref(table);
  library->g_object_unref(service);
}

static void work_remove(struct call *call) {
  const struct library *library = authrun_secret_library();
  GError *error = NULL;
  SecretService *service = library->secret_service_get_sync(0, call->cancellable, &error);
  if (!service) {
    call->code = fail(call, error);
    return;
  }
  GHashTable *table = attributes(call);
  int is_removed =
      library->secret_service_clear_sync(service, NULL, table, call->cancellable, &error);
  call->code = is_removed ? AUTHRUN_SECRET_OK
               : error    ? fail(call, error)
                          : AUTHRUN_SECRET_ABSENT;
  library->g_hash_table_unref(table);
  library->g_object_unref(service);
}

// What follows runs in the caller's thread.

int authrun_secret_standing(int milliseconds, struct authrun_secret_text *error) {
  struct call *call = make_call((struct authrun_secret_item){0}, work_standing);
  if (!call) return AUTHRUN_SECRET_FAILED;
  return finish(call, perform(call, milliseconds), error);
}

int authrun_secret_find(
    struct authrun_secret_item item, int milliseconds, void *bytes, size_t size, size_t *count,
    struct authrun_secret_text *error) {
  struct call *call = make_call(item, work_find);
  if (!call) return AUTHRUN_SECRET_FAILED;
  int code = perform(call, milliseconds);
  if (code == AUTHRUN_SECRET_OK) {
    *count = call->count < size ? call->count : size;
    memcpy(bytes, call->secret, *count);
  }
  return finish(call, code, error);
}

int authrun_secret_store(
    struct authrun_secret_item item, const char *label, int milliseconds, const void *bytes,
    size_t count, struct authrun_secret_text *error) {
  struct call *call = make_call(item, work_store);
  if (!call) return AUTHRUN_SECRET_FAILED;
  if (count > sizeof call->secret) count = sizeof call->secret;
  memcpy(call->secret, bytes, count);
  call->count = count;
  snprintf(call->label, sizeof call->label, "%s", label);
  return finish(call, perform(call, milliseconds), error);
}

int authrun_secret_remove(
    struct authrun_secret_item item, int milliseconds, struct authrun_secret_text *error) {
  struct call *call = make_call(item, work_remove);
  if (!call) return AUTHRUN_SECRET_FAILED;
  return finish(call, perform(call, milliseconds), error);
}
