#include "archive.h"

#include <libdeflate.h>
#include <string.h>

/// The sizes of a ZIP's end record, of a directory entry and of a file header, without the variable texts that follow them.
enum { END_BYTES = 22, ENTRY_BYTES = 46, HEADER_BYTES = 30 };
enum { STORED = 0, DEFLATED = 8 };
/// The maximum size of the comment that may follow a ZIP's end record.
enum { MOST_COMMENT = 65535 };

static const char *const damaged = "the archive's directory is damaged";
static const char *const cut_off = "the archive ends early";

static uint32_t number16(const struct archive *archive, size_t place) {
  return archive->bytes[place] | (uint32_t)archive->bytes[place + 1] << 8;
}

static uint32_t number32(const struct archive *archive, size_t place) {
  return number16(archive, place) | number16(archive, place + 2) << 16;
}

/// Returns whether the `count` bytes from `place` on are inside the archive.
static bool holds(const struct archive *archive, size_t place, size_t count) {
  return place <= archive->count && count <= archive->count - place;
}

static size_t name_bytes(const struct archive *archive, size_t entry) {
  return number16(archive, entry + 28);
}

/// Returns the position of the directory entry after `entry`.
static size_t next(const struct archive *archive, size_t entry) {
  return entry + ENTRY_BYTES + name_bytes(archive, entry) + number16(archive, entry + 30) +
         number16(archive, entry + 32);
}

const char *archive_open(struct archive *archive, const void *bytes, size_t count) {
  static const char *const missing = "the archive has no directory";
  *archive = (struct archive){.bytes = bytes, .count = count};
  if (count < END_BYTES) return missing;
  size_t end = count - END_BYTES;
  const size_t earliest = end > MOST_COMMENT ? end - MOST_COMMENT : 0;
  while (number32(archive, end) != 0x06054B50) {
    if (end == earliest) return missing;
    end--;
  }
  archive->directory = number32(archive, end + 16);
  archive->file_count = number16(archive, end + 10);
  size_t entry = archive->directory;
  for (uint32_t i = 0; i < archive->file_count; i++) {
    if (!holds(archive, entry, ENTRY_BYTES) || number32(archive, entry) != 0x02014B50)
      return damaged;
    if (!holds(archive, entry + ENTRY_BYTES, name_bytes(archive, entry))) return cut_off;
    entry = next(archive, entry);
  }
  return NULL;
}

bool archive_find(const struct archive *archive, const char *name, size_t name_count,
                  uint32_t *index) {
  size_t entry = archive->directory;
  for (uint32_t i = 0; i < archive->file_count; i++) {
    if (name_bytes(archive, entry) == name_count &&
        memcmp(archive->bytes + entry + ENTRY_BYTES, name, name_count) == 0) {
      *index = i;
      return true;
    }
    entry = next(archive, entry);
  }
  return false;
}

const char *archive_locate(const struct archive *archive, uint32_t index, struct archive_file *file) {
  size_t entry = archive->directory;
  for (uint32_t i = 0; i < index; i++) entry = next(archive, entry);
  const uint32_t method = number16(archive, entry + 10);
  const bool is_encrypted = number16(archive, entry + 8) & 1;
  const size_t header = number32(archive, entry + 42);
  *file = (struct archive_file){
      .name = (const char *)archive->bytes + entry + ENTRY_BYTES,
      .name_count = name_bytes(archive, entry),
      .packed_count = number32(archive, entry + 20),
      .is_deflated = method == DEFLATED,
      .count = number32(archive, entry + 24),
      .sum = number32(archive, entry + 16),
  };
  if (is_encrypted || (method != STORED && method != DEFLATED))
    return "the archive uses an unknown compression";
  if (!holds(archive, header, HEADER_BYTES)) return cut_off;
  if (number32(archive, header) != 0x04034B50) return damaged;
  // The header's own lengths count: the name and the extra field may differ in length from those in the directory.
  const size_t start =
      header + HEADER_BYTES + number16(archive, header + 26) + number16(archive, header + 28);
  if (!holds(archive, start, file->packed_count)) return cut_off;
  if (method == STORED && file->packed_count != file->count) return damaged;
  file->packed = archive->bytes + start;
  return NULL;
}

bool archive_unpack(const struct archive_file *file, void *bytes) {
  if (!file->is_deflated) {
    memcpy(bytes, file->packed, file->count);
    return true;
  }
  struct libdeflate_decompressor *tool = libdeflate_alloc_decompressor();
  if (!tool) return false;
  const bool done = libdeflate_deflate_decompress(tool, file->packed, file->packed_count, bytes,
                                                  file->count, NULL) == LIBDEFLATE_SUCCESS;
  libdeflate_free_decompressor(tool);
  return done;
}

bool archive_is_whole(const struct archive_file *file, const void *bytes) {
  return libdeflate_crc32(0, bytes, file->count) == file->sum;
}

bool archive_gunzip(const void *packed, size_t packed_count, void *bytes, size_t room,
                    size_t *count) {
  struct libdeflate_decompressor *tool = libdeflate_alloc_decompressor();
  if (!tool) return false;
  const enum libdeflate_result result =
    libdeflate_gzip_decompress(tool, packed, packed_count, bytes, room, count);
  libdeflate_free_decompressor(tool);
  if (result == LIBDEFLATE_INSUFFICIENT_SPACE) *count = room + 1;
  return result == LIBDEFLATE_SUCCESS || result == LIBDEFLATE_INSUFFICIENT_SPACE;
}
