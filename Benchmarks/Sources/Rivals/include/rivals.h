#pragma once
#include <stddef.h>

// Each rival as its own documentation says to use it, and the bare libcrypto calls behind them all,
// prepared as far as libcrypto lets a caller prepare them.

typedef struct bare_key bare_key;
typedef struct bare_mac bare_mac;

/// A key set up for one direction; `digest` is NULL for Edwards curves.
bare_key *bare_key_new(const char *pem, int is_private, const char *digest, int is_pss);
/// Signs into `signature`, whose size stands in `size` and is replaced; 1 when done.
int bare_sign(bare_key *key, const void *message, size_t length, unsigned char *signature, size_t *size);
int bare_verify(bare_key *key, const void *message, size_t length, const unsigned char *signature,
                size_t size);

bare_mac *bare_mac_new(const void *key, size_t length, const char *digest);
/// The keyed digest with the key's schedule reused; 1 when done.
int bare_mac_run(bare_mac *mac, const void *message, size_t length, unsigned char *output);

/// A signed query by liboauth; the length of it.
size_t liboauth_sign(const char *url, const char *method, const char *consumer_key,
                     const char *consumer_secret, const char *token, const char *token_secret);

typedef struct libjwt_token libjwt_token;
/// A token of libjwt with its claims and key, or NULL where it lacks the algorithm.
libjwt_token *libjwt_new(const char *algorithm, const void *key, size_t length, const char *claims);
size_t libjwt_sign(libjwt_token *token);
/// 1 when the signature holds.
int libjwt_verify(const char *token, const void *key, size_t length);

typedef struct rhonabwy_key rhonabwy_key;
/// A key of librhonabwy from its JWK, with the algorithm to use it for.
rhonabwy_key *rhonabwy_new(const char *jwk, const char *algorithm);
size_t rhonabwy_sign(rhonabwy_key *key, const void *payload, size_t length);
int rhonabwy_verify(rhonabwy_key *key, const char *token);

/// Loads and calls a Lua chunk that returns `provider { ... }`, with the standard libraries; 1 when done.
int lua_run(const char *source, size_t length);

struct allocations {
  size_t calls;
  size_t bytes;
};
/// What this thread has allocated since it began.
struct allocations allocations_so_far(void);

/// Runs a program to its end without its output; its exit status, or -1.
int process_run(const char *path, char *const *arguments);
/// The processor time of all programs that ended, in nanoseconds.
double process_time(void);
