#include "rivals.h"
#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>
#include <stdlib.h>
#include <string.h>

struct bare_key {
  EVP_PKEY_CTX *context;  // for RSA and ECDSA
  EVP_MD_CTX *hashing;
  EVP_MD_CTX *prepared;  // for Edwards curves, which hash by themselves
  EVP_MD_CTX *scratch;
  size_t digest_size;
};

bare_key *bare_key_new(const char *pem, int is_private, const char *digest, int is_pss) {
  BIO *bio = BIO_new_mem_buf(pem, -1);
  EVP_PKEY *pkey = is_private ? PEM_read_bio_PrivateKey(bio, NULL, NULL, NULL)
                              : PEM_read_bio_PUBKEY(bio, NULL, NULL, NULL);
  BIO_free(bio);
  if (pkey == NULL) return NULL;
  bare_key *key = calloc(1, sizeof *key);
  if (digest == NULL) {
    key->prepared = EVP_MD_CTX_new();
    key->scratch = EVP_MD_CTX_new();
    int ready = is_private ? EVP_DigestSignInit(key->prepared, NULL, NULL, NULL, pkey)
                           : EVP_DigestVerifyInit(key->prepared, NULL, NULL, NULL, pkey);
    return ready == 1 ? key : NULL;
  }
  EVP_MD *md = EVP_MD_fetch(NULL, digest, NULL);
  key->digest_size = (size_t)EVP_MD_get_size(md);
  key->hashing = EVP_MD_CTX_new();
  key->context = EVP_PKEY_CTX_new(pkey, NULL);
  int ready = is_private ? EVP_PKEY_sign_init(key->context) : EVP_PKEY_verify_init(key->context);
  if (EVP_PKEY_get_base_id(pkey) == EVP_PKEY_RSA) {
    EVP_PKEY_CTX_set_rsa_padding(key->context, is_pss ? RSA_PKCS1_PSS_PADDING : RSA_PKCS1_PADDING);
    if (is_pss) {
      EVP_PKEY_CTX_set_rsa_pss_saltlen(key->context, RSA_PSS_SALTLEN_DIGEST);
      EVP_PKEY_CTX_set_rsa_mgf1_md(key->context, md);
    }
  }
  if (ready != 1 || EVP_PKEY_CTX_set_signature_md(key->context, md) != 1 ||
      EVP_DigestInit_ex2(key->hashing, md, NULL) != 1)
    return NULL;
  return key;
}

static int hash(bare_key *key, const void *message, size_t length, unsigned char *output) {
  return EVP_DigestInit_ex2(key->hashing, NULL, NULL) == 1 &&
         EVP_DigestUpdate(key->hashing, message, length) == 1 &&
         EVP_DigestFinal_ex(key->hashing, output, NULL) == 1;
}

int bare_sign(bare_key *key, const void *message, size_t length, unsigned char *signature, size_t *size) {
  unsigned char digest[EVP_MAX_MD_SIZE];
  if (key->prepared != NULL)
    return EVP_MD_CTX_copy_ex(key->scratch, key->prepared) == 1 &&
           EVP_DigestSign(key->scratch, signature, size, message, length) == 1;
  return hash(key, message, length, digest) &&
         EVP_PKEY_sign(key->context, signature, size, digest, key->digest_size) == 1;
}

int bare_verify(bare_key *key, const void *message, size_t length, const unsigned char *signature,
                size_t size) {
  unsigned char digest[EVP_MAX_MD_SIZE];
  if (key->prepared != NULL)
    return EVP_MD_CTX_copy_ex(key->scratch, key->prepared) == 1 &&
           EVP_DigestVerify(key->scratch, signature, size, message, length) == 1;
  return hash(key, message, length, digest) &&
         EVP_PKEY_verify(key->context, signature, size, digest, key->digest_size) == 1;
}

struct bare_mac {
  EVP_MAC_CTX *context;
};

bare_mac *bare_mac_new(const void *key, size_t length, const char *digest) {
  bare_mac *mac = calloc(1, sizeof *mac);
  mac->context = EVP_MAC_CTX_new(EVP_MAC_fetch(NULL, "HMAC", NULL));
  OSSL_PARAM parameters[] = {
    OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, (char *)digest, 0),
    OSSL_PARAM_construct_end(),
  };
  return EVP_MAC_init(mac->context, key, length, parameters) == 1 ? mac : NULL;
}

int bare_mac_run(bare_mac *mac, const void *message, size_t length, unsigned char *output) {
  size_t size = 0;
  return EVP_MAC_init(mac->context, NULL, 0, NULL) == 1 &&
         EVP_MAC_update(mac->context, message, length) == 1 &&
         EVP_MAC_final(mac->context, output, &size, EVP_MAX_MD_SIZE) == 1;
}
