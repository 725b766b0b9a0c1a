// Computes the colours of a piece of a row, for all kinds of paints.

/// Computes the colours of a piece of any paint, in 8.8 and without the paint's alpha. The function returns
/// `room` or a pointer into memory of the paint.
static const uint16_t *unfiltered(
    const ck_paint *paint, int32_t x, int32_t y, size_t n, uint16_t *room, Rows *kept) {
  switch (paint->kind) {
    case CK_SOLID:
      for (size_t i = 0; i < n; i++) memcpy(room + i * 4, paint->color, 8);
      return room;
    case CK_COPY: {
      const ck_level *level = &paint->levels[0];
      const uint8_t *s = level->pixels + (y - paint->dy) * level->stride + (ptrdiff_t)(x - paint->dx) * 4;
      size_t i = 0;
      for (; i + PIXELS <= n; i += PIXELS) store16(room + i * 4, widen(s + i * 4));
      for (size_t k = i * 4; k < n * 4; k++) room[k] = (uint16_t)(s[k] << 8);
      return room;
    }
    case CK_GROUP:
      return paint->group + ((ptrdiff_t)(y - paint->dy) * paint->group_width + (x - paint->dx)) * 4;
    case CK_HALF:
      double_row(paint->group, paint->group_width, paint->dx, paint->dy, x, y, n, room);
      return room;
    case CK_SCALED: shade_scaled(paint, x, y, n, room, kept); return room;
    case CK_MAPPED: shade_mapped(paint, x, y, n, room); return room;
    case CK_LINEAR:
    case CK_RADIAL:
    case CK_CONIC: shade_gradient(paint, x, y, n, room); return room;
    case CK_SHADOW:
    case CK_MASK:
    case CK_MAPPED_MASK: {
      uint16_t weights[PIECE + LANES];
      if (paint->kind == CK_SHADOW) mask_shadow(paint, x, y, n, weights);
      else if (paint->kind == CK_MASK) mask_copied(paint, x, y, n, weights);
      else mask_mapped(paint, x, y, n, weights);
      if (paint->dither) dither_weights(weights, x, y, n, paint->color[3]);
      for (size_t i = 0; i < n * 4; i++) room[i] = (uint16_t)((paint->color[i & 3] * (uint32_t)weights[i / 4]) >> 16);
      return room;
    }
  }
  return room;
}

/// Computes the colours of a piece, and applies the paint's colour filter to them.
static const uint16_t *shade(
    const ck_paint *paint, int32_t x, int32_t y, size_t n, uint16_t *room, Rows *kept) {
  const uint16_t *source = unfiltered(paint, x, y, n, room, kept);
  if (!paint->color_count) return source;
  if (source != room) memcpy(room, source, n * 8);
  filter_row(room, n, paint->colors, paint->color_count);
  return room;
}

/// Whether the paint has neither a blend mode nor a colour filter.
INLINE int is_plain(const ck_paint *paint) { return !paint->mode && !paint->color_count; }
