/* The two pictures that shaders are timed with: noise over slopes, 1920×1080. */
#ifndef SHADER_H
#define SHADER_H

#include "peer.h"

static inline uint8_t *shader_picture(uint32_t seed) {
  uint8_t *pixels = aligned_alloc(64, (size_t)WIDTH * HEIGHT * 4);
  if (!pixels) exit(1);
  for (int y = 0; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH; x++) {
      uint8_t *p = pixels + ((size_t)y * WIDTH + (size_t)x) * 4;
      seed = seed * 1664525u + 1013904223u;
      p[0] = (uint8_t)(x * 200 / WIDTH + (int)(seed >> 27)), p[1] = (uint8_t)(seed >> 25), p[3] = 255;
      p[2] = (uint8_t)(y * 200 / HEIGHT + (int)(seed >> 28));
    }
  return pixels;
}

#endif
