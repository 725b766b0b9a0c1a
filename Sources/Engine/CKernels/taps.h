// Sums of neighbouring texels, for images that are scaled without rotation. Weights add up to 16384, and only
// complete sums are rounded, so that equal texels give exactly their own value. If the image is reduced along
// y, each row of the canvas first sums its source rows, from bytes to 8.7, and then sums along x, to 8.8. If
// the image is enlarged along y, source rows are first summed along x to 8.6, which is signed because a
// cubic's weights may be negative; consecutive rows of the canvas share these sums.

/// Vectors of 2·LANES bytes with signed 16-bit and 32-bit elements.
typedef int16_t S __attribute__((vector_size(LANES * 2)));
typedef int32_t I __attribute__((vector_size(LANES * 2)));
typedef int32_t IU __attribute__((vector_size(LANES * 2), aligned(4)));

#if LANES == 16
#define MULTIPLY_PAIRS(a, b) ((I)_mm256_madd_epi16((__m256i)(a), (__m256i)(b)))
#define LOW_PAIRS(a, b) _mm256_unpacklo_epi16((__m256i)(a), (__m256i)(b))
#define HIGH_PAIRS(a, b) _mm256_unpackhi_epi16((__m256i)(a), (__m256i)(b))
#define PACK(a, b) ((S)_mm256_packs_epi32((__m256i)(a), (__m256i)(b)))
#else
#define MULTIPLY_PAIRS(a, b) ((I)_mm_madd_epi16((__m128i)(a), (__m128i)(b)))
#define LOW_PAIRS(a, b) _mm_unpacklo_epi16((__m128i)(a), (__m128i)(b))
#define HIGH_PAIRS(a, b) _mm_unpackhi_epi16((__m128i)(a), (__m128i)(b))
#define PACK(a, b) ((S)_mm_packs_epi32((__m128i)(a), (__m128i)(b)))
#endif

/// A vector that repeats a pair of weights for each pair of channels.
INLINE I weight_pair(int16_t a, int16_t b) {
  return (I){0} + (int32_t)((uint32_t)(uint16_t)a | (uint32_t)(uint16_t)b << 16);
}

/// Clamps `value` to the range from `low` to `high`.
INLINE S within(S value, S low, S high) {
  return __builtin_elementwise_min(__builtin_elementwise_max(value, low), high);
}

#if LANES == 16
/// The sums of the texels of two pixels, one channel in each lane.
typedef __m256i Two;

INLINE Two add_two(Two a, Two b) { return _mm256_add_epi32(a, b); }

/// Adds `half` to the sums, and shifts them right by `shift` bits.
INLINE __m128i pack_two(Two sums, int32_t half, int shift) {
  sums = _mm256_srai_epi32(_mm256_add_epi32(sums, _mm256_set1_epi32(half)), shift);
  return _mm_packs_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
}

/// Loads 16 bytes for each of two pixels.
INLINE __m256i load_two(const void *a, const void *b) {
  __m256i low = _mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)a));
  return _mm256_inserti128_si256(low, _mm_loadu_si128((const __m128i *)b), 1);
}

/// Loads four weights for each of two pixels.
INLINE __m256i load_weights(const int16_t *a, const int16_t *b) {
  __m256i low = _mm256_castsi128_si256(_mm_loadl_epi64((const __m128i *)(const void *)a));
  return _mm256_inserti128_si256(low, _mm_loadl_epi64((const __m128i *)(const void *)b), 1);
}

/// Multiplies pairs of channels by the weights of the first two and of the last two of four positions, and
/// adds the products.
INLINE __m256i weigh_pairs(__m256i first, __m256i last, __m256i weights) {
  return _mm256_add_epi32(
      _mm256_madd_epi16(first, _mm256_shuffle_epi32(weights, 0x00)),
      _mm256_madd_epi16(last, _mm256_shuffle_epi32(weights, 0x55)));
}
#else
typedef struct Two {
  __m128i first, second;
} Two;

INLINE Two add_two(Two a, Two b) {
  return (Two){_mm_add_epi32(a.first, b.first), _mm_add_epi32(a.second, b.second)};
}

INLINE __m128i pack_two(Two sums, int32_t half, int shift) {
  __m128i added = _mm_set1_epi32(half);
  return _mm_packs_epi32(
      _mm_srai_epi32(_mm_add_epi32(sums.first, added), shift),
      _mm_srai_epi32(_mm_add_epi32(sums.second, added), shift));
}

INLINE __m128i weigh_pairs(__m128i first, __m128i last, __m128i weights) {
  return _mm_add_epi32(
      _mm_madd_epi16(first, _mm_shuffle_epi32(weights, 0x00)),
      _mm_madd_epi16(last, _mm_shuffle_epi32(weights, 0x55)));
}

INLINE __m128i load_weights(const int16_t *weights) {
  return _mm_loadl_epi64((const __m128i *)(const void *)weights);
}

INLINE __m128i sum_four_texels(const uint8_t *texels, const int16_t *weights) {
  const __m128i zero = _mm_setzero_si128();
  __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)texels);
  __m128i low = _mm_unpacklo_epi8(bytes, zero), high = _mm_unpackhi_epi8(bytes, zero);
  low = _mm_unpacklo_epi16(low, _mm_srli_si128(low, 8));
  high = _mm_unpacklo_epi16(high, _mm_srli_si128(high, 8));
  return weigh_pairs(low, high, load_weights(weights));
}

INLINE __m128i sum_four_places(const int16_t *columns, const int16_t *weights) {
  __m128i a = _mm_loadu_si128((const __m128i *)(const void *)columns);
  __m128i b = _mm_loadu_si128((const __m128i *)(const void *)(columns + 8));
  a = _mm_unpacklo_epi16(a, _mm_srli_si128(a, 8));
  b = _mm_unpacklo_epi16(b, _mm_srli_si128(b, 8));
  return weigh_pairs(a, b, load_weights(weights));
}
#endif

/// The sums of the texels of two pixels, `taps` texels for each pixel, a multiple of 4; each lane has one
/// channel, times 16384.
INLINE Two sum_texels(
    const uint8_t *a, const uint8_t *b, const int16_t *a_weights, const int16_t *b_weights, int32_t taps) {
  Two sum = {0};
  for (int32_t t = 0; t < taps; t += 4) {
#if LANES == 16
    // The shuffle instruction places the same channel of two adjacent texels side by side.
    const __m256i order = _mm256_setr_epi8(
        0, 4, 1, 5, 2, 6, 3, 7, 8, 12, 9, 13, 10, 14, 11, 15,
        0, 4, 1, 5, 2, 6, 3, 7, 8, 12, 9, 13, 10, 14, 11, 15);
    const __m256i zero = _mm256_setzero_si256();
    __m256i bytes = _mm256_shuffle_epi8(load_two(a + t * 4, b + t * 4), order);
    sum = add_two(
        sum, weigh_pairs(
                 _mm256_unpacklo_epi8(bytes, zero), _mm256_unpackhi_epi8(bytes, zero),
                 load_weights(a_weights + t, b_weights + t)));
#else
    sum = add_two(
        sum,
        (Two){sum_four_texels(a + t * 4, a_weights + t), sum_four_texels(b + t * 4, b_weights + t)});
#endif
  }
  return sum;
}

/// Sums `n` pixels of a row of texels, in 8.6; writes up to one additional pixel.
INLINE void sum_row_of(
    const uint8_t *row, const int32_t *index, const int16_t *weights, int32_t taps, size_t n,
    int16_t *out) {
  for (size_t i = 0; i < n; i += 2) {
    const int16_t *w = weights + i * (size_t)taps;
    Two sums = sum_texels(
        row + (ptrdiff_t)index[i] * 4, row + (ptrdiff_t)index[i + 1] * 4, w, w + taps, taps);
    _mm_storeu_si128((__m128i *)(void *)(out + i * 4), pack_two(sums, 128, 8));
  }
}

static void sum_row(
    const uint8_t *row, const int32_t *index, const int16_t *weights, int32_t taps, size_t n,
    int16_t *out) {
  if (taps == 4) sum_row_of(row, index, weights, 4, n, out);
  else sum_row_of(row, index, weights, taps, n, out);
}

/// The minimum and the maximum of the two texels around each of `n` pixels; four pixels are processed at a
/// time.
static void bound_row(
    const uint8_t *row, const int32_t *nearest, size_t n, uint8_t *lows, uint8_t *highs) {
  for (size_t i = 0; i < n; i += 4) {
    __m128i words[4];
    for (int k = 0; k < 4; k++) {
      words[k] = _mm_loadl_epi64((const __m128i *)(const void *)(row + (ptrdiff_t)nearest[i + (size_t)k] * 4));
    }
    // The vector `first` has the first texels of all four rows, and `second` has the second texels.
    __m128i a = _mm_unpacklo_epi32(words[0], words[1]), b = _mm_unpacklo_epi32(words[2], words[3]);
    __m128i first = _mm_unpacklo_epi64(a, b), second = _mm_unpackhi_epi64(a, b);
    _mm_storeu_si128((__m128i *)(void *)(lows + i * 4), _mm_min_epu8(first, second));
    _mm_storeu_si128((__m128i *)(void *)(highs + i * 4), _mm_max_epu8(first, second));
  }
}

/// The number of rows that a cubic filter sums, which is also the number of buffered rows.
#define SUMMED_ROWS 4

/// The source rows that are summed for one row of the canvas.
typedef struct Stack {
  /// The rows summed along x in 8.6, and their weights; the number of rows is even, and the last weight may
  /// be 0.
  const int16_t *rows[SUMMED_ROWS];
  int16_t weights[SUMMED_ROWS];
  int32_t count;
  /// The minimums and maximums of two texel rows, to which sums are clamped; null if sums need no clamping.
  const uint8_t *lows[2], *highs[2];
  /// The index of the first of two rows to whose values sums are clamped instead; −1 if no rows are given.
  int32_t nearest;
  int is_opaque;
} Stack;

/// Converts sums of 8.6 values times 16384 to 8.8 values minus 32768.
INLINE S finish_sums(I low, I high) {
  const int32_t half = 2048 - (32768 << 12);
  return PACK((low + half) >> 12, (high + half) >> 12);
}

INLINE void sum_rows_of(const Stack *stack, int32_t count, size_t n, uint16_t *out) {
  const int16_t *w = stack->weights;
  for (size_t i = 0; i < n * 4; i += LANES) {
    I low = (I){0}, high = (I){0};
    for (int32_t t = 0; t < count; t += 2) {
      V a = load16((const uint16_t *)(const void *)(stack->rows[t] + i));
      V b = load16((const uint16_t *)(const void *)(stack->rows[t + 1] + i));
      I both = weight_pair(w[t], w[t + 1]);
      low += MULTIPLY_PAIRS(LOW_PAIRS(a, b), both);
      high += MULTIPLY_PAIRS(HIGH_PAIRS(a, b), both);
    }
    S value = finish_sums(low, high);
    if (stack->lows[0]) {
      B least8 = __builtin_elementwise_min(*(const BU *)(stack->lows[0] + i), *(const BU *)(stack->lows[1] + i));
      B most8 = __builtin_elementwise_max(*(const BU *)(stack->highs[0] + i), *(const BU *)(stack->highs[1] + i));
      S from = (S)((__builtin_convertvector(least8, V) << 8) ^ 0x8000);
      S to = (S)((__builtin_convertvector(most8, V) << 8) ^ 0x8000);
      value = within(value, from, to);
    } else if (stack->nearest >= 0) {
      S a = (S)load16((const uint16_t *)(const void *)(stack->rows[stack->nearest] + i));
      S b = (S)load16((const uint16_t *)(const void *)(stack->rows[stack->nearest + 1] + i));
      S from = (S)(((V)__builtin_elementwise_min(a, b) << 2) ^ 0x8000);
      S to = (S)(((V)__builtin_elementwise_max(a, b) << 2) ^ 0x8000);
      value = within(value, from, to);
    }
    V colors = (V)value ^ 0x8000;
    // A negative weight may make a colour larger than its alpha.
    if (!stack->is_opaque) colors = __builtin_elementwise_min(colors, ALPHAS(colors));
    store16(out + i, colors);
  }
}

/// Sums `n` pixels of a row of the canvas in 8.8; writes up to one additional vector.
static void sum_rows(const Stack *stack, size_t n, uint16_t *out) {
  if (stack->count == 2) sum_rows_of(stack, 2, n, out);
  else if (stack->count == 4) sum_rows_of(stack, 4, n, out);
  else sum_rows_of(stack, stack->count, n, out);
}

// The kernels for an image that is reduced along y.

/// The number of columns that are summed at a time; their sums fit in the L1 cache.
#define SUMMED_COLUMNS 512

/// Sums `count` channels of `taps` rows in 8.7; reads and writes up to one additional vector.
INLINE void sum_columns_of(
    const uint8_t *rows, ptrdiff_t stride, const int16_t *weights, int32_t taps, size_t count,
    int16_t *out) {
  for (size_t i = 0; i < count; i += LANES) {
    const uint8_t *at = rows + i;
    I low = (I){0} + 64, high = low;
    int32_t t = 0;
    for (; t + 1 < taps; t += 2, at += 2 * stride) {
      V a = __builtin_convertvector((B) * (const BU *)at, V);
      V b = __builtin_convertvector((B) * (const BU *)(at + stride), V);
      I both = weight_pair(weights[t], weights[t + 1]);
      low += MULTIPLY_PAIRS(LOW_PAIRS(a, b), both);
      high += MULTIPLY_PAIRS(HIGH_PAIRS(a, b), both);
    }
    if (t < taps) {
      V a = __builtin_convertvector((B) * (const BU *)at, V);
      I one = weight_pair(weights[t], 0);
      low += MULTIPLY_PAIRS(LOW_PAIRS(a, a), one);
      high += MULTIPLY_PAIRS(HIGH_PAIRS(a, a), one);
    }
    store16((uint16_t *)(void *)(out + i), (V)PACK(low >> 7, high >> 7));
  }
}

static void sum_columns(
    const uint8_t *rows, ptrdiff_t stride, const int16_t *weights, int32_t taps, size_t count,
    int16_t *out) {
  switch (taps) {
    case 2: sum_columns_of(rows, stride, weights, 2, count, out); return;
    case 3: sum_columns_of(rows, stride, weights, 3, count, out); return;
    case 4: sum_columns_of(rows, stride, weights, 4, count, out); return;
    case 5: sum_columns_of(rows, stride, weights, 5, count, out); return;
    default: sum_columns_of(rows, stride, weights, taps, count, out);
  }
}

/// The sums of the columns of two pixels, `taps` columns for each pixel, a multiple of 4; each lane has one
/// channel, times 16384.
INLINE Two sum_places(
    const int16_t *a, const int16_t *b, const int16_t *a_weights, const int16_t *b_weights, int32_t taps) {
  Two sum = {0};
  for (int32_t t = 0; t < taps; t += 4) {
#if LANES == 16
    // The shuffle instruction places the same channel of two adjacent columns side by side.
    const __m256i order = _mm256_setr_epi8(
        0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15,
        0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15);
    __m256i first = _mm256_shuffle_epi8(load_two(a + t * 4, b + t * 4), order);
    __m256i last = _mm256_shuffle_epi8(load_two(a + t * 4 + 8, b + t * 4 + 8), order);
    sum = add_two(sum, weigh_pairs(first, last, load_weights(a_weights + t, b_weights + t)));
#else
    sum = add_two(
        sum,
        (Two){sum_four_places(a + t * 4, a_weights + t), sum_four_places(b + t * 4, b_weights + t)});
#endif
  }
  return sum;
}

/// Converts the sums of `sum_places` to 8.8 values minus 32768.
INLINE __m128i finish_places(Two sums) { return pack_two(sums, 4096 - (32768 << 13), 13); }

/// Clamps two pixels to the values of the two columns around each of them, and clamps their colours to their
/// alphas, because a negative weight may reduce an alpha.
INLINE __m128i bounded_places(__m128i colors, const int16_t *first, const int16_t *second, int is_opaque) {
  const __m128i shift = _mm_set1_epi16(-32768);
  __m128i p = _mm_loadu_si128((const __m128i *)(const void *)first);
  __m128i q = _mm_loadu_si128((const __m128i *)(const void *)second);
  __m128i a = _mm_unpacklo_epi64(p, q), b = _mm_unpackhi_epi64(p, q);
  __m128i low = _mm_xor_si128(_mm_slli_epi16(_mm_min_epi16(a, b), 1), shift);
  __m128i high = _mm_xor_si128(_mm_slli_epi16(_mm_max_epi16(a, b), 1), shift);
  colors = _mm_min_epi16(_mm_max_epi16(colors, low), high);
  if (is_opaque) return colors;
  return _mm_min_epi16(colors, _mm_shufflehi_epi16(_mm_shufflelo_epi16(colors, 0xFF), 0xFF));
}

/// Computes `n` pixels in 8.8 from summed columns, the first of which is column `from`; writes up to one
/// additional pixel. `nearest` is null if no weight is negative.
INLINE void sum_pixels_of(
    const int16_t *columns, int32_t from, const int32_t *index, const int16_t *weights, int32_t taps,
    const int32_t *nearest, int is_opaque, size_t n, uint16_t *out) {
  for (size_t i = 0; i < n; i += 2) {
    size_t j = i + 1 < n ? i + 1 : i;
    __m128i colors = finish_places(sum_places(
        columns + (ptrdiff_t)(index[i] - from) * 4, columns + (ptrdiff_t)(index[j] - from) * 4,
        weights + i * (size_t)taps, weights + j * (size_t)taps, taps));
    if (nearest) {
      const int16_t *first = columns + (ptrdiff_t)(nearest[i] - from) * 4;
      colors = bounded_places(colors, first, columns + (ptrdiff_t)(nearest[j] - from) * 4, is_opaque);
    }
    colors = _mm_xor_si128(colors, _mm_set1_epi16(-32768));
    _mm_storeu_si128((__m128i *)(void *)(out + i * 4), colors);
  }
}

static void sum_pixels(
    const int16_t *columns, int32_t from, const int32_t *index, const int16_t *weights, int32_t taps,
    const int32_t *nearest, int is_opaque, size_t n, uint16_t *out) {
  if (nearest) sum_pixels_of(columns, from, index, weights, taps, nearest, is_opaque, n, out);
  else if (taps == 4) sum_pixels_of(columns, from, index, weights, 4, NULL, 1, n, out);
  else if (taps == 8) sum_pixels_of(columns, from, index, weights, 8, NULL, 1, n, out);
  else sum_pixels_of(columns, from, index, weights, taps, NULL, 1, n, out);
}
