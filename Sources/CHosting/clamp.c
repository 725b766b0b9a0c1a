// Pixels that a plugin made become lawful. Exact: each byte is the lesser of two.
#include <emmintrin.h>
#include <stdint.h>
#include <string.h>

#include "hosting.h"

// Compiled twice; the thread sanitizer cannot follow the loader's choice.
#ifndef __has_feature
#define __has_feature(feature) 0
#endif
#if !__has_feature(thread_sanitizer)
__attribute__((target_clones("avx2", "default")))
#endif
static void clamp_row(uint8_t *row, int32_t width) {
  for (int32_t x = 0; x < width; x++) {
    uint32_t p;
    memcpy(&p, row + 4 * x, 4);
    const uint32_t a = p >> 24;
    uint32_t r = p & 255, g = p >> 8 & 255, b = p >> 16 & 255;
    r = r < a ? r : a;
    g = g < a ? g : a;
    b = b < a ? b : a;
    p = r | g << 8 | b << 16 | a << 24;
    memcpy(row + 4 * x, &p, 4);
  }
}

void hosting_clamp_to_alpha(uint8_t *pixels, ptrdiff_t stride_bytes, int32_t width,
                            int32_t height) {
  for (int32_t y = 0; y < height; y++) clamp_row(pixels + y * stride_bytes, width);
}

/// Loads once: what the compiler must not do again, since the memory may have changed meanwhile.
static __m128i load_once(const uint8_t *from) {
  __m128i four = _mm_loadu_si128((const __m128i *)(const void *)from);
  __asm__ volatile("" : "+x"(four));
  return four;
}

/// Four pixels, none of whose channels exceeds its alpha.
static __m128i lawful(__m128i four) {
  __m128i alpha = _mm_srli_epi32(four, 24);
  alpha = _mm_or_si128(alpha, _mm_slli_epi32(alpha, 8));
  alpha = _mm_or_si128(alpha, _mm_slli_epi32(alpha, 16));
  return _mm_min_epu8(four, alpha);
}

/// The stores pass the caches by: a frame is larger than they are, and is not read here again.
static void take_row(uint8_t *to, const uint8_t *from, int32_t width) {
  int32_t x = 0;
  if (((uintptr_t)to & 15) == 0)
    for (; x + 4 <= width; x += 4)
      _mm_stream_si128((__m128i *)(void *)(to + 4 * x), lawful(load_once(from + 4 * x)));
  for (; x < width; x++) {
    const uint32_t one = *(const volatile uint32_t *)(const void *)(from + 4 * x);
    const uint32_t made = (uint32_t)_mm_cvtsi128_si32(lawful(_mm_cvtsi32_si128((int)one)));
    memcpy(to + 4 * x, &made, 4);
  }
}

void hosting_take_window(uint8_t *to, const uint8_t *from, ptrdiff_t stride_bytes, int32_t width,
                         int32_t height) {
  for (int32_t y = 0; y < height; y++)
    take_row(to + y * stride_bytes, from + y * stride_bytes, width);
  _mm_sfence();
}
