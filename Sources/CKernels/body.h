// The kernels, compiled once for each width of vectors. No kernel depends on the width: lanes never
// meet except inside one pixel, and a tail is a vector whose other lanes are thrown away.

#include "vectors.h"
#include "over.h"
#include "weights.h"
#include "sample.h"
#include "shade.h"

// The canvas: bytes.
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

// A group's picture: 8.8.
#define T uint16_t
#define LOAD(p) load16(p)
#define STORE(p, v) store16(p, v)
#define F(name) name##_wide
#define EXACT8 0
#include "blend.h"
#include "draw.h"

#include "filter.h"

static void draw(
    const ck_surface *surface, const ck_coverage *region, const ck_coverage *coverage,
    const ck_paint *paint, const ck_coverage *hidden, size_t count) {
  if (surface->is_wide) draw_wide(surface, region, coverage, paint, hidden, count);
  else draw_bytes(surface, region, coverage, paint, hidden, count);
}

/// Rows of a block of up to PIECE columns that is composed in 8.8: as many as the nearest cache holds.
#define BLOCK_ROWS 8

/// One colour, already weighted, over 8.8 channels, then rounded to bytes.
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

/// Scaled images of a list that keep their sampled rows from block to block.
#define KEPT_ROWS 4

/// Takes the place of what is there.
INLINE int hides(const ck_paint *paint) { return paint->is_opaque && paint->alpha == 65535; }

/// All of a block is fully covered.
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

static void compose(const ck_surface *surface, const ck_item *items, size_t count) {
  static const uint16_t none[4] = {0};
  uint16_t room[BLOCK_ROWS * PIECE * 4 + LANES];
  // What lies under hidden pixels is mixed with weight 0, but must be colours.
  size_t width = surface->width < PIECE ? (size_t)surface->width : PIECE;
  memset(room, 0, sizeof(uint16_t) * (width * BLOCK_ROWS * 4 + LANES));
  Rows rows[KEPT_ROWS], other;
  ck_surface block = {.pixels = (uint8_t *)room, .is_wide = 1};
  for (int32_t left = 0; left < surface->width; left += PIECE) {
    block.x = surface->x + left;
    block.width = surface->width - left < PIECE ? surface->width - left : PIECE;
    block.stride = block.width * 8;
    for (int k = 0; k < KEPT_ROWS; k++) clear_rows(&rows[k]);
    for (int32_t down = 0; down < surface->height; down += BLOCK_ROWS) {
      block.y = surface->y + down;
      block.height = surface->height - down < BLOCK_ROWS ? surface->height - down : BLOCK_ROWS;
      const uint16_t *last = none;
      uint16_t color[4];
      size_t scaled = 0;
      for (size_t i = 0; i < count; i++) {
        const ck_item *item = &items[i];
        Rows *kept = &other;
        if (item->paint->kind == CK_SCALED && scaled < KEPT_ROWS) kept = &rows[scaled++];
        else clear_rows(kept);
        if (item->x1 <= block.x || item->x0 >= block.x + block.width) continue;
        if (i + 1 == count && item->paint->kind == CK_SOLID && !hides(item->paint)
          && covers(item->coverage, &block)) {
          weigh_color(item->paint, color);
          last = color;
          break;
        }
        draw_rows_wide(
            &block, NULL, item->coverage, item->paint, kept, item->hidden, item->hidden_count);
      }
      uint8_t *to = surface->pixels + down * surface->stride + (ptrdiff_t)left * 4;
      for (int32_t y = 0; y < block.height; y++) {
        round_under(
            room + (ptrdiff_t)y * block.width * 4, to + y * surface->stride, (size_t)block.width, last,
            BLOCK_ROWS * surface->stride);
      }
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

static const ck_kernels kernels = {
    .name = NAME,
    .draw = draw,
    .mix = mix_rows,
    .compose = compose,
    .multiply = multiply,
    .halve = halve,
    .narrow = narrow,
    .blur = blur,
    .enlarge = enlarge,
};

const ck_kernels *ENTRY(void);
const ck_kernels *ENTRY(void) { return &kernels; }
