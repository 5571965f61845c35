#pragma once
/* For the hash functions of hmac.h. */
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/param_build.h>
#include <openssl/params.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>
#include "hmac.h"

/* Swift calls neither variadic functions nor macros with casts. */

static inline EVP_PKEY *authrun_generate_ec_key(const char *curve) {
  return EVP_PKEY_Q_keygen(NULL, NULL, "EC", curve);
}

/* The public point of a secret number, uncompressed; 0 when the number makes no key. */
static inline size_t authrun_ec_point(const char *curve, const unsigned char *secret, size_t count,
                                      unsigned char *point, size_t size) {
  size_t written = 0;
  EC_GROUP *group = EC_GROUP_new_by_curve_name(EC_curve_nist2nid(curve));
  EC_POINT *result = group ? EC_POINT_new(group) : NULL;
  BIGNUM *number = BN_secure_new();
  if (result && number && BN_bin2bn(secret, (int)count, number) && !BN_is_zero(number) &&
      BN_cmp(number, EC_GROUP_get0_order(group)) < 0 &&
      EC_POINT_mul(group, result, number, NULL, NULL, NULL))
    written = EC_POINT_point2oct(group, result, POINT_CONVERSION_UNCOMPRESSED, point, size, NULL);
  BN_clear_free(number);
  EC_POINT_free(result);
  EC_GROUP_free(group);
  return written;
}

static inline EVP_PKEY *authrun_generate_rsa_key(size_t bits) {
  return EVP_PKEY_Q_keygen(NULL, NULL, "RSA", bits);
}

static inline EVP_PKEY *authrun_generate_key(const char *type) {
  return EVP_PKEY_Q_keygen(NULL, NULL, type);
}

static inline long authrun_bio_bytes(BIO *bio, char **bytes) {
  return BIO_get_mem_data(bio, bytes);
}

/* Macros of several terms are not imported. */
static const int authrun_public_key_selection = EVP_PKEY_PUBLIC_KEY;
static const int authrun_keypair_selection = EVP_PKEY_KEYPAIR;
