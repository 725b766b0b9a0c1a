// C functions for the module Files.
//
// Every function is thread-safe.
#ifndef FILES_H
#define FILES_H

#include <stddef.h>
#include <stdint.h>

#include "kinds.h"

#pragma clang assume_nonnull begin

/// The state of a SHA-256 (FIPS 180-4) over bytes that arrive in parts.
struct files_sha256 {
  uint32_t state[8];
  uint64_t count;
  uint8_t block[64];
};

void files_sha256_begin(struct files_sha256 *hash);
void files_sha256_add(struct files_sha256 *hash, const uint8_t *bytes, size_t count);
/// Writes 32 bytes; the hash cannot be used afterwards.
void files_sha256_end(struct files_sha256 *hash, uint8_t *digest);

/// Opens a path below an open folder, following links that stay below the folder. Returns 0, or an errno
/// value: EXDEV for paths that leave the folder and for absolute links, ENOSYS before Linux 5.6.
int files_open_beneath(int folder, const char *path, int flags, int *descriptor);

/// Opens a path without links. Returns ELOOP or ENOTDIR if the path contains a link, EXDEV for "..".
int files_walk_beneath(int folder, const char *path, int flags, int *descriptor);

/// Exchanges the names of two files in an open folder atomically; if the file system cannot do that, `from`
/// replaces `to`. Returns 0, or an errno value.
int files_exchange(int folder, const char *from, const char *to);

/// Renames a file or a folder unless the new name exists. Returns 0, or an errno value: Returns EEXIST if the
/// target exists.
int files_rename_new(int folder, const char *from, int target, const char *to);

/// The path with which the kernel started this program, determined without /proc; NULL if the path is
/// unknown.
const char *_Nullable files_started_as(void);

/// The first word of the command line: the name under which this program was started.
const char *_Nullable files_named_as(void);

#pragma clang assume_nonnull end
#endif
