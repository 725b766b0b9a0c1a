// Applies PNG's row filters (W3C PNG, sections 9 and 12.8).
#include "clones.h"
#include "encoding.h"

#include <emmintrin.h>
#include <stdlib.h>
#include <string.h>

/// Returns the absolute values, 0…128, of signed bytes.
static inline __m128i distances(__m128i v) {
  return _mm_min_epu8(v, _mm_sub_epi8(_mm_setzero_si128(), v));
}

static inline uint64_t total(__m128i sums) {
  return (uint64_t)_mm_cvtsi128_si64(sums) +
         (uint64_t)_mm_cvtsi128_si64(_mm_unpackhi_epi64(sums, sums));
}

static inline uint64_t distance(uint8_t v) { return v < 128 ? v : 256u - v; }

/// Returns the sum of the absolute values of signed bytes.
static uint64_t weight(const uint8_t *bytes, size_t count) {
  __m128i sums = _mm_setzero_si128();
  size_t i = 0;
  for (; i + 16 <= count; i += 16) {
    __m128i v = _mm_loadu_si128((const __m128i *)(const void *)(bytes + i));
    sums = _mm_add_epi64(sums, _mm_sad_epu8(distances(v), _mm_setzero_si128()));
  }
  uint64_t sum = total(sums);
  for (; i < count; i++) sum += distance(bytes[i]);
  return sum;
}

/// Computes the weights of the filters Sub and Up without filtering the row; the first pixel is left out.
static void two_weights(const uint8_t *above, const uint8_t *row, size_t count, size_t bpp,
                        uint64_t *sub, uint64_t *up) {
  __m128i sub_sums = _mm_setzero_si128(), up_sums = sub_sums, zero = sub_sums;
  size_t i = bpp;
  for (; i + 16 <= count; i += 16) {
    __m128i v = _mm_loadu_si128((const __m128i *)(const void *)(row + i));
    __m128i left = _mm_loadu_si128((const __m128i *)(const void *)(row + i - bpp));
    __m128i top = _mm_loadu_si128((const __m128i *)(const void *)(above + i));
    sub_sums = _mm_add_epi64(sub_sums, _mm_sad_epu8(distances(_mm_sub_epi8(v, left)), zero));
    up_sums = _mm_add_epi64(up_sums, _mm_sad_epu8(distances(_mm_sub_epi8(v, top)), zero));
  }
  *sub = total(sub_sums);
  *up = total(up_sums);
  for (; i < count; i++) {
    *sub += distance((uint8_t)(row[i] - row[i - bpp]));
    *up += distance((uint8_t)(row[i] - above[i]));
  }
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
  int best = 1;
  if (!thorough) {
    uint64_t sub, up;
    if (above) {
      two_weights(above, row, count, pixel_bytes, &sub, &up);
      best = up <= sub ? 2 : 1;
    }
    filter(best, above, row, count, pixel_bytes, target + 1);
    target[0] = (uint8_t)best;
    return;
  }
  static const int all[] = {2, 1, 4, 3, 0}, top[] = {1, 0};
  const int *kinds = above ? all : top;
  int last = -1;
  uint64_t least = UINT64_MAX;
  for (int k = 0; k < (above ? 5 : 2); k++) {
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
