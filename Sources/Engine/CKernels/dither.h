// Ordered dithering of colours before they are rounded to bytes: a value between two bytes becomes one of the
// two, so that the mean of 8 × 8 pixels is exact. The dither pattern is Bayer's from 1973. Dithering does not
// change values that are whole bytes. The reference is the colour without dithering, from which each channel
// differs by at most 126/256 of a byte.

/// The offset that the dither pattern has at column x of a row, −126 … 126 in steps of 4: the bits of x ^ y
/// and y, alternating from the lowest to the highest.
INLINE int32_t dither_at(int32_t x, int32_t y) {
  const uint32_t a = (uint32_t)(x ^ y), b = (uint32_t)y;
  const uint32_t rank = (a & 1) << 5 | (b & 1) << 4 | (a & 2) << 2 | (b & 2) << 1 | (a & 4) >> 1 | (b & 4) >> 2;
  return (int32_t)(4 * rank) - 126;
}

INLINE uint16_t dithered(uint16_t value, int32_t by, int32_t most) {
  int32_t sum = value + by;
  return (uint16_t)(sum < 0 ? 0 : sum > most ? most : sum);
}

/// Dithers premultiplied 8.8 colours. Opaque colours stay opaque, and transparent colours stay transparent;
/// the alpha of other colours changes like the channels, so that no channel exceeds alpha.
static void dither_colors(uint16_t *colors, int32_t x, int32_t y, size_t n) {
  for (size_t i = 0; i < n; i++) {
    uint16_t *color = colors + i * 4;
    const int32_t by = dither_at(x + (int32_t)i, y);
    if (color[3] == 0) continue;
    for (int c = 0; c < (color[3] == FULL ? 3 : 4); c++) color[c] = dithered(color[c], by, FULL);
  }
}

/// Dithers the weights of a colour whose alpha is `alpha` in 8.8, by the amount that changes the alpha by the
/// dither's step.
static void dither_weights(uint16_t *weights, int32_t x, int32_t y, size_t n, uint16_t alpha) {
  if (alpha == 0) return;
  for (size_t i = 0; i < n; i++) {
    if (weights[i] == 0 || weights[i] == 65535) continue;
    weights[i] = dithered(weights[i], dither_at(x + (int32_t)i, y) * 65535 / alpha, 65535);
  }
}
