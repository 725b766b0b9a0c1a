#include "reduce.h"

static size_t smaller(size_t a, size_t b) { return a < b ? a : b; }

void media_reduce(const uint8_t *from, size_t from_stride, size_t width, size_t height, unsigned level,
                  uint8_t *to, size_t to_stride) {
  const size_t side = (size_t)1 << level;
  for (size_t top = 0; top < height; top += side, to += to_stride) {
    const size_t rows = smaller(side, height - top);
    uint8_t *out = to;
    for (size_t left = 0; left < width; left += side, out += 4) {
      const size_t columns = smaller(side, width - left);
      uint32_t sums[4] = {0};
      for (size_t y = 0; y < rows; y++) {
        const uint8_t *pixel = from + (top + y) * from_stride + left * 4;
        for (size_t x = 0; x < columns; x++, pixel += 4)
          for (int part = 0; part < 4; part++) sums[part] += pixel[part];
      }
      const uint32_t count = (uint32_t)(rows * columns);
      for (int part = 0; part < 4; part++) out[part] = (uint8_t)((sums[part] + count / 2) / count);
    }
  }
}
