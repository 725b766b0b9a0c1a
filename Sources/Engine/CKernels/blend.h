// Source-over compositing on rows of pixels. The sources `s` are premultiplied 8.8 channels; weights are
// 0…65535. The file is included once for each format of the destination: T is the type of a channel, LOAD and
// STORE convert a vector to and from 8.8, and F forms the names of functions.

/// Fills pixels with an opaque colour, or with any colour that replaces the previous pixels.
static void F(fill)(T *d, size_t n, const uint16_t color[4]) {
  V s = REPEAT(color);
  BLEND_LOOP(STORE(p, s);)
}

/// Draws one colour that has already been multiplied by its weight over a row.
static void F(blend_solid)(T *d, size_t n, const uint16_t color[4]) {
  V s = REPEAT(color);
  V taken = takes(ALPHAS(s));
  BLEND_LOOP({
    V below = LOAD(p);
    STORE(p, s + below - mulhi(below + 1, taken));
  })
}

/// Draws one colour with a weight for each pixel; `w` has one vector of padding.
static void F(blend_solid_weighted)(T *d, size_t n, const uint16_t color[4], const uint16_t *w) {
  V c = REPEAT(color);
  BLEND_LOOP(STORE(p, over(mulhi(c, spread(w + i)), LOAD(p)));)
}

/// Draws RGBA8 pixels over the destination with full weight.
static void F(over8)(T *d, size_t n, const uint8_t *s) {
#if EXACT8
  over8(d, n, s);
#else
  // The value d·(255 − sₐ)/255 is rounded to the nearest 8.8 value: if d is a whole byte, rounding the result
  // to bytes later gives the same bits as over8.
  for (size_t i = 0; i < n * 4; i++) {
    uint32_t rest = 255u - s[i | 3];
    d[i] = (T)((s[i] << 8) + (2 * d[i] * rest + 255) / 510);
  }
#endif
}

/// Copies opaque RGBA8; `below` are the distances in bytes from a row to the next row in both pictures.
static void F(copy8)(T *d, size_t n, const uint8_t *s, Below below) {
#if EXACT8
  copy_ahead(d, s, n * 4, below);
#else
  (void)below;
  TAIL_SOURCE8(s)
  BLEND_LOOP(STORE(p, SOURCE8(s));)
#endif
}

/// Draws RGBA8 pixels over the destination with one weight for all pixels.
static void F(blend8)(T *d, size_t n, const uint8_t *s, uint16_t weight) {
  V w = splat(weight);
  TAIL_SOURCE8(s)
  BLEND_LOOP(STORE(p, over(mulhi(SOURCE8(s), w), LOAD(p)));)
}

/// Draws opaque RGBA8 with one weight by interpolation, with the same bits as blend8.
static void F(lerp8)(T *d, size_t n, const uint8_t *s, uint16_t weight, Below below) {
#if EXACT8
  mix8(d, d, s, n, weight, (Below){below.to, below.to}, below);
#else
  (void)below;
  F(blend8)(d, n, s, weight);
#endif
}

/// Draws RGBA8 pixels over the destination with a weight for each pixel.
static void F(blend8_weighted)(T *d, size_t n, const uint8_t *s, const uint16_t *w) {
  TAIL_SOURCE8(s)
  BLEND_LOOP(STORE(p, over(mulhi(SOURCE8(s), spread(w + i)), LOAD(p)));)
}

/// Replaces the destination by opaque pixels of 8.8 channels.
static void F(store)(T *d, size_t n, const uint16_t *s) {
#if EXACT8
  for (; n >= 2 * PIXELS; n -= 2 * PIXELS, d += 2 * LANES, s += 2 * LANES) {
    narrow_pair(d, load16(s), load16(s + LANES));
  }
#endif
  BLEND_LOOP(STORE(p, load16(s + i * 4));)
}

/// Draws pixels of 8.8 channels over the destination with full weight.
static void F(blend16)(T *d, size_t n, const uint16_t *s) {
  BLEND_LOOP(STORE(p, over(load16(s + i * 4), LOAD(p)));)
}

/// Draws pixels of 8.8 channels over the destination with a weight for each pixel.
static void F(blend16_weighted)(T *d, size_t n, const uint16_t *s, const uint16_t *w) {
  BLEND_LOOP(STORE(p, over(mulhi(load16(s + i * 4), spread(w + i)), LOAD(p)));)
}
