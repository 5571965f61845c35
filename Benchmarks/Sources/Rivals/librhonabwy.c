#include "rivals.h"
#include <rhonabwy.h>
#include <stdlib.h>
#include <string.h>

struct rhonabwy_key {
  jwk_t *jwk;
  jwa_alg alg;
};

rhonabwy_key *rhonabwy_new(const char *jwk, const char *algorithm) {
  rhonabwy_key *key = calloc(1, sizeof *key);
  key->alg = r_str_to_jwa_alg(algorithm);
  if (key->alg == R_JWA_ALG_UNKNOWN || r_jwk_init(&key->jwk) != RHN_OK ||
      r_jwk_import_from_json_str(key->jwk, jwk) != RHN_OK)
    return NULL;
  return key;
}

size_t rhonabwy_sign(rhonabwy_key *key, const void *payload, size_t length) {
  jws_t *jws = NULL;
  size_t size = 0;
  if (r_jws_init(&jws) == RHN_OK && r_jws_set_alg(jws, key->alg) == RHN_OK &&
      r_jws_set_payload(jws, payload, length) == RHN_OK) {
    char *text = r_jws_serialize(jws, key->jwk, 0);
    size = text != NULL ? strlen(text) : 0;
    r_free(text);
  }
  r_jws_free(jws);
  return size;
}

int rhonabwy_verify(rhonabwy_key *key, const char *token) {
  jws_t *jws = NULL;
  int valid = r_jws_init(&jws) == RHN_OK && r_jws_compact_parse(jws, token, 0) == RHN_OK &&
              r_jws_verify_signature(jws, key->jwk, 0) == RHN_OK;
  r_jws_free(jws);
  return valid;
}
