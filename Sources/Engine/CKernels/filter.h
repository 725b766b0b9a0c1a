// Filters of whole images: masks, pyramids and blurs.

static void multiply(
    uint16_t *pixels, const uint16_t *mask, size_t count, int32_t luminance, int32_t inverted) {
  for (size_t i = 0; i < count; i++) {
    const uint16_t *m = mask + i * 4;
    uint32_t w = m[3];
    // The luma 0.2126 R + 0.7152 G + 0.0722 B is computed in 1/65536.
    if (luminance) w = (uint32_t)((13933ull * m[0] + 46871ull * m[1] + 4732ull * m[2] + 32768) >> 16);
    if (inverted) w = FULL - w;
    uint16_t *p = pixels + i * 4;
    for (int c = 0; c < 4; c++) p[c] = (uint16_t)((p[c] * w + FULL / 2) / FULL);
  }
}

static void halve(const uint16_t *from, int32_t width, int32_t height, uint16_t *to) {
  int32_t w = (width + 1) / 2, h = (height + 1) / 2;
  for (int32_t y = 0; y < h; y++) {
    const uint16_t *r0 = from + (ptrdiff_t)(2 * y) * width * 4;
    const uint16_t *r1 = 2 * y + 1 < height ? r0 + (ptrdiff_t)width * 4 : r0;
    for (int32_t x = 0; x < w; x++) {
      ptrdiff_t a = (ptrdiff_t)(2 * x) * 4;
      ptrdiff_t b = 2 * x + 1 < width ? a + 4 : a;
      for (int c = 0; c < 4; c++) {
        uint32_t sum = (uint32_t)r0[a + c] + r0[b + c] + r1[a + c] + r1[b + c];
        to[((ptrdiff_t)y * w + x) * 4 + c] = (uint16_t)((sum + 2) >> 2);
      }
    }
  }
}

static void narrow(const uint16_t *from, uint8_t *to, size_t count) {
  for (size_t i = 0; i < count; i++) to[i] = (uint8_t)((from[i] + 128) >> 8);
}

/// The number of columns whose sums are computed at a time.
#define SUMS 128

static void blur(
    const uint16_t *from, uint16_t *to, int32_t width, int32_t height, const uint32_t *taps,
    int32_t radius) {
  for (int32_t y = 0; y < height; y++) {
    const uint16_t *row = from + (ptrdiff_t)y * width;
    for (int32_t x0 = 0; x0 < width; x0 += SUMS) {
      int32_t x1 = x0 + SUMS < width ? x0 + SUMS : width;
      // The taps add up to 65536, so a sum stays below 2³².
      uint32_t sums[SUMS];
      for (int32_t x = x0; x < x1; x++) sums[x - x0] = row[x] * taps[0] + 32768;
      for (int32_t k = 1; k <= radius; k++) {
        uint32_t tap = taps[k];
        int32_t first = x0 > k ? x0 : k, last = x1 < width - k ? x1 : width - k;
        if (first == x0 && last == x1) {
          const uint16_t *before = row + x0 - k, *after = row + x0 + k;
          for (int32_t i = 0; i < x1 - x0; i++) sums[i] += ((uint32_t)before[i] + after[i]) * tap;
          continue;
        }
        for (int32_t x = first; x < x1; x++) sums[x - x0] += row[x - k] * tap;
        for (int32_t x = x0; x < last; x++) sums[x - x0] += row[x + k] * tap;
      }
      for (int32_t x = x0; x < x1; x++) {
        to[(ptrdiff_t)x * height + y] = (uint16_t)(sums[x - x0] >> 16);
      }
    }
  }
}

/// Computes ⌊(a·(65536 − w) + b·w) / 65536⌋ starting from the smaller operand, so that 16 bits suffice.
INLINE V between_weights(V a, V b, uint32_t w) {
  V falls = (V)(b < a);
  V first = splat((uint16_t)w), second = splat((uint16_t)(65536 - w));
  V least = (b & falls) | (a & ~falls), most = (a & falls) | (b & ~falls);
  return least + mulhi(most - least, (second & falls) | (first & ~falls));
}

static void enlarge(
    const uint16_t *from, int32_t width, int32_t height, int32_t factor, uint16_t *rows,
    uint16_t *to) {
  ptrdiff_t wide = (ptrdiff_t)(width - 1) * factor;
  // Half of the step by which the weight of the second pixel centre increases, in 1/65536.
  uint32_t half = 32768u / (uint32_t)factor;
  for (int32_t y = 0; y < height; y++) {
    const uint16_t *row = from + (ptrdiff_t)y * width;
    uint16_t *out = rows + y * wide;
    for (int32_t x = 0; x + 1 < width; x++) {
      // The sums stay below 2³², so intermediate steps may wrap around.
      uint32_t rise = ((uint32_t)row[x + 1] - row[x]) * half;
      uint32_t sum = ((uint32_t)row[x] << 16) + rise;
      for (int32_t k = 0; k < factor; k++, sum += 2 * rise) *out++ = (uint16_t)(sum >> 16);
    }
  }
  for (int32_t y = 0; y + 1 < height; y++) {
    const uint16_t *a = rows + y * wide, *b = a + wide;
    for (int32_t k = 0; k < factor; k++) {
      uint32_t w = (2 * (uint32_t)k + 1) * half;
      uint16_t *out = to + ((ptrdiff_t)y * factor + k) * wide;
      ptrdiff_t x = 0;
      for (; x + LANES <= wide; x += LANES) {
        store16(out + x, between_weights(load16(a + x), load16(b + x), w));
      }
      for (; x < wide; x++) out[x] = (uint16_t)((a[x] * (65536 - w) + b[x] * w) >> 16);
    }
  }
}
