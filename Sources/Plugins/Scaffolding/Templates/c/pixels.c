/* the_name.c: the old screen dissolves into the new one behind a soft edge that crosses the picture.
 *
 * animator.h is the reference. In short: `pixels` is a pure function of time. The function
 * receives the parameters, the moment and pictures of the bound layers (`in`), and writes exactly the
 * pixels of `window` in `surface`. Pixels are RGBA, 8 bits each, premultiplied: no channel exceeds alpha. */
#include <animator.h>

#include <string.h>

/* The values that a document may set. The table below has the unit, range, default and description of each
 * field; the host checks a document's values before the plugin receives them. */
typedef struct the_name_values {
  double softness;
  int32_t edge; /* an index into the words of the choice */
} the_name_values;

enum { LEFT, TOP };

static const animator_parameter the_name_parameters[] = {
  ANIMATOR_FIELD(the_name_values, softness, FRACTION, 0.01, 1, "0.3",
                 "The width of the soft edge, as a part of the picture."),
  ANIMATOR_CHOICE(the_name_values, edge, "left|top", "\"left\"", "The edge from which the new "
                                                                 "screen appears."),
};

/* The layers on which the step works; the host binds these two roles automatically. */
static const animator_role the_name_roles[] = {
  {"from", "The old screen.", NULL, 1, 1},
  {"to", "The new screen.", NULL, 1, 1},
};

/* Clamps x to 0…1. */
static double clamp(double x) { return x < 0 ? 0 : x > 1 ? 1 : x; }

static int32_t the_name_pixels(const void *parameters, const animator_context *context,
                               const animator_image *in, uint32_t in_count,
                               animator_surface surface, animator_window window) {
  (void)in_count;
  const the_name_values *values = parameters;
  const double progress = clamp(context->progress);
  const int32_t length = values->edge == LEFT ? surface.width : surface.height;
  for (int32_t y = window.y; y < window.y + window.height; y++) {
    const uint8_t *from = in[0].data + y * in[0].stride_bytes;
    const uint8_t *to = in[1].data + y * in[1].stride_bytes;
    uint8_t *out = surface.data + y * surface.stride_bytes;
    for (int32_t x = window.x; x < window.x + window.width; x++) {
      /* The edge starts and ends outside the picture, so that only `from` is visible at 0 and only `to` at 1. */
      const double place = ((values->edge == LEFT ? x : y) + 0.5) / length;
      const double head = progress * (1 + values->softness);
      const int share = (int)(256 * clamp((head - place) / values->softness));
      for (int c = 4 * x; c < 4 * x + 4; c++)
        out[c] = (uint8_t)((from[c] * (256 - share) + to[c] * share + 128) >> 8);
    }
  }
  return ANIMATOR_OK;
}

/* `in` are the screens in their current state, including moving contents; without this struct, they are
 * stills from the start of the step. */
static const void *the_name_offers(const char *id) {
  static const animator_live_inputs live = {.size = sizeof(animator_live_inputs)};
  return strcmp(id, ANIMATOR_LIVE_INPUTS) == 0 ? &live : NULL;
}

static const animator_descriptor the_name_descriptor = {
  .size = sizeof(animator_descriptor),
  .kind = ANIMATOR_KIND_TRANSITION,
  .id = "the-vendor.the-name",
  .title = "The title",
  .version = "1.0.0",
  .doc = "The old screen dissolves into the new one behind a soft edge that crosses the picture.",
  .flags = ANIMATOR_FLAG_REVERSIBLE,
  .duration_seconds = 0.8,
  ANIMATOR_PARAMETERS(the_name_values, the_name_parameters),
  ANIMATOR_ROLES(the_name_roles),
  .pixels = the_name_pixels,
  .extension = the_name_offers,
};

ANIMATOR_PLUGIN(&the_name_descriptor);
