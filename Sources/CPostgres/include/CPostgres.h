#pragma once

// What authrun uses of libpq, which is loaded at the first use: programs that keep their vault in a file
// neither need the library nor pay for it. The names and the meaning are those of PostgreSQL's libpq-fe.h.

typedef struct authrun_pg_connection authrun_pg_connection;
typedef struct authrun_pg_result authrun_pg_result;

enum {
  AUTHRUN_PG_CONNECTION_OK = 0,
  AUTHRUN_PG_COMMAND_OK = 1,
  AUTHRUN_PG_TUPLES_OK = 2,
};

/// Loads the library once; a null pointer when it is there, else the reason.
const char *authrun_pg_load(void);

/// PQlibVersion.
int authrun_pg_version(void);

/// PQconnectdbParams with the names as given; blocks for the connect timeout of each host at most.
authrun_pg_connection *authrun_pg_connect(const char *const *names, const char *const *values);

void authrun_pg_finish(authrun_pg_connection *connection);
int authrun_pg_status(const authrun_pg_connection *connection);
const char *authrun_pg_error(const authrun_pg_connection *connection);
int authrun_pg_socket(const authrun_pg_connection *connection);
int authrun_pg_ssl_in_use(authrun_pg_connection *connection);
const char *authrun_pg_host(const authrun_pg_connection *connection);

/// Sends a statement: every parameter with its own format (0 text, 1 binary), the result in binary.
int authrun_pg_send(
    authrun_pg_connection *connection, const char *statement, int count, const char *const *values,
    const int *lengths, const int *formats);

int authrun_pg_set_nonblocking(authrun_pg_connection *connection);
int authrun_pg_flush(authrun_pg_connection *connection);
int authrun_pg_consume_input(authrun_pg_connection *connection);
int authrun_pg_is_busy(authrun_pg_connection *connection);

/// The next result of the statement; a null pointer after the last.
authrun_pg_result *authrun_pg_next_result(authrun_pg_connection *connection);

void authrun_pg_clear(authrun_pg_result *result);
int authrun_pg_result_status(const authrun_pg_result *result);
/// The five characters of SQLSTATE; a null pointer when the server said none.
const char *authrun_pg_result_state(const authrun_pg_result *result);
/// The server's primary message, which holds no values of rows; a null pointer when there is none.
const char *authrun_pg_result_message(const authrun_pg_result *result);
int authrun_pg_row_count(const authrun_pg_result *result);
int authrun_pg_column_count(const authrun_pg_result *result);
int authrun_pg_is_null(const authrun_pg_result *result, int row, int column);
int authrun_pg_length(const authrun_pg_result *result, int row, int column);
const char *authrun_pg_value(const authrun_pg_result *result, int row, int column);
