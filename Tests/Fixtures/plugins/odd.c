/* Darkens its layer in its current state. The compiler of Debian 13 may align an offer for members of four bytes only,
 * so this offer has that alignment. */
#define ANIMATOR_REQUIRED_MINOR 2
#include <string.h>

#include "animator.h"

static const animator_role roles[] = {{"subject", "A layer.", NULL, 1, 1}};

static int32_t pixels(const void *pointer, const animator_context *context, const animator_image *in,
                      uint32_t in_count, animator_surface out, animator_window window) {
  (void)pointer, (void)context;
  if (in_count != 1) return ANIMATOR_FAILED;
  for (int32_t y = window.y; y < window.y + window.height; y++)
    for (int32_t x = 4 * window.x; x < 4 * (window.x + window.width); x++) {
      const uint8_t seen = in->data[y * in->stride_bytes + x];
      out.data[y * out.stride_bytes + x] = x % 4 == 3 ? seen : seen / 2;
    }
  return ANIMATOR_OK;
}

static const void *offers(const char *id) {
  static const struct {
    _Alignas(8) uint32_t before;
    animator_live_inputs live;
  } odd = {0, {.size = sizeof(animator_live_inputs)}};
  _Static_assert(sizeof(uint32_t) == 4, "the offer lies four bytes behind a multiple of eight");
  return strcmp(id, ANIMATOR_LIVE_INPUTS) == 0 ? &odd.live : NULL;
}

static const animator_descriptor odd = {
  .size = sizeof(animator_descriptor), .kind = ANIMATOR_KIND_FILTER, .id = "test.odd", .title = "Odd",
  .version = "1.0.0", .doc = "Darkens a layer.", .duration_seconds = 1, .easing_json = "\"linear\"",
  ANIMATOR_ROLES(roles), .pixels = pixels, .extension = offers,
};

ANIMATOR_PLUGIN(&odd);
