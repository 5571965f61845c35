#pragma once
#include <openssl/crypto.h>
#include <openssl/md5.h>
#include <openssl/sha.h>
#include <stdint.h>
#include <string.h>

/*
 * HMAC (RFC 2104) with a key that is taken in once: the states of both hashes after their first block are
 * kept, and each message begins with a copy of them.
 *
 * EVP_MAC keeps the same states, yet allocates two contexts for each message. That takes longer than a
 * short message itself. The functions of one hash, which libcrypto calls deprecated in favour of EVP, work
 * on plain memory; the arithmetic below both is one.
 */

typedef enum {
  authrun_md5,
  authrun_sha1,
  authrun_sha256,
  authrun_sha384,
  authrun_sha512,
} authrun_hash;

typedef union {
  MD5_CTX md5;
  SHA_CTX sha1;
  SHA256_CTX sha256;
  SHA512_CTX sha384;
  SHA512_CTX sha512;
} authrun_hash_state;

typedef struct {
  authrun_hash hash;
  authrun_hash_state inner;
  authrun_hash_state outer;
} authrun_hmac_key;

static inline size_t authrun_hash_block(authrun_hash hash) {
  return hash == authrun_sha384 || hash == authrun_sha512 ? SHA512_CBLOCK : SHA_CBLOCK;
}

static inline int authrun_hash_start(authrun_hash hash, authrun_hash_state *state) {
  switch (hash) {
    case authrun_md5: return MD5_Init(&state->md5);
    case authrun_sha1: return SHA1_Init(&state->sha1);
    case authrun_sha256: return SHA256_Init(&state->sha256);
    case authrun_sha384: return SHA384_Init(&state->sha384);
    default: return SHA512_Init(&state->sha512);
  }
}

static inline int authrun_hash_feed(authrun_hash hash, authrun_hash_state *state, const void *bytes,
                                    size_t count) {
  switch (hash) {
    case authrun_md5: return MD5_Update(&state->md5, bytes, count);
    case authrun_sha1: return SHA1_Update(&state->sha1, bytes, count);
    case authrun_sha256: return SHA256_Update(&state->sha256, bytes, count);
    case authrun_sha384: return SHA384_Update(&state->sha384, bytes, count);
    default: return SHA512_Update(&state->sha512, bytes, count);
  }
}

static inline int authrun_hash_finish(authrun_hash hash, authrun_hash_state *state, uint8_t *output) {
  switch (hash) {
    case authrun_md5: return MD5_Final(output, &state->md5);
    case authrun_sha1: return SHA1_Final(output, &state->sha1);
    case authrun_sha256: return SHA256_Final(output, &state->sha256);
    case authrun_sha384: return SHA384_Final(output, &state->sha384);
    default: return SHA512_Final(output, &state->sha512);
  }
}

/* 1 when the key is taken in; a key of any length will do, none included. */
static inline int authrun_hmac_take_key(authrun_hmac_key *to, authrun_hash hash, const uint8_t *key,
                                        size_t count) {
  uint8_t pad[SHA512_CBLOCK] = {0};
  size_t block = authrun_hash_block(hash);
  int done = 1;
  to->hash = hash;
  if (count > block) {
    done = authrun_hash_start(hash, &to->inner) && authrun_hash_feed(hash, &to->inner, key, count) &&
           authrun_hash_finish(hash, &to->inner, pad);
  } else if (count > 0) {
    memcpy(pad, key, count);
  }
  for (size_t index = 0; index < block; index++) pad[index] ^= 0x36;
  done = done && authrun_hash_start(hash, &to->inner) && authrun_hash_feed(hash, &to->inner, pad, block);
  for (size_t index = 0; index < block; index++) pad[index] ^= 0x36 ^ 0x5c;
  done = done && authrun_hash_start(hash, &to->outer) && authrun_hash_feed(hash, &to->outer, pad, block);
  OPENSSL_cleanse(pad, sizeof pad);
  return done;
}

/* For one hash: copies no more than its state. The states stand for the key, so that copies are wiped. */
#define AUTHRUN_HMAC(name, STATE, PREFIX, SIZE)                                                          \
  static inline int authrun_hmac_##name(const authrun_hmac_key *key, const void *message, size_t count, \
                                        uint8_t *output) {                                               \
    STATE state = key->inner.name;                                                                       \
    int done = PREFIX##_Update(&state, message, count) && PREFIX##_Final(output, &state);               \
    state = key->outer.name;                                                                             \
    done = done && PREFIX##_Update(&state, output, SIZE) && PREFIX##_Final(output, &state);             \
    OPENSSL_cleanse(&state, sizeof state);                                                               \
    return done;                                                                                         \
  }

AUTHRUN_HMAC(md5, MD5_CTX, MD5, MD5_DIGEST_LENGTH)
AUTHRUN_HMAC(sha1, SHA_CTX, SHA1, SHA_DIGEST_LENGTH)
AUTHRUN_HMAC(sha256, SHA256_CTX, SHA256, SHA256_DIGEST_LENGTH)
AUTHRUN_HMAC(sha384, SHA512_CTX, SHA384, SHA384_DIGEST_LENGTH)
AUTHRUN_HMAC(sha512, SHA512_CTX, SHA512, SHA512_DIGEST_LENGTH)

/* Writes the keyed digest of a message, as long as the digest; 1 when done. */
static inline int authrun_hmac(const authrun_hmac_key *key, const void *message, size_t count,
                               uint8_t *output) {
  switch (key->hash) {
    case authrun_md5: return authrun_hmac_md5(key, message, count, output);
    case authrun_sha1: return authrun_hmac_sha1(key, message, count, output);
    case authrun_sha256: return authrun_hmac_sha256(key, message, count, output);
    case authrun_sha384: return authrun_hmac_sha384(key, message, count, output);
    default: return authrun_hmac_sha512(key, message, count, output);
  }
}
