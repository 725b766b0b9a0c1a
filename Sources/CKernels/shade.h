// Shaders: the colours of `n` columns of row y from column x, in 8.8. Those of images write up to a
// vector more.

/// Source rows of a scaled image, sampled along x for `n` columns from `x`: all that the runs of a strip
/// have asked for so far. Rows of the canvas that follow each other mostly read the same ones.
typedef struct Rows {
  int32_t x;
  size_t n;
  /// Of both levels: the source row in each of two places, −1 when there is none.
  int32_t at[2][2];
  uint16_t colors[2][2][PIECE * 4 + LANES];
#if LANES == 16
  /// Columns from the first on whose pairs lie in one vector with those of the others of their step,
  /// −1 when not known yet; where they lie there, and their weights.
  int32_t near[2];
  __m256i places[2][PIECE / PIXELS];
  V weights[2][PIECE / PIXELS];
#endif
} Rows;

INLINE void clear_rows(Rows *rows) {
  rows->x = 0;
  rows->n = 0;
}

/// Makes sure that `rows` has the columns of a run.
INLINE void begin_rows(Rows *rows, int32_t x, size_t n) {
  int32_t end = x + (int32_t)n, known = rows->x + (int32_t)rows->n;
  if (rows->n > 0) {
    if (x >= rows->x && end <= known) return;
    if (rows->x < x) x = rows->x;
    if (known > end) end = known;
  }
  rows->x = x;
  rows->n = (size_t)(end - x);
  memset(rows->at, 0xFF, sizeof rows->at);
#if LANES == 16
  rows->near[0] = rows->near[1] = -1;
#endif
}

#if LANES == 16
static int32_t find_near(
    Rows *rows, int k, const int32_t *index, const uint16_t *weight, ptrdiff_t stride) {
  size_t i = 0;
  for (; i < rows->n; i += PIXELS) {
    int32_t first = index[i];
    if ((uint32_t)(index[i + 3] - first) > 6 || (ptrdiff_t)first * 4 + 32 > stride) break;
    __m128i from = _mm_sub_epi32(
        _mm_loadu_si128((const __m128i *)(const void *)(index + i)), _mm_set1_epi32(first));
    __m256i words = _mm256_cvtepu32_epi64(from);
    // A texel and the one right of it.
    words = _mm256_add_epi64(
        _mm256_or_si256(words, _mm256_slli_epi64(words, 32)), _mm256_set1_epi64x(1ll << 32));
    rows->places[k][i / PIXELS] = words;
    rows->weights[k][i / PIXELS] = spread(weight + i);
  }
  return (int32_t)i;
}
#endif

/// One source row of one level, sampled along x.
static const uint16_t *sampled_row(const ck_paint *paint, int k, int32_t number, Rows *rows) {
  uint16_t *out = rows->colors[k][number & 1];
  if (rows->at[k][number & 1] == number) return out;
  rows->at[k][number & 1] = number;
  const ck_level *level = &paint->levels[paint->level + k];
  ptrdiff_t stride = level->stride;
  const uint8_t *row = level->pixels + number * stride;
  const int32_t *index = paint->across[k].index + (rows->x - paint->across[k].origin);
  const uint16_t *weight = paint->across[k].weight + (rows->x - paint->across[k].origin);
  size_t n = rows->n, i = 0;
  // The row below is what a later row of the canvas is likely to read.
  for (int32_t at = index[0] * 4; at < index[n - 1] * 4; at += 64) prefetch(row + stride + at);
#if LANES == 16
  if (rows->near[k] < 0) rows->near[k] = find_near(rows, k, index, weight, stride);
  for (size_t near = (size_t)rows->near[k]; i < near; i += PIXELS) {
    const uint8_t *first = row + (ptrdiff_t)index[i] * 4;
    __m256i texels = _mm256_loadu_si256((const __m256i *)(const void *)first);
    __m256i words = _mm256_permutevar8x32_epi32(texels, rows->places[k][i / PIXELS]);
    store16(out + i * 4, between((PairWords)words, rows->weights[k][i / PIXELS]));
  }
#endif
  for (; i < n; i += PIXELS) {
    store16(out + i * 4, between(pairs(row, index + i), spread(weight + i)));
  }
  return out;
}

/// `n` pixels between two rows.
static void mix_rows16(
    const uint16_t *a, const uint16_t *b, uint16_t weight, size_t n, uint16_t *out) {
  V first = splat((uint16_t)((256 - weight) << 8)), second = splat((uint16_t)(weight << 8));
  for (size_t i = 0; i < n; i += PIXELS) {
    store16(out + i * 4, mix_inside(load16(a + i * 4), load16(b + i * 4), first, second));
  }
}

/// The colours, which lie in `rows` or are written to `out`.
static const uint16_t *shade_scaled(
    const ck_paint *paint, int32_t x, int32_t y, size_t n, uint16_t *out, Rows *rows) {
  begin_rows(rows, x, n);
  size_t skipped = (size_t)(x - rows->x) * 4;
  const uint16_t *colors[2];
  uint16_t coarse[PIECE * 4 + LANES];
  int two = paint->level_weight != 0;
  for (int k = 0; k <= two; k++) {
    ptrdiff_t place = y - paint->down[k].origin;
    int32_t upper = paint->down[k].index[place];
    uint16_t weight = paint->down[k].weight[place];
    int is_single = paint->levels[paint->level + k].height == 1;
    if (weight == 0 || is_single) {
      colors[k] = sampled_row(paint, k, upper, rows) + skipped;
    } else if (weight == 256) {
      colors[k] = sampled_row(paint, k, upper + 1, rows) + skipped;
    } else {
      const uint16_t *a = sampled_row(paint, k, upper, rows) + skipped;
      const uint16_t *b = sampled_row(paint, k, upper + 1, rows) + skipped;
      uint16_t *mixed = k ? coarse : out;
      mix_rows16(a, b, weight, n, mixed);
      colors[k] = mixed;
    }
  }
  if (!two) return colors[0];
  mix_rows16(colors[0], colors[1], (uint16_t)paint->level_weight, n, out);
  return out;
}

/// log₂ of the stretch of `map` at a place (source pixels a destination pixel, the larger of the two
/// directions), in 1/256. The mantissa's logarithm is a cubic, right within 0.001.
INLINE int32_t detail(const ck_paint *paint, double x, double y) {
  const double *m = paint->map;
  double w = m[6] * x + m[7] * y + m[8];
  double u = m[0] * x + m[1] * y + m[2];
  double v = m[3] * x + m[4] * y + m[5];
  double r = 1 / (w * w);
  double ux = (m[0] * w - u * m[6]) * r, vx = (m[3] * w - v * m[6]) * r;
  double uy = (m[1] * w - u * m[7]) * r, vy = (m[4] * w - v * m[7]) * r;
  double a = ux * ux + vx * vx, b = uy * uy + vy * vy;
  double square = a > b ? a : b;
  if (!(square < 1e12)) square = 1e12;
  if (square < 1e-6) square = 1e-6;
  uint64_t bits;
  memcpy(&bits, &square, 8);
  int32_t exponent = (int32_t)(bits >> 52) - 1023;
  bits = (bits & 0xFFFFFFFFFFFFF) | 0x3FF0000000000000;
  double f;
  memcpy(&f, &bits, 8);
  f -= 1;
  double log2 = exponent + f * (1.4249 + f * (-0.5862 + f * 0.1613));
  return (int32_t)floor(log2 * 128 + 0.5);
}

/// Columns between two exact details; multiples of it on the canvas, so that windows do not matter.
#define DETAIL_STEP 8

/// `n` columns from x: the finer level times 256, plus the weight of the coarser one.
static void details(const ck_paint *paint, int32_t x, double cy, size_t n, int32_t *out) {
  if (paint->is_affine) {
    for (size_t i = 0; i < n; i++) out[i] = (paint->level << 8) + paint->level_weight;
    return;
  }
  int32_t most = (paint->level_count - 1) << 8;
  int32_t start = x & ~(DETAIL_STEP - 1);
  int32_t skipped = x - start;
  // Whole steps, so that loops have a fixed length; the columns before x are cut off at the end.
  int32_t steps = (skipped + (int32_t)n + DETAIL_STEP - 1) / DETAIL_STEP;
  int32_t known[PIECE / DETAIL_STEP + 3], columns[PIECE + 2 * DETAIL_STEP];
  for (int32_t k = 0; k <= steps; k++) known[k] = detail(paint, start + k * DETAIL_STEP, cy);
  for (int32_t k = 0; k < steps; k++) {
    int32_t *step = columns + k * DETAIL_STEP;
    int32_t rise = known[k + 1] - known[k];
    for (int32_t j = 0; j < DETAIL_STEP; j++) step[j] = known[k] + ((rise * (2 * j + 1)) >> 4);
    if (rise > 128 || rise < -128) {
      // Near edge-on the detail bends too much for a straight line.
      int32_t left = start + k * DETAIL_STEP;
      for (int32_t j = 0; j < DETAIL_STEP; j++) step[j] = detail(paint, left + j + 0.5, cy);
    }
  }
  for (size_t i = 0; i < n; i++) {
    int32_t d = columns[(size_t)skipped + i];
    d = d > 0 ? d : 0;
    out[i] = d < most ? d : most;
  }
}

/// Where pixels read one level: the first texel of four, and the weights of the others.
typedef struct Places {
  int32_t offset[PIECE + PIXELS];
  uint16_t wx[PIECE + PIXELS], wy[PIECE + PIXELS];
  /// Bytes from a row to the next; 0 when there is one row.
  ptrdiff_t step;
  const uint8_t *pixels;
} Places;

/// (u, v) are in 1/256 pixel of level 0, from its corner, never negative.
INLINE void find_places(
    const ck_level *level, int32_t number, const int32_t *u, const int32_t *v, size_t n,
    Places *places) {
  int32_t half = (1 << number) >> 1;
  int32_t wide = (level->width - 1) * 256, high = (level->height - 1) * 256;
  int32_t right = level->width > 1 ? level->width - 2 : 0;
  int32_t low = level->height > 1 ? level->height - 2 : 0;
  int32_t stride = (int32_t)level->stride;
  // To 1/256 texel, of texel centres.
  for (size_t i = 0; i < n; i++) {
    int32_t x = ((u[i] + half) >> number) - 128, y = ((v[i] + half) >> number) - 128;
    x = x > 0 ? x : 0;
    y = y > 0 ? y : 0;
    x = x < wide ? x : wide;
    y = y < high ? y : high;
    int32_t column = x >> 8, row = y >> 8;
    column = column < right ? column : right;
    row = row < low ? row : low;
    places->offset[i] = row * stride + column * 4;
    places->wx[i] = (uint16_t)(x - (column << 8));
    places->wy[i] = (uint16_t)(y - (row << 8));
  }
  for (size_t i = n; i < n + PIXELS; i++) {
    places->offset[i] = 0;
    places->wx[i] = places->wy[i] = 0;
  }
  places->pixels = level->pixels;
  places->step = level->height > 1 ? level->stride : 0;
}

INLINE V sample(const Places *places, size_t i) {
  PairWords top, bottom;
  for (size_t j = 0; j < PIXELS; j++) {
    const uint8_t *p = places->pixels + places->offset[i + j];
    top[j] = pair(p);
    bottom[j] = pair(p + places->step);
  }
  // The row below is what the next row of the canvas is likely to read.
  prefetch((uintptr_t)(places->pixels + places->offset[i]) + (uintptr_t)(2 * places->step));
  V wx = spread(places->wx + i);
  return mix(between(top, wx), between(bottom, wx), spread(places->wy + i));
}

/// A coordinate in pixels to 1/256 of one. Not a number, and what lies before 0, is 0.
INLINE int32_t in256ths(double x) {
  x = x * 256 + 0.5;
  x = x > 0 ? x : 0;
  return (int32_t)(x < 1 << 24 ? x : 1 << 24);
}

static void shade_mapped(const ck_paint *paint, int32_t x, int32_t y, size_t n, uint16_t *out) {
  const double *m = paint->map;
  double cy = y + 0.5;
  double u0 = m[1] * cy + m[2], v0 = m[4] * cy + m[5], w0 = m[7] * cy + m[8];
  int32_t u[PIECE], v[PIECE], levels[PIECE];
  details(paint, x, cy, n, levels);
  if (paint->is_affine) {
    for (size_t i = 0; i < n; i++) {
      double cx = x + (int32_t)i + 0.5;
      u[i] = in256ths(m[0] * cx + u0);
      v[i] = in256ths(m[3] * cx + v0);
    }
  } else {
    for (size_t i = 0; i < n; i++) {
      double cx = x + (int32_t)i + 0.5;
      double r = 1 / (m[6] * cx + w0);
      u[i] = in256ths((m[0] * cx + u0) * r);
      v[i] = in256ths((m[3] * cx + v0) * r);
    }
  }
  int32_t least = levels[0], most = levels[0];
  for (size_t i = 1; i < n; i++) {
    least = levels[i] < least ? levels[i] : least;
    most = levels[i] > most ? levels[i] : most;
  }
  int is_one = least >> 8 == most >> 8;
  // Columns that read the same level.
  for (size_t first = 0, end; first < n; first = end) {
    int32_t level = levels[first] >> 8;
    end = is_one ? n : first + 1;
    while (end < n && levels[end] >> 8 == level) end++;
    size_t count = end - first;
    int32_t blends = 0;
    for (size_t i = first; i < end; i++) blends |= levels[i] & 255;
    Places fine, coarse;
    uint16_t part[PIECE + PIXELS];
    find_places(&paint->levels[level], level, u + first, v + first, count, &fine);
    if (blends) {
      find_places(&paint->levels[level + 1], level + 1, u + first, v + first, count, &coarse);
      for (size_t i = 0; i < count; i++) part[i] = (uint16_t)(levels[first + i] & 255);
      for (size_t i = count; i < count + PIXELS; i++) part[i] = 0;
    }
    // A vector may write over the columns that follow, which come next.
    uint16_t *to = out + first * 4;
    for (size_t i = 0; i < count; i += PIXELS) {
      V colors = sample(&fine, i);
      if (blends) colors = mix(colors, sample(&coarse, i), spread(part + i));
      store16(to + i * 4, colors);
    }
  }
}

/// The colour at `t`; before the first stop and after the last, theirs.
INLINE void gradient_color(const ck_paint *paint, double t, uint16_t *out) {
  const ck_stop *stops = paint->stops;
  int32_t last = paint->stop_count - 1;
  int32_t k = 0;
  while (k < last && !(t < stops[k + 1].offset)) k++;
  if (k == last || !(t > stops[k].offset)) {
    for (int c = 0; c < 4; c++) out[c] = (uint16_t)(stops[k].color[c] + 0.5);
    return;
  }
  double f = (t - stops[k].offset) / (stops[k + 1].offset - stops[k].offset);
  for (int c = 0; c < 4; c++) {
    out[c] = (uint16_t)(stops[k].color[c] + (stops[k + 1].color[c] - stops[k].color[c]) * f + 0.5);
  }
}

static void shade_gradient(const ck_paint *paint, int32_t x, int32_t y, size_t n, uint16_t *out) {
  const double *m = paint->map;
  double cy = y + 0.5;
  for (size_t i = 0; i < n; i++) {
    double cx = x + (int32_t)i + 0.5;
    double r = paint->is_affine ? 1 : 1 / (m[6] * cx + m[7] * cy + m[8]);
    double u = (m[0] * cx + m[1] * cy + m[2]) * r;
    if (paint->kind == CK_RADIAL) {
      double v = (m[3] * cx + m[4] * cy + m[5]) * r;
      u = sqrt(u * u + v * v);
    }
    gradient_color(paint, u, out + i * 4);
  }
}

// Masks: the weights of `n` pixels, 0…65535.

static void mask_shadow(const ck_paint *paint, int32_t x, int32_t y, size_t n, uint16_t *out) {
  uint32_t sum[256];
  memset(sum, 0, n * 4);
  for (int32_t j = 0; j < paint->rank; j++) {
    uint32_t share = paint->shares[j * paint->share_height + (y - paint->dy)];
    if (share == 0) continue;
    const uint16_t *profile = paint->profiles + (ptrdiff_t)j * paint->profile_width + (x - paint->dx);
    for (size_t i = 0; i < n; i++) sum[i] += profile[i] * share;
  }
  for (size_t i = 0; i < n; i++) out[i] = (uint16_t)((sum[i] + (sum[i] >> 16) + 0x8000) >> 16);
}

static void mask_copied(const ck_paint *paint, int32_t x, int32_t y, size_t n, uint16_t *out) {
  const uint16_t *row = paint->mask + (ptrdiff_t)(y - paint->dy) * paint->mask_width + (x - paint->dx);
  memcpy(out, row, n * 2);
}

/// A coordinate in 1/256 texel, of texel centres, clamped to the mask: the first of two texels and the
/// weight of the second.
typedef struct Place {
  int32_t index;
  uint16_t weight;
} Place;

INLINE Place place(int64_t fixed, int32_t size) {
  if (fixed <= 0 || size < 2) return (Place){0, 0};
  int64_t index = fixed >> 8;
  if (index >= size - 1) return (Place){size - 2, 256};
  return (Place){(int32_t)index, (uint16_t)(fixed & 255)};
}

/// A coordinate to 1/256, kept in a range that integers hold; not a number becomes 0.
INLINE int64_t snap(double x) {
  if (!(x > -1e6)) return x == x ? -256000000 : 0;
  if (x > 1e6) return 256000000;
  return (int64_t)floor(x * 256 + 0.5);
}

/// One sample of the mask at (x, y) of the canvas.
INLINE uint32_t mask_at(const ck_paint *paint, double x, double y) {
  const double *m = paint->map;
  ptrdiff_t width = paint->mask_width;
  double r = paint->is_affine ? 1 : 1 / (m[6] * x + m[7] * y + m[8]);
  Place px = place(snap((m[0] * x + m[1] * y + m[2]) * r) - 128, paint->mask_width);
  Place py = place(snap((m[3] * x + m[4] * y + m[5]) * r) - 128, paint->mask_height);
  const uint16_t *r0 = paint->mask + py.index * width + px.index;
  const uint16_t *r1 = paint->mask_height > 1 ? r0 + width : r0;
  int step = paint->mask_width > 1;
  uint32_t top = r0[0] * (256u - px.weight) + r0[step] * (uint32_t)px.weight;
  uint32_t bottom = r1[0] * (256u - px.weight) + r1[step] * (uint32_t)px.weight;
  return (uint32_t)(((uint64_t)top * (256u - py.weight) + (uint64_t)bottom * py.weight) >> 16);
}

/// The mean of samples × samples places of each pixel.
static void mask_mapped(const ck_paint *paint, int32_t x, int32_t y, size_t n, uint16_t *out) {
  int32_t count = paint->samples;
  for (size_t i = 0; i < n; i++) {
    uint32_t sum = 0;
    for (int32_t b = 0; b < count; b++) {
      for (int32_t a = 0; a < count; a++) {
        sum += mask_at(paint, x + (int32_t)i + (a + 0.5) / count, y + (b + 0.5) / count);
      }
    }
    out[i] = (uint16_t)(sum / (uint32_t)(count * count));
  }
}
