#pragma once
#include <curl/curl.h>

// The functions below are variadic in libcurl, which Swift cannot call: one form for each argument type.

static inline CURLcode authrun_curl_set_long(CURL *easy, CURLoption option, long value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode authrun_curl_set_offset(CURL *easy, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(easy, option, value);
}

// libcurl copies the text, except for CURLOPT_POSTFIELDS, which is not used here.
static inline CURLcode authrun_curl_set_text(CURL *easy, CURLoption option, const char *value) {
  return curl_easy_setopt(easy, option, value);
}

// Not copied: must outlive the transfer, save for CURLOPT_COPYPOSTFIELDS.
static inline CURLcode authrun_curl_set_pointer(CURL *easy, CURLoption option, const void *value) {
  return curl_easy_setopt(easy, option, value);
}

// Copied by libcurl.
static inline CURLcode authrun_curl_set_blob(CURL *easy, CURLoption option, const void *bytes, size_t count) {
  struct curl_blob blob = {(void *)bytes, count, CURL_BLOB_COPY};
  return curl_easy_setopt(easy, option, &blob);
}

// Not copied: the list must outlive the transfer.
static inline CURLcode authrun_curl_set_list(CURL *easy, CURLoption option, struct curl_slist *value) {
  return curl_easy_setopt(easy, option, value);
}

typedef size_t (*authrun_curl_data_callback)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode authrun_curl_set_data_callback(CURL *easy, CURLoption option,
                                                      authrun_curl_data_callback value) {
  return curl_easy_setopt(easy, option, value);
}

typedef int (*authrun_curl_socket_callback)(void *context, curl_socket_t socket, curlsocktype purpose);

static inline CURLcode authrun_curl_set_socket_callback(CURL *easy, CURLoption option,
                                                        authrun_curl_socket_callback value) {
  return curl_easy_setopt(easy, option, value);
}

typedef curl_socket_t (*authrun_curl_open_callback)(void *context, curlsocktype purpose, struct curl_sockaddr *address);

static inline CURLcode authrun_curl_set_open_callback(CURL *easy, authrun_curl_open_callback value) {
  return curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, value);
}

static const curl_socket_t authrun_curl_socket_bad = CURL_SOCKET_BAD;

// The generic address is the first of a larger one, which Swift's import of the struct cuts off.
static inline const unsigned char *authrun_curl_address_bytes(const struct curl_sockaddr *address) {
  return (const unsigned char *)&address->addr;
}

typedef int (*authrun_curl_request_callback)(void *context, char *address, char *own_address, int port, int own_port);

static inline CURLcode authrun_curl_set_request_callback(CURL *easy, authrun_curl_request_callback value) {
  return curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, value);
}

static inline CURLcode authrun_curl_get_long(CURL *easy, CURLINFO info, long *value) {
  return curl_easy_getinfo(easy, info, value);
}

static inline CURLcode authrun_curl_get_offset(CURL *easy, CURLINFO info, curl_off_t *value) {
  return curl_easy_getinfo(easy, info, value);
}

static inline CURLMcode authrun_curl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
  return curl_multi_setopt(multi, option, value);
}

// CURLMsg holds its result in a union; this reads the only member in use (CURLMSG_DONE).
static inline CURLcode authrun_curl_message_result(const CURLMsg *message) {
  return message->data.result;
}
