#pragma once
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

/* An HMAC context for one digest; here because OSSL_PARAM keeps pointers to name and value. */
static inline EVP_MAC_CTX *authrun_new_hmac(const char *digest) {
  EVP_MAC *mac = EVP_MAC_fetch(NULL, "HMAC", NULL);
  if (mac == NULL) return NULL;
  /* The context holds its own reference to the algorithm. */
  EVP_MAC_CTX *context = EVP_MAC_CTX_new(mac);
  EVP_MAC_free(mac);
  OSSL_PARAM parameters[] = {
    OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, (char *)digest, 0),
    OSSL_PARAM_construct_end(),
  };
  if (context == NULL || EVP_MAC_CTX_set_params(context, parameters) == 1) return context;
  EVP_MAC_CTX_free(context);
  return NULL;
}

/* Macros of several terms are not imported. */
static const int authrun_public_key_selection = EVP_PKEY_PUBLIC_KEY;
static const int authrun_keypair_selection = EVP_PKEY_KEYPAIR;
