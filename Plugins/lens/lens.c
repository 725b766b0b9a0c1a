/* lens: a magnifying glass over a layer, with a rim that distorts the layer. A table contains the source position of
 * each pixel under the glass, and is computed once for the parameters and the size; each frame reads the table, and the
 * layer in its current state. */
#define ANIMATOR_REQUIRED_MINOR 2
#include <math.h>
#include <string.h>

#include "animator.h"

typedef struct lens {
  animator_point center;
  double radius, zoom, rim;
} lens;

static const animator_parameter lens_parameters[] = {
  ANIMATOR_FIELD(lens, center, FRACTION, -1, 2, "[0.5, 0.5]", "The centre of the glass, "
                                                              "as fractions of the layer's size."),
  ANIMATOR_FIELD(lens, radius, POINTS, 1, 4000, "90", "Of the glass."),
  ANIMATOR_FIELD(lens, zoom, NONE, 0.25, 16, "1.8", "The magnification in the middle of the glass."),
  ANIMATOR_FIELD(lens, rim, FRACTION, 0, 1, "0.35", "The part of the glass that is curved towards its edge."),
};
static const animator_role lens_roles[] = {{"subject", "The layer under the glass.", NULL, 1, 1}};

/* The table of the pixels under the glass: a header, then for each pixel the offset of its source in pixels, and its
 * light, which darkens below 0 and lightens above 0. */
typedef struct head {
  int32_t x, y, width, height;
} head;
typedef struct entry {
  float dx, dy, cover, light;
} entry;

/* Returns the box of the glass in a picture. */
static head box(const lens *p, const animator_context *context, int32_t width, int32_t height) {
  const double r = p->radius * context->scale + 1;
  const double x = p->center.x * width, y = p->center.y * height;
  const double left = fmax(0, floor(x - r)), top = fmax(0, floor(y - r));
  const double right = fmin(width, ceil(x + r)), bottom = fmin(height, ceil(y + r));
  if (right <= left || bottom <= top) return (head){0, 0, 0, 0};
  return (head){(int32_t)left, (int32_t)top, (int32_t)(right - left), (int32_t)(bottom - top)};
}

static uint64_t table_bytes(const void *parameters, const animator_context *context, int32_t width,
                            int32_t height) {
  const head h = box(parameters, context, width, height);
  return sizeof(head) + sizeof(entry) * (uint64_t)h.width * (uint64_t)h.height;
}

static double smooth(double from, double to, double x) {
  const double s = x <= from ? 0 : x >= to ? 1 : (x - from) / (to - from);
  return s * s * (3 - 2 * s);
}

static int32_t prepare(const void *parameters, const animator_context *context, int32_t width, int32_t height,
                       void *table, uint64_t bytes) {
  (void)bytes;
  const lens *p = parameters;
  head *const h = table;
  entry *e = (entry *)(h + 1);
  *h = box(p, context, width, height);
  const double cx = p->center.x * width, cy = p->center.y * height, r = p->radius * context->scale;
  for (int32_t y = h->y; y < h->y + h->height; y++) {
    if (!context->keep_going(context)) return ANIMATOR_FAILED;
    for (int32_t x = h->x; x < h->x + h->width; x++, e++) {
      const double dx = x + 0.5 - cx, dy = y + 0.5 - cy, away = sqrt(dx * dx + dy * dy), u = away / r;
      const double bend = p->rim > 0 ? smooth(1 - p->rim, 1, u) : u < 1 ? 0 : 1;
      const double pull = (1 / p->zoom - 1) * (1 - bend);
      e->dx = (float)(dx * pull), e->dy = (float)(dy * pull);
      const double cover = r - away + 0.5;
      e->cover = (float)(cover < 0 ? 0 : cover > 1 ? 1 : cover);
      /* The glass has a line of light along its upper edge, shade along the lower edge, and a soft gleam above the
       * middle. */
      const double edge = smooth(1 - 5 * context->scale / (r + 5 * context->scale), 1, u);
      const double gleam = 0.1 * (1 - smooth(0, 0.8, sqrt(dx * dx + (dy + 0.55 * r) * (dy + 0.55 * r)) / r));
      e->light = (float)(gleam - (0.22 + 0.45 * dy / (away + 1e-9)) * edge);
    }
  }
  return ANIMATOR_OK;
}

static const uint8_t *at(const animator_image *in, int32_t x, int32_t y) {
  x = x < 0 ? 0 : x >= in->width ? in->width - 1 : x;
  y = y < 0 ? 0 : y >= in->height ? in->height - 1 : y;
  return in->data + y * in->stride_bytes + 4 * (int64_t)x;
}

/* Computes one pixel under the glass; `strength` is from 0 to 1. */
static void look(const animator_image *in, const entry *e, double strength, int32_t x, int32_t y, uint8_t *to) {
  const double s = strength * e->cover;
  const double u = x + (double)e->dx * s, v = y + (double)e->dy * s, left = floor(u), top = floor(v);
  const int32_t column = (int32_t)left, row = (int32_t)top;
  const uint32_t across = (uint32_t)((u - left) * 256), down = (uint32_t)((v - top) * 256);
  const uint8_t *const a = at(in, column, row), *const b = at(in, column + 1, row);
  const uint8_t *const c = at(in, column, row + 1), *const d = at(in, column + 1, row + 1);
  const double light = (double)e->light * s;
  uint32_t alpha = 255;
  for (int32_t i = 3; i >= 0; i--) {
    const uint32_t above = a[i] * (256 - across) + b[i] * across;
    const uint32_t below = c[i] * (256 - across) + d[i] * across;
    double value = (double)(above * (256 - down) + below * down) / 65536;
    if (i < 3) value += light > 0 ? ((double)alpha - value) * light : value * light;
    const uint32_t whole = (uint32_t)(value + 0.5);
    if (i == 3) alpha = whole;
    to[i] = (uint8_t)(whole > alpha ? alpha : whole);
  }
}

/* Returns the strength of the glass, which appears in the first tenth of the step and disappears in the last. */
static double strength(double progress) {
  const double near = progress < 0.5 ? progress : 1 - progress;
  return smooth(0, 0.12, near);
}

static int32_t pixels(const void *parameters, const animator_context *context, const animator_image *in,
                      uint32_t in_count, animator_surface out, animator_window window) {
  (void)parameters, (void)in_count;
  const head *const h = context->table;
  const entry *const entries = (const entry *)(h + 1);
  const double s = strength(context->progress);
  for (int32_t y = window.y; y < window.y + window.height; y++) {
    uint8_t *const line = out.data + y * out.stride_bytes;
    memcpy(line + 4 * (int64_t)window.x, in->data + y * in->stride_bytes + 4 * (int64_t)window.x,
           4 * (size_t)window.width);
    if (s <= 0 || y < h->y || y >= h->y + h->height) continue;
    const entry *e = entries + (int64_t)(y - h->y) * h->width;
    for (int32_t x = h->x; x < h->x + h->width; x++, e++)
      if (e->cover > 0 && x >= window.x && x < window.x + window.width)
        look(in, e, s, x, y, line + 4 * (int64_t)x);
  }
  return ANIMATOR_OK;
}

static void regions(const void *parameters, const animator_context *context, animator_window window,
                    animator_window *needed, uint32_t in_count) {
  (void)parameters, (void)context, (void)window, (void)in_count;
  needed[0] = (animator_window){0, 0, 1 << 20, 1 << 20};
}

static const void *offers(const char *id) {
  static const animator_live_inputs live = {.size = sizeof(animator_live_inputs)};
  static const animator_prepare table = {
    .size = sizeof(animator_prepare), .bytes = table_bytes, .prepare = prepare};
  if (strcmp(id, ANIMATOR_LIVE_INPUTS) == 0) return &live;
  return strcmp(id, ANIMATOR_PREPARE) == 0 ? &table : NULL;
}

static const animator_descriptor lens_descriptor = {
  .size = sizeof(animator_descriptor), .kind = ANIMATOR_KIND_FILTER, .id = "lens", .title = "Lens",
  .version = "1.0.0", .doc = "Magnifies a part of a layer like a magnifying glass.",
  .duration_seconds = 2, .easing_json = "\"linear\"",
  ANIMATOR_PARAMETERS(lens, lens_parameters), ANIMATOR_ROLES(lens_roles),
  .regions = regions, .pixels = pixels, .extension = offers,
};

ANIMATOR_PLUGIN(&lens_descriptor);
