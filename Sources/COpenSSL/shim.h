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
