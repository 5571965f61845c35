#include "CPostgres.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>

// The fields of PQresultErrorField (postgres_ext.h).
enum { FIELD_STATE = 'C', FIELD_MESSAGE = 'M' };

static struct {
  int (*lib_version)(void);
  authrun_pg_connection *(*connect)(const char *const *, const char *const *, int);
  void (*finish)(authrun_pg_connection *);
  int (*status)(const authrun_pg_connection *);
  char *(*error)(const authrun_pg_connection *);
  int (*socket)(const authrun_pg_connection *);
  int (*ssl_in_use)(authrun_pg_connection *);
  char *(*host)(const authrun_pg_connection *);
  int (*send)(
      authrun_pg_connection *, const char *, int, const unsigned *, const char *const *, const int *,
      const int *, int);
  int (*set_nonblocking)(authrun_pg_connection *, int);
  int (*flush)(authrun_pg_connection *);
  int (*consume_input)(authrun_pg_connection *);
  int (*is_busy)(authrun_pg_connection *);
  authrun_pg_result *(*next_result)(authrun_pg_connection *);
  void (*clear)(authrun_pg_result *);
  int (*result_status)(const authrun_pg_result *);
  char *(*error_field)(const authrun_pg_result *, int);
  int (*row_count)(const authrun_pg_result *);
  int (*column_count)(const authrun_pg_result *);
  int (*is_null)(const authrun_pg_result *, int, int);
  int (*length)(const authrun_pg_result *, int, int);
  char *(*value)(const authrun_pg_result *, int, int);
} library;

static const struct {
  const char *name;
  void **place;
} symbols[] = {
    {"PQlibVersion", (void **)&library.lib_version},
    {"PQconnectdbParams", (void **)&library.connect},
    {"PQfinish", (void **)&library.finish},
    {"PQstatus", (void **)&library.status},
    {"PQerrorMessage", (void **)&library.error},
    {"PQsocket", (void **)&library.socket},
    {"PQsslInUse", (void **)&library.ssl_in_use},
    {"PQhost", (void **)&library.host},
    {"PQsendQueryParams", (void **)&library.send},
    {"PQsetnonblocking", (void **)&library.set_nonblocking},
    {"PQflush", (void **)&library.flush},
    {"PQconsumeInput", (void **)&library.consume_input},
    {"PQisBusy", (void **)&library.is_busy},
    {"PQgetResult", (void **)&library.next_result},
    {"PQclear", (void **)&library.clear},
    {"PQresultStatus", (void **)&library.result_status},
    {"PQresultErrorField", (void **)&library.error_field},
    {"PQntuples", (void **)&library.row_count},
    {"PQnfields", (void **)&library.column_count},
    {"PQgetisnull", (void **)&library.is_null},
    {"PQgetlength", (void **)&library.length},
    {"PQgetvalue", (void **)&library.value},
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char failure[300];

static void load(void) {
  // Never closed: it registers clean-up with libraries that stay.
  void *handle = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL) {
    const char *reason = dlerror();
    snprintf(failure, sizeof failure, "%s", reason ? reason : "libpq.so.5 cannot be loaded");
    return;
  }
  for (size_t index = 0; index < sizeof symbols / sizeof symbols[0]; index++) {
    *symbols[index].place = dlsym(handle, symbols[index].name);
    if (*symbols[index].place == NULL) {
      snprintf(failure, sizeof failure, "libpq.so.5 has no %s", symbols[index].name);
      return;
    }
  }
}

const char *authrun_pg_load(void) {
  pthread_once(&once, load);
  return failure[0] ? failure : NULL;
}

int authrun_pg_version(void) {
  return library.lib_version();
}

authrun_pg_connection *authrun_pg_connect(const char *const *names, const char *const *values) {
  return library.connect(names, values, 0);
}

void authrun_pg_finish(authrun_pg_connection *connection) {
  library.finish(connection);
}

int authrun_pg_status(const authrun_pg_connection *connection) {
  return library.status(connection);
}

const char *authrun_pg_error(const authrun_pg_connection *connection) {
  return library.error(connection);
}

int authrun_pg_socket(const authrun_pg_connection *connection) {
  return library.socket(connection);
}

int authrun_pg_ssl_in_use(authrun_pg_connection *connection) {
  return library.ssl_in_use(connection);
}

const char *authrun_pg_host(const authrun_pg_connection *connection) {
  return library.host(connection);
}

int authrun_pg_send(
    authrun_pg_connection *connection, const char *statement, int count, const char *const *values,
    const int *lengths, const int *formats) {
  return library.send(connection, statement, count, NULL, values, lengths, formats, 1);
}

int authrun_pg_set_nonblocking(authrun_pg_connection *connection) {
  return library.set_nonblocking(connection, 1);
}

int authrun_pg_flush(authrun_pg_connection *connection) {
  return library.flush(connection);
}

int authrun_pg_consume_input(authrun_pg_connection *connection) {
  return library.consume_input(connection);
}

int authrun_pg_is_busy(authrun_pg_connection *connection) {
  return library.is_busy(connection);
}

authrun_pg_result *authrun_pg_next_result(authrun_pg_connection *connection) {
  return library.next_result(connection);
}

void authrun_pg_clear(authrun_pg_result *result) {
  library.clear(result);
}

int authrun_pg_result_status(const authrun_pg_result *result) {
  return library.result_status(result);
}

const char *authrun_pg_result_state(const authrun_pg_result *result) {
  return library.error_field(result, FIELD_STATE);
}

const char *authrun_pg_result_message(const authrun_pg_result *result) {
  return library.error_field(result, FIELD_MESSAGE);
}

int authrun_pg_row_count(const authrun_pg_result *result) {
  return library.row_count(result);
}

int authrun_pg_column_count(const authrun_pg_result *result) {
  return library.column_count(result);
}

int authrun_pg_is_null(const authrun_pg_result *result, int row, int column) {
  return library.is_null(result, row, column);
}

int authrun_pg_length(const authrun_pg_result *result, int row, int column) {
  return library.length(result, row, column);
}

const char *authrun_pg_value(const authrun_pg_result *result, int row, int column) {
  return library.value(result, row, column);
}
