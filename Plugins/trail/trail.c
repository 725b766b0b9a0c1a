/* trail: a layer with earlier states of itself that fade behind it. The host draws the layer at each moment that
 * `moments` names; no state is kept from frame to frame. */
#define ANIMATOR_REQUIRED_MINOR 2
#include <math.h>
#include <string.h>

#include "animator.h"

enum { OVER, LIGHTEN, ADD };

typedef struct trail {
  double length, strength;
  int32_t count, mode;
} trail;

static const animator_parameter trail_parameters[] = {
  ANIMATOR_FIELD(trail, length, SECONDS, 0, 60, "0.3", "The age of the oldest echo."),
  ANIMATOR_FIELD(trail, strength, FRACTION, 0, 1, "0.6", "The strength of the newest echo; "
                                                         "older echoes are weaker."),
  ANIMATOR_FIELD(trail, count, NONE, 1, 15, "12", "The number of echoes."),
  ANIMATOR_CHOICE(trail, mode, "over|lighten|add", "\"over\"",
                  "The way of combining echoes: older echoes below newer echoes, the lightest echo, "
                  "which suits layers without transparency, or the sum of all echoes."),
};
static const animator_role trail_roles[] = {
  {"subject", "The layer in which something moves.", NULL, 1, 1}};

static uint32_t moments(const void *parameters, const animator_context *context, uint32_t layer,
                        animator_time *to) {
  (void)context, (void)layer;
  const trail *p = parameters;
  for (int32_t i = 0; i <= p->count; i++)
    to[i].ticks = -(int64_t)(p->length * 705600000 * i / p->count);
  return (uint32_t)p->count + 1;
}

/* Computes the weights of the echoes in 1/65536, newest first; all weights are 0 at the ends of the step. */
static void weigh(const trail *p, double progress, uint32_t *weights) {
  const double q = progress < 0 ? 0 : progress > 1 ? 1 : progress;
  const double near = (q < 0.5 ? q : 1 - q) * 8;
  const double all = p->strength * (near > 1 ? 1 : near);
  for (int32_t i = 1; i <= p->count; i++) {
    const double rest = 1 - (double)(i - 1) / p->count;
    weights[i] = (uint32_t)(all * rest * rest * 65536);
  }
}

static uint32_t least(uint32_t a, uint32_t b) { return a < b ? a : b; }

/* Composites an echo below the picture, or adds it to the picture. `count` is the length in bytes, four for each pixel. */
static void lay(int32_t mode, const uint8_t *echo, uint32_t weight, uint8_t *to, int64_t count) {
  for (int64_t x = 0; x < count; x += 4) {
    const uint32_t rest = mode == OVER ? 255u - to[x + 3] : 255u;
    if (rest == 0 || echo[x + 3] == 0) continue;
    uint32_t alpha = 0;
    for (int64_t i = 3; i >= 0; i--) {
      const uint32_t part = (echo[x + i] * weight >> 16) * rest;
      const uint32_t more = (part + 127) / 255, there = to[x + i];
      const uint32_t made = mode == LIGHTEN ? (more > there ? more : there) : least(255, there + more);
      if (i == 3) alpha = made;
      to[x + i] = (uint8_t)least(made, alpha);
    }
  }
}

static int32_t pixels(const void *parameters, const animator_context *context, const animator_image *in,
                      uint32_t in_count, animator_surface out, animator_window window) {
  const trail *p = parameters;
  uint32_t weights[ANIMATOR_TIMES_MAX + 1] = {0};
  weigh(p, context->progress, weights);
  for (int32_t y = window.y; y < window.y + window.height; y++) {
    const int64_t start = 4 * (int64_t)window.x, count = 4 * (int64_t)window.width;
    uint8_t *const to = out.data + y * out.stride_bytes + start;
    memcpy(to, in[0].data + y * in[0].stride_bytes + start, (size_t)count);
    for (uint32_t i = 1; i < in_count; i++)
      if (weights[i] > 0)
        lay(p->mode, in[i].data + y * in[i].stride_bytes + start, weights[i], to, count);
    if (!context->keep_going(context)) return ANIMATOR_FAILED;
  }
  return ANIMATOR_OK;
}

static const void *offers(const char *id) {
  static const animator_times times = {.size = sizeof(animator_times), .moments = moments};
  return strcmp(id, ANIMATOR_TIMES) == 0 ? &times : NULL;
}

static const animator_descriptor trail_descriptor = {
  .size = sizeof(animator_descriptor), .kind = ANIMATOR_KIND_FILTER, .id = "trail", .title = "Trail",
  .version = "1.0.0", .doc = "Moving things in a layer leave a trail of their earlier positions.",
  .duration_seconds = 2, .easing_json = "\"linear\"",
  ANIMATOR_PARAMETERS(trail, trail_parameters), ANIMATOR_ROLES(trail_roles),
  .pixels = pixels, .extension = offers,
};

ANIMATOR_PLUGIN(&trail_descriptor);
