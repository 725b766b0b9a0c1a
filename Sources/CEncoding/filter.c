// PNG's row filters. Specification: W3C PNG, sections 9 and 12.8.
#include "clones.h"
#include "encoding.h"

#include <stdlib.h>
#include <string.h>

/// The sum of the bytes as distances from zero.
WITH_AVX2
static uint64_t weight(const uint8_t *bytes, size_t count) {
  uint64_t sum = 0;
  size_t i = 0;
  while (i < count) {
    size_t end = count - i > 65536 ? i + 65536 : count;
    uint32_t part = 0;
    for (; i < end; i++) part += bytes[i] < 128 ? bytes[i] : 256u - bytes[i];
    sum += part;
  }
  return sum;
}

WITH_AVX2
static void sub_filter(const uint8_t *row, size_t count, size_t bpp, uint8_t *restrict to) {
  memcpy(to, row, bpp < count ? bpp : count);
  for (size_t i = bpp; i < count; i++) to[i] = (uint8_t)(row[i] - row[i - bpp]);
}

WITH_AVX2
static void up_filter(const uint8_t *above, const uint8_t *row, size_t count,
                      uint8_t *restrict to) {
  for (size_t i = 0; i < count; i++) to[i] = (uint8_t)(row[i] - above[i]);
}

WITH_AVX2
static void average_filter(const uint8_t *above, const uint8_t *row, size_t count, size_t bpp,
                           uint8_t *restrict to) {
  for (size_t i = 0; i < bpp && i < count; i++) to[i] = (uint8_t)(row[i] - above[i] / 2);
  for (size_t i = bpp; i < count; i++) to[i] = (uint8_t)(row[i] - (row[i - bpp] + above[i]) / 2);
}

WITH_AVX2
static void paeth_filter(const uint8_t *above, const uint8_t *row, size_t count, size_t bpp,
                         uint8_t *restrict to) {
  for (size_t i = 0; i < bpp && i < count; i++) to[i] = (uint8_t)(row[i] - above[i]);
  for (size_t i = bpp; i < count; i++) {
    int a = row[i - bpp], b = above[i], c = above[i - bpp];
    int pa = abs(b - c), pb = abs(a - c), pc = abs(a + b - 2 * c);
    int guess = pb <= pc ? b : c;
    guess = pa <= pb && pa <= pc ? a : guess;
    to[i] = (uint8_t)(row[i] - guess);
  }
}

static void filter(int kind, const uint8_t *above, const uint8_t *row, size_t count, size_t bpp,
                   uint8_t *to) {
  switch (kind) {
    case 0: memcpy(to, row, count); break;
    case 1: sub_filter(row, count, bpp, to); break;
    case 2: up_filter(above, row, count, to); break;
    case 3: average_filter(above, row, count, bpp, to); break;
    default: paeth_filter(above, row, count, bpp, to); break;
  }
}

void encoding_png_filter(const uint8_t *above, const uint8_t *row, size_t count,
                         size_t pixel_bytes, int thorough, uint8_t *target) {
  static const int few[] = {2, 1}, all[] = {2, 1, 4, 3, 0}, top[] = {1, 0};
  const int *kinds = !above ? top : thorough ? all : few;
  int kind_count = !above ? 1 + (thorough != 0) : thorough ? 5 : 2;
  int best = -1, last = -1;
  uint64_t least = UINT64_MAX;
  for (int k = 0; k < kind_count; k++) {
    last = kinds[k];
    filter(last, above, row, count, pixel_bytes, target + 1);
    uint64_t sum = weight(target + 1, count);
    if (sum < least) {
      least = sum;
      best = last;
    }
    if (sum == 0) break;
  }
  if (best != last) filter(best, above, row, count, pixel_bytes, target + 1);
  target[0] = (uint8_t)best;
}
