// Colour filters: matrices that are applied to straight colours one after the other; each result is clamped
// to 0…1.

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wpsabi"

INLINE F8 row8(const float *m, Eight c) {
  return bounded(c.r * m[0] + c.g * m[1] + c.b * m[2] + c.a * m[3] + m[4]);
}

/// Filters `n` premultiplied pixels of 8.8 channels. Transparent pixels stay transparent under every filter.
static void filter_row(uint16_t *p, size_t n, const ck_color *steps, int32_t count) {
  const float unit = 1.0f / 65280;
  for (size_t i = 0; i < n; i += 8, p += 32) {
    uint16_t last[32] = {0};
    uint16_t *at = n - i < 8 ? last : p;
    if (n - i < 8) memcpy(last, p, (n - i) * 8);
    Eight c = load8(at);
    I8 seen = c.a > 0;
    c = (Eight){divided(c.r, c.a), divided(c.g, c.a), divided(c.b, c.a), c.a * unit};
    for (int32_t k = 0; k < count; k++) {
      const float *m = steps[k].matrix;
      c = (Eight){row8(m, c), row8(m + 5, c), row8(m + 10, c), row8(m + 15, c)};
    }
    F8 a = either(seen, c.a * 65280, all8(0));
    store8(at, (Eight){c.r * a, c.g * a, c.b * a, a});
    if (n - i < 8) memcpy(p, last, (n - i) * 8);
  }
}

#pragma clang diagnostic pop
