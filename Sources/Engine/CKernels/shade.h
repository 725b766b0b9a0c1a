// A shader computes the colours of `n` columns of row y from column x on, in 8.8. The shaders of images write
// up to one additional vector.

/// Source rows of an image that is enlarged along y, already summed along x for `n` columns from `x` on: the
/// rows that the runs of a strip have needed so far. Consecutive rows of the canvas mostly read the same
/// source rows.
typedef struct Rows {
  int32_t x;
  size_t n;
  /// The source row that each slot contains, and the source rows whose bounds are stored; −1 means none.
  int32_t at[SUMMED_ROWS], bounded[2];
  int16_t sums[SUMMED_ROWS][PIECE * 4 + LANES];
  uint8_t lows[2][PIECE * 4 + LANES], highs[2][PIECE * 4 + LANES];
} Rows;

INLINE void clear_rows(Rows *rows) {
  rows->x = 0;
  rows->n = 0;
}

/// Prepares the source rows in `rows` for the columns of a run.
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
  memset(rows->bounded, 0xFF, sizeof rows->bounded);
}

INLINE const uint8_t *source_row(const ck_paint *paint, int32_t number) {
  const ck_level *level = &paint->levels[paint->level];
  return level->pixels + number * level->stride;
}

/// Computes the bounds of a source row and stores them in slot `number` & 1.
static void find_bounds(const ck_paint *paint, int32_t number, Rows *rows) {
  int32_t place = number & 1;
  if (rows->bounded[place] == number) return;
  rows->bounded[place] = number;
  const int32_t *nearest = paint->across.nearest + (rows->x - paint->across.origin);
  bound_row(source_row(paint, number), nearest, rows->n, rows->lows[place], rows->highs[place]);
}

/// Returns a source row that is summed along x; the row is computed if it is not stored.
static const int16_t *summed_row(const ck_paint *paint, int32_t number, Rows *rows) {
  int32_t place = number % SUMMED_ROWS;
  int16_t *out = rows->sums[place];
  if (rows->at[place] == number) return out;
  rows->at[place] = number;
  const ck_axis *axis = &paint->across;
  ptrdiff_t first = rows->x - axis->origin;
  const uint8_t *row = source_row(paint, number);
  const int32_t *index = axis->index + first;
  size_t n = rows->n;
  // The source row below is prefetched, because a later row of the canvas is likely to read it.
  ptrdiff_t stride = paint->levels[paint->level].stride;
  for (int32_t at = index[0] * 4; at < index[n - 1] * 4; at += 64) prefetch(row + stride + at);
  sum_row(row, index, axis->weights + first * axis->taps, axis->taps, n, out);
  return out;
}

/// Shades an image that is enlarged along y.
static void shade_enlarged(
    const ck_paint *paint, int32_t x, int32_t y, size_t n, uint16_t *out, Rows *rows) {
  begin_rows(rows, x, n);
  size_t skipped = (size_t)(x - rows->x) * 4;
  const ck_axis *down = &paint->down;
  ptrdiff_t place = y - down->origin;
  int32_t first = down->index[place], taps = down->taps, nearest = down->nearest[place];
  Stack stack = {.count = (taps + 1) & ~1, .nearest = -1, .is_opaque = paint->is_opaque};
  for (int32_t t = 0; t < stack.count; t++) {
    // A tap with the weight 0 may read any valid row of the image.
    int32_t number = first + (t < taps ? t : 0);
    stack.weights[t] = t < taps ? down->weights[place * taps + t] : 0;
    stack.rows[t] = summed_row(paint, number, rows) + skipped;
  }
  if (paint->across.nearest) {
    for (int k = 0; k < 2; k++) {
      find_bounds(paint, nearest + k, rows);
      stack.lows[k] = rows->lows[(nearest + k) & 1] + skipped;
      stack.highs[k] = rows->highs[(nearest + k) & 1] + skipped;
    }
  } else {
    stack.nearest = nearest - first;
  }
  sum_rows(&stack, n, out);
}

/// The source rows that are summed for one row of the canvas.
typedef struct Sources {
  const uint8_t *pixels;
  ptrdiff_t stride;
  const int16_t *weights;
  int32_t taps;
} Sources;

/// Sums the columns `from` ..< `to`, and returns the first summed column, because a vector must not extend
/// beyond the end of a row.
INLINE int32_t columns_between(const Sources *sources, int32_t from, int32_t to, int16_t *out) {
  from &= ~3;
  // The source rows below are prefetched, because the next row of the canvas is likely to read them.
  for (int32_t t = 0; t < sources->taps; t++) {
    const uint8_t *below = sources->pixels + (sources->taps + t) * sources->stride;
    for (int32_t at = from * 4; at < to * 4; at += 64) prefetch((uintptr_t)below + (uintptr_t)at);
  }
  sum_columns(
      sources->pixels + (ptrdiff_t)from * 4, sources->stride, sources->weights, sources->taps,
      (size_t)(to - from) * 4, out);
  return from;
}

/// Shades an image that is reduced along y or shown at its own size.
static void shade_shrunk(const ck_paint *paint, int32_t x, int32_t y, size_t n, uint16_t *out) {
  int16_t columns[SUMMED_COLUMNS * 4 + LANES];
  const ck_axis *down = &paint->down, *across = &paint->across;
  ptrdiff_t place = y - down->origin;
  int32_t row = down->index[place];
  Sources sources = {
      .stride = paint->levels[paint->level].stride, .weights = down->weights + place * down->taps,
      .taps = down->taps};
  // Rows with weight 0 are not read.
  while (sources.taps > 1 && !sources.weights[sources.taps - 1]) sources.taps--;
  for (; sources.taps > 1 && !sources.weights[0]; sources.taps--, sources.weights++) row++;
  sources.pixels = source_row(paint, row);

  ptrdiff_t first = x - across->origin;
  const int32_t *index = across->index + first;
  const int32_t *nearest = across->nearest ? across->nearest + first : NULL;
  int32_t taps = across->taps;
  const int16_t *weights = across->weights + first * taps;
  // The source columns of a pixel begin at most `taps` columns after those of the previous pixel. The
  // weighted sums of two pixels are computed at a time.
  size_t most = (size_t)((SUMMED_COLUMNS - 4) / taps) & ~(size_t)1;
  for (size_t i = 0, count; most > 0 && i < n; i += count) {
    count = n - i < most ? n - i : most;
    int32_t a = index[i], b = index[i + count - 1];
    int32_t from = columns_between(&sources, a < b ? a : b, (a < b ? b : a) + taps, columns);
    sum_pixels(
        columns, from, index + i, weights + (ptrdiff_t)i * taps, taps, nearest ? nearest + i : NULL,
        paint->is_opaque, count, out + i * 4);
  }
  // A pixel that needs more columns than the buffer holds is summed part by part.
  const int32_t part = SUMMED_COLUMNS - 4;
  for (size_t i = 0; most == 0 && i < n; i++) {
    Two sum = {0};
    for (int32_t t = 0; t < taps; t += part) {
      int32_t width = taps - t < part ? taps - t : part, start = index[i] + t;
      int32_t from = columns_between(&sources, start, start + width, columns);
      const int16_t *w = weights + (ptrdiff_t)i * taps + t;
      const int16_t *first = columns + (start - from) * 4;
      sum = add_two(sum, sum_places(first, first, w, w, width));
    }
    __m128i color = _mm_xor_si128(finish_places(sum), _mm_set1_epi16(-32768));
    _mm_storel_epi64((__m128i *)(void *)(out + i * 4), color);
  }
}

static void shade_scaled(
    const ck_paint *paint, int32_t x, int32_t y, size_t n, uint16_t *out, Rows *rows) {
  if (paint->down.nearest) shade_enlarged(paint, x, y, n, out, rows);
  else shade_shrunk(paint, x, y, n, out);
}

// Functions that compute masks: the weights of `n` pixels, 0…65535.

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

/// A mask coordinate in 1/256 texel, relative to texel centres and clamped to the mask: the first of two
/// texels, and the weight of the second texel.
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

/// A coordinate rounded to 1/256, clamped to the range of integers; NaN becomes 0.
INLINE int64_t snap(double x) {
  if (!(x > -1e6)) return x == x ? -256000000 : 0;
  if (x > 1e6) return 256000000;
  return (int64_t)floor(x * 256 + 0.5);
}

/// One sample of the mask at the canvas point (x, y); 0 for a point behind the viewer.
INLINE uint32_t mask_at(const ck_paint *paint, double x, double y) {
  const double *m = paint->map;
  ptrdiff_t width = paint->mask_width;
  double r = paint->is_affine ? 1 : 1 / (m[6] * x + m[7] * y + m[8]);
  if (!(r > 0)) return 0;
  Place px = place(snap((m[0] * x + m[1] * y + m[2]) * r) - 128, paint->mask_width);
  Place py = place(snap((m[3] * x + m[4] * y + m[5]) * r) - 128, paint->mask_height);
  const uint16_t *r0 = paint->mask + py.index * width + px.index;
  const uint16_t *r1 = paint->mask_height > 1 ? r0 + width : r0;
  int step = paint->mask_width > 1;
  uint32_t top = r0[0] * (256u - px.weight) + r0[step] * (uint32_t)px.weight;
  uint32_t bottom = r1[0] * (256u - px.weight) + r1[step] * (uint32_t)px.weight;
  return (uint32_t)(((uint64_t)top * (256u - py.weight) + (uint64_t)bottom * py.weight) >> 16);
}

/// Computes the mean of samples × samples points of each pixel.
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
