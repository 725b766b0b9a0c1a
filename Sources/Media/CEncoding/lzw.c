// Compresses a GIF's image data (LZW), and finds the difference of two frames.
#include "gif.h"

#include <string.h>

/// Writes codes of at most 12 bits into blocks of at most 255 bytes.
struct writer {
  uint8_t *to, *block;
  uint64_t bits;
  int bit_count;
};

static void put(struct writer *w, unsigned code, int bits) {
  w->bits |= (uint64_t)code << w->bit_count;
  w->bit_count += bits;
  while (w->bit_count >= 8) {
    if (w->to - w->block == 256) {
      *w->block = 255;
      w->block = w->to++;
    }
    *w->to++ = (uint8_t)w->bits;
    w->bits >>= 8;
    w->bit_count -= 8;
  }
}

size_t gif_lzw_bound(size_t count) { return count * 2 + count / 64 + 1024; }

#define TABLE_BITS 14

size_t gif_lzw(const uint8_t *indices, size_t count, int code_bits, uint8_t *target) {
  // The key of a string consists of the code of the string's prefix and the string's last index; the low 12 bits of a
  // table entry are the string's code.
  static const uint32_t empty = UINT32_MAX;
  uint32_t table[1 << TABLE_BITS];
  const unsigned clear = 1u << code_bits;
  unsigned next = clear + 2;
  int width = code_bits + 1;
  *target = (uint8_t)code_bits;
  struct writer w = {.to = target + 2, .block = target + 1};
  memset(table, 0xff, sizeof table);
  put(&w, clear, width);
  unsigned prefix = count ? indices[0] : 0;
  for (size_t i = 1; i < count; i++) {
    unsigned index = indices[i];
    uint32_t key = prefix << 8 | index;
    uint32_t slot = (key * 2654435761u) >> (32 - TABLE_BITS);
    while (table[slot] != empty && table[slot] >> 12 != key)
      slot = (slot + 1) & ((1 << TABLE_BITS) - 1);
    if (table[slot] != empty) {
      prefix = table[slot] & 4095;
      continue;
    }
    put(&w, prefix, width);
    if (next < 4096) {
      table[slot] = key << 12 | next;
      if (next == 1u << width) width++;
      next++;
    } else {
      put(&w, clear, width);
      memset(table, 0xff, sizeof table);
      next = clear + 2;
      width = code_bits + 1;
    }
    prefix = index;
  }
  if (count) {
    put(&w, prefix, width);
    // The decoder has one more string than the encoder at this point.
    if (next == 1u << width && width < 12) width++;
  }
  put(&w, clear + 1, width);
  if (w.bit_count) put(&w, 0, 8 - w.bit_count);
  *w.block = (uint8_t)(w.to - w.block - 1);
  if (*w.block) *w.to++ = 0;
  return (size_t)(w.to - target);
}

void gif_difference(const uint8_t *now, size_t now_stride, const uint8_t *before,
                    size_t before_stride, int width, int height, uint8_t *marked, int bounds[4]) {
  int left = width, right = 0, top = height, bottom = 0;
  for (int y = 0; y < height; y++) {
    const uint8_t *a = now + (size_t)y * now_stride, *b = before + (size_t)y * before_stride;
    uint8_t *to = marked + (size_t)y * (size_t)width * 4;
    if (memcmp(a, b, (size_t)width * 4) == 0) {
      memset(to, 0, (size_t)width * 4);
      continue;
    }
    int first = width, last = -1;
    for (int x = 0; x < width; x++) {
      uint32_t p, q;
      memcpy(&p, a + 4 * x, 4);
      memcpy(&q, b + 4 * x, 4);
      if (p == q) {
        p = 0;
      } else {
        p |= 0xff000000u;
        if (first == width) first = x;
        last = x;
      }
      memcpy(to + 4 * x, &p, 4);
    }
    if (first < left) left = first;
    if (last >= right) right = last + 1;
    if (top == height) top = y;
    bottom = y + 1;
  }
  if (top == height) left = top = 0;
  bounds[0] = left;
  bounds[1] = top;
  bounds[2] = right;
  bounds[3] = bottom;
}
