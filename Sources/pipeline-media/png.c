// Counts the rows of a PNG. FFmpeg shows one whose data ends early as if the rest were transparent.
#include <string.h>
#include <zlib.h>

#include "helper.h"

static uint32_t number(const uint8_t *b) {
  return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

/// Bytes of `height` rows with their filters; none when they are empty.
static uint64_t row_bytes(uint64_t width, uint64_t height, unsigned bits) {
  return width == 0 ? 0 : height * (1 + (width * bits + 7) / 8);
}

/// What the data must unpack to: PNG 1.2, chapters 2.3 and 2.6.
static uint64_t expected(const uint8_t *head) {
  static const uint8_t channels[7] = {1, 0, 3, 1, 2, 0, 4};
  static const uint8_t passes[7][4] = {{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4},
                                       {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2}};
  const uint64_t width = number(head), height = number(head + 4);
  const unsigned bits = head[9] < 7 ? channels[head[9]] * (unsigned)head[8] : 0;
  if (head[12] == 0) return row_bytes(width, height, bits);
  uint64_t sum = 0;
  for (int i = 0; i < 7; i++) {
    const uint8_t *p = passes[i];
    sum += row_bytes((width + p[2] - 1 - p[0]) / p[2], (height + p[3] - 1 - p[1]) / p[3], bits);
  }
  return sum;
}

/// The next chunk of this kind from `*at` on, of which `*size` bytes are there; NULL at the end.
static const uint8_t *find(const uint8_t *file, size_t bytes, const char *kind, size_t *at,
                           uint32_t *size) {
  while (bytes - *at >= 12) {
    const uint8_t *chunk = file + *at;
    *size = number(chunk);
    if (*size > bytes - *at - 12) *size = (uint32_t)(bytes - *at - 12);
    *at += 12 + (size_t)*size;
    if (!memcmp(chunk + 4, kind, 4)) return chunk + 8;
  }
  return NULL;
}

bool png_may_hide_rows(const uint8_t *file, size_t bytes) {
  size_t at = 8;
  uint32_t size;
  const uint8_t *head = find(file, bytes, "IHDR", &at, &size);
  return !head || size < 13 || head[8] < 8 || head[12] != 0 || find(file, bytes, "tRNS", &at, &size) != NULL;
}

bool png_has_all_rows(const uint8_t *file, size_t bytes) {
  static uint8_t room[1 << 16];
  size_t at = 8;
  uint32_t size;
  const uint8_t *head = find(file, bytes, "IHDR", &at, &size);
  if (!head || size < 13) return false;
  uint64_t missing = expected(head);
  z_stream stream = {0};
  if (inflateInit(&stream) != Z_OK) return false;
  const uint8_t *data;
  int result = Z_OK;
  while (missing > 0 && result == Z_OK && (data = find(file, bytes, "IDAT", &at, &size))) {
    stream.next_in = (uint8_t *)(uintptr_t)data;
    stream.avail_in = size;
    do {
      stream.next_out = room;
      stream.avail_out = sizeof room;
      result = inflate(&stream, Z_NO_FLUSH);
      const uint64_t made = sizeof room - stream.avail_out;
      missing -= made < missing ? made : missing;
      // Nothing more comes out of this chunk.
      if (result == Z_BUF_ERROR) result = Z_OK;
    } while (missing > 0 && result == Z_OK && stream.avail_out == 0);
  }
  inflateEnd(&stream);
  return missing == 0;
}
