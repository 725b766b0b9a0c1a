// Converts premultiplied colours to straight colours, and changes the order of channels.
#include "clones.h"
#include "encoding.h"

#include <string.h>

void encoding_unpremultiply(const uint8_t *source, uint8_t *target, size_t count) {
  // A straight channel is 255·c/a + 1/2 = (510·c + a)/(2·a). The division by a table of reciprocals is exact for every
  // pair of bytes, which the tests check one by one.
  static uint32_t reciprocals[256];
  if (!__atomic_load_n(&reciprocals[255], __ATOMIC_ACQUIRE)) {
    for (uint32_t a = 1; a < 256; a++) {
      uint32_t r = (uint32_t)(((1ull << 32) / (2 * a)) + 1);
      __atomic_store_n(&reciprocals[a], r, __ATOMIC_RELEASE);
    }
  }
  for (size_t i = 0; i < count; i++, source += 4, target += 4) {
    uint32_t a = source[3];
    if (a == 255) {
      memcpy(target, source, 4);
      continue;
    }
    uint64_t r = __atomic_load_n(&reciprocals[a], __ATOMIC_RELAXED);
    for (int c = 0; c < 3; c++) {
      uint64_t v = ((510u * source[c] + a) * r) >> 32;
      target[c] = (uint8_t)(a == 0 ? 0 : v > 255 ? 255 : v);
    }
    target[3] = (uint8_t)a;
  }
}

typedef uint8_t sixteen __attribute__((vector_size(16)));

WITH_AVX2
void encoding_drop_alpha(const uint8_t *source, uint8_t *target, size_t count) {
  // Each step writes a few bytes too many; the next step overwrites these bytes.
  size_t i = 0;
  for (; i + 6 <= count; i += 4) {
    sixteen v;
    memcpy(&v, source + 4 * i, 16);
    v = __builtin_shufflevector(v, v, 0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 3, 7, 11, 15);
    memcpy(target + 3 * i, &v, 16);
  }
  for (; i + 1 < count; i++) memcpy(target + 3 * i, source + 4 * i, 4);
  for (; i < count; i++) memcpy(target + 3 * i, source + 4 * i, 3);
}

WITH_AVX2
void encoding_swap_red_blue(const uint8_t *source, uint8_t *target, size_t count) {
  for (size_t i = 0; i < count; i++) {
    uint32_t p;
    memcpy(&p, source + 4 * i, 4);
    p = (p & 0xff00ff00u) | (p >> 16 & 0xff) | (p & 0xff) << 16;
    memcpy(target + 4 * i, &p, 4);
  }
}

void encoding_planes_gbr(const uint8_t *source, size_t count, uint8_t *green, uint8_t *blue,
                         uint8_t *red) {
  for (size_t i = 0; i < count; i++, source += 4) {
    red[i] = source[0];
    green[i] = source[1];
    blue[i] = source[2];
  }
}

void encoding_over_color(const uint8_t *source, uint8_t *target, size_t count,
                         const uint8_t color[3]) {
  for (size_t i = 0; i < count; i++, source += 4, target += 4) {
    const uint32_t rest = 255u - source[3];
    for (int c = 0; c < 3; c++) {
      // With t = x + 128, (t + (t >> 8)) >> 8 is x / 255, rounded.
      const uint32_t t = color[c] * rest + 128u;
      const uint32_t v = source[c] + ((t + (t >> 8)) >> 8);
      target[c] = (uint8_t)(v > 255 ? 255 : v);
    }
    target[3] = 255;
  }
}
