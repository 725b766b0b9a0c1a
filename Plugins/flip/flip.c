/* flip: the old screen rotates until only its edge is visible, then the new screen rotates into view. */
#include "animator.h"

typedef struct flip {
  int32_t axis;
  double perspective;
} flip;

static const animator_parameter flip_parameters[] = {
  ANIMATOR_CHOICE(flip, axis, "vertical|horizontal", "\"vertical\"",
                  "The axis around which the screens turn: vertical like a door, or horizontal like a hatch."),
  ANIMATOR_FIELD(flip, perspective, NONE, -0.01, 0, "-0.002",
                 "The perspective m34: -1 / the distance of the viewer in points; 0 is flat."),
};

static const animator_role flip_roles[] = {
  {"from", "The old screen.", NULL, 1, 1},
  {"to", "The new screen.", NULL, 1, 1},
  {"container", "The container of both screens, which gets the perspective.", NULL, 1, 1},
};

static int32_t flip_layout(const void *parameters, const animator_context *context,
                           const animator_layer *const *in, uint32_t in_count,
                           animator_layer *const *out, uint32_t out_count) {
  (void)in, (void)in_count, (void)out_count;
  const flip *f = parameters;
  const bool back = animator_goes_back(context);
  const uint32_t lower = back ? 1 : 0, upper = back ? 0 : 1;
  const double p = back ? 1 - context->progress : context->progress;
  if (p <= 0 || p >= 1) {
    out[p <= 0 ? upper : lower]->hidden = true;
    return ANIMATOR_OK;
  }
  const double away = p < 0.5 ? -180 * p : -90, in_again = p < 0.5 ? 90 : 180 * (1 - p);
  if (f->axis == 0) {
    out[lower]->rotate.y += away, out[upper]->rotate.y += in_again;
  } else {
    out[lower]->rotate.x -= away, out[upper]->rotate.x -= in_again;
  }
  out[p < 0.5 ? upper : lower]->hidden = true;
  out[2]->sublayer_transform.m[11] = f->perspective;
  return ANIMATOR_OK;
}

static const animator_descriptor flip_descriptor = {
  .size = sizeof(animator_descriptor),
  .kind = ANIMATOR_KIND_TRANSITION,
  .id = "flip",
  .title = "Flip",
  .version = "1.0.0",
  .doc = "The old screen turns away until only its edge is visible, and the new screen turns into view, "
         "like the back of the old screen. On the way back, the screens turn in the opposite direction.",
  .flags = ANIMATOR_FLAG_REVERSIBLE,
  .animates = ANIMATOR_PROPERTY_ROTATE | ANIMATOR_PROPERTY_HIDDEN |
              ANIMATOR_PROPERTY_SUBLAYER_TRANSFORM,
  .duration_seconds = 1,
  ANIMATOR_PARAMETERS(flip, flip_parameters),
  ANIMATOR_ROLES(flip_roles),
  .layout = flip_layout,
};

ANIMATOR_PLUGIN(&flip_descriptor);
