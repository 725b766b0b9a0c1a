// Whole-image filters: masking, pyramids, blur.

static void multiply(
    uint16_t *pixels, const uint16_t *mask, size_t count, int32_t luminance, int32_t inverted) {
  for (size_t i = 0; i < count; i++) {
    const uint16_t *m = mask + i * 4;
    uint32_t w = m[3];
    // 0.2126 R + 0.7152 G + 0.0722 B in 1/65536.
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

static void blur(
    const uint16_t *from, uint16_t *to, int32_t width, int32_t height, const uint32_t *taps,
    int32_t radius) {
  for (int32_t y = 0; y < height; y++) {
    const uint16_t *row = from + (ptrdiff_t)y * width;
    for (int32_t x = 0; x < width; x++) {
      uint64_t sum = (uint64_t)row[x] * taps[0] + 32768;
      int32_t low = x < radius ? x : radius;
      int32_t high = width - 1 - x < radius ? width - 1 - x : radius;
      for (int32_t k = 1; k <= low; k++) sum += (uint64_t)row[x - k] * taps[k];
      for (int32_t k = 1; k <= high; k++) sum += (uint64_t)row[x + k] * taps[k];
      to[(ptrdiff_t)x * height + y] = (uint16_t)(sum >> 16);
    }
  }
}
