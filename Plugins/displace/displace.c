/* displace: a layer's pixels are shifted by moving noise, like the view through hot air or water. The animator reads
 * the layer in its current state, so that moving contents continue to move. The shift is computed at the corners of
 * small squares and interpolated between them; it appears and disappears with the step. */
#define ANIMATOR_REQUIRED_MINOR 2
#include <math.h>
#include <string.h>

#include "animator.h"

typedef struct displace {
  double amount, size, speed, fade;
  animator_point drift;
  int32_t edge;
} displace;

static const animator_parameter displace_parameters[] = {
  ANIMATOR_FIELD(displace, amount, POINTS, 0, 400, "6", "The largest distance by which a pixel is shifted."),
  ANIMATOR_FIELD(displace, size, POINTS, 4, 2000, "48", "The distance from one wave to the next."),
  ANIMATOR_FIELD(displace, speed, NONE, 0, 60, "1.2", "The number of times a second that the waves change completely."),
  ANIMATOR_FIELD(displace, fade, FRACTION, 0, 0.5, "0.15",
                 "The part of the step in which the waves grow at its start, and shrink at its end; with 0, "
                 "the waves keep their size."),
  ANIMATOR_FIELD(displace, drift, POINTS, -4000, 4000, "[0, -40]", "The movement of the waves in one second."),
  ANIMATOR_CHOICE(displace, edge, "clamp|repeat|mirror|transparent", "\"clamp\"",
                  "The pixels beyond the edge of the layer: the outermost pixels, the repeated layer, "
                  "the reflected layer, or transparent pixels."),
};
static const animator_role displace_roles[] = {{"subject", "The layer whose pixels are shifted.", NULL, 1, 1}};
static const animator_pixels *helpers;

/* The parameters of the shift at one moment. */
typedef struct waves {
  const displace *p;
  const animator_context *context;
  const animator_image *in;
  double reach, cell; /* pixels */
} waves;

/* Returns the shift at the corner of a square, in pixels. */
static animator_point corner(const waves *w, int32_t column, int32_t row) {
  const animator_context *c = w->context;
  const double seconds = (double)c->time.ticks / 705600000;
  const double x = (column * w->cell / c->scale - w->p->drift.x * seconds) / w->p->size;
  const double y = (row * w->cell / c->scale - w->p->drift.y * seconds) / w->p->size;
  const double z = seconds * w->p->speed;
  return (animator_point){w->reach * helpers->noise(ANIMATOR_NOISE_SIMPLEX, c->seed, x, y, z),
                          w->reach * helpers->noise(ANIMATOR_NOISE_SIMPLEX, c->seed + 1, x, y, z)};
}

/* Returns the pixel that replaces a position outside a picture's row or column; -1 for a transparent pixel. */
static int32_t inside(int32_t place, int32_t length, int32_t edge) {
  if (place >= 0 && place < length) return place;
  if (edge == ANIMATOR_EDGE_CLAMP) return place < 0 ? 0 : length - 1;
  if (edge == ANIMATOR_EDGE_TRANSPARENT) return -1;
  const int32_t whole = edge == ANIMATOR_EDGE_MIRROR ? 2 * length : length;
  const int32_t rest = (place % whole + whole) % whole;
  return rest < length ? rest : whole - 1 - rest;
}

static const uint8_t *at(const waves *w, int32_t x, int32_t y) {
  static const uint8_t nothing[4] = {0, 0, 0, 0};
  const int32_t column = inside(x, w->in->width, w->p->edge), row = inside(y, w->in->height, w->p->edge);
  return column < 0 || row < 0 ? nothing : w->in->data + row * w->in->stride_bytes + 4 * (int64_t)column;
}

/* Interpolates between four pixels; 256 is the distance from one pixel to the next. */
static void sample(const waves *w, double x, double y, uint8_t *to) {
  const double left = floor(x), top = floor(y);
  const int32_t u = (int32_t)left, v = (int32_t)top;
  const uint32_t across = (uint32_t)((x - left) * 256), down = (uint32_t)((y - top) * 256);
  const uint8_t *const a = at(w, u, v), *const b = at(w, u + 1, v);
  const uint8_t *const c = at(w, u, v + 1), *const d = at(w, u + 1, v + 1);
  for (int32_t i = 0; i < 4; i++) {
    const uint32_t above = a[i] * (256 - across) + b[i] * across;
    const uint32_t below = c[i] * (256 - across) + d[i] * across;
    to[i] = (uint8_t)((above * (256 - down) + below * down + 32768) >> 16);
  }
}

/* Draws the part of one square that is in the window. */
static void square(const waves *w, int32_t column, int32_t row, const animator_point corners[4],
                   animator_surface out, animator_window window) {
  const int32_t cell = (int32_t)w->cell;
  const int32_t x0 = column * cell, y0 = row * cell;
  for (int32_t y = y0 < window.y ? window.y : y0; y < y0 + cell && y < window.y + window.height; y++) {
    uint8_t *const line = out.data + y * out.stride_bytes;
    const double down = (y - y0) / w->cell;
    for (int32_t x = x0 < window.x ? window.x : x0; x < x0 + cell && x < window.x + window.width; x++) {
      const double across = (x - x0) / w->cell;
      const double a = (1 - across) * (1 - down), b = across * (1 - down);
      const double c = (1 - across) * down, d = across * down;
      sample(w, x + corners[0].x * a + corners[1].x * b + corners[2].x * c + corners[3].x * d,
             y + corners[0].y * a + corners[1].y * b + corners[2].y * c + corners[3].y * d,
             line + 4 * (int64_t)x);
    }
  }
}

/* Returns the strength of the waves, which rises and falls smoothly. */
static double strength(const displace *p, double progress) {
  const double q = progress < 0 ? 0 : progress > 1 ? 1 : progress;
  const double near = q < 0.5 ? q : 1 - q;
  if (p->fade <= 0 || near >= p->fade) return 1;
  const double s = near / p->fade;
  return s * s * (3 - 2 * s);
}

static int32_t pixels(const void *parameters, const animator_context *context, const animator_image *in,
                      uint32_t in_count, animator_surface out, animator_window window) {
  (void)in_count;
  const displace *p = parameters;
  waves w = {p, context, in, p->amount * context->scale * strength(p, context->progress), 0};
  const double cell = floor(p->size * context->scale / 8);
  w.cell = cell < 2 ? 2 : cell > 64 ? 64 : cell;
  if (!(w.reach > 0)) {
    for (int32_t y = window.y; y < window.y + window.height; y++)
      memcpy(out.data + y * out.stride_bytes + 4 * (int64_t)window.x,
             in->data + y * in->stride_bytes + 4 * (int64_t)window.x, 4 * (size_t)window.width);
    return ANIMATOR_OK;
  }
  const int32_t size = (int32_t)w.cell;
  for (int32_t row = window.y / size; row * size < window.y + window.height; row++) {
    if (!context->keep_going(context)) return ANIMATOR_FAILED;
    const int32_t first = window.x / size;
    animator_point left[2] = {corner(&w, first, row), corner(&w, first, row + 1)};
    for (int32_t column = first; column * size < window.x + window.width; column++) {
      const animator_point right[2] = {corner(&w, column + 1, row), corner(&w, column + 1, row + 1)};
      square(&w, column, row, (animator_point[4]){left[0], right[0], left[1], right[1]}, out, window);
      left[0] = right[0], left[1] = right[1];
    }
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
  return strcmp(id, ANIMATOR_LIVE_INPUTS) == 0 ? &live : NULL;
}

static const animator_descriptor displace_descriptor = {
  .size = sizeof(animator_descriptor), .kind = ANIMATOR_KIND_FILTER, .id = "displace", .title = "Displace",
  .version = "1.0.0", .doc = "Shifts the pixels of a layer by flowing noise, "
                             "like hot air or water in front of the layer.",
  .duration_seconds = 2, .easing_json = "\"linear\"",
  ANIMATOR_PARAMETERS(displace, displace_parameters), ANIMATOR_ROLES(displace_roles),
  .regions = regions, .pixels = pixels, .extension = offers,
};

ANIMATOR_NOTE(ANIMATOR_REQUIRED_MINOR, 0);
ANIMATOR_EXPORT int32_t animator_plugin_v1(const animator_host *host) {
  helpers = host->extension(host, ANIMATOR_PIXELS);
  if (!helpers) {
    host->fail(host, "needs " ANIMATOR_PIXELS);
    return ANIMATOR_FAILED;
  }
  return host->add(host, &displace_descriptor);
}
