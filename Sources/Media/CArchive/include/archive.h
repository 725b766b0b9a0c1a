// Finds the parts of .lottie files for pipeline-lottie, in a separate module so that the fuzzer reaches it:
// ZIP archives in memory. Only bytes of the archive are read, whatever they contain.
#ifndef ARCHIVE_H
#define ARCHIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct archive {
  const uint8_t *bytes;
  size_t count;
  /// The position of the directory's start, and the number of files in it.
  size_t directory;
  uint32_t file_count;
};

struct archive_file {
  /// The name in UTF-8, `name_count` bytes without a terminating zero.
  const char *name;
  size_t name_count;
  /// The bytes in the archive, possibly compressed.
  const uint8_t *packed;
  size_t packed_count;
  bool is_deflated;
  /// The number of unpacked bytes, and their CRC-32 according to the archive.
  size_t count;
  uint32_t sum;
};

/// Reads the directory; returns NULL, or the reason why the bytes are not an archive.
const char *archive_open(struct archive *archive, const void *bytes, size_t count);

/// Finds the first file with that name, of `name_count` bytes; false if there is none.
bool archive_find(const struct archive *archive, const char *name, size_t name_count,
                  uint32_t *index);

/// Finds the data of a file; `index` is below `file_count`. Returns NULL, or the reason why it cannot be
/// unpacked.
const char *archive_locate(const struct archive *archive, uint32_t index, struct archive_file *file);

/// Writes all bytes of a file; false if they cannot be unpacked, or their number differs from the archive's.
bool archive_unpack(const struct archive_file *file, void *bytes);

/// Whether the bytes of a file have the checksum in the archive.
bool archive_is_whole(const struct archive_file *file, const void *bytes);

/// Writes the bytes of a gzip file and their number, after checking the checksum; false if the file is
/// damaged. For a file with more than `room` bytes, the number is above that.
bool archive_gunzip(const void *packed, size_t packed_count, void *bytes, size_t room,
                    size_t *count);

/// A file, folder or link of a tar archive.
struct tar_entry {
  /// The position of its bytes in the archive, and their number.
  uint64_t place, count;
  /// The type in the archive: '0' is a file, '5' a folder, '1' and '2' are links.
  uint8_t type;
  /// The name, which may not be UTF-8, with a terminating zero.
  char name[255];
};

/// Lists a tar archive: at most `most` entries, and their number. Returns NULL, or the reason why
/// it cannot be read. Results point into the archive's bytes.
const char *tar_list(const void *archive, size_t count, struct tar_entry *entries, size_t most,
                     size_t *entry_count);

#endif
