// Reads tar archives (POSIX ustar and pax, GNU's long names) in memory into a table of entries. The functions never
// read outside the archive's bytes. This code checks only the format: the host refuses unsafe names, links and sizes.
#include <string.h>

#include "archive.h"

enum { BLOCK = 512, NAME_AT = 0, SIZE_AT = 124, SUM_AT = 148, TYPE_AT = 156, MAGIC_AT = 257,
       PREFIX_AT = 345 };

static const char *const broken = "the file is not a tar archive, or is damaged";

/// Reads a field of octal digits, tar's notation of numbers; returns false for any other field.
static bool number(const uint8_t *field, size_t count, uint64_t *value) {
  size_t i = 0;
  while (i < count && field[i] == ' ') i++;
  if (i == count || field[i] < '0' || field[i] > '7') return false;
  for (*value = 0; i < count && field[i] >= '0' && field[i] <= '7'; i++) {
    if (*value >> 40) return false;
    *value = *value * 8 + (uint64_t)(field[i] - '0');
  }
  return i == count || field[i] == 0 || field[i] == ' ';
}

/// Returns whether a header's checksum matches its bytes, with spaces in place of the checksum.
static bool is_whole(const uint8_t *header) {
  uint64_t said = 0, sum = 0;
  if (!number(header + SUM_AT, 8, &said)) return false;
  for (size_t i = 0; i < BLOCK; i++)
    sum += i >= SUM_AT && i < SUM_AT + 8 ? (uint64_t)' ' : header[i];
  return said == sum;
}

static size_t text(const uint8_t *field, size_t most) {
  size_t count = 0;
  while (count < most && field[count]) count++;
  return count;
}

/// Sets an entry's name; returns false if the name is too long.
static bool set_name(struct tar_entry *entry, const uint8_t *first, size_t first_count,
                     const uint8_t *second, size_t second_count) {
  const size_t slash = first_count > 0 ? 1 : 0;
  if (first_count + slash + second_count >= sizeof entry->name) return false;
  memset(entry->name, 0, sizeof entry->name);
  memcpy(entry->name, first, first_count);
  if (slash) entry->name[first_count] = '/';
  memcpy(entry->name + first_count + slash, second, second_count);
  return true;
}

/// Returns the value of "path" in pax records such as "27 path=…\n"; NULL if no record contains a path.
static const uint8_t *pax_path(const uint8_t *bytes, size_t count, size_t *length) {
  const uint8_t *found = NULL;
  size_t at = 0;
  while (at < count) {
    size_t size = 0, digits = at;
    while (digits < count && bytes[digits] >= '0' && bytes[digits] <= '9' && size < count)
      size = size * 10 + (size_t)(bytes[digits++] - '0');
    if (digits == at || digits >= count || bytes[digits] != ' ' || size > count - at ||
        size < digits + 2 - at)
      return NULL;
    const size_t start = digits + 1, end = at + size - 1;
    if (end >= start + 5 && memcmp(bytes + start, "path=", 5) == 0) {
      found = bytes + start + 5;
      *length = end - start - 5;
    }
    at += size;
  }
  return found;
}

const char *tar_list(const void *archive, size_t count, struct tar_entry *entries, size_t most,
                     size_t *entry_count) {
  const uint8_t *bytes = archive;
  const uint8_t *long_name = NULL;
  size_t long_count = 0;
  *entry_count = 0;
  for (size_t at = 0; at + BLOCK <= count;) {
    const uint8_t *header = bytes + at;
    if (header[0] == 0 && text(header, BLOCK) == 0) break;
    uint64_t size = 0;
    if (memcmp(header + MAGIC_AT, "ustar", 5) != 0 || !is_whole(header) ||
        !number(header + SIZE_AT, 12, &size))
      return broken;
    const size_t start = at + BLOCK;
    if (size > count - start) return "the archive ends before its last file does";
    const uint8_t type = header[TYPE_AT];
    at = start + (size_t)((size + BLOCK - 1) / BLOCK * BLOCK);
    if (type == 'L') {
      long_name = bytes + start;
      long_count = text(long_name, (size_t)size);
      continue;
    }
    if (type == 'x') {
      size_t length = 0;
      const uint8_t *path = pax_path(bytes + start, (size_t)size, &length);
      if (path) long_name = path, long_count = length;
      continue;
    }
    if (type == 'g') continue;
    if (*entry_count == most) return "the archive has too many files";
    struct tar_entry *entry = entries + (*entry_count)++;
    *entry = (struct tar_entry){.place = start, .count = size, .type = type ? type : '0'};
    const bool named =
      long_name ? set_name(entry, NULL, 0, long_name, long_count)
                : set_name(entry, header + PREFIX_AT, text(header + PREFIX_AT, 155),
                           header + NAME_AT, text(header + NAME_AT, 100));
    if (!named) return "the archive has a name that is too long";
    long_name = NULL;
  }
  return *entry_count == 0 ? broken : NULL;
}
