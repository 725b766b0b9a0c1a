// Bilinear samples in 8.8. A weight is 0…256; with equal texels the sample is exactly the texel.

typedef uint16_t Q __attribute__((vector_size(8)));
typedef uint8_t QB __attribute__((vector_size(4)));
typedef uint32_t QW __attribute__((vector_size(16)));

INLINE Q texel(const uint8_t *p) {
  QB b;
  memcpy(&b, p, 4);
  return __builtin_convertvector(b, Q);
}

/// a·(256 − w)/256 + b·w/256 of 8.8 channels, each product rounded down.
INLINE Q mix(Q a, Q b, uint16_t w) {
  QW x = __builtin_convertvector(a, QW) * (uint32_t)(256 - w);
  QW y = __builtin_convertvector(b, QW) * (uint32_t)w;
  return __builtin_convertvector((x >> 8) + (y >> 8), Q);
}

/// The four texels around a place: rows `r0` and `r1`, byte offsets `o` and `o + step`.
INLINE Q bilinear(
    const uint8_t *r0, const uint8_t *r1, ptrdiff_t o, ptrdiff_t step, uint16_t wx, uint16_t wy) {
  Q top = texel(r0 + o) * (uint16_t)(256 - wx) + texel(r0 + o + step) * wx;
  if (wy == 0) return top;
  Q bottom = texel(r1 + o) * (uint16_t)(256 - wx) + texel(r1 + o + step) * wx;
  return mix(top, bottom, wy);
}

/// A coordinate in 1/256 texel, of texel centres, clamped to the image: the first of two texels and
/// the weight of the second.
typedef struct Place {
  int32_t index;
  uint16_t weight;
} Place;

INLINE Place place(int64_t fixed, int32_t size) {
  if (fixed <= 0 || size < 2) return (Place){0, 0};
  int64_t index = fixed >> 8;
  if (index >= size - 1) return (Place){size - 2, 256};
  return (Place){(int32_t)index, (uint16_t)(fixed & 255)};
}

/// One level at (u, v), in 1/256 texel from the corner of the image.
INLINE Q sample_level(const ck_level *level, int64_t u, int64_t v) {
  Place x = place(u - 128, level->width);
  Place y = place(v - 128, level->height);
  const uint8_t *r0 = level->pixels + y.index * level->stride;
  const uint8_t *r1 = level->height > 1 ? r0 + level->stride : r0;
  return bilinear(r0, r1, (ptrdiff_t)x.index * 4, level->width > 1 ? 4 : 0, x.weight, y.weight);
}

/// A coordinate to 1/256, kept in a range that integers hold; not a number becomes 0.
INLINE int64_t snap(double x) {
  if (!(x > -1e6)) return x == x ? -256000000 : 0;
  if (x > 1e6) return 256000000;
  return (int64_t)floor(x * 256 + 0.5);
}
