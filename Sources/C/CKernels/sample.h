// Bilinear samples in 8.8. A weight is 0…256; with equal texels the sample is exactly the
// texel. PIXELS pixels at a time; a row of bitmap has at least 64 bytes, so a pair can be read even
// where the second texel has no weight because there is none.

/// A texel and the one right of it, for each pixel.
typedef uint8_t Pairs __attribute__((vector_size(LANES * 2)));
typedef uint64_t PairWords __attribute__((vector_size(LANES * 2)));

/// The texels at one side of each pair, as 16-bit channels.
#if LANES != 16
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

/// The pairs at some bytes from `base`.
INLINE PairWords pairs_at(const uint8_t *base, const int32_t *offset) {
#if LANES == 16
  // Loads that fill all lanes and blends leave the shuffling port to what needs it.
  __m256i a, b, c, d;
  __asm__("vpbroadcastq %1, %0" : "=x"(a) : "m"(*(const uint64_t (*)[1])(const void *)(base + offset[0])));
  __asm__("vpbroadcastq %1, %0" : "=x"(b) : "m"(*(const uint64_t (*)[1])(const void *)(base + offset[1])));
  __asm__("vpbroadcastq %1, %0" : "=x"(c) : "m"(*(const uint64_t (*)[1])(const void *)(base + offset[2])));
  __asm__("vpbroadcastq %1, %0" : "=x"(d) : "m"(*(const uint64_t (*)[1])(const void *)(base + offset[3])));
  return (PairWords)_mm256_blend_epi32(
      _mm256_blend_epi32(a, b, 0x0C), _mm256_blend_epi32(c, d, 0xC0), 0xF0);
#else
  PairWords words;
  for (size_t j = 0; j < PIXELS; j++) words[j] = pair(base + offset[j]);
  return words;
#endif
}

/// a·(256 − w) + b·w of each pair: 8.8, exact.
INLINE V between(PairWords words, V w) {
#if LANES == 16
  // a and b of a channel side by side, so that one multiplication gives b − a.
  const __m256i order = _mm256_setr_epi8(
      0, 4, 1, 5, 2, 6, 3, 7, 8, 12, 9, 13, 10, 14, 11, 15,
      0, 4, 1, 5, 2, 6, 3, 7, 8, 12, 9, 13, 10, 14, 11, 15);
  __m256i both = _mm256_shuffle_epi8((__m256i)words, order);
  V rise = (V)_mm256_maddubs_epi16(both, _mm256_set1_epi16(0x01FF));
  return ((V)both << 8) + rise * w;
#else
  Pairs p = (Pairs)words;
  V a = FIRSTS(p);
  V b = SECONDS(p);
  return (a << 8) + (b - a) * w;
#endif
}

/// a·(256 − w)/256 + b·w/256 of 8.8 channels, each product rounded down.
INLINE V mix(V a, V b, V w) {
  // The factors are 16 bits wide, in which 256 becomes 0.
  V sum = mulhi(a, (256 - w) << 8) + mulhi(b, w << 8);
  return sum + (a & (V)(w == 0)) + (b & (V)(w == 256));
}

/// The same where no weight is 256, with weights times 256.
INLINE V mix_part(V a, V b, V second) {
  return mulhi(a, -second) + mulhi(b, second) + (a & (V)(second == 0));
}

/// The same with one weight for all, which is not 0 or 256: those need no mixing.
INLINE V mix_inside(V a, V b, V first, V second) { return mulhi(a, first) + mulhi(b, second); }
