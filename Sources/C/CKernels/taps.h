// Sums of neighbouring texels, for images that are scaled without turning. First along x, from bytes to
// 8.6: signed, since a cubic's weights may be negative; then along y, from these to 8.8. Weights add up
// to 16384, and nothing is rounded before a whole sum, so that equal texels give exactly their value.

/// 2·LANES bytes as signed 16-bit and 32-bit numbers.
typedef int16_t S __attribute__((vector_size(LANES * 2)));
typedef int32_t I __attribute__((vector_size(LANES * 2)));

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

/// The value nearest to `value` from `low` to `high`.
INLINE S within(S value, S low, S high) {
  return __builtin_elementwise_min(__builtin_elementwise_max(value, low), high);
}

/// The sums of one pixel's texels, `taps` of them, a multiple of 4: a channel each, times 16384.
INLINE __m128i sum_texels(const uint8_t *texels, const int16_t *weights, int32_t taps) {
#if LANES == 16
  // A channel of two texels side by side, and the weights of both for each channel.
  const __m128i order = _mm_setr_epi8(0, 4, 1, 5, 2, 6, 3, 7, 8, 12, 9, 13, 10, 14, 11, 15);
  const __m256i repeat = _mm256_setr_epi8(
      0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 4, 5, 6, 7, 4, 5, 6, 7, 4, 5, 6, 7, 4, 5, 6, 7);
  __m256i sum = _mm256_setzero_si256();
  for (int32_t t = 0; t < taps; t += 4) {
    __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)(texels + t * 4));
    __m256i pairs = _mm256_cvtepu8_epi16(_mm_shuffle_epi8(bytes, order));
    __m128i four = _mm_loadl_epi64((const __m128i *)(const void *)(weights + t));
    __m256i w = _mm256_shuffle_epi8(_mm256_broadcastq_epi64(four), repeat);
    sum = _mm256_add_epi32(sum, _mm256_madd_epi16(pairs, w));
  }
  return _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
#else
  const __m128i zero = _mm_setzero_si128();
  __m128i sum = zero;
  for (int32_t t = 0; t < taps; t += 4) {
    __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)(texels + t * 4));
    __m128i four = _mm_loadl_epi64((const __m128i *)(const void *)(weights + t));
    __m128i low = _mm_unpacklo_epi8(bytes, zero), high = _mm_unpackhi_epi8(bytes, zero);
    low = _mm_unpacklo_epi16(low, _mm_srli_si128(low, 8));
    high = _mm_unpacklo_epi16(high, _mm_srli_si128(high, 8));
    sum = _mm_add_epi32(sum, _mm_madd_epi16(low, _mm_shuffle_epi32(four, 0x00)));
    sum = _mm_add_epi32(sum, _mm_madd_epi16(high, _mm_shuffle_epi32(four, 0x55)));
  }
  return sum;
#endif
}

/// Such sums in 8.6, to the nearest.
INLINE __m128i round_sums(__m128i sums) {
  return _mm_srai_epi32(_mm_add_epi32(sums, _mm_set1_epi32(128)), 8);
}

/// `n` pixels of a row of texels, in 8.6; writes up to one pixel more.
INLINE void sum_row_of(
    const uint8_t *row, const int32_t *index, const int16_t *weights, int32_t taps, size_t n,
    int16_t *out) {
  for (size_t i = 0; i < n; i += 2) {
    const int16_t *w = weights + i * (size_t)taps;
    __m128i a = sum_texels(row + (ptrdiff_t)index[i] * 4, w, taps);
    __m128i b = sum_texels(row + (ptrdiff_t)index[i + 1] * 4, w + taps, taps);
    __m128i both = _mm_packs_epi32(round_sums(a), round_sums(b));
    _mm_storeu_si128((__m128i *)(void *)(out + i * 4), both);
  }
}

static void sum_row(
    const uint8_t *row, const int32_t *index, const int16_t *weights, int32_t taps, size_t n,
    int16_t *out) {
  if (taps == 4) sum_row_of(row, index, weights, 4, n, out);
  else sum_row_of(row, index, weights, taps, n, out);
}

/// The least and the most of the two texels that each of `n` pixels lies between; four at a time.
static void bound_row(
    const uint8_t *row, const int32_t *nearest, size_t n, uint8_t *lows, uint8_t *highs) {
  for (size_t i = 0; i < n; i += 4) {
    __m128i words[4];
    for (int k = 0; k < 4; k++) {
      words[k] = _mm_loadl_epi64((const __m128i *)(const void *)(row + (ptrdiff_t)nearest[i + (size_t)k] * 4));
    }
    // The first texels of all four, and the second ones.
    __m128i a = _mm_unpacklo_epi32(words[0], words[1]), b = _mm_unpacklo_epi32(words[2], words[3]);
    __m128i first = _mm_unpacklo_epi64(a, b), second = _mm_unpackhi_epi64(a, b);
    _mm_storeu_si128((__m128i *)(void *)(lows + i * 4), _mm_min_epu8(first, second));
    _mm_storeu_si128((__m128i *)(void *)(highs + i * 4), _mm_max_epu8(first, second));
  }
}

/// Keeps 8.6 channels between bytes.
static void clamp_row(int16_t *values, const uint8_t *lows, const uint8_t *highs, size_t n) {
  for (size_t i = 0; i < n * 4; i += LANES) {
    S low = (S)(widen(lows + i) >> 2), high = (S)(widen(highs + i) >> 2);
    S value = (S)load16((const uint16_t *)(const void *)(values + i));
    store16((uint16_t *)(void *)(values + i), (V)within(value, low, high));
  }
}

/// Rows that are summed at a time; as many are kept.
#define SUMMED_ROWS 8

/// What a row of the canvas is summed from.
typedef struct Stack {
  /// Sums along x in 8.6, and their weights; an even number, of which the last may weigh nothing.
  const int16_t *rows[SUMMED_ROWS];
  int16_t weights[SUMMED_ROWS];
  int32_t count;
  /// The least and the most of two rows of texels each, between which sums stay; null: they do anyway.
  const uint8_t *lows[2], *highs[2];
  /// The two rows of `rows` between whose values sums stay, instead; −1: none.
  int32_t nearest;
  int is_opaque;
} Stack;

/// 8.8 less 32768, of sums times 16384 of 8.6.
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
      I both = (I){0} + (int32_t)((uint32_t)(uint16_t)w[t] | (uint32_t)(uint16_t)w[t + 1] << 16);
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
    // A negative weight may leave more colour than alpha.
    if (!stack->is_opaque) colors = __builtin_elementwise_min(colors, ALPHAS(colors));
    store16(out + i, colors);
  }
}

/// `n` pixels of a row of the canvas, in 8.8; writes up to a vector more.
static void sum_rows(const Stack *stack, size_t n, uint16_t *out) {
  if (stack->count == 2) sum_rows_of(stack, 2, n, out);
  else if (stack->count == 4) sum_rows_of(stack, 4, n, out);
  else sum_rows_of(stack, stack->count, n, out);
}

/// Adds two rows to sums of 8.6 times 16384.
static void add_rows(
    const int16_t *first, const int16_t *second, const int16_t *weights, size_t n, int32_t *sums) {
  for (size_t i = 0; i < n * 4; i++) sums[i] += first[i] * weights[0] + second[i] * weights[1];
}

/// Such sums in 8.8.
static void round_rows(const int32_t *sums, size_t n, uint16_t *out) {
  for (size_t i = 0; i < n * 4; i++) out[i] = (uint16_t)((sums[i] + 2048) >> 12);
}
