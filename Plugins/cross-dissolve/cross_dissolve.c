/* cross-dissolve: an exact mix of two screens, so that no backdrop shines through. */
#include <string.h>

#include "animator.h"

static const animator_role dissolve_roles[] = {
  {"from", "The old screen.", NULL, 1, 1},
  {"to", "The new screen.", NULL, 1, 1},
};

/* Mixes `count` bytes: (x * (256 - weight) + y * weight) / 256, rounded to nearest, halves up; `weight` is 0 to 256.
 * The sum is below 65,536, so 16 bits are sufficient. Weight 0 gives exactly x, and weight 256 exactly y; equal weights
 * for all channels keep r, g and b at most a. */
static void mix_row(const uint8_t *x, const uint8_t *y, uint8_t *out, int64_t count,
                    uint16_t weight) {
  const uint16_t rest = (uint16_t)(256 - weight);
  for (int64_t i = 0; i < count; i++) {
    const uint16_t sum = (uint16_t)(x[i] * rest + y[i] * weight + 128);
    out[i] = (uint8_t)(sum >> 8);
  }
}

static int32_t dissolve_pixels(const void *parameters, const animator_context *context,
                               const animator_image *in, uint32_t in_count, animator_surface out,
                               animator_window window) {
  (void)parameters, (void)in_count;
  const double p = context->progress;
  const uint16_t weight = p > 0 ? p < 1 ? (uint16_t)(p * 256 + 0.5) : 256 : 0;
  for (int64_t row = window.y; row < (int64_t)window.y + window.height; row++) {
    const int64_t column = (int64_t)window.x * 4;
    mix_row(in[0].data + row * in[0].stride_bytes + column,
            in[1].data + row * in[1].stride_bytes + column,
            out.data + row * out.stride_bytes + column, (int64_t)window.width * 4, weight);
  }
  return ANIMATOR_OK;
}

/* The screens continue to move during this animator. */
static const void *dissolve_offers(const char *id) {
  static const animator_live_inputs live = {.size = sizeof(animator_live_inputs)};
  return strcmp(id, ANIMATOR_LIVE_INPUTS) == 0 ? &live : NULL;
}

static const animator_descriptor cross_dissolve = {
  .size = sizeof(animator_descriptor),
  .kind = ANIMATOR_KIND_TRANSITION,
  .id = "cross-dissolve",
  .title = "Cross dissolve",
  .version = "1.0.0",
  .doc = "Mixes the old screen with the new screen. The weights of both screens add up to 1 at every time, "
         "so the background is never visible.",
  .flags = ANIMATOR_FLAG_REVERSIBLE,
  .duration_seconds = 0.35,
  ANIMATOR_ROLES(dissolve_roles),
  .pixels = dissolve_pixels,
  .extension = dissolve_offers,
};

ANIMATOR_PLUGIN(&cross_dissolve);
