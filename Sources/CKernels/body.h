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
    const ck_surface *surface, const ck_coverage *coverage, const ck_paint *paint,
    const ck_coverage *hidden, size_t count) {
  if (surface->is_wide) draw_wide(surface, coverage, paint, hidden, count);
  else draw_bytes(surface, coverage, paint, hidden, count);
}

static const ck_kernels kernels = {
    .name = NAME,
    .draw = draw,
    .multiply = multiply,
    .halve = halve,
    .narrow = narrow,
    .blur = blur,
    .enlarge = enlarge,
};

const ck_kernels *ENTRY(void);
const ck_kernels *ENTRY(void) { return &kernels; }
