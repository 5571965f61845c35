#include "rivals.h"
#include <oauth.h>
#include <stdlib.h>
#include <string.h>

size_t liboauth_sign(const char *url, const char *method, const char *consumer_key,
                     const char *consumer_secret, const char *token, const char *token_secret) {
  char *body = NULL;
  char *signed_url =
      oauth_sign_url2(url, &body, OA_HMAC, method, consumer_key, consumer_secret, token, token_secret);
  size_t length = body != NULL ? strlen(body) : 0;
  free(signed_url);
  free(body);
  return length;
}
