// Reads ZIP archives in memory to find the parts of .lottie files for pipeline-lottie. The module is separate so that
// the fuzzer reaches it. The functions never read outside the archive's bytes, whatever an archive contains.
#ifndef ARCHIVE_H
#define ARCHIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct archive {
  const uint8_t *bytes;
  size_t count;
  /// The position of the directory in the archive, and the number of files that the directory lists.
  size_t directory;
  uint32_t file_count;
};

struct archive_file {
  /// The file's name in UTF-8: `name_count` bytes without a terminating zero.
  const char *name;
  size_t name_count;
  /// The file's bytes in the archive, which may be compressed.
  const uint8_t *packed;
  size_t packed_count;
  bool is_deflated;
  /// The number of unpacked bytes, and the CRC-32 of these bytes that the archive declares.
  size_t count;
  uint32_t sum;
};

/// Reads the archive's directory; returns NULL, or the reason why the bytes are not an archive.
const char *archive_open(struct archive *archive, const void *bytes, size_t count);

/// Finds the first file with the given name of `name_count` bytes; returns false if no file has that name.
bool archive_find(const struct archive *archive, const char *name, size_t name_count,
                  uint32_t *index);

/// Finds the data of the file with number `index`, which is below `file_count`. Returns NULL, or the reason why the
/// file cannot be unpacked.
const char *archive_locate(const struct archive *archive, uint32_t index, struct archive_file *file);

/// Writes all bytes of a file; returns false if unpacking fails, or if the number of bytes differs from the number in
/// the archive.
bool archive_unpack(const struct archive_file *file, void *bytes);

/// Returns whether the checksum of a file's bytes equals the checksum in the archive.
bool archive_is_whole(const struct archive_file *file, const void *bytes);

/// Writes the unpacked bytes and the size of a gzip file; returns false if the file is damaged, which includes a wrong
/// checksum. If the unpacked file does not fit into `room` bytes, the reported size is larger than `room`.
bool archive_gunzip(const void *packed, size_t packed_count, void *bytes, size_t room,
                    size_t *count);

/// An entry of a tar archive: a file, a folder or a link.
struct tar_entry {
  /// The position and the number of the entry's bytes in the archive.
  uint64_t place, count;
  /// The entry's type as in the archive: '0' is a file, '5' is a folder, '1' and '2' are links.
  uint8_t type;
  /// The entry's name, with a terminating zero; the name may be invalid UTF-8.
  char name[255];
};

/// Lists at most `most` entries of a tar archive, and reports their number. Returns NULL, or the reason why the archive
/// cannot be read. The results point into the archive's bytes.
const char *tar_list(const void *archive, size_t count, struct tar_entry *entries, size_t most,
                     size_t *entry_count);

#endif
