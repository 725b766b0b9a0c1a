// The C functions of the module Files.
//
// Every function in this header is thread-safe.
#ifndef FILES_H
#define FILES_H

#include <stddef.h>
#include <stdint.h>

#include "kinds.h"

#pragma clang assume_nonnull begin

/// The state of a SHA-256 hash (FIPS 180-4) of bytes that are added in parts.
struct files_sha256 {
  uint32_t state[8];
  uint64_t count;
  uint8_t block[64];
};

void files_sha256_begin(struct files_sha256 *hash);
void files_sha256_add(struct files_sha256 *hash, const uint8_t *bytes, size_t count);
/// Writes the 32 bytes of the SHA-256 digest; the hash cannot be used afterwards.
void files_sha256_end(struct files_sha256 *hash, uint8_t *digest);

/// Opens a path below an open folder; links are followed if they stay below the folder. Returns 0 or an errno
/// value: EXDEV for paths that leave the folder and for absolute links, and ENOSYS before Linux 5.6.
int files_open_beneath(int folder, const char *path, int flags, int *descriptor);

/// Opens a path that contains no links. The function returns 0 or an errno value: ELOOP or ENOTDIR if the
/// path contains a link, and EXDEV for "..".
int files_walk_beneath(int folder, const char *path, int flags, int *descriptor);

/// Exchanges the names of two files in an open folder atomically; if the file system does not support this,
/// `from` replaces `to`. The exchange function returns 0 or an errno value.
int files_exchange(int folder, const char *from, const char *to);

/// Renames a file or folder unless the new name already exists. The function returns 0 or an errno value,
/// which is EEXIST if the new name exists.
int files_rename_new(int folder, const char *from, int target, const char *to);

/// The path with which the kernel started this program, determined without /proc; NULL if it is unknown.
const char *_Nullable files_started_as(void);

/// The name under which this program was started: the first word of its command line.
const char *_Nullable files_named_as(void);

#pragma clang assume_nonnull end
#endif
