/* Converts pictures between the host's format, premultiplied RGBA, and frei0r's, straight RGBA or BGRA
 * without gaps. */
#ifndef PIXELS_H
#define PIXELS_H

#include "animator.h"

/* Copies an input, repeating its last column and row if the effect's picture is larger. */
static void pixels_take(const animator_image *in, uint32_t *out, int32_t width, int32_t height, bool is_bgra) {
  for (int32_t y = 0; y < height; y++) {
    const uint8_t *row = in->data + (int64_t)(y < in->height ? y : in->height - 1) * in->stride_bytes;
    uint8_t *to = (uint8_t *)(out + (int64_t)y * width);
    for (int32_t x = 0; x < width; x++) {
      const uint8_t *p = row + 4 * (x < in->width ? x : in->width - 1);
      const uint32_t a = p[3];
      for (int i = 0; i < 3; i++) {
        const uint32_t level = a == 0 ? 0 : a == 255 ? p[i] : (p[i] * 255u + a / 2) / a;
        to[4 * x + (is_bgra ? 2 - i : i)] = (uint8_t)(level > 255 ? 255 : level);
      }
      to[4 * x + 3] = (uint8_t)a;
    }
  }
}

/* Copies the effect's picture, as far as the output extends. */
static void pixels_give(const uint32_t *in, const animator_surface *out, int32_t width, bool is_bgra) {
  for (int32_t y = 0; y < out->height; y++) {
    const uint8_t *p = (const uint8_t *)(in + (int64_t)y * width);
    uint8_t *to = out->data + (int64_t)y * out->stride_bytes;
    for (int32_t x = 0; x < out->width; x++, p += 4, to += 4) {
      const uint32_t a = p[3];
      for (int i = 0; i < 3; i++) to[i] = (uint8_t)((p[is_bgra ? 2 - i : i] * a + 127) / 255);
      to[3] = (uint8_t)a;
    }
  }
}

#endif
