// What source-over rests on, whatever the destination's format.

/// What an alpha takes from 65,536ths: 0 for 0, 65535 for full, and never less than a · 257/256, so
/// that sums stay below full.
INLINE V takes(V alphas) { return alphas + ((alphas + 255) >> 8); }

/// s + d·(1 − sₐ) in 8.8, within 2 of the exact value. With sₐ = 0 it is exactly d, with sₐ full
/// exactly s; channels stay below alpha, since the result never falls when d grows.
INLINE V over(V s, V d) { return s + d - mulhi(d + 1, takes(ALPHAS(s))); }

/// Runs `step` on whole vectors of pixels, then on a copy of the rest.
#define BLEND_LOOP(STEP)                        \
  size_t i = 0;                                 \
  for (; i + PIXELS <= n; i += PIXELS) {        \
    T *p = d + i * 4;                           \
    STEP                                        \
  }                                             \
  if (i < n) {                                  \
    T last[LANES] = {0};                        \
    T *p = last;                                \
    memcpy(last, d + i * 4, (n - i) * 4 * sizeof(T));  \
    STEP                                        \
    memcpy(d + i * 4, last, (n - i) * 4 * sizeof(T));  \
  }

/// Every source row a kernel reads through these is padded by a vector, or copied here first.
#define TAIL_SOURCE8(s)                                             \
  uint8_t tail8[LANES] = {0};                                       \
  if (n % PIXELS) memcpy(tail8, s + (n - n % PIXELS) * 4, n % PIXELS * 4);
#define SOURCE8(s) widen(i + PIXELS <= n ? s + i * 4 : tail8)

#define T uint8_t
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

#undef T
