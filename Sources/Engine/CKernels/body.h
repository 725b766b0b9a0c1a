// The kernels, which are compiled once for each vector width. The results do not depend on the width: lanes
// are combined only within a pixel, and the unused lanes of a row's last vector are discarded.

#include "vectors.h"
#include "over.h"
#include "weights.h"
#include "taps.h"
#include "dither.h"
#include "shade.h"
#include "gradient.h"
#include "plan.h"
#include "mapped.h"

#include "filter.h"
#include "modes.h"
#include "opaque.h"
#include "colors.h"
#include "gauss.h"
#include "piece.h"

/// Whether the paint reuses computed rows for the next rows of a strip.
INLINE int keeps(const ck_paint *paint) { return paint->kind == CK_SCALED; }

// The channels of the canvas are bytes.
#define T uint8_t
#define LOAD(p) widen(p)
#define STORE(p, v) narrow_to(p, v)
#define F(name) name##_bytes
#define EXACT8 1
#include "blend.h"
#include "draw.h"
#undef T
#undef LOAD
#undef STORE
#undef F
#undef EXACT8

// The channels of a group's picture are 8.8 fixed-point numbers.
#define T uint16_t
#define LOAD(p) load16(p)
#define STORE(p, v) store16(p, v)
#define F(name) name##_wide
#define EXACT8 0
#include "blend.h"
#include "draw.h"

static void draw(
    const ck_surface *surface, const ck_coverage *region, const ck_coverage *coverage,
    const ck_paint *paint, const ck_coverage *hidden, size_t count) {
  if (surface->is_wide) draw_wide(surface, region, coverage, paint, hidden, count);
  else draw_bytes(surface, region, coverage, paint, hidden, count);
}

/// The number of rows of a block that is composed in 8.8; a block has up to PIECE columns, and fits in the L1
/// cache.
#define BLOCK_ROWS 8

/// Draws one colour, already multiplied by its weight, over 8.8 channels, and rounds the result to bytes.
static void round_under(
    const uint16_t *s, uint8_t *to, size_t n, const uint16_t color[4], ptrdiff_t ahead) {
  V over = REPEAT(color);
  V taken = takes(ALPHAS(over));
  size_t i = 0;
  for (; i + 2 * PIXELS <= n; i += 2 * PIXELS) {
    V a = load16(s + i * 4), b = load16(s + i * 4 + LANES);
    prefetch((uintptr_t)to + (uintptr_t)ahead + i * 4);
    narrow_pair(
        to + i * 4, over + a - mulhi(a + 1, taken), over + b - mulhi(b + 1, taken));
  }
  for (; i < n; i++) {
    for (int c = 0; c < 4; c++) {
      uint32_t below = s[i * 4 + (size_t)c];
      uint32_t value = color[c] + below - (((below + 1) * taken[c]) >> 16);
      to[i * 4 + (size_t)c] = (uint8_t)((value + 128) >> 8);
    }
  }
}

/// Rounds the rows of a block that shows only one image, unchanged or below a uniform colour.
static void round_image(
    const ck_paint *paint, Rows *rows, const ck_surface *block, const uint16_t color[4], uint8_t *to,
    ptrdiff_t stride) {
  size_t n = (size_t)block->width;
  uint16_t room[PIECE * 4 + LANES];
  for (int32_t y = block->y; y < block->y + block->height; y++, to += stride) {
    shade_scaled(paint, block->x, y, n, room, rows);
    round_under(room, to, n, color, BLOCK_ROWS * stride);
  }
}

/// The number of images in a list whose strips keep computed rows from block to block.
#define KEPT_COUNT 4

/// Whether the paint replaces the previous pixels wherever it is fully covered.
INLINE int hides(const ck_paint *paint) { return paint->is_opaque && paint->alpha == 65535; }

/// Whether a coverage covers every pixel of a block fully.
static int covers(const ck_coverage *coverage, const ck_surface *block) {
  if (coverage->top > block->y || coverage->bottom < block->y + block->height) return 0;
  for (int32_t y = block->y; y < block->y + block->height; y++) {
    ck_row row = coverage->rows[y - coverage->top];
    if (row.count != 1) return 0;
    const ck_run *run = &coverage->runs[row.first];
    if (run->values >= 0 || run->x0 > block->x || run->x1 < block->x + block->width) return 0;
  }
  return 1;
}

/// Whether an item may cover any pixel of a block.
static int touches(const ck_item *item, const ck_surface *block) {
  return item->x1 > block->x && item->x0 < block->x + block->width
    && item->coverage->bottom > block->y && item->coverage->top < block->y + block->height;
}

/// Whether one colour covers the whole block and leaves the pixels below visible.
static int is_veil(const ck_item *item, const ck_surface *block) {
  return item->paint->kind == CK_SOLID && is_plain(item->paint) && !hides(item->paint) && covers(item->coverage, block);
}

/// Whether a scaled image replaces the whole block.
static int is_image(const ck_item *item, const ck_surface *block) {
  return item->paint->kind == CK_SCALED && is_plain(item->paint) && hides(item->paint) && covers(item->coverage, block);
}

/// Whether no item below item `i` of the list is visible in a block.
static int is_first(const ck_item *items, size_t i, const ck_surface *block) {
  while (i > 0) {
    if (touches(&items[--i], block)) return 0;
  }
  return 1;
}

/// Rounds the pixels of a block into a surface, below a uniform colour if one covers the whole block.
static void round_block(
    const uint16_t *room, const ck_surface *block, const uint16_t *last, uint8_t *to, ptrdiff_t stride) {
  for (int32_t y = 0; y < block->height; y++) {
    round_under(
        room + (ptrdiff_t)y * block->width * 4, to + y * stride, (size_t)block->width, last,
        BLOCK_ROWS * stride);
  }
}

static void compose(const ck_surface *surface, const ck_item *items, size_t count) {
  static const uint16_t none[4] = {0};
  uint16_t room[BLOCK_ROWS * PIECE * 4 + LANES];
  // Pixels below hidden pixels are mixed with the weight 0, but must still be valid colours.
  size_t width = surface->width < PIECE ? (size_t)surface->width : PIECE;
  memset(room, 0, sizeof(uint16_t) * (width * BLOCK_ROWS * 4 + LANES));
  Rows all[KEPT_COUNT], other;
  ck_surface block = {.pixels = (uint8_t *)room, .is_wide = 1};
  for (int32_t left = 0; left < surface->width; left += PIECE) {
    block.x = surface->x + left;
    block.width = surface->width - left < PIECE ? surface->width - left : PIECE;
    block.stride = block.width * 8;
    for (int k = 0; k < KEPT_COUNT; k++) clear_rows(&all[k]);
    for (int32_t down = 0; down < surface->height; down += BLOCK_ROWS) {
      block.y = surface->y + down;
      block.height = surface->height - down < BLOCK_ROWS ? surface->height - down : BLOCK_ROWS;
      uint8_t *to = surface->pixels + down * surface->stride + (ptrdiff_t)left * 4;
      // Only the items up to `end` and one uniform colour above them are visible in the block.
      size_t end = count;
      while (end > 0 && !touches(&items[end - 1], &block)) end--;
      const uint16_t *last = none;
      uint16_t color[4];
      if (end > 0 && is_veil(&items[end - 1], &block)) {
        weigh_color(items[--end].paint, color);
        last = color;
        while (end > 0 && !touches(&items[end - 1], &block)) end--;
      }
      size_t images = 0;
      for (size_t i = 0; i < end; i++) {
        const ck_item *item = &items[i];
        Rows *kept = &other;
        if (keeps(item->paint) && images < KEPT_COUNT) kept = &all[images++];
        else clear_rows(kept);
        if (!touches(item, &block)) continue;
        if (i + 1 == end && is_image(item, &block) && is_first(items, i, &block)) {
          round_image(item->paint, kept, &block, last, to, surface->stride);
          last = NULL;
          break;
        }
        draw_rows_wide(
            &block, NULL, item->coverage, item->paint, kept, item->hidden, item->hidden_count);
      }
      if (last) round_block(room, &block, last, to, surface->stride);
    }
  }
}

static void mix_rows(
    const ck_surface *surface, const ck_paint *under, const ck_paint *over) {
  const ck_level *a = &under->levels[0], *b = &over->levels[0];
  size_t n = (size_t)surface->width;
  for (int32_t y = surface->y; y < surface->y + surface->height; y++) {
    mix8(
        surface->pixels + (y - surface->y) * surface->stride,
        a->pixels + (y - under->dy) * a->stride + (ptrdiff_t)(surface->x - under->dx) * 4,
        b->pixels + (y - over->dy) * b->stride + (ptrdiff_t)(surface->x - over->dx) * 4, n,
        (uint16_t)over->alpha, (Below){surface->stride, a->stride},
        (Below){surface->stride, b->stride});
  }
}

static void lift(const ck_surface *surface, uint16_t *to) {
  size_t n = (size_t)surface->width * 4;
  for (int32_t y = 0; y < surface->height; y++, to += n) {
    const uint8_t *row = surface->pixels + y * surface->stride;
    if (surface->is_wide) {
      memcpy(to, row, n * 2);
    } else {
      for (size_t i = 0; i < n; i++) to[i] = (uint16_t)(row[i] << 8);
    }
  }
}

static const ck_kernels kernels = {
    .name = NAME,
    .draw = draw,
    .mix = mix_rows,
    .compose = compose,
    .lift = lift,
    .multiply = multiply,
    .halve = halve,
    .narrow = narrow,
    .blur = blur,
    .enlarge = enlarge,
    .shrink = shrink,
    .enlarge_twice = enlarge_twice,
    .convolve = convolve,
    .convolve_moved = convolve_moved,
};

const ck_kernels *ENTRY(void);
const ck_kernels *ENTRY(void) { return &kernels; }
