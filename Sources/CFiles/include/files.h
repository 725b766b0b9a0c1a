// What the room Files needs of C.
//
// Every function is pure and thread-safe.
#ifndef FILES_H
#define FILES_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// SHA-256 (FIPS 180-4) of bytes that come in parts.
struct files_sha256 {
  uint32_t state[8];
  uint64_t count;
  uint8_t block[64];
};

void files_sha256_begin(struct files_sha256 *hash);
void files_sha256_add(struct files_sha256 *hash, const uint8_t *bytes, size_t count);
/// Writes 32 bytes; the hash cannot be used afterwards.
void files_sha256_end(struct files_sha256 *hash, uint8_t *digest);

#pragma clang assume_nonnull end
#endif
