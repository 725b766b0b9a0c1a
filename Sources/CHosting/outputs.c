// What is done to memory that a plugin draws into, before and after. A frame is larger than the caches
// and may lie in small pages, whose ends stop the processor's own prefetching: so both ask for memory
// some pages ahead, which takes a third off.
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

/// Four pixels, none of whose channels exceeds its alpha. Exact: each byte is the lesser of two.
static __m128i lawful(__m128i four) {
  __m128i alpha = _mm_srli_epi32(four, 24);
  alpha = _mm_or_si128(alpha, _mm_slli_epi32(alpha, 8));
  alpha = _mm_or_si128(alpha, _mm_slli_epi32(alpha, 16));
  return _mm_min_epu8(four, alpha);
}

hosting_alphas hosting_clamp_to_alpha(uint8_t *pixels, ptrdiff_t stride_bytes, int32_t width,
                                      int32_t height) {
  // What the pixels have in common: theirs of a vector, and of those behind the last one.
  __m128i four_common = _mm_set1_epi32(-1);
  int32_t common = -1;
  // How many pixels were lawful before, counted by their place in a vector.
  __m128i four_lawful = _mm_setzero_si128();
  int64_t lawful_count = 0;
  for (int32_t y = 0; y < height; y++) {
    uint8_t *row = pixels + y * stride_bytes;
    int32_t x = 0;
    for (; x + 16 <= width; x += 16) {
      __builtin_prefetch((const void *)((uintptr_t)(row + 4 * x) + AHEAD_BYTES), 1);
      for (int32_t k = 0; k < 16; k += 4) {
        __m128i *at = (__m128i *)(void *)(row + 4 * (x + k));
        const __m128i four = _mm_load_si128(at);
        const __m128i made = lawful(four);
        four_common = _mm_and_si128(four_common, four);
        four_lawful = _mm_sub_epi32(four_lawful, _mm_cmpeq_epi32(four, made));
        _mm_store_si128(at, made);
      }
    }
    for (; x < width; x++) {
      int32_t one;
      memcpy(&one, row + 4 * x, 4);
      common &= one;
      const int32_t made = _mm_cvtsi128_si32(lawful(_mm_cvtsi32_si128(one)));
      lawful_count += one == made;
      memcpy(row + 4 * x, &made, 4);
    }
  }
  int32_t each[4], counts[4];
  memcpy(each, &four_common, sizeof each);
  memcpy(counts, &four_lawful, sizeof counts);
  for (int i = 0; i < 4; i++) {
    common &= each[i];
    lawful_count += counts[i];
  }
  return (hosting_alphas){
    .beyond_count = (int64_t)width * height - lawful_count,
    .are_all_opaque = (uint32_t)common >> 24 == 255,
  };
}
