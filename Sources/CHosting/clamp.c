// Pixels that a plugin made become lawful. Exact: each byte is the lesser of two.
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
