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
    .multiply = multiply,
    .halve = halve,
    .narrow = narrow,
    .blur = blur,
    .enlarge = enlarge,
};

const ck_kernels *ENTRY(void);
const ck_kernels *ENTRY(void) { return &kernels; }
