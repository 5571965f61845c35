#include "rivals.h"
#include <jwt.h>
#include <stdlib.h>
#include <string.h>

struct libjwt_token {
  jwt_t *jwt;
};

libjwt_token *libjwt_new(const char *algorithm, const void *key, size_t length, const char *claims) {
  jwt_alg_t alg = jwt_str_alg(algorithm);
  if (alg == JWT_ALG_INVAL) return NULL;
  libjwt_token *token = calloc(1, sizeof *token);
  if (jwt_new(&token->jwt) != 0 || jwt_add_grants_json(token->jwt, claims) != 0 ||
      jwt_set_alg(token->jwt, alg, key, (int)length) != 0)
    return NULL;
  return token;
}

size_t libjwt_sign(libjwt_token *token) {
  char *text = jwt_encode_str(token->jwt);
  size_t length = text != NULL ? strlen(text) : 0;
  free(text);
  return length;
}

int libjwt_verify(const char *token, const void *key, size_t length) {
  jwt_t *jwt = NULL;
  int result = jwt_decode(&jwt, token, key, (int)length);
  jwt_free(jwt);
  return result == 0;
}
