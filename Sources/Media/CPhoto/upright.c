// Finds the orientation in EXIF records: a record is a TIFF structure whose first directory may have the tag 274 (EXIF
// 2.32, 4.6).
#include "upright.h"

#include <stdbool.h>
#include <string.h>

static unsigned word(const uint8_t *p, bool is_little) {
  return is_little ? p[0] | (unsigned)p[1] << 8 : p[1] | (unsigned)p[0] << 8;
}

static uint32_t long_word(const uint8_t *p, bool is_little) {
  const uint32_t a = word(p, is_little), b = word(p + 2, is_little);
  return is_little ? a | b << 16 : b | a << 16;
}

/// Returns the first number of a tag with 16-bit numbers; 0 if the tag is absent.
static unsigned first_number(const uint8_t *bytes, size_t count, unsigned tag) {
  if (count < 8) return 0;
  const bool is_little = bytes[0] == 'I';
  if (memcmp(bytes, is_little ? "II*\0" : "MM\0*", 4) != 0) return 0;
  const size_t start = long_word(bytes + 4, is_little);
  if (start > count || count - start < 2) return 0;
  const size_t entries = word(bytes + start, is_little);
  for (size_t i = 0; i < entries && count - start - 2 >= (i + 1) * 12; i++) {
    const uint8_t *entry = bytes + start + 2 + i * 12;
    if (word(entry, is_little) != tag || word(entry + 2, is_little) != 3) continue;
    // One or two numbers are stored in the directory entry itself.
    if (long_word(entry + 4, is_little) <= 2) return word(entry + 8, is_little);
    const size_t place = long_word(entry + 8, is_little);
    return place <= count && count - place >= 2 ? word(bytes + place, is_little) : 0;
  }
  return 0;
}

unsigned orientation_of_exif(const uint8_t *bytes, size_t count) {
  const unsigned value = first_number(bytes, count, 274);
  return value >= 1 && value <= 8 ? value : 1;
}

unsigned orientation_of_jpeg(const uint8_t *file, size_t count) {
  size_t at = 2;
  while (at + 4 <= count && file[at] == 0xFF) {
    const uint8_t marker = file[at + 1];
    // Any number of fill bytes may precede a JPEG marker.
    if (marker == 0xFF) {
      at++;
      continue;
    }
    // The picture data begins at this marker, and no EXIF record follows it.
    if (marker == 0xDA || marker == 0xD9) return 1;
    const size_t length = word(file + at + 2, false);
    if (length < 2 || length > count - at - 2) return 1;
    const uint8_t *data = file + at + 4;
    if (marker == 0xE1 && length >= 8 && memcmp(data, "Exif\0\0", 6) == 0)
      return orientation_of_exif(data + 6, length - 8);
    at += 2 + length;
  }
  return 1;
}

unsigned orientation_of_webp(const uint8_t *file, size_t count) {
  size_t at = 12;
  while (at <= count && count - at >= 8) {
    const size_t length = long_word(file + at + 4, true);
    if (length > count - at - 8) return 1;
    const uint8_t *data = file + at + 8;
    if (memcmp(file + at, "EXIF", 4) == 0) {
      // Some writers put the six bytes that begin a JPEG's EXIF record before the TIFF structure.
      const size_t skipped = length >= 6 && memcmp(data, "Exif\0\0", 6) == 0 ? 6 : 0;
      return orientation_of_exif(data + skipped, length - skipped);
    }
    at += 8 + length + (length & 1);
  }
  return 1;
}

void turn_sides(unsigned orientation, uint32_t *width, uint32_t *height) {
  if (orientation < 5) return;
  const uint32_t side = *width;
  *width = *height;
  *height = side;
}

void put_upright(unsigned orientation, uint32_t width, uint32_t height, uint32_t y,
                 const uint8_t *row, uint8_t *pixels, size_t stride) {
  const bool is_turned = orientation >= 5;
  // Determines the direction of the row, and the edge from which rows are counted.
  const bool is_backwards = orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
  const bool is_last_first =
      orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
  const size_t line = is_last_first ? height - 1 - y : y;
  const size_t first = is_backwards ? width - 1 : 0;
  ptrdiff_t step = is_turned ? (ptrdiff_t)stride : 4;
  if (is_backwards) step = -step;
  uint8_t *to = is_turned ? pixels + first * stride + line * 4 : pixels + line * stride + first * 4;
  for (uint32_t x = 0; x < width; x++, row += 4) {
    memcpy(to, row, 4);
    if (x + 1 < width) to += step;
  }
}
