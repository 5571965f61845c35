#pragma once
#include <microhttpd.h>
#include <stdint.h>

// What a server of ours can ask of libmicrohttpd; zero or null leaves an option out.
struct authrun_mhd_settings {
  int listen_socket;
  unsigned int connection_limit;
  unsigned int idle_timeout_seconds;
  size_t connection_memory;
  const char *key_pem;
  const char *certificate_pem;
  void *context;
  MHD_AccessHandlerCallback on_request;
  void *(*on_target)(void *context, const char *target, struct MHD_Connection *connection);
  MHD_RequestCompletedCallback on_completed;
  MHD_NotifyConnectionCallback on_connection;
};

// MHD_start_daemon is variadic, which Swift cannot call.
static inline struct MHD_Daemon *authrun_mhd_start(const struct authrun_mhd_settings *settings) {
  struct MHD_OptionItem tls[] = {
    {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)settings->key_pem},
    {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)settings->certificate_pem},
    {MHD_OPTION_END, 0, NULL},
  };
  unsigned int flags = MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_AUTO | MHD_ALLOW_SUSPEND_RESUME;
  if (settings->key_pem) flags |= MHD_USE_TLS;
  else tls[0].option = MHD_OPTION_END;
  return MHD_start_daemon(flags, 0, NULL, NULL, settings->on_request, settings->context,
    MHD_OPTION_LISTEN_SOCKET, (MHD_socket)settings->listen_socket,
    MHD_OPTION_CONNECTION_LIMIT, settings->connection_limit,
    MHD_OPTION_CONNECTION_TIMEOUT, settings->idle_timeout_seconds,
    MHD_OPTION_CONNECTION_MEMORY_LIMIT, settings->connection_memory,
    MHD_OPTION_STRICT_FOR_CLIENT, 1,
    MHD_OPTION_URI_LOG_CALLBACK, settings->on_target, settings->context,
    MHD_OPTION_NOTIFY_COMPLETED, settings->on_completed, settings->context,
    MHD_OPTION_NOTIFY_CONNECTION, settings->on_connection, settings->context,
    MHD_OPTION_ARRAY, tls,
    MHD_OPTION_END);
}

// The socket of a connection, -1 when there is none; MHD_get_connection_info is variadic.
static inline int authrun_mhd_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
    MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

// What was left with a connection when it was opened.
static inline void *authrun_mhd_socket_context(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
    MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info ? info->socket_context : NULL;
}
