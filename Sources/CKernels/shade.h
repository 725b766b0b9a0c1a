// Shaders: the colours of `n` pixels of row y from column x, in 8.8.

static void shade_scaled(const ck_paint *paint, int32_t x, int32_t y, size_t n, uint16_t *out) {
  for (int k = 0; k < (paint->level_weight ? 2 : 1); k++) {
    const ck_level *level = &paint->levels[paint->level + k];
    int32_t row = paint->down[k].index[y - paint->down[k].origin];
    uint16_t wy = paint->down[k].weight[y - paint->down[k].origin];
    const uint8_t *r0 = level->pixels + row * level->stride;
    const uint8_t *r1 = level->height > 1 ? r0 + level->stride : r0;
    ptrdiff_t step = level->width > 1 ? 4 : 0;
    const int32_t *index = paint->across[k].index + (x - paint->across[k].origin);
    const uint16_t *weight = paint->across[k].weight + (x - paint->across[k].origin);
    for (size_t i = 0; i < n; i++) {
      Q q = bilinear(r0, r1, (ptrdiff_t)index[i] * 4, step, weight[i], wy);
      if (k) {
        Q fine;
        memcpy(&fine, out + i * 4, 8);
        q = mix(fine, q, (uint16_t)paint->level_weight);
      }
      memcpy(out + i * 4, &q, 8);
    }
  }
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

static void shade_mapped(const ck_paint *paint, int32_t x, int32_t y, size_t n, uint16_t *out) {
  const double *m = paint->map;
  double cy = y + 0.5;
  int32_t level = paint->level, weight = paint->level_weight;
  double u0 = m[1] * cy + m[2], v0 = m[4] * cy + m[5], w0 = m[7] * cy + m[8];
  int32_t before = 0, after = 0;
  for (size_t i = 0; i < n; i++) {
    int32_t column = x + (int32_t)i;
    if (!paint->is_affine) {
      int32_t start = column & ~(DETAIL_STEP - 1);
      if (i == 0 || column == start) {
        before = i == 0 ? detail(paint, start, cy) : after;
        after = detail(paint, start + DETAIL_STEP, cy);
      }
      int32_t part = 2 * (column - start) + 1;
      int32_t d = before + (((after - before) * part) >> 4);
      // Near edge-on the detail bends too much for a straight line.
      if (after - before > 128 || before - after > 128) d = detail(paint, column + 0.5, cy);
      if (d < 0) d = 0;
      level = d >> 8;
      weight = d & 255;
      if (level >= paint->level_count - 1) {
        level = paint->level_count - 1;
        weight = 0;
      }
    }
    double cx = column + 0.5;
    double u = m[0] * cx + u0, v = m[3] * cx + v0;
    if (!paint->is_affine) {
      double r = 1 / (m[6] * cx + w0);
      u *= r;
      v *= r;
    }
    double scale = 1.0 / (double)(1 << level);
    Q q = sample_level(&paint->levels[level], snap(u * scale), snap(v * scale));
    if (weight) {
      scale *= 0.5;
      Q coarse = sample_level(&paint->levels[level + 1], snap(u * scale), snap(v * scale));
      q = mix(q, coarse, (uint16_t)weight);
    }
    memcpy(out + i * 4, &q, 8);
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
