// Prepares and checks the memory into which a plugin draws. A frame is larger than the caches and may consist
// of small pages, at whose ends the processor's own prefetching stops. The functions that prepare and check
// the memory therefore prefetch memory some pages ahead, which saves a third of the time.
#include <emmintrin.h>
#include <string.h>

#include "hosting.h"

#define AHEAD_BYTES 8192

void hosting_clear(uint8_t *pixels, size_t count) {
  const __m128i zero = _mm_setzero_si128();
  for (size_t i = 0; i < count; i += 64) {
    __builtin_prefetch((const void *)((uintptr_t)(pixels + i) + AHEAD_BYTES), 1);
    for (size_t k = 0; k < 64; k += 16) _mm_store_si128((__m128i *)(void *)(pixels + i + k), zero);
  }
}

/// Clamps the channels of four pixels to their alphas by taking the smaller of two bytes.
static __m128i lawful(__m128i four) {
  __m128i alpha = _mm_srli_epi32(four, 24);
  alpha = _mm_or_si128(alpha, _mm_slli_epi32(alpha, 8));
  alpha = _mm_or_si128(alpha, _mm_slli_epi32(alpha, 16));
  return _mm_min_epu8(four, alpha);
}

/// Reads four pixels exactly once from memory that other processes may change. Another process may change the
/// memory, so the compiler must neither read it again nor assume its value.
static __m128i read_once(const uint8_t *pixels) {
  __m128i four = _mm_loadu_si128((const __m128i *)(const void *)pixels);
  __asm__ volatile("" : "+x"(four));
  return four;
}

hosting_taken hosting_take_pixels(const uint8_t *from, uint8_t *to, ptrdiff_t stride_bytes,
                                  int32_t width, int32_t height) {
  // The variables collect the bits that all pixels have in common, and count the valid pixels in each lane.
  __m128i common = _mm_set1_epi32(-1), fine = _mm_setzero_si128();
  const ptrdiff_t used = (ptrdiff_t)width * 4;
  for (int32_t y = 0; y < height; y++) {
    const uint8_t *source = from + y * stride_bytes;
    uint8_t *row = to + y * stride_bytes;
    ptrdiff_t x = 0;
    for (; x + 64 <= used; x += 64) {
      __builtin_prefetch((const void *)((uintptr_t)(source + x) + AHEAD_BYTES), 0);
      __builtin_prefetch((const void *)((uintptr_t)(row + x) + AHEAD_BYTES), 1);
      for (ptrdiff_t k = x; k < x + 64; k += 16) {
        const __m128i four = read_once(source + k), made = lawful(four);
        common = _mm_and_si128(common, made);
        fine = _mm_sub_epi32(fine, _mm_cmpeq_epi32(four, made));
        _mm_storeu_si128((__m128i *)(void *)(row + k), made);
      }
    }
    // The last pixels of a row are processed one by one.
    for (; x < used; x += 4) {
      int32_t pixel;
      memcpy(&pixel, source + x, 4);
      __asm__ volatile("" : "+r"(pixel));
      const __m128i one = _mm_cvtsi32_si128(pixel), made = lawful(one);
      const int32_t written = _mm_cvtsi128_si32(made);
      common = _mm_and_si128(common, _mm_set1_epi32(written));
      // The other lanes are zero and therefore valid, so only the first lane is counted.
      fine = _mm_sub_epi32(fine, _mm_and_si128(_mm_cmpeq_epi32(one, made),
                                               _mm_setr_epi32(-1, 0, 0, 0)));
      memcpy(row + x, &written, 4);
    }
    memset(row + used, 0, (size_t)(stride_bytes - used));
  }
  uint32_t alphas[4], lawful_counts[4];
  memcpy(alphas, &common, sizeof alphas);
  memcpy(lawful_counts, &fine, sizeof lawful_counts);
  uint64_t count = 0;
  for (int i = 0; i < 4; i++) count += lawful_counts[i];
  return (hosting_taken){(alphas[0] & alphas[1] & alphas[2] & alphas[3]) >> 24 == 255,
                         (uint64_t)width * (uint64_t)height - count};
}
