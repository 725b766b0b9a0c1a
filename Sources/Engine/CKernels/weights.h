// The largest number of pixels in a piece of a run.

#define PIECE 256

/// Multiplies `values` by the paint's alpha; returns null if all weights are full. The returned array has one
/// vector of padding, like `values`.
INLINE const uint16_t *weights(
    const uint16_t *values, int32_t alpha, size_t n, uint16_t *buffer) {
  if (alpha == 65535) return values;
  if (!values) {
    for (size_t i = 0; i < n; i++) buffer[i] = (uint16_t)alpha;
  } else {
    for (size_t i = 0; i < n; i++) buffer[i] = multiply16(values[i], (uint32_t)alpha);
  }
  return buffer;
}

/// Multiplies the uniform colour of a paint by the alpha of the paint.
INLINE void weigh_color(const ck_paint *paint, uint16_t color[4]) {
  for (int k = 0; k < 4; k++) {
    uint32_t c = paint->color[k];
    color[k] = (uint16_t)(paint->alpha == 65535 ? c : (c * (uint32_t)paint->alpha) >> 16);
  }
}
