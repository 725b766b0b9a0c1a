// Bilinear samples in 8.8. A weight is 0…256; with equal texels the sample is exactly the
// texel. PIXELS pixels at a time; a row of bitmap has at least 64 bytes, so a pair can be read even
// where the second texel has no weight because there is none.

/// A texel and the one right of it, for each pixel.
typedef uint8_t Pairs __attribute__((vector_size(LANES * 2)));
typedef uint64_t PairWords __attribute__((vector_size(LANES * 2)));

#if LANES == 16
#define FIRSTS(p) __builtin_shufflevector(p, p, 0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27)
#define SECONDS(p) __builtin_shufflevector(p, p, 4, 5, 6, 7, 12, 13, 14, 15, 20, 21, 22, 23, 28, 29, 30, 31)
#else
#define FIRSTS(p) __builtin_shufflevector(p, p, 0, 1, 2, 3, 8, 9, 10, 11)
#define SECONDS(p) __builtin_shufflevector(p, p, 4, 5, 6, 7, 12, 13, 14, 15)
#endif

INLINE uint64_t pair(const uint8_t *p) {
  uint64_t word;
  memcpy(&word, p, 8);
  return word;
}

/// a·(256 − w) + b·w of each pair: 8.8, exact.
INLINE V between(PairWords words, V w) {
  Pairs p = (Pairs)words;
  V a = __builtin_convertvector(FIRSTS(p), V);
  V b = __builtin_convertvector(SECONDS(p), V);
  return (a << 8) + (b - a) * w;
}

/// a·(256 − w)/256 + b·w/256 of 8.8 channels, each product rounded down.
INLINE V mix(V a, V b, V w) {
  // The factors are 16 bits wide, in which 256 becomes 0.
  V sum = mulhi(a, (256 - w) << 8) + mulhi(b, w << 8);
  return sum + (a & (V)(w == 0)) + (b & (V)(w == 256));
}
