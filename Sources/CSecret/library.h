#pragma once

#include <stddef.h>

// What we use of libsecret and GLib, declared here so that neither is needed to build: their C
// interfaces are stable (libsecret-1.so.0, libglib-2.0.so.0).

typedef struct _GHashTable GHashTable;
typedef struct _GCancellable GCancellable;
typedef struct _SecretService SecretService;
typedef struct _SecretCollection SecretCollection;
typedef struct _SecretItem SecretItem;
typedef struct _SecretValue SecretValue;
typedef struct {
  unsigned domain;
  int code;
  char *message;
} GError;
typedef struct _GList {
  void *data;
  struct _GList *next;
  struct _GList *prev;
} GList;

enum {
  SECRET_SERVICE_OPEN_SESSION = 1 << 1,
  SECRET_SEARCH_ALL = 1 << 1,
  SECRET_SEARCH_LOAD_SECRETS = 1 << 3,
};

struct library {
  SecretService *(*secret_service_get_sync)(int flags, GCancellable *, GError **);
  GList *(*secret_service_search_sync)(
      SecretService *, const void *schema, GHashTable *attributes, int flags, GCancellable *,
      GError **);
  int (*secret_service_store_sync)(
      SecretService *, const void *schema, GHashTable *attributes, const char *collection,
      const char *label, SecretValue *, GCancellable *, GError **);
  int (*secret_service_clear_sync)(
      SecretService *, const void *schema, GHashTable *attributes, GCancellable *, GError **);
  SecretCollection *(*secret_collection_for_alias_sync)(
      SecretService *, const char *alias, int flags, GCancellable *, GError **);
  int (*secret_collection_get_locked)(SecretCollection *);
  int (*secret_item_get_locked)(SecretItem *);
  SecretValue *(*secret_item_get_secret)(SecretItem *);
  SecretValue *(*secret_value_new)(const char *, long length, const char *content_type);
  const char *(*secret_value_get)(SecretValue *, size_t *length);
  void (*secret_value_unref)(void *);
  GHashTable *(*g_hash_table_new)(void *hash, void *equal);
  int (*g_hash_table_insert)(GHashTable *, void *key, void *value);
  void (*g_hash_table_unref)(GHashTable *);
  void *g_str_hash;
  void *g_str_equal;
  GCancellable *(*g_cancellable_new)(void);
  void (*g_cancellable_cancel)(GCancellable *);
  void (*g_object_unref)(void *);
  void (*g_list_free)(GList *);
  void (*g_error_free)(GError *);
};

// The library, loaded once and never unloaded; NULL when it is not installed or too old.
const struct library *authrun_secret_library(void);
