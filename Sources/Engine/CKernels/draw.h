// Draws one paint through one coverage: first rows, then runs, then pieces of runs that fit on the stack. The
// file is included once for each format of the destination, after blend.h.

/// Draws colours over the previous pixels, with weights if `w` is not null.
static inline void F(put_piece)(
    T *d, size_t n, const uint16_t *source, const uint16_t *w, const ck_paint *paint) {
  if (w) F(blend16_weighted)(d, n, source, w);
  else if (paint->is_opaque) F(store)(d, n, source);
  else F(blend16)(d, n, source);
}

/// Draws a piece of a paint that has a blend mode or a colour filter.
static void F(draw_changed)(
    T *d, int32_t x, int32_t y, size_t n, const uint16_t *values, const ck_paint *paint, Rows *kept) {
#if EXACT8
  if (paint->mode && paint->kind == CK_COPY && !paint->color_count && !values && paint->alpha == 65535) {
    const ck_level *level = &paint->levels[0];
    const uint8_t *s = level->pixels + (y - paint->dy) * level->stride + (ptrdiff_t)(x - paint->dx) * 4;
    if (opaque_row(d, n, s, paint->mode)) return;
  }
#endif
  uint16_t buffer[PIECE + LANES];
  uint16_t room[PIECE * 4 + LANES];
  const uint16_t *source = shade(paint, x, y, n, room, kept);
  const uint16_t *w = weights(values, paint->alpha, n, buffer);
  if (!paint->mode) {
    F(put_piece)(d, n, source, w, paint);
    return;
  }
#if EXACT8
  uint16_t wide[PIECE * 4 + LANES];
  for (size_t i = 0; i < n * 4; i++) wide[i] = (uint16_t)(d[i] << 8);
  mode_row(wide, n, source, w, paint->mode);
  narrow(wide, d, n * 4);
#else
  mode_row(d, n, source, w, paint->mode);
#endif
}

/// Draws a piece of a uniform colour through a mask, which is a shadow or the weights of a picture.
static void F(draw_masked)(
    T *d, int32_t x, int32_t y, size_t n, const uint16_t *values, const ck_paint *paint) {
  uint16_t buffer[PIECE + LANES];
  if (paint->kind == CK_SHADOW) mask_shadow(paint, x, y, n, buffer);
  else if (paint->kind == CK_MASK) mask_copied(paint, x, y, n, buffer);
  else mask_mapped(paint, x, y, n, buffer);
  if (paint->alpha != 65535) {
    for (size_t i = 0; i < n; i++) buffer[i] = multiply16(buffer[i], (uint32_t)paint->alpha);
  }
  if (values) {
    for (size_t i = 0; i < n; i++) buffer[i] = multiply16(buffer[i], values[i]);
  }
  if (paint->dither) dither_weights(buffer, x, y, n, paint->color[3]);
  F(blend_solid_weighted)(d, n, paint->color, buffer);
}

static void F(draw_piece)(
    T *d, int32_t x, int32_t y, size_t n, const uint16_t *values, const ck_paint *paint, Rows *kept) {
  uint16_t buffer[PIECE + LANES];
  uint16_t room[PIECE * 4 + LANES];
  if (!is_plain(paint)) {
    F(draw_changed)(d, x, y, n, values, paint, kept);
    return;
  }
  switch (paint->kind) {
    case CK_SOLID:
      F(blend_solid_weighted)(d, n, paint->color, weights(values, paint->alpha, n, buffer));
      return;
    case CK_COPY: {
      const ck_level *level = &paint->levels[0];
      const uint8_t *s = level->pixels + (y - paint->dy) * level->stride + (ptrdiff_t)(x - paint->dx) * 4;
      F(blend8_weighted)(d, n, s, weights(values, paint->alpha, n, buffer));
      return;
    }
    case CK_GROUP: {
      const uint16_t *s = paint->group + ((ptrdiff_t)(y - paint->dy) * paint->group_width + (x - paint->dx)) * 4;
      F(put_piece)(d, n, s, weights(values, paint->alpha, n, buffer), paint);
      return;
    }
    case CK_HALF:
      double_row(paint->group, paint->group_width, paint->dx, paint->dy, x, y, n, room);
      break;
    case CK_SHADOW:
    case CK_MASK:
    case CK_MAPPED_MASK:
      F(draw_masked)(d, x, y, n, values, paint);
      return;
    case CK_SCALED:
#if !EXACT8
      if (!values && paint->alpha == 65535 && paint->is_opaque && n % PIXELS == 0) {
        shade_scaled(paint, x, y, n, d, kept);
        return;
      }
#endif
      shade_scaled(paint, x, y, n, room, kept);
      break;
    case CK_MAPPED: shade_mapped(paint, x, y, n, room); break;
    case CK_LINEAR:
    case CK_RADIAL:
    case CK_CONIC: shade_gradient(paint, x, y, n, room); break;
  }
  F(put_piece)(d, n, room, weights(values, paint->alpha, n, buffer), paint);
}

static void F(draw_run)(
    T *d, ptrdiff_t stride, int32_t x, int32_t y, size_t n, const uint16_t *values,
    const ck_paint *paint, Rows *kept) {
  if (!values && is_plain(paint) && paint->kind == CK_SOLID) {
    if (paint->alpha == 65535 && paint->is_opaque) {
      F(fill)(d, n, paint->color);
      return;
    }
    uint16_t color[4];
    weigh_color(paint, color);
    F(blend_solid)(d, n, color);
    return;
  }
  if (!values && is_plain(paint) && paint->kind == CK_COPY) {
    const ck_level *level = &paint->levels[0];
    const uint8_t *s = level->pixels + (y - paint->dy) * level->stride + (ptrdiff_t)(x - paint->dx) * 4;
    Below below = {stride, level->stride};
    if (paint->alpha != 65535 && paint->is_opaque) F(lerp8)(d, n, s, (uint16_t)paint->alpha, below);
    else if (paint->alpha != 65535) F(blend8)(d, n, s, (uint16_t)paint->alpha);
    else if (paint->is_opaque) F(copy8)(d, n, s, below);
    else F(over8)(d, n, s);
    return;
  }
  while (n > 0) {
    size_t piece = n < PIECE ? n : PIECE;
    F(draw_piece)(d, x, y, piece, values, paint, kept);
    d += piece * 4;
    x += (int32_t)piece;
    if (values) values += piece;
    n -= piece;
  }
}

/// Draws the columns x0 ..< x1 of a run, except the pixels that `hidden` covers.
static void F(draw_seen)(
    T *line, ptrdiff_t stride, int32_t left, int32_t x0, int32_t x1, int32_t y, const ck_run *run,
    const uint16_t *values, const ck_paint *paint, Rows *kept, const ck_coverage *hidden,
    size_t count) {
  for (; count > 0; hidden++, count--) {
    if (y < hidden->top || y >= hidden->bottom) continue;
    ck_row row = hidden->rows[y - hidden->top];
    const ck_run *cover = hidden->runs + row.first, *end = cover + row.count;
    for (; cover < end && cover->x0 < x1; cover++) {
      if (cover->values >= 0 || cover->x1 <= x0) continue;
      if (cover->x0 > x0) {
        F(draw_seen)(line, stride, left, x0, cover->x0, y, run, values, paint, kept, hidden + 1, count - 1);
      }
      x0 = cover->x1;
      if (x0 >= x1) return;
    }
  }
  const uint16_t *w = run->values < 0 ? NULL : values + run->values + (x0 - run->x0);
  F(draw_run)(line + (ptrdiff_t)(x0 - left) * 4, stride, x0, y, (size_t)(x1 - x0), w, paint, kept);
}

/// The number of rows between the row being drawn and the row being prefetched.
#define ROWS_AHEAD 6

/// Prefetches the memory of a bitmap for short parts of a row, because the hardware has not accessed nearby
/// memory before.
INLINE void F(ask_for)(
    const ck_surface *surface, const ck_coverage *region, const ck_paint *paint, int32_t y) {
  if (y >= region->bottom || y >= surface->y + surface->height) return;
  uintptr_t to = (uintptr_t)surface->pixels + (uintptr_t)((y - surface->y) * surface->stride)
    - (uintptr_t)(surface->x * (ptrdiff_t)sizeof(T) * 4);
  uintptr_t from = 0;
  if (paint->kind == CK_COPY) {
    const ck_level *level = &paint->levels[0];
    from = (uintptr_t)level->pixels + (uintptr_t)((y - paint->dy) * level->stride)
      - (uintptr_t)((ptrdiff_t)paint->dx * 4);
  }
  ck_row row = region->rows[y - region->top];
  const ck_run *part = region->runs + row.first, *end = part + row.count;
  for (; part < end; part++) {
    if (part->x1 - part->x0 > 256) continue;
    prefetch_part(to, part->x0, part->x1, sizeof(T) * 4);
    if (from) prefetch_part(from, part->x0, part->x1, 4);
  }
}

static void F(draw_rows)(
    const ck_surface *surface, const ck_coverage *region, const ck_coverage *coverage,
    const ck_paint *paint, Rows *kept, const ck_coverage *hidden, size_t count) {
  int32_t top = coverage->top > surface->y ? coverage->top : surface->y;
  int32_t bottom = surface->y + surface->height;
  if (bottom > coverage->bottom) bottom = coverage->bottom;
  ck_run all = {surface->x, surface->x + surface->width, -1};
  for (int32_t y = top; y < bottom; y++) {
    const ck_run *part = &all, *end = part + 1;
    if (region) {
      if (y < region->top || y >= region->bottom) continue;
      F(ask_for)(surface, region, paint, y + ROWS_AHEAD);
      ck_row seen = region->rows[y - region->top];
      part = region->runs + seen.first;
      end = part + seen.count;
    }
    ck_row row = coverage->rows[y - coverage->top];
    T *line = (T *)(void *)(surface->pixels + (y - surface->y) * surface->stride);
    for (; part < end; part++) {
      int32_t left = part->x0 > all.x0 ? part->x0 : all.x0;
      int32_t right = part->x1 < all.x1 ? part->x1 : all.x1;
      for (int32_t k = row.first; k < row.first + row.count; k++) {
        ck_run run = coverage->runs[k];
        int32_t x0 = run.x0 > left ? run.x0 : left;
        int32_t x1 = run.x1 < right ? run.x1 : right;
        if (x0 >= x1) continue;
        F(draw_seen)(
            line, surface->stride, all.x0, x0, x1, y, &run, coverage->values, paint, kept, hidden,
            count);
      }
    }
  }
}

static void F(draw)(
    const ck_surface *surface, const ck_coverage *region, const ck_coverage *coverage,
    const ck_paint *paint, const ck_coverage *hidden, size_t count) {
  Rows kept;
  if (!keeps(paint)) {
    F(draw_rows)(surface, region, coverage, paint, &kept, hidden, count);
    return;
  }
  // Pieces of the same width are drawn one below the other, so that they share summed rows.
  for (int32_t x = 0; x < surface->width; x += PIECE) {
    ck_surface part = *surface;
    part.pixels += (size_t)x * 4 * sizeof(T);
    part.x += x;
    part.width = surface->width - x < PIECE ? surface->width - x : PIECE;
    clear_rows(&kept);
    F(draw_rows)(&part, region, coverage, paint, &kept, hidden, count);
  }
}
