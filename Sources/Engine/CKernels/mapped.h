// Reads images through a plane map: rotated, skewed, or in perspective. A pixel shows a parallelogram of the
// picture, which is determined by the slope of the map at the pixel. A parallelogram that is diagonal to the
// texels and longer than wide, or wider than four texels allow, is divided along its sides into equal parts,
// and the pixel is the mean of the parts. A part is read as an axis-aligned rectangle with the same spread in
// each direction, 1…3 texels wide. In an enlarged picture, the pixel is a bicubic sample at its centre. Each
// part is a sum of 4×4 texels with weights from a table.

/// Four rows of four texels each, which contribute to one pixel.
typedef struct Texels {
  __m128i rows[4];
} Texels;

/// Loads the texels from a position on; outside the picture, the texels at the edge are repeated.
static Texels texels_at_edge(const ck_level *level, int32_t left, int32_t top) {
  Texels texels;
  for (int32_t k = 0; k < 4; k++) {
    int32_t y = top + k;
    y = y > 0 ? y : 0;
    y = y < level->height ? y : level->height - 1;
    const uint8_t *row = level->pixels + y * level->stride;
    uint8_t four[16];
    for (int32_t j = 0; j < 4; j++) {
      int32_t x = left + j;
      x = x > 0 ? x : 0;
      x = x < level->width ? x : level->width - 1;
      memcpy(four + j * 4, row + x * 4, 4);
    }
    texels.rows[k] = _mm_loadu_si128((const __m128i *)(const void *)four);
  }
  return texels;
}

/// Loads the texels at an offset from the first texel of the level.
INLINE Texels texels_inside(const ck_level *level, int32_t offset) {
  const uint8_t *first = level->pixels + offset;
  // The texel rows further down are prefetched, because the next row of the canvas is likely to read them.
  prefetch((uintptr_t)first + 6 * (uintptr_t)level->stride);
  Texels texels;
  for (int32_t k = 0; k < 4; k++) {
    texels.rows[k] = _mm_loadu_si128((const __m128i *)(const void *)(first + k * level->stride));
  }
  return texels;
}

/// The number of pixels that are summed at a time; each pixel has one vector of sums.
#define SQUARES (LANES / 8)

#if LANES == 16
/// Combines the 16 bytes of each of two pixels in one vector.
INLINE __m256i pair(__m128i first, __m128i second) { return _mm256_set_m128i(second, first); }

/// Loads the weights of two pixels, eight bytes for each pixel.
#define WEIGHTS(table, places) \
  pair( \
      _mm_loadl_epi64((const __m128i *)(const void *)((table) + ((places)[0] & 255))), \
      _mm_loadl_epi64((const __m128i *)(const void *)((table) + ((places)[1] & 255))))
#endif

/// The weighted sums of 4×4 texels for SQUARES pixels, one channel in each lane, in 8.8: texels are summed
/// vertically in 1/127, then horizontally.
INLINE I sum_squares(const Plan *plan, const Texels *texels, const int32_t *left, const int32_t *top) {
#if LANES == 16
  __m256i across = WEIGHTS(plan->weights_u, left), down = WEIGHTS(plan->weights_v, top);
  __m256i upper = _mm256_shuffle_epi32(down, 0x00), lower = _mm256_shuffle_epi32(down, 0x55);
  __m256i rows[4];
  for (int k = 0; k < 4; k++) rows[k] = pair(texels[0].rows[k], texels[1].rows[k]);
  __m256i low = _mm256_adds_epi16(
      _mm256_maddubs_epi16(_mm256_unpacklo_epi8(rows[0], rows[1]), upper),
      _mm256_maddubs_epi16(_mm256_unpacklo_epi8(rows[2], rows[3]), lower));
  __m256i high = _mm256_adds_epi16(
      _mm256_maddubs_epi16(_mm256_unpackhi_epi8(rows[0], rows[1]), upper),
      _mm256_maddubs_epi16(_mm256_unpackhi_epi8(rows[2], rows[3]), lower));
  I sum = (I)_mm256_add_epi32(
      _mm256_madd_epi16(_mm256_unpacklo_epi16(low, high), _mm256_shuffle_epi32(across, 0x00)),
      _mm256_madd_epi16(_mm256_unpackhi_epi16(low, high), _mm256_shuffle_epi32(across, 0x55)));
#else
  const __m128i zero = _mm_setzero_si128();
  const int8_t *down = plan->weights_v[*top & 255].rows;
  __m128i low[4], high[4];
  for (int k = 0; k < 4; k++) {
    __m128i share = _mm_set1_epi16(down[k % 2 + k / 2 * 4]);
    low[k] = _mm_mullo_epi16(_mm_unpacklo_epi8(texels->rows[k], zero), share);
    high[k] = _mm_mullo_epi16(_mm_unpackhi_epi8(texels->rows[k], zero), share);
  }
  __m128i two = _mm_adds_epi16(_mm_add_epi16(low[0], low[1]), _mm_add_epi16(low[2], low[3]));
  __m128i others = _mm_adds_epi16(_mm_add_epi16(high[0], high[1]), _mm_add_epi16(high[2], high[3]));
  __m128i across = _mm_loadl_epi64((const __m128i *)(const void *)(plan->weights_u + (*left & 255)));
  I sum = (I)_mm_add_epi32(
      _mm_madd_epi16(_mm_unpacklo_epi16(two, others), _mm_shuffle_epi32(across, 0x00)),
      _mm_madd_epi16(_mm_unpackhi_epi16(two, others), _mm_shuffle_epi32(across, 0x55)));
#endif
  return (sum + 4096) >> 13;
}

/// The sums of `sum_squares` in 16 bits; negative sums become 0. The second half of the vector is unused if
/// vectors are narrow.
INLINE __m128i packed_sums(I sums) {
#if LANES == 16
  __m256i wide = (__m256i)sums;
  return _mm_packus_epi32(_mm256_castsi256_si128(wide), _mm256_extracti128_si256(wide, 1));
#else
  __m128i shifted = _mm_packs_epi32((__m128i)(sums - 32768), _mm_setzero_si128());
  return _mm_xor_si128(shifted, _mm_set1_epi16(-32768));
#endif
}

INLINE __m128i least16(__m128i a, __m128i b) { return _mm_sub_epi16(a, _mm_subs_epu16(a, b)); }
INLINE __m128i most16(__m128i a, __m128i b) { return _mm_add_epi16(b, _mm_subs_epu16(a, b)); }

/// Finds the minimum and the maximum of the four nearest texels, in 8.8.
INLINE void find_cubic_bounds(const Texels *texels, __m128i *low, __m128i *high) {
  const __m128i zero = _mm_setzero_si128();
  __m128i least = _mm_min_epu8(texels->rows[1], texels->rows[2]);
  __m128i most = _mm_max_epu8(texels->rows[1], texels->rows[2]);
  least = _mm_min_epu8(_mm_srli_si128(least, 4), _mm_srli_si128(least, 8));
  most = _mm_max_epu8(_mm_srli_si128(most, 4), _mm_srli_si128(most, 8));
  *low = _mm_unpacklo_epi8(zero, least);
  *high = _mm_unpacklo_epi8(zero, most);
}

/// Clamps cubic samples between the minimum and the maximum of the four nearest texels, and clamps their
/// colours to their alphas, because a negative weight may reduce an alpha.
INLINE __m128i bounded_cubics(const Texels *texels, __m128i colors, int is_opaque) {
  __m128i lows[2], highs[2];
  for (int k = 0; k < SQUARES; k++) find_cubic_bounds(&texels[k], &lows[k], &highs[k]);
#if LANES == 16
  lows[0] = _mm_unpacklo_epi64(lows[0], lows[1]);
  highs[0] = _mm_unpacklo_epi64(highs[0], highs[1]);
#endif
  colors = least16(most16(colors, lows[0]), highs[0]);
  if (is_opaque) return colors;
  return least16(colors, _mm_shufflehi_epi16(_mm_shufflelo_epi16(colors, 0xFF), 0xFF));
}

/// The positions of the first texels for the pixels of a plan, in 1/256 texel of the plan's level, padded to
/// a whole vector.
typedef struct Corners {
  int32_t left[SLOPE_STEP], top[SLOPE_STEP];
  /// The number of bytes from the first texel of the level to the texel at the corner, if the corner is
  /// inside the picture.
  int32_t offset[SLOPE_STEP];
  /// Whether all texels of all corners are inside the picture.
  int is_inside;
} Corners;

/// Vectors of numbers for as many columns as fit in a register.
typedef float F __attribute__((vector_size(LANES * 2)));
typedef uint32_t Places __attribute__((vector_size(LANES * 2)));
#if LANES == 16
#define FIRST_COLUMNS ((F){0, 1, 2, 3, 4, 5, 6, 7})
#else
#define FIRST_COLUMNS ((F){0, 1, 2, 3})
#endif

/// A line of positions through the texels, in 1/256 texel: `first` and `part` give the position at the plan's
/// middle.
typedef struct Line {
  uint32_t first;
  float part, slope;
} Line;

/// NaN and positions outside any picture are clamped to the largest distance.
INLINE Line line(double place, double slope, int32_t before) {
  double most = 1 << 24;
  place = place < most ? (place > -most ? place : -most) : most;
  int32_t first = (int32_t)place;  // The value of `place` is in the range from −`most` to `most`.
  return (Line){(uint32_t)(first - before), (float)(place - first), (float)slope};
}

/// The positions in the picture for a vector of columns on a line. A position that is too large for an
/// integer becomes a position outside any picture.
INLINE Places on_line(const Line *line, F steps) {
  F change = steps * line->slope + line->part;
#if LANES == 16
  return (Places)_mm256_cvtps_epi32((__m256)change) + line->first;
#else
  return (Places)_mm_cvtps_epi32((__m128)change) + line->first;
#endif
}

/// Computes the corners of one part of each of `n` pixels; the first pixel is `from` columns after the plan's
/// middle. The position of a corner is place + slope · t / (1 + growth · t), where t is the number of columns
/// after the middle.
INLINE void find_corners(
    const ck_paint *paint, const Plan *plan, float from, size_t n, double fx, double fy,
    Corners *corners) {
  const ck_level *level = &paint->levels[plan->level];
  double scale = 256.0 / (1 << plan->level);
  double u = plan->u + plan->ux * fx + plan->uy * fy, v = plan->v + plan->vx * fx + plan->vy * fy;
  Line across = line(u * scale, plan->along_u * scale, plan->before_u);
  Line down = line(v * scale, plan->along_v * scale, plan->before_v);
  float growth = (float)plan->growth;
  uint32_t right = level->width > 3 ? (uint32_t)(level->width - 3) << 8 : 0;
  uint32_t bottom = level->height > 3 ? (uint32_t)(level->height - 3) << 8 : 0;
  I outside = {0};
  F t = FIRST_COLUMNS + from;
  for (size_t i = 0; i < n; i += LANES / 2) {
    F steps = t / (1 + t * growth);
    Places left = on_line(&across, steps), top = on_line(&down, steps);
    outside |= (left >= right) | (top >= bottom);
    memcpy(corners->left + i, &left, sizeof left);
    memcpy(corners->top + i, &top, sizeof top);
    Places offset = (top >> 8) * (uint32_t)level->stride + (left >> 8) * 4;
    memcpy(corners->offset + i, &offset, sizeof offset);
    t += LANES / 2;
  }
#if LANES == 16
  corners->is_inside = _mm256_testz_si256((__m256i)outside, (__m256i)outside);
#else
  corners->is_inside = _mm_movemask_epi8((__m128i)outside) == 0;
#endif
}

/// Reads one part of each of `n` pixels into `out`, or adds it to `sums`; writes up to one additional pixel.
INLINE void read_parts(
    const ck_paint *paint, const Plan *plan, const Corners *corners, int is_inside, size_t n,
    int is_cubic, uint32_t *sums, uint16_t *out) {
  const ck_level here = paint->levels[plan->level], *level = &here;
  uint32_t right = level->width > 3 ? (uint32_t)level->width - 3 : 0;
  uint32_t bottom = level->height > 3 ? (uint32_t)level->height - 3 : 0;
  for (size_t i = 0; i < n; i += SQUARES) {
    Texels texels[SQUARES];
    for (size_t k = 0; k < SQUARES; k++) {
      int32_t x = corners->left[i + k] >> 8, y = corners->top[i + k] >> 8;
      int is_here = is_inside || ((uint32_t)x < right && (uint32_t)y < bottom);
      texels[k] = is_here ? texels_inside(level, corners->offset[i + k]) : texels_at_edge(level, x, y);
    }
    I sum = sum_squares(plan, texels, corners->left + i, corners->top + i);
    if (sums) {
      IU *to = (IU *)(void *)(sums + i * 4);
      *to += sum;
      continue;
    }
    __m128i colors = packed_sums(sum);
    if (is_cubic) colors = bounded_cubics(texels, colors, paint->is_opaque);
    __m128i *to = (__m128i *)(void *)(out + i * 4);
    if (SQUARES == 2) _mm_storeu_si128(to, colors);
    else _mm_storel_epi64(to, colors);
  }
}

/// Computes the corners of a part, and reads the part.
INLINE void read_part(
    const ck_paint *paint, const Plan *plan, float from, size_t n, double fx, double fy, int is_cubic,
    uint32_t *sums, uint16_t *out) {
  Corners corners;
  find_corners(paint, plan, from, n, fx, fy, &corners);
  if (corners.is_inside) read_parts(paint, plan, &corners, 1, n, is_cubic, sums, out);
  else read_parts(paint, plan, &corners, 0, n, is_cubic, sums, out);
}

/// Shades `n` pixels of one plan; the first pixel is `from` columns after the plan's middle.
static void shade_planned(
    const ck_paint *paint, const Plan *plan, float from, size_t n, uint16_t *out) {
  if (plan->is_cubic) {
    read_part(paint, plan, from, n, 0, 0, 1, NULL, out);
    return;
  }
  int32_t across = plan->across, down = plan->down;
  if (across * down == 1) {
    read_part(paint, plan, from, n, 0, 0, 0, NULL, out);
    return;
  }
  uint32_t sums[SLOPE_STEP * 4 + 4] = {0};
  for (int32_t j = 0; j < down; j++) {
    for (int32_t i = 0; i < across; i++) {
      double fx = (i + 0.5) / across - 0.5, fy = (j + 0.5) / down - 0.5;
      read_part(paint, plan, from, n, fx, fy, 0, sums, out);
    }
  }
  // The average is exactly ⌊sum / parts⌋, because the sums are below 2²⁴ and there are at most 2⁸ parts.
  uint64_t share = (1ull << 32) / (uint32_t)(across * down) + 1;
  for (size_t i = 0; i < n * 4; i++) out[i] = (uint16_t)((sums[i] * share) >> 32);
}

/// The number of columns from x on that share one slope, in a row whose w at column 0 is `w0`: over these
/// columns the distance changes by less than 1/16, or the columns are few.
INLINE int32_t slope_step(const double *m, double w0, int32_t x) {
  int32_t step = SLOPE_STEP;
  for (; step > STEEP_STEP; step /= 2) {
    double from = m[6] * (x & -step) + w0, change = m[6] * step, to = from + change;
    double least = fabs(from) < fabs(to) ? fabs(from) : fabs(to);
    if (from * to > 0 && fabs(change) * 16 < least) break;
  }
  return step;
}

static void shade_mapped(
    const ck_paint *paint, int32_t x, int32_t y, size_t n, uint16_t *out) {
  const double *m = paint->map;
  double cy = y + 0.5, w0 = m[7] * cy + m[8];
  Plan plan = {0};
  if (paint->is_affine) find_plan(paint, 0, cy, &plan);
  double u0 = plan.u, v0 = plan.v;
  for (int32_t first = x, end; first < x + (int32_t)n; first = end) {
    int32_t step = paint->is_affine ? SLOPE_STEP : slope_step(m, w0, first);
    int32_t start = first & -step;
    double middle = start + step / 2;
    if (paint->is_affine) {
      plan.u = u0 + m[0] * middle;
      plan.v = v0 + m[3] * middle;
    } else {
      find_plan(paint, middle, cy, &plan);
    }
    end = start + step < x + (int32_t)n ? start + step : x + (int32_t)n;
    float from = (float)(first + 0.5 - middle);
    shade_planned(paint, &plan, from, (size_t)(end - first), out + (first - x) * 4);
  }
}
