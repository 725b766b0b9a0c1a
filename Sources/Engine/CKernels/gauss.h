// The Gaussian blur of pictures in 8.8 channels. A wide blur is computed on a picture of half the size. The
// picture is reduced with the weights 1 3 3 1, and enlarged with the weights 3 1. Both steps keep the
// position of the contents and blur by a known amount, which is subtracted from the Gaussian.

typedef uint64_t W __attribute__((vector_size(LANES * 2)));

/// Computes ⌈(a + b) / 2⌉.
INLINE V mean(V a, V b) {
#if LANES == 16
  return (V)_mm256_avg_epu16((__m256i)a, (__m256i)b);
#else
  return (V)_mm_avg_epu16((__m128i)a, (__m128i)b);
#endif
}

/// Computes (3·a + b) / 4.
INLINE V nearer(V a, V b) { return mean(a, mean(a, b)); }
/// Computes (a + 3·b + 3·c + d) / 8.
INLINE V centred(V a, V b, V c, V d) { return nearer(mean(b, c), mean(a, d)); }

#if LANES == 16
#define EVENS(a, b) ((V)__builtin_shufflevector((W)(a), (W)(b), 0, 2, 4, 6))
#define ODDS(a, b) ((V)__builtin_shufflevector((W)(a), (W)(b), 1, 3, 5, 7))
#define ZIP_LOW(a, b) ((V)__builtin_shufflevector((W)(a), (W)(b), 0, 4, 1, 5))
#define ZIP_HIGH(a, b) ((V)__builtin_shufflevector((W)(a), (W)(b), 2, 6, 3, 7))
#else
#define EVENS(a, b) ((V)__builtin_shufflevector((W)(a), (W)(b), 0, 2))
#define ODDS(a, b) ((V)__builtin_shufflevector((W)(a), (W)(b), 1, 3))
#define ZIP_LOW(a, b) ((V)__builtin_shufflevector((W)(a), (W)(b), 0, 2))
#define ZIP_HIGH(a, b) ((V)__builtin_shufflevector((W)(a), (W)(b), 1, 3))
#endif

/// Halves a picture: `to` has width × height pixels, `from` has 2·width + 2 by 2·height + 2 pixels, and both
/// have no padding. `room` has space for one row of `from` and 48 more channels.
static void shrink(
    const uint16_t *from, uint16_t *to, int32_t width, int32_t height, uint16_t *room) {
  size_t n = (size_t)(2 * width + 2) * 4, out = (size_t)width * 4;
  for (int32_t y = 0; y < height; y++, to += out) {
    const uint16_t *a = from + (size_t)(2 * y) * n, *b = a + n, *c = b + n, *d = c + n;
    size_t i = 0;
    for (; i + LANES <= n; i += LANES) {
      store16(room + i, centred(load16(a + i), load16(b + i), load16(c + i), load16(d + i)));
    }
    if (i < n) {
      uint16_t last[4][LANES] = {{0}};
      size_t size = (n - i) * 2;
      memcpy(last[0], a + i, size);
      memcpy(last[1], b + i, size);
      memcpy(last[2], c + i, size);
      memcpy(last[3], d + i, size);
      store16(room + i, centred(load16(last[0]), load16(last[1]), load16(last[2]), load16(last[3])));
    }
    // Pixel 2·x + 1 of the larger row is the first of the two pixels that pixel x of the smaller row covers.
    for (size_t x = 0; x < out; x += LANES) {
      const uint16_t *p = room + 2 * x;
      V p0 = load16(p), p1 = load16(p + LANES), q0 = load16(p + 8), q1 = load16(p + 8 + LANES);
      V value = centred(EVENS(p0, p1), ODDS(p0, p1), EVENS(q0, q1), ODDS(q0, q1));
      if (x + LANES <= out) {
        store16(to + x, value);
      } else {
        uint16_t rest[LANES];
        store16(rest, value);
        memcpy(to + x, rest, (out - x) * 2);
      }
    }
  }
}

/// Computes columns x ..< x + n of row y of a picture that is twice as large as `half`, whose rows have
/// `width` pixels and whose first pixel is at (2·dx, 2·dy) of the larger picture; n is at most PIECE, and
/// `out` has space for two more vectors.
static void double_row(
    const uint16_t *half, int32_t width, int32_t dx, int32_t dy, int32_t x, int32_t y, size_t n,
    uint16_t *out) {
  // Shifting a negative number to the right rounds down.
  int32_t row = (y >> 1) - dy, other = (y & 1) ? row + 1 : row - 1;
  int32_t first = (x >> 1) - dx;
  size_t skipped = (size_t)(x & 1), count = (skipped + n + 1) / 2;
  const uint16_t *a = half + ((ptrdiff_t)row * width + first - 1) * 4;
  const uint16_t *b = half + ((ptrdiff_t)other * width + first - 1) * 4;
  uint16_t mixed[(PIECE / 2 + 4) * 4 + 2 * LANES];
  size_t channels = (count + 2) * 4;
  for (size_t i = 0; i < channels; i += LANES) store16(mixed + i, nearer(load16(a + i), load16(b + i)));
  uint16_t whole[PIECE * 4 + 4 * LANES];
  uint16_t *to = skipped ? whole : out;
  for (size_t j = 0; j < count * 4; j += LANES) {
    V left = load16(mixed + j), middle = load16(mixed + j + 4), right = load16(mixed + j + 8);
    V even = nearer(middle, left), odd = nearer(middle, right);
    store16(to + 2 * j, ZIP_LOW(even, odd));
    store16(to + 2 * j + LANES, ZIP_HIGH(even, odd));
  }
  if (skipped) memcpy(out, whole + 4, n * 8);
}

/// Computes columns x ..< x + width and rows y ..< y + height, without padding, of a picture that is twice as
/// large as `half`.
static void enlarge_twice(
    const uint16_t *half, int32_t half_width, int32_t dx, int32_t dy, int32_t x, int32_t y,
    int32_t width, int32_t height, uint16_t *to) {
  uint16_t room[PIECE * 4 + LANES];
  for (int32_t row = y; row < y + height; row++) {
    for (int32_t at = 0; at < width; at += PIECE, to += PIECE * 4) {
      size_t n = width - at < PIECE ? (size_t)(width - at) : PIECE;
      double_row(half, half_width, dx, dy, x + at, row, n, room);
      memcpy(to, room, n * 8);
      if (n < PIECE) to -= (PIECE - n) * 4;
    }
  }
}

/// Convolves with a Gaussian: channel i of a row of `to` is the weighted sum of channels of `from` that are
/// `step` channels apart on both sides of channel i. `taps` has radius + 1 weights, starting at the centre;
/// the centre plus twice the sum of the other weights is 65536. `from` must be readable as far as the taps
/// reach. Rows have `count` channels; the starts of rows are `from_stride` and `to_stride` channels apart.
static void convolve(
    const uint16_t *from, ptrdiff_t from_stride, uint16_t *to, ptrdiff_t to_stride, size_t count,
    int32_t rows, ptrdiff_t step, const uint32_t *taps, int32_t radius) {
  V middle = splat((uint16_t)(taps[0] < 65535 ? taps[0] : 65535));
  // Rounding each product down loses half a unit on average, which is added to the sum.
  V lost = splat((uint16_t)((radius + 1) / 2));
  for (int32_t y = 0; y < rows; y++, from += from_stride, to += to_stride) {
    size_t i = 0;
    for (; i + 4 * LANES <= count; i += 4 * LANES) {
      const uint16_t *p = from + i;
      V s0 = mulhi(load16(p), middle) + lost, s1 = mulhi(load16(p + LANES), middle) + lost;
      V s2 = mulhi(load16(p + 2 * LANES), middle) + lost;
      V s3 = mulhi(load16(p + 3 * LANES), middle) + lost;
      for (int32_t k = 1; k <= radius; k++) {
        const uint16_t *a = p - k * step, *b = p + k * step;
        V tap = splat((uint16_t)(2 * taps[k]));
        s0 += mulhi(mean(load16(a), load16(b)), tap);
        s1 += mulhi(mean(load16(a + LANES), load16(b + LANES)), tap);
        s2 += mulhi(mean(load16(a + 2 * LANES), load16(b + 2 * LANES)), tap);
        s3 += mulhi(mean(load16(a + 3 * LANES), load16(b + 3 * LANES)), tap);
      }
      V full = splat(FULL);
      store16(to + i, least(s0, full));
      store16(to + i + LANES, least(s1, full));
      store16(to + i + 2 * LANES, least(s2, full));
      store16(to + i + 3 * LANES, least(s3, full));
    }
    for (; i < count; i++) {
      const uint16_t *p = from + i;
      uint32_t sum = ((p[0] * (uint32_t)middle[0]) >> 16) + lost[0];
      for (int32_t k = 1; k <= radius; k++) {
        uint32_t both = ((uint32_t)p[-k * step] + p[k * step] + 1) >> 1;
        sum += (both * (uint16_t)(2 * taps[k])) >> 16;
      }
      to[i] = (uint16_t)(sum < FULL ? sum : FULL);
    }
  }
}

/// Convolves with 2·radius + 1 taps; the tap at radius + k applies to the channel k steps before the result.
static void convolve_moved(
    const uint16_t *from, ptrdiff_t from_stride, uint16_t *to, ptrdiff_t to_stride, size_t count,
    int32_t rows, ptrdiff_t step, const uint32_t *taps, int32_t radius) {
  for (int32_t y = 0; y < rows; y++, from += from_stride, to += to_stride) {
    for (size_t i = 0; i < count; i += LANES) {
      size_t n = count - i < LANES ? count - i : LANES;
      // Channels are at most 65280, so the sums stay below 2³².
      uint32_t sums[LANES];
      for (size_t j = 0; j < LANES; j++) sums[j] = 0x8000;
      for (int32_t k = -radius; k <= radius; k++) {
        const uint16_t *p = from + i - k * step;
        uint32_t tap = taps[radius + k];
        for (size_t j = 0; j < n; j++) sums[j] += p[j] * tap;
      }
      for (size_t j = 0; j < n; j++) to[i + j] = (uint16_t)(sums[j] >> 16);
    }
  }
}
