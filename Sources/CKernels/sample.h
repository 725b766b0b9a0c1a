// Bilinear samples in 8.8. A weight is 0…256; with equal texels the sample is exactly the
// texel. PIXELS pixels at a time; a row of bitmap has at least 64 bytes, so a pair can be read even
// where the second texel has no weight because there is none.

/// A texel and the one right of it, for each pixel.
typedef uint8_t Pairs __attribute__((vector_size(LANES * 2)));
typedef uint64_t PairWords __attribute__((vector_size(LANES * 2)));

/// The texels at one side of each pair, as 16-bit channels.
#if LANES == 16
#define FIRSTS(p) (V)__builtin_shufflevector(p, (Pairs){0}, \
    0, 32, 1, 32, 2, 32, 3, 32, 8, 32, 9, 32, 10, 32, 11, 32, \
    16, 32, 17, 32, 18, 32, 19, 32, 24, 32, 25, 32, 26, 32, 27, 32)
#define SECONDS(p) (V)__builtin_shufflevector(p, (Pairs){0}, \
    4, 32, 5, 32, 6, 32, 7, 32, 12, 32, 13, 32, 14, 32, 15, 32, \
    20, 32, 21, 32, 22, 32, 23, 32, 28, 32, 29, 32, 30, 32, 31, 32)
#else
#define FIRSTS(p) __builtin_convertvector(__builtin_shufflevector(p, p, 0, 1, 2, 3, 8, 9, 10, 11), V)
#define SECONDS(p) __builtin_convertvector(__builtin_shufflevector(p, p, 4, 5, 6, 7, 12, 13, 14, 15), V)
#endif

INLINE uint64_t pair(const uint8_t *p) {
  uint64_t word;
  memcpy(&word, p, 8);
  return word;
}

/// The pairs at some texels of a row.
INLINE PairWords pairs(const uint8_t *row, const int32_t *index) {
  PairWords words;
  for (size_t j = 0; j < PIXELS; j++) words[j] = pair(row + (ptrdiff_t)index[j] * 4);
  return words;
}

/// a·(256 − w) + b·w of each pair: 8.8, exact.
INLINE V between(PairWords words, V w) {
  Pairs p = (Pairs)words;
  V a = FIRSTS(p);
  V b = SECONDS(p);
  return (a << 8) + (b - a) * w;
}

/// a·(256 − w)/256 + b·w/256 of 8.8 channels, each product rounded down.
INLINE V mix(V a, V b, V w) {
  // The factors are 16 bits wide, in which 256 becomes 0.
  V sum = mulhi(a, (256 - w) << 8) + mulhi(b, w << 8);
  return sum + (a & (V)(w == 0)) + (b & (V)(w == 256));
}

/// The same with one weight for all, which is not 0 or 256: those need no mixing.
INLINE V mix_inside(V a, V b, V first, V second) { return mulhi(a, first) + mulhi(b, second); }
