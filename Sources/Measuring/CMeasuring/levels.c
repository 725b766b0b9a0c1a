// Computes the levels of frames: luma, blurred planes, halved planes, and means of blocks.
#include "measuring.h"

static inline float luma(const uint8_t *p) {
  return 0.299f * (float)p[0] + 0.587f * (float)p[1] + 0.114f * (float)p[2];
}

void measuring_luma(const uint8_t *pixels, size_t stride, int32_t width, int32_t height,
                    float *to) {
  for (int32_t y = 0; y < height; y++) {
    const uint8_t *row = pixels + (size_t)y * stride;
    for (int32_t x = 0; x < width; x++) *to++ = luma(row + 4 * (size_t)x);
  }
}

void measuring_channel(const uint8_t *pixels, size_t stride, int32_t width, int32_t height,
                       int32_t channel, float *to) {
  for (int32_t y = 0; y < height; y++) {
    const uint8_t *row = pixels + (size_t)y * stride;
    for (int32_t x = 0; x < width; x++) *to++ = row[4 * (size_t)x + (size_t)channel];
  }
}

static inline int32_t inside(int32_t i, int32_t count) {
  return i < 0 ? 0 : i >= count ? count - 1 : i;
}

void measuring_blur(struct measuring_plane plane, float *room, float *to) {
  int32_t w = plane.width, h = plane.height;
  for (int32_t y = 0; y < h; y++) {
    const float *row = plane.values + (size_t)y * (size_t)w;
    float *out = room + (size_t)y * (size_t)w;
    for (int32_t x = 0; x < w; x++) {
      float a = row[inside(x - 2, w)] + row[inside(x + 2, w)];
      float b = row[inside(x - 1, w)] + row[inside(x + 1, w)];
      out[x] = (a + 4 * b + 6 * row[x]) / 16;
    }
  }
  for (int32_t y = 0; y < h; y++) {
    const float *r[5];
    for (int32_t k = 0; k < 5; k++) r[k] = room + (size_t)inside(y + k - 2, h) * (size_t)w;
    float *out = to + (size_t)y * (size_t)w;
    for (int32_t x = 0; x < w; x++)
      out[x] = (r[0][x] + r[4][x] + 4 * (r[1][x] + r[3][x]) + 6 * r[2][x]) / 16;
  }
}

void measuring_halve(struct measuring_plane plane, float *to) {
  size_t w = (size_t)plane.width;
  for (int32_t y = 0; y + 1 < plane.height; y += 2) {
    const float *a = plane.values + (size_t)y * w, *b = a + w;
    for (size_t x = 0; x + 1 < w; x += 2) *to++ = (a[x] + a[x + 1] + b[x] + b[x + 1]) / 4;
  }
}

// Returns the mean between two positions of a row whose values are `step` apart; both positions are inside the row.
static double mean(const float *values, size_t step, int32_t count, double from, double to) {
  double sum = 0;
  for (int32_t i = (int32_t)from; i < count && (double)i < to; i++) {
    double left = from > i ? from : i, right = to < i + 1 ? to : i + 1;
    sum += (right - left) * (double)values[(size_t)i * step];
  }
  return sum / (to - from);
}

void measuring_resize(struct measuring_plane plane, int32_t width, int32_t height, float *to) {
  double across = (double)plane.width / width, down = (double)plane.height / height;
  for (int32_t y = 0; y < height; y++) {
    double top = y * down, bottom = (y + 1) * down;
    if (bottom > plane.height) bottom = plane.height;
    for (int32_t x = 0; x < width; x++) {
      double left = x * across, right = (x + 1) * across, sum = 0;
      if (right > plane.width) right = plane.width;
      for (int32_t row = (int32_t)top; row < plane.height && row < bottom; row++) {
        double share = (bottom < row + 1 ? bottom : row + 1) - (top > row ? top : row);
        const float *values = plane.values + (size_t)row * (size_t)plane.width;
        sum += share * mean(values, 1, plane.width, left, right);
      }
      *to++ = (float)(sum / (bottom - top));
    }
  }
}

void measuring_blocks(const uint8_t *pixels, size_t stride, int32_t width, int32_t height,
                      int32_t side, float *to) {
  for (int32_t top = 0; top + side <= height; top += side) {
    for (int32_t left = 0; left + side <= width; left += side) {
      uint32_t r = 0, g = 0, b = 0, count = 0;
      for (int32_t y = top; y < top + side; y += 2) {
        const uint8_t *p = pixels + (size_t)y * stride + 4 * (size_t)left;
        for (int32_t x = 0; x < side; x += 2, p += 8, count++) r += p[0], g += p[1], b += p[2];
      }
      *to++ = (0.299f * (float)r + 0.587f * (float)g + 0.114f * (float)b) / (float)count;
    }
  }
}

void measuring_differing(const float *a, const float *b, int32_t count, const float *levels,
                         int32_t level_count, int32_t *counts) {
  for (int32_t k = 0; k < level_count; k++) {
    int32_t differing = 0;
    for (int32_t i = 0; i < count; i++) {
      float d = a[i] - b[i];
      differing += d > levels[k] || -d > levels[k];
    }
    counts[k] = differing;
  }
}

void measuring_colors(const uint8_t *pixels, size_t stride, int32_t width, int32_t height,
                      int32_t side, float *to) {
  for (int32_t top = 0; top + side <= height; top += side) {
    for (int32_t left = 0; left + side <= width; left += side) {
      uint32_t r = 0, g = 0, b = 0;
      for (int32_t y = top; y < top + side; y++) {
        const uint8_t *p = pixels + (size_t)y * stride + 4 * (size_t)left;
        for (int32_t x = 0; x < side; x++, p += 4) r += p[0], g += p[1], b += p[2];
      }
      float count = (float)side * (float)side;
      *to++ = (float)r / count, *to++ = (float)g / count, *to++ = (float)b / count;
    }
  }
}
