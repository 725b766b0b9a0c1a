// Converts RGB to Y'CbCr by BT.709 in limited range.
#include "clones.h"
#include "encoding.h"

#include <string.h>

static inline uint8_t luma(int r, int g, int b) {
  return (uint8_t)(16 + ((5983 * r + 20127 * g + 2032 * b + (1 << 14)) >> 15));
}

/// Computes chroma from sums of samples; the weights of the samples add up to 2^(shift - 15).
static inline uint8_t blue_of(int r, int g, int b, int shift) {
  return (uint8_t)(128 + ((-3298 * r - 11094 * g + 14392 * b + (1 << (shift - 1))) >> shift));
}
static inline uint8_t red_of(int r, int g, int b, int shift) {
  return (uint8_t)(128 + ((14392 * r - 13072 * g - 1320 * b + (1 << (shift - 1))) >> shift));
}

/// The number of columns that are converted at a time; the sums of so many columns stay in the L1 cache.
#define BLOCK 512

/// Computes the luma of two rows, and the vertical sums of their colours.
WITH_AVX2
static void two_rows(const uint32_t *restrict top, const uint32_t *restrict bottom, int count,
                     uint8_t *restrict y0, uint8_t *restrict y1, uint16_t *restrict red,
                     uint16_t *restrict green, uint16_t *restrict blue) {
  for (int x = 0; x < count; x++) {
    int r0 = top[x] & 255, g0 = top[x] >> 8 & 255, b0 = top[x] >> 16 & 255;
    int r1 = bottom[x] & 255, g1 = bottom[x] >> 8 & 255, b1 = bottom[x] >> 16 & 255;
    y0[x] = luma(r0, g0, b0);
    y1[x] = luma(r1, g1, b1);
    red[x] = (uint16_t)(r0 + r1);
    green[x] = (uint16_t)(g0 + g1);
    blue[x] = (uint16_t)(b0 + b1);
  }
}

/// Computes the chroma of every other column from the vertical sums; the code reads index -1.
WITH_AVX2
static void chroma_row(const uint16_t *restrict red, const uint16_t *restrict green,
                       const uint16_t *restrict blue, int pairs, uint8_t *restrict cb,
                       uint8_t *restrict cr) {
  for (int i = 0; i < pairs; i++) {
    int r = red[2 * i - 1] + 2 * red[2 * i] + red[2 * i + 1];
    int g = green[2 * i - 1] + 2 * green[2 * i] + green[2 * i + 1];
    int b = blue[2 * i - 1] + 2 * blue[2 * i] + blue[2 * i + 1];
    cb[i] = blue_of(r, g, b, 18);
    cr[i] = red_of(r, g, b, 18);
  }
}

static void alpha_row(const uint8_t *source, uint8_t *target, int width, int padded) {
  for (int x = 0; x < width; x++) target[x] = source[4 * x + 3];
  if (padded > width) target[width] = target[width - 1];
}

void encoding_yuv420(const uint8_t *pixels, size_t stride, int width, int height, int first_row,
                     int end_row, const struct encoding_planes *p) {
  int padded = (width + 1) & ~1;
  // Each row of sums has one additional column on the left.
  uint16_t sums[3][BLOCK + 2];
  uint16_t *red = sums[0] + 1, *green = sums[1] + 1, *blue = sums[2] + 1;
  uint8_t last_luma[2];
  uint32_t last[2];
  for (int row = first_row; row < end_row; row += 2) {
    const uint8_t *top = pixels + (size_t)row * stride;
    const uint8_t *bottom = row + 1 < height ? top + stride : top;
    uint8_t *y0 = p->y + (size_t)row * p->luma_stride;
    uint8_t *y1 = y0 + p->luma_stride;
    for (int x = 0; x < padded; x += BLOCK) {
      int count = padded - x < BLOCK ? padded - x : BLOCK;
      int inside = width - x < count ? width - x : count;
      if (x > 0) {
        red[-1] = red[BLOCK - 1];
        green[-1] = green[BLOCK - 1];
        blue[-1] = blue[BLOCK - 1];
      }
      two_rows((const uint32_t *)(const void *)(top + 4 * x),
               (const uint32_t *)(const void *)(bottom + 4 * x), inside, y0 + x, y1 + x, red, green,
               blue);
      if (x == 0) red[-1] = red[0], green[-1] = green[0], blue[-1] = blue[0];
      if (inside < count) {
        memcpy(&last[0], top + 4 * (width - 1), 4);
        memcpy(&last[1], bottom + 4 * (width - 1), 4);
        two_rows(&last[0], &last[1], 1, &last_luma[0], &last_luma[1], red + inside, green + inside,
                 blue + inside);
        y0[x + inside] = last_luma[0];
        y1[x + inside] = last_luma[1];
      }
      chroma_row(red, green, blue, count / 2, p->cb + (size_t)(row / 2) * p->chroma_stride + x / 2,
                 p->cr + (size_t)(row / 2) * p->chroma_stride + x / 2);
    }
    if (p->alpha) {
      alpha_row(top, p->alpha + (size_t)row * p->luma_stride, width, padded);
      alpha_row(bottom, p->alpha + (size_t)(row + 1) * p->luma_stride, width, padded);
    }
  }
}

WITH_AVX2
void encoding_yuv444(const uint8_t *pixels, size_t width, uint8_t *restrict y,
                     uint8_t *restrict cb, uint8_t *restrict cr) {
  for (size_t x = 0; x < width; x++) {
    int r = pixels[4 * x], g = pixels[4 * x + 1], b = pixels[4 * x + 2];
    y[x] = luma(r, g, b);
    cb[x] = blue_of(r, g, b, 15);
    cr[x] = red_of(r, g, b, 15);
  }
}

WITH_AVX2
void encoding_yuva444_10(const uint8_t *pixels, size_t width, uint16_t *restrict y,
                         uint16_t *restrict cb, uint16_t *restrict cr, uint16_t *restrict alpha) {
  for (size_t x = 0; x < width; x++) {
    int r = pixels[4 * x], g = pixels[4 * x + 1], b = pixels[4 * x + 2], a = pixels[4 * x + 3];
    y[x] = (uint16_t)(64 + ((47864 * r + 161017 * g + 16255 * b + (1 << 15)) >> 16));
    cb[x] = (uint16_t)(512 + ((-26383 * r - 88755 * g + 115138 * b + (1 << 15)) >> 16));
    cr[x] = (uint16_t)(512 + ((115138 * r - 104580 * g - 10558 * b + (1 << 15)) >> 16));
    // Alpha in 10 bits is 1023·a/255 = 4·a + a/85.
    alpha[x] = (uint16_t)(4 * a + (a * 2 + 85) / 170);
  }
}
