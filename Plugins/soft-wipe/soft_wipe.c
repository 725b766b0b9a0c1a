/* soft-wipe: the new screen appears in the order of a field of numbers, with a hard edge or a ramp. The field f goes
 * from 0, where the new screen appears first, to 1. The front moves from -lead to 1 + softness + tail; behind the
 * front, the new screen's fraction is a smooth step over `softness`. */
#include "field.h"

#include <math.h>
#include <string.h>

static const animator_parameter wipe_parameters[] = {
  ANIMATOR_CHOICE(wipe, field, "linear|corner|diagonal|iris|barn-door|clock|luma", "\"linear\"",
                  "The order in which the new screen appears: along a line, from a corner as a rectangle, "
                  "from a corner along a diagonal, as a circle, as a door, as a hand of a clock, "
                  "or first where the picture of the role luma is dark."),
  ANIMATOR_CHOICE(wipe, edge, "left|right|top|bottom|top-left|top-right|bottom-left|bottom-right", "\"left\"",
                  "The edge from which the new screen appears; with left or right, a door opens sideways."),
  ANIMATOR_FIELD(wipe, softness, FRACTION, 0, 4, "0.2", "The width of the ramp between both screens; "
                                                        "0 is a hard edge."),
  ANIMATOR_FIELD(wipe, lead, FRACTION, 0, 4, "0", "The distance before the picture at which the wipe begins."),
  ANIMATOR_FIELD(wipe, tail, FRACTION, -1, 4, "0", "The distance behind the picture at which the wipe ends."),
  ANIMATOR_FIELD(wipe, center, FRACTION, -4, 4, "[0.5, 0.5]", "The centre of a circle or of a clock."),
  ANIMATOR_FIELD(wipe, stripes, NONE, 0, 1000, "0",
                 "The number of stripes into which the ramp is cut, with a moving hard edge in each stripe; "
                 "0 for no stripes."),
  ANIMATOR_FIELD(wipe, reversed, NONE, 0, 0, "false", "Reverses the order: a circle closes, "
                                                      "and a clock runs backwards."),
};

static const animator_role wipe_roles[] = {
  {"from", "The old screen.", NULL, 1, 1},
  {"to", "The new screen.", NULL, 1, 1},
  {"luma", "A picture: the new screen appears first where the picture is dark.", NULL, 0, 1},
};

static int32_t wipe_pixels(const void *parameters, const animator_context *context, const animator_image *in,
                           uint32_t in_count, animator_surface out, animator_window window) {
  const wipe *p = parameters;
  struct view v = {p, out.width, out.height, 0, 0, 0, in_count > 2 ? &in[2] : NULL, p->softness > 0, false};
  v.is_sideways = p->edge == LEFT || p->edge == RIGHT || (p->edge >= TOP_LEFT && p->field != BARN_DOOR);
  v.middle_x = floor(out.width * p->center.x), v.middle_y = floor(out.height * p->center.y);
  const bool is_middle = p->center.x == 0.5 && p->center.y == 0.5;
  const double rx = is_middle ? v.middle_x : fmax(v.middle_x, out.width - v.middle_x);
  const double ry = is_middle ? v.middle_y : fmax(v.middle_y, out.height - v.middle_y);
  v.radius = sqrt(rx * rx + ry * ry);
  const double q = context->progress;
  const double front = q * (1 + p->softness + p->tail + p->lead) - p->lead;
  for (int32_t y = window.y; y < window.y + window.height; y++) {
    const uint8_t *a = in[0].data + (int64_t)y * in[0].stride_bytes;
    const uint8_t *b = in[1].data + (int64_t)y * in[1].stride_bytes;
    uint8_t *to = out.data + (int64_t)y * out.stride_bytes;
    for (int32_t x = window.x; x < window.x + window.width; x++) {
      const double s = q <= 0 ? 0 : q >= 1 ? 1 : share(&v, x, y, front);
      const int32_t weight = (int32_t)(s * 65536 + 0.5);
      for (int32_t i = 4 * x; i < 4 * x + 4; i++)
        to[i] = (uint8_t)((a[i] * (65536 - weight) + b[i] * weight + 32768) >> 16);
    }
    if (!context->keep_going(context)) return ANIMATOR_FAILED;
  }
  return ANIMATOR_OK;
}

/* The screens continue to move during this animator. */
static const void *wipe_offers(const char *id) {
  static const animator_live_inputs live = {.size = sizeof(animator_live_inputs)};
  return strcmp(id, ANIMATOR_LIVE_INPUTS) == 0 ? &live : NULL;
}

static const animator_descriptor soft_wipe = {
  .size = sizeof(animator_descriptor),
  .kind = ANIMATOR_KIND_TRANSITION,
  .id = "soft-wipe",
  .title = "Soft wipe",
  .version = "1.0.0",
  .doc = "The new screen appears along a line, a diagonal, a circle, a door or a clock, "
         "or by the brightness of a picture, with a hard edge, a ramp or stripes.",
  .flags = ANIMATOR_FLAG_DISCONTINUOUS,
  .duration_seconds = 0.6,
  ANIMATOR_PARAMETERS(wipe, wipe_parameters),
  ANIMATOR_ROLES(wipe_roles),
  .pixels = wipe_pixels,
  .extension = wipe_offers,
};

ANIMATOR_PLUGIN(&soft_wipe);
