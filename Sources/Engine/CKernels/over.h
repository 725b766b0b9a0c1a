// The basic operations of source-over, for all formats of the destination.

/// The factor for multiplying by an alpha, in 1/65536: 0 for alpha 0, 65535 for full alpha, and never less
/// than a · 257/256, so that sums do not exceed full alpha.
INLINE V takes(V alphas) { return alphas + ((alphas + 255) >> 8); }

/// Computes s + d·(1 − sₐ) in 8.8, within 2 units of the exact value. If sₐ is 0, the result is exactly d; if
/// sₐ is full, the result is exactly s; channels stay below alpha, because the result never decreases when d
/// increases.
INLINE V over(V s, V d) { return s + d - mulhi(d + 1, takes(ALPHAS(s))); }

/// Copies the pixels of an incomplete vector; each pixel has `size` bytes.
INLINE void copy_part(void *to, const void *from, size_t n, size_t size) {
  if (PIXELS > 2 && n & 2) memcpy(to, from, 2 * size);
  if (n & 1) memcpy((char *)to + (n & 2) * size, (const char *)from + (n & 2) * size, size);
}

/// Runs the statements on whole vectors of pixels, and then on a copy of the remaining pixels.
#define BLEND_LOOP(...)                         \
  size_t i = 0;                                 \
  for (; i + PIXELS <= n; i += PIXELS) {        \
    T *p = d + i * 4;                           \
    __VA_ARGS__                                 \
  }                                             \
  if (i < n) {                                  \
    T last[LANES] = {0};                        \
    T *p = last;                                \
    copy_part(last, d + i * 4, n - i, 4 * sizeof(T));  \
    __VA_ARGS__                                 \
    copy_part(d + i * 4, last, n - i, 4 * sizeof(T));  \
  }

/// A kernel may read one vector of padding behind every source row; for rows without padding, these macros
/// copy the end of the row first.
#define TAIL_SOURCE8(s)                                             \
  uint8_t tail8[LANES] = {0};                                       \
  copy_part(tail8, s + (n - n % PIXELS) * 4, n % PIXELS, 4);
#define SOURCE8(s) widen(i + PIXELS <= n ? s + i * 4 : tail8)

#define T uint8_t
/// Composites RGBA8 over RGBA8: s + round(d·(255 − sₐ)/255), exact.
static void over8(uint8_t *d, size_t n, const uint8_t *s) {
  TAIL_SOURCE8(s)
  BLEND_LOOP({
    V x = SOURCE8(s) >> 8;
    V t = (widen(p) >> 8) * (255 - ALPHAS(x)) + 128;
    t = (t + (t >> 8)) >> 8;
    *(BU *)p = __builtin_convertvector(x + t, B);
  })
}

/// The distances in bytes from a row to the next row, in a destination and in a source.
typedef struct Below {
  ptrdiff_t to, from;
} Below;

/// Copies fewer than 64 bytes, a multiple of 4, from both ends; the two copies may overlap in the middle.
INLINE void copy_rest(uint8_t *d, const uint8_t *s, size_t count) {
  if (count >= 32) {
    memcpy(d, s, 32);
    memcpy(d + count - 32, s + count - 32, 32);
  } else if (count >= 16) {
    memcpy(d, s, 16);
    memcpy(d + count - 16, s + count - 16, 16);
  } else if (count >= 8) {
    memcpy(d, s, 8);
    memcpy(d + count - 8, s + count - 8, 8);
  } else {
    memcpy(d, s, 4);
  }
}

/// Copies bytes, and prefetches the bytes that are likely to be copied next: those in the next row, or some
/// rows further down if rows are too short for prefetching the next row in time. For pictures in main memory,
/// prefetching saves a third of the time.
static void copy_ahead(uint8_t *d, const uint8_t *s, size_t count, Below below) {
  uintptr_t rows = count < 1024 ? 8 : 1;
  uintptr_t next_d = (uintptr_t)d + rows * (uintptr_t)below.to;
  uintptr_t next_s = (uintptr_t)s + rows * (uintptr_t)below.from;
  size_t i = 0;
  for (; i + 64 <= count; i += 64) {
    prefetch(next_s + i);
    prefetch(next_d + i);
    memcpy(d + i, s + i, 64);
  }
  if (i < count) {
    prefetch(next_s + i);
    prefetch(next_d + i);
    copy_rest(d + i, s + i, count - i);
  }
}

/// Computes a + (b − a)·weight of LANES pairs of bytes, one pair in each lane: the even byte is computed in
/// the upper half of one vector and the odd byte in the upper half of another, so that no byte is unpacked.
INLINE V mix_pairs(V a, V b, V weight, V taken) {
  V even = a << 8;
  V odd = a & 0xFF00;
  even = mulhi(b << 8, weight) + even - mulhi(even + 1, taken) + 128;
  odd = mulhi(b & 0xFF00, weight) + odd - mulhi(odd + 1, taken) + 128;
  return (even >> 8) | (odd & 0xFF00);
}

/// Computes a + (b − a)·weight of opaque RGBA8, with the same bits as drawing `b` over a copy of `a` with
/// blend8.
static void mix8(
    uint8_t *d, const uint8_t *a, const uint8_t *b, size_t n, uint16_t weight, Below below_a,
    Below below_b) {
  V w = splat(weight);
  V taken = takes(mulhi(splat(FULL), w));
  size_t count = n * 4, i = 0;
  for (; i + 2 * LANES <= count; i += 2 * LANES) {
    prefetch((uintptr_t)a + (uintptr_t)below_a.from + i);
    prefetch((uintptr_t)b + (uintptr_t)below_b.from + i);
    prefetch((uintptr_t)d + (uintptr_t)below_a.to + i);
    store_pairs(d + i, mix_pairs(load_pairs(a + i), load_pairs(b + i), w, taken));
  }
  if (i < count) {
    uint8_t rest_a[2 * LANES] = {0}, rest_b[2 * LANES] = {0};
    memcpy(rest_a, a + i, count - i);
    memcpy(rest_b, b + i, count - i);
    store_pairs(rest_a, mix_pairs(load_pairs(rest_a), load_pairs(rest_b), w, taken));
    memcpy(d + i, rest_a, count - i);
  }
}

#undef T
