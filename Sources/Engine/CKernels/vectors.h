// The number of whole pixels in a vector; a vector has LANES channels of 16 bits.

#define PIXELS (LANES / 4)
#define INLINE static inline __attribute__((always_inline))

typedef uint16_t V __attribute__((vector_size(LANES * 2)));
typedef uint16_t VU __attribute__((vector_size(LANES * 2), aligned(2)));
typedef uint8_t B __attribute__((vector_size(LANES)));
typedef uint8_t BU __attribute__((vector_size(LANES), aligned(1)));

#define FULL 65280

/// The upper 16 bits of a product: ⌊a·b / 65536⌋.
INLINE V mulhi(V a, V b) {
#if LANES == 16
  return (V)_mm256_mulhi_epu16((__m256i)a, (__m256i)b);
#else
  return (V)_mm_mulhi_epu16((__m128i)a, (__m128i)b);
#endif
}

/// Converts bytes to 8.8 channels.
INLINE V widen(const uint8_t *p) {
  return __builtin_convertvector((B) * (const BU *)p, V) << 8;
}

/// Rounds 8.8 channels to the nearest bytes.
INLINE void narrow_to(uint8_t *p, V v) {
  *(BU *)p = __builtin_convertvector((v + 128) >> 8, B);
}

/// Rounds two vectors of 8.8 channels to bytes.
INLINE void narrow_pair(uint8_t *p, V a, V b) {
#if LANES == 16
  __m256i low = (__m256i)((a + 128) >> 8), high = (__m256i)((b + 128) >> 8);
  // The AVX2 pack instruction interleaves the halves of both vectors, so the permutation restores their
  // order.
  __m256i packed = _mm256_permute4x64_epi64(_mm256_packus_epi16(low, high), 0xD8);
  _mm256_storeu_si256((__m256i *)(void *)p, packed);
#else
  __m128i low = (__m128i)((a + 128) >> 8), high = (__m128i)((b + 128) >> 8);
  _mm_storeu_si128((__m128i *)(void *)p, _mm_packus_epi16(low, high));
#endif
}

INLINE V load16(const uint16_t *p) { return *(const VU *)p; }
INLINE void store16(uint16_t *p, V v) { *(VU *)p = v; }

/// Loads 2·LANES bytes in the order in which they are in memory.
INLINE V load_pairs(const uint8_t *p) {
  V v;
  memcpy(&v, p, sizeof v);
  return v;
}
INLINE void store_pairs(uint8_t *p, V v) { memcpy(p, &v, sizeof v); }

#if LANES == 16
#define ALPHAS(v) __builtin_shufflevector(v, v, 3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11, 15, 15, 15, 15)
typedef uint16_t P __attribute__((vector_size(8), aligned(2)));
#define SPREAD(p) __builtin_shufflevector(p, p, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3)
#define REPEAT(c) ((V){c[0], c[1], c[2], c[3], c[0], c[1], c[2], c[3], c[0], c[1], c[2], c[3], c[0], c[1], c[2], c[3]})
#else
#define ALPHAS(v) __builtin_shufflevector(v, v, 3, 3, 3, 3, 7, 7, 7, 7)
typedef uint16_t P __attribute__((vector_size(4), aligned(2)));
#define SPREAD(p) __builtin_shufflevector(p, p, 0, 0, 0, 0, 1, 1, 1, 1)
#define REPEAT(c) ((V){c[0], c[1], c[2], c[3], c[0], c[1], c[2], c[3]})
#endif

/// Repeats the weight of each pixel for all its channels.
INLINE V spread(const uint16_t *weights) {
  P p = *(const P *)weights;
  return SPREAD(p);
}

INLINE V splat(uint16_t x) { return (V){0} + x; }

/// Computes exactly round(a·b / 65535).
INLINE uint16_t multiply16(uint32_t a, uint32_t b) {
  uint32_t t = a * b + 0x8000;
  return (uint16_t)((t + (t >> 16)) >> 16);
}

/// Prefetches the cache line at an address, which need not be valid.
#define prefetch(p) __builtin_prefetch((const void *)(p), 0, 3)

/// Prefetches the columns x0 ..< x1, of `size` bytes each, of a row whose column 0 is at `row`.
INLINE void prefetch_part(uintptr_t row, int32_t x0, int32_t x1, ptrdiff_t size) {
  uintptr_t end = row + (uintptr_t)(x1 * size);
  for (uintptr_t p = (row + (uintptr_t)(x0 * size)) & ~(uintptr_t)63; p < end; p += 64) prefetch(p);
}
