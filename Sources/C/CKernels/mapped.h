// Images through a plane map: turned, skewed, in perspective.

/// Columns between two exact details; multiples of it on the canvas, so that windows do not matter.
#define DETAIL_STEP 8
/// Columns are found in multiples of it.
#define COLUMN_CHUNK 32
#define COLUMNS (PIECE + 2 * COLUMN_CHUNK)
/// Levels that columns are known of at a time.
#define KNOWN_LEVELS 4

/// What the columns of a strip have in common from row to row where the map keeps them upright, as for
/// a screen that turns round an upright axis; otherwise what they are in one row.
typedef struct Columns {
  int32_t x;
  size_t n;
  /// The row, which only counts where columns are not upright.
  int32_t y;
  /// 1 / (m6 x + m7 y + m8) and m3 x.
  double share[COLUMNS], rise[COLUMNS];
  /// In 1/256 pixel of level 0.
  int32_t u[COLUMNS];
  /// Where a step begins, of the details: m6 x + m7 y + m8, the square of 1 / that, and the squares of
  /// what u changes by along x and along y.
  double w[COLUMNS / DETAIL_STEP + 4], square[COLUMNS / DETAIL_STEP + 4];
  double along[COLUMNS / DETAIL_STEP + 4], down[COLUMNS / DETAIL_STEP + 4];
  /// Of level k in place k % KNOWN_LEVELS: bytes to the first of two texels, the weight of the second.
  int32_t level[KNOWN_LEVELS];
  int32_t offset[KNOWN_LEVELS][COLUMNS], weight[KNOWN_LEVELS][COLUMNS + PIXELS];
} Columns;

INLINE int is_upright(const ck_paint *paint) { return paint->map[1] == 0 && paint->map[7] == 0; }

/// A coordinate in 1/256 of a pixel, to the nearest. Not a number, and what lies before 0, is 0.
INLINE int32_t in256ths(double x) {
  x += 0.5;
  x = x > 0 ? x : 0;
  return (int32_t)(x < 1 << 24 ? x : 1 << 24);
}

/// Finds the columns of a run in row y, and those of the runs before.
static void find_columns(Columns *columns, const ck_paint *paint, int32_t x, int32_t y, size_t n) {
  int32_t left = x & ~(COLUMN_CHUNK - 1);
  int32_t right = (x + (int32_t)n + COLUMN_CHUNK - 1) & ~(COLUMN_CHUNK - 1);
  if (columns->n > 0 && (columns->y == y || is_upright(paint))) {
    int32_t first = columns->x, end = first + (int32_t)columns->n;
    if (left >= first && right <= end) return;
    int32_t least = left < first ? left : first, most = right > end ? right : end;
    if (most - least <= COLUMNS) {
      left = least;
      right = most;
    }
  }
  columns->x = left;
  columns->n = (size_t)(right - left);
  columns->y = y;
  for (int k = 0; k < KNOWN_LEVELS; k++) columns->level[k] = -1;
  const double *m = paint->map;
  double cy = y + 0.5;
  double w0 = m[7] * cy + m[8], u0 = (m[1] * cy + m[2]) * 256, m0 = m[0] * 256;
  for (size_t i = 0; i < columns->n; i++) {
    double cx = left + (int32_t)i + 0.5;
    double r = paint->is_affine ? 1 : 1 / (m[6] * cx + w0);
    columns->share[i] = r;
    columns->rise[i] = m[3] * 256 * cx;
    columns->u[i] = in256ths((m0 * cx + u0) * r);
  }
  if (paint->is_affine) return;
  size_t steps = columns->n / DETAIL_STEP;
  for (size_t k = 0; k < (steps & ~3ul) + 4; k++) {
    double sx = left + (int32_t)k * DETAIL_STEP;
    double w = m[6] * sx + m[7] * cy + m[8];
    double u = m[0] * sx + m[1] * cy + m[2];
    double r = 1 / (w * w);
    double ux = (m[0] * w - u * m[6]) * r, uy = (m[1] * w - u * m[7]) * r;
    columns->w[k] = w;
    columns->square[k] = r;
    columns->along[k] = ux * ux;
    columns->down[k] = uy * uy;
  }
}

/// Half of log₂ of a square, in 1/256. The mantissa's logarithm is a cubic, right within 0.001.
INLINE int32_t half_log(double square) {
  square = square < 1e12 ? square : 1e12;
  square = square < 1e-6 ? 1e-6 : square;
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

/// log₂ of the stretch of `map` at a place (source pixels a destination pixel, the larger of the two
/// directions), in 1/256.
static int32_t detail(const ck_paint *paint, double x, double y) {
  const double *m = paint->map;
  double w = m[6] * x + m[7] * y + m[8];
  double u = m[0] * x + m[1] * y + m[2];
  double v = m[3] * x + m[4] * y + m[5];
  double r = 1 / (w * w);
  double ux = (m[0] * w - u * m[6]) * r, vx = (m[3] * w - v * m[6]) * r;
  double uy = (m[1] * w - u * m[7]) * r, vy = (m[4] * w - v * m[7]) * r;
  double a = ux * ux + vx * vx, b = uy * uy + vy * vy;
  return half_log(a > b ? a : b);
}

/// Which levels some columns of a row mix.
typedef struct Details {
  /// The finer level times 256, plus the weight of the coarser one.
  int32_t values[PIECE + 2 * DETAIL_STEP];
  int32_t least, most;
  /// All bits that any weight has.
  int32_t weights;
} Details;

/// `steps` times DETAIL_STEP columns from x, which is a multiple of it.
INLINE void find_details(
    const ck_paint *paint, const Columns *columns, int32_t x, double cy, int32_t steps,
    Details *details) {
  if (paint->is_affine) {
    details->least = details->most = (paint->level << 8) + paint->level_weight;
    details->weights = paint->level_weight;
    for (int32_t i = 0; i < steps * DETAIL_STEP; i++) details->values[i] = details->least;
    return;
  }
  const double *m = paint->map;
  int32_t first = (x - columns->x) / DETAIL_STEP;
  int32_t known[PIECE / DETAIL_STEP + 8];
  double down = m[4] * cy;
  // One more than steps, in whole vectors.
  for (int32_t k = 0; k < (steps & ~3) + 4; k++) {
    double w = columns->w[first + k], r = columns->square[first + k];
    double v = m[3] * (double)(x + k * DETAIL_STEP) + down + m[5];
    double vx = (m[3] * w - v * m[6]) * r, vy = (m[4] * w - v * m[7]) * r;
    double a = columns->along[first + k] + vx * vx, b = columns->down[first + k] + vy * vy;
    known[k] = half_log(a > b ? a : b);
  }
  int32_t top = (paint->level_count - 1) << 8;
  int32_t least = top, most = 0, weights = 0;
  for (int32_t k = 0; k < steps; k++) {
    int32_t *step = details->values + k * DETAIL_STEP;
    int32_t rise = known[k + 1] - known[k];
    for (int32_t j = 0; j < DETAIL_STEP; j++) step[j] = known[k] + ((rise * (2 * j + 1)) >> 4);
    if (rise > 128 || rise < -128) {
      // Near edge-on the detail bends too much for a straight line.
      int32_t left = x + k * DETAIL_STEP;
      for (int32_t j = 0; j < DETAIL_STEP; j++) step[j] = detail(paint, left + j + 0.5, cy);
    }
  }
  for (int32_t i = 0; i < steps * DETAIL_STEP; i++) {
    int32_t d = details->values[i];
    d = d > 0 ? d : 0;
    d = d < top ? d : top;
    details->values[i] = d;
    least = d < least ? d : least;
    most = d > most ? d : most;
    weights |= d;
  }
  details->least = least;
  details->most = most;
  details->weights = weights & 255;
}

/// The columns of a level, which they lie in at `number` % KNOWN_LEVELS then.
INLINE void find_level(Columns *columns, const ck_level *level, int32_t number) {
  int32_t slot = number % KNOWN_LEVELS;
  if (columns->level[slot] == number) return;
  columns->level[slot] = number;
  int32_t half = (1 << number) >> 1, wide = (level->width - 1) * 256;
  int32_t right = level->width > 1 ? level->width - 2 : 0;
  int32_t *offset = columns->offset[slot], *weight = columns->weight[slot];
  // To 1/256 texel, of texel centres.
  for (size_t i = 0; i < columns->n; i++) {
    int32_t x = ((columns->u[i] + half) >> number) - 128;
    x = x > 0 ? x : 0;
    x = x < wide ? x : wide;
    int32_t column = x >> 8;
    column = column < right ? column : right;
    offset[i] = column * 4;
    weight[i] = x - (column << 8);
  }
}

/// Where pixels read one level: the first texel of four, and in 1/256 the weights of the second column
/// and, in the lowest byte of `y`, of the second row.
typedef struct Places {
  int32_t offset[PIECE + PIXELS], y[PIECE + PIXELS];
  const int32_t *wx;
  /// Bytes from a row to the next; 0 when there is one row.
  ptrdiff_t step;
  const uint8_t *pixels;
  /// The y of the last row, below which there is none; some pixel reads it.
  int32_t last;
  int has_last;
} Places;

/// `n` of the columns from index `at`; `v` in 1/256 pixel of level 0, from its corner, never negative.
INLINE void find_places(
    Columns *columns, const ck_level *level, int32_t number, size_t at, const int32_t *v, size_t n,
    Places *places) {
  find_level(columns, level, number);
  const int32_t *offset = columns->offset[number % KNOWN_LEVELS] + at;
  int32_t half = (1 << number) >> 1, high = (level->height - 1) * 256;
  int32_t stride = (int32_t)level->stride;
  int32_t most = 0;
  for (size_t i = 0; i < n; i++) {
    int32_t y = ((v[i] + half) >> number) - 128;
    y = y > 0 ? y : 0;
    y = y < high ? y : high;
    most = y > most ? y : most;
    places->offset[i] = (y >> 8) * stride + offset[i];
    places->y[i] = y;
  }
  for (size_t i = n; i < n + PIXELS; i++) places->offset[i] = places->y[i] = 0;
  places->wx = columns->weight[number % KNOWN_LEVELS] + at;
  places->pixels = level->pixels;
  places->step = level->height > 1 ? level->stride : 0;
  places->last = high;
  places->has_last = high > 0 && most == high;
}

/// Lets pixels of the last row read it as the second one, and makes `y` the weight, 0…256.
static void weigh_rows(Places *places, size_t n) {
  for (size_t i = 0; i < n; i++) {
    int is_last = places->has_last && places->y[i] == places->last;
    places->offset[i] -= is_last ? (int32_t)places->step : 0;
    places->y[i] = is_last ? 256 : places->y[i] & 255;
  }
}

/// PIXELS pixels of a level; `weighed`: after `weigh_rows`.
INLINE V sample(const Places *places, size_t i, int weighed) {
  const uint8_t *pixels = places->pixels;
  const int32_t *offset = places->offset + i;
  PairWords top = pairs_at(pixels, offset), bottom = pairs_at(pixels + places->step, offset);
  // The row below is what the next row of the canvas is likely to read.
  prefetch((uintptr_t)(pixels + *offset) + (uintptr_t)(2 * places->step));
  V wx = spread_low(places->wx + i);
  V above = between(top, wx), below = between(bottom, wx);
  if (weighed) return mix(above, below, spread_low(places->y + i));
  return mix_part(above, below, spread_byte(places->y + i));
}

/// `count` pixels; without `coarse` of one level alone.
INLINE void sample_levels(
    const Places *fine, const Places *coarse, const int32_t *levels, size_t count, int weighed,
    uint16_t *out) {
  for (size_t i = 0; i < count; i += PIXELS) {
    V colors = sample(fine, i, weighed);
    if (coarse) {
      colors = mix_part(colors, sample(coarse, i, weighed), spread_byte(levels + i));
    }
    store16(out + i * 4, colors);
  }
}

static void shade_mapped(
    const ck_paint *paint, int32_t x, int32_t y, size_t n, uint16_t *out, Columns *columns) {
  find_columns(columns, paint, x, y, n);
  const double *m = paint->map;
  double cy = y + 0.5, v0 = (m[4] * cy + m[5]) * 256;
  // Whole steps, so that loops have a fixed length.
  int32_t start = x & ~(DETAIL_STEP - 1);
  size_t skipped = (size_t)(x - start);
  int32_t steps = ((int32_t)(skipped + n) + DETAIL_STEP - 1) / DETAIL_STEP;
  Details details;
  find_details(paint, columns, start, cy, steps, &details);
  int32_t v[PIECE + 2 * DETAIL_STEP];
  const double *rise = columns->rise + (start - columns->x);
  const double *share = columns->share + (start - columns->x);
  for (int32_t i = 0; i < steps * DETAIL_STEP; i++) v[i] = in256ths((rise[i] + v0) * share[i]);

  const int32_t *levels = details.values + skipped;
  int is_one = details.least >> 8 == details.most >> 8;
  // Columns that read the same level.
  for (size_t first = 0, end; first < n; first = end) {
    int32_t level = levels[first] >> 8;
    end = is_one ? n : first + 1;
    while (end < n && levels[end] >> 8 == level) end++;
    size_t count = end - first, at = (size_t)(x - columns->x) + first;
    int32_t blends = is_one ? details.weights : 0;
    if (!is_one) {
      for (size_t i = first; i < end; i++) blends |= levels[i] & 255;
    }
    const int32_t *down = v + skipped + first;
    Places fine, coarse;
    find_places(columns, &paint->levels[level], level, at, down, count, &fine);
    // A vector may write over the columns that follow, which come next.
    uint16_t *to = out + first * 4;
    if (!blends) {
      if (fine.has_last) {
        weigh_rows(&fine, count);
        sample_levels(&fine, NULL, NULL, count, 1, to);
      } else {
        sample_levels(&fine, NULL, NULL, count, 0, to);
      }
      continue;
    }
    find_places(columns, &paint->levels[level + 1], level + 1, at, down, count, &coarse);
    if (fine.has_last || coarse.has_last) {
      weigh_rows(&fine, count);
      weigh_rows(&coarse, count);
      sample_levels(&fine, &coarse, levels + first, count, 1, to);
    } else {
      sample_levels(&fine, &coarse, levels + first, count, 0, to);
    }
  }
}
