// Source-over on rows. `s` is premultiplied, 8.8; weights are 0…65535.

/// s + d·(1 − sₐ) in 8.8, rounding down twice. With sₐ = 0 it is at most 1 below d, with sₐ full it
/// is s; so after rounding to bytes a transparent source changes nothing and an opaque one replaces.
INLINE V over(V s, V d) {
  V rest = FULL - ALPHAS(s);
  rest += rest >> 8;
  return s + mulhi(d, rest);
}

/// Runs `step` on whole vectors of pixels, then on a copy of the rest.
#define BLEND_LOOP(STEP)                        \
  size_t i = 0;                                 \
  for (; i + PIXELS <= n; i += PIXELS) {        \
    uint8_t *p = d + i * 4;                     \
    STEP                                        \
  }                                             \
  if (i < n) {                                  \
    uint8_t last[LANES] = {0};                  \
    uint8_t *p = last;                          \
    memcpy(last, d + i * 4, (n - i) * 4);       \
    STEP                                        \
    memcpy(d + i * 4, last, (n - i) * 4);       \
  }

/// Every source row a kernel reads through these is padded by a vector, or copied here first.
#define TAIL_SOURCE8(s)                                             \
  uint8_t tail8[LANES] = {0};                                       \
  if (n % PIXELS) memcpy(tail8, s + (n - n % PIXELS) * 4, n % PIXELS * 4);
#define SOURCE8(s) widen(i + PIXELS <= n ? s + i * 4 : tail8)

static void fill(uint8_t *d, size_t n, const uint16_t color[4]) {
  uint8_t c[4];
  for (int k = 0; k < 4; k++) c[k] = (uint8_t)((color[k] + 128) >> 8);
  uint32_t pixel;
  memcpy(&pixel, c, 4);
  uint32_t *p = (uint32_t *)(void *)d;
  for (size_t i = 0; i < n; i++) p[i] = pixel;
}

/// One colour, already weighted.
static void blend_solid(uint8_t *d, size_t n, const uint16_t color[4]) {
  V s = REPEAT(color);
  V rest = FULL - ALPHAS(s);
  rest += rest >> 8;
  BLEND_LOOP(narrow_to(p, s + mulhi(widen(p), rest));)
}

/// One colour with a weight for each pixel; `w` is padded by a vector.
static void blend_solid_weighted(uint8_t *d, size_t n, const uint16_t color[4], const uint16_t *w) {
  V c = REPEAT(color);
  BLEND_LOOP(narrow_to(p, over(mulhi(c, spread(w + i)), widen(p)));)
}

/// RGBA8 over RGBA8: s + round(d·(255 − sₐ)/255), exact.
static void over8(uint8_t *d, size_t n, const uint8_t *s) {
  TAIL_SOURCE8(s)
  BLEND_LOOP({
    V x = SOURCE8(s) >> 8;
    V t = (widen(p) >> 8) * (255 - ALPHAS(x)) + 128;
    t = (t + (t >> 8)) >> 8;
    *(BU *)p = __builtin_convertvector(x + t, B);
  })
}

/// RGBA8 with one weight.
static void blend8(uint8_t *d, size_t n, const uint8_t *s, uint16_t weight) {
  V w = splat(weight);
  TAIL_SOURCE8(s)
  BLEND_LOOP(narrow_to(p, over(mulhi(SOURCE8(s), w), widen(p)));)
}

/// RGBA8 with a weight for each pixel.
static void blend8_weighted(uint8_t *d, size_t n, const uint8_t *s, const uint16_t *w) {
  TAIL_SOURCE8(s)
  BLEND_LOOP(narrow_to(p, over(mulhi(SOURCE8(s), spread(w + i)), widen(p)));)
}

/// 8.8 channels, all opaque, full weight.
static void store8(uint8_t *d, size_t n, const uint16_t *s) {
  BLEND_LOOP(narrow_to(p, load16(s + i * 4));)
}

/// 8.8 channels with full weight.
static void blend16(uint8_t *d, size_t n, const uint16_t *s) {
  BLEND_LOOP(narrow_to(p, over(load16(s + i * 4), widen(p)));)
}

/// 8.8 channels with a weight for each pixel.
static void blend16_weighted(uint8_t *d, size_t n, const uint16_t *s, const uint16_t *w) {
  BLEND_LOOP(narrow_to(p, over(mulhi(load16(s + i * 4), spread(w + i)), widen(p)));)
}
