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
  /// For each of both levels: the number of columns, from the first on, that can be sampled by one load
  /// for each step of a vector, since all pixels that the step reads lie in that load; −1 when it is not
  /// known yet. Then the places of these pixels in the load, and their weights.
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

/// Sampled rows between which a row of the canvas lies, and the weight of the second, 0…255; there is
/// none where it is 0.
typedef struct RowPair {
  const uint16_t *upper, *lower;
  uint16_t weight;
} RowPair;

/// Those of level k from column x, which `rows` has.
static RowPair row_pair(const ck_paint *paint, int k, int32_t x, int32_t y, Rows *rows) {
  size_t skipped = (size_t)(x - rows->x) * 4;
  ptrdiff_t place = y - paint->down[k].origin;
  int32_t upper = paint->down[k].index[place];
  uint16_t weight = paint->down[k].weight[place];
  if (paint->levels[paint->level + k].height == 1) weight = 0;
  if (weight == 256) {
    upper++;
    weight = 0;
  }
  RowPair pair = {.upper = sampled_row(paint, k, upper, rows) + skipped, .weight = weight};
  if (weight) pair.lower = sampled_row(paint, k, upper + 1, rows) + skipped;
  return pair;
}

/// The colours, which lie in `rows` or are written to `out`.
static const uint16_t *shade_scaled(
    const ck_paint *paint, int32_t x, int32_t y, size_t n, uint16_t *out, Rows *rows) {
  begin_rows(rows, x, n);
  const uint16_t *colors[2];
  uint16_t coarse[PIECE * 4 + LANES];
  int two = paint->level_weight != 0;
  for (int k = 0; k <= two; k++) {
    RowPair pair = row_pair(paint, k, x, y, rows);
    colors[k] = pair.upper;
    if (!pair.weight) continue;
    uint16_t *mixed = k ? coarse : out;
    mix_rows16(pair.upper, pair.lower, pair.weight, n, mixed);
    colors[k] = mixed;
  }
  if (!two) return colors[0];
  mix_rows16(colors[0], colors[1], (uint16_t)paint->level_weight, n, out);
  return out;
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
  if (paint->dither) dither_colors(out, x, y, n);
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
