// Scales a picture down by averaging areas, with integers only.
#include "encoding.h"

/// Returns how much of source pixel `i` is under the span [from, to), which is in 1/256 pixels.
static inline uint32_t cover(int64_t i, int64_t from, int64_t to) {
  int64_t low = i * 256 > from ? i * 256 : from;
  int64_t high = (i + 1) * 256 < to ? (i + 1) * 256 : to;
  return high > low ? (uint32_t)(high - low) : 0;
}

void encoding_shrink(const uint8_t *source, size_t source_stride, int source_width,
                     int source_height, uint8_t *target, size_t target_stride, int target_width,
                     int target_height) {
  for (int y = 0; y < target_height; y++) {
    int64_t top = (int64_t)y * source_height * 256 / target_height;
    int64_t bottom = (int64_t)(y + 1) * source_height * 256 / target_height;
    uint8_t *to = target + (size_t)y * target_stride;
    for (int x = 0; x < target_width; x++) {
      int64_t left = (int64_t)x * source_width * 256 / target_width;
      int64_t right = (int64_t)(x + 1) * source_width * 256 / target_width;
      uint64_t sums[4] = {0};
      for (int64_t v = top >> 8; v * 256 < bottom; v++) {
        const uint8_t *row = source + (size_t)v * source_stride;
        uint64_t down = cover(v, top, bottom);
        for (int64_t u = left >> 8; u * 256 < right; u++) {
          uint64_t weight = down * cover(u, left, right);
          for (int c = 0; c < 4; c++) sums[c] += weight * row[4 * u + c];
        }
      }
      uint64_t area = (uint64_t)((bottom - top) * (right - left));
      for (int c = 0; c < 4; c++) to[4 * x + c] = (uint8_t)((sums[c] + area / 2) / area);
    }
  }
}
