/* portal: the old screen opens like a pair of sliding doors, and the new screen comes closer behind it. */
#include "animator.h"

typedef struct portal {
  double zoom, shadow;
  animator_color backdrop;
} portal;

static const animator_parameter portal_parameters[] = {
  ANIMATOR_FIELD(portal, zoom, FRACTION, 0.05, 1, "0.8",
                 "The scale of the new screen when the doors begin to open."),
  ANIMATOR_FIELD(portal, shadow, FRACTION, 0, 1, "0.5", "The opacity of the shadow below the doors."),
  ANIMATOR_FIELD(portal, backdrop, NONE, 0, 0, "\"#000000\"", "The colour around the new screen."),
};

static const animator_role portal_roles[] = {
  {"from", "The old screen.", NULL, 1, 1},
  {"to", "The new screen.", NULL, 1, 1},
  {"container", "What holds both.", NULL, 1, 1},
};

static uint32_t portal_pieces(const void *parameters, const animator_context *context) {
  (void)parameters, (void)context;
  return 2;
}

static int32_t portal_layout(const void *parameters, const animator_context *context,
                             const animator_layer *const *in, uint32_t in_count,
                             animator_layer *const *out, uint32_t out_count) {
  (void)out_count;
  const portal *o = parameters;
  const bool back = animator_goes_back(context);
  const uint32_t lower = back ? 1 : 0, upper = back ? 0 : 1;
  const double p = back ? 1 - context->progress : context->progress;
  const bool still = p <= 0 || p >= 1;
  const animator_rect f = in[lower]->frame;
  for (uint32_t i = 0; i < 2; i++) {
    animator_layer *door = out[in_count + i];
    door->piece_of = lower;
    door->contents_rect = (animator_rect){i * 0.5, 0, 0.5, 1};
    door->frame = (animator_rect){f.x + i * f.width / 2, f.y, f.width / 2, f.height};
    door->translate.x = (i == 0 ? -1 : 1) * p * f.width / 2;
    door->z_position = 1;
    /* The shadow fades in and out, because the doors have no shadow at either end. */
    const double nearest = p < 0.5 ? p : 1 - p;
    door->shadow_opacity = o->shadow * (nearest < 0.25 ? 4 * nearest : 1);
    door->shadow_radius = 12;
    door->hidden = still;
  }
  out[lower]->hidden = in[lower]->hidden || p > 0;
  out[upper]->hidden = in[upper]->hidden || p <= 0;
  if (still) return ANIMATOR_OK;
  const double size = o->zoom + (1 - o->zoom) * p;
  out[upper]->scale.x *= size, out[upper]->scale.y *= size;
  out[2]->background_color = o->backdrop;
  return ANIMATOR_OK;
}

static const animator_descriptor portal_descriptor = {
  .size = sizeof(animator_descriptor),
  .kind = ANIMATOR_KIND_TRANSITION,
  .id = "portal",
  .title = "Portal",
  .version = "1.0.0",
  .doc = "The old screen opens like a pair of sliding doors, "
         "and the new screen comes nearer behind the doors. On the way back, the doors close.",
  .flags = ANIMATOR_FLAG_REVERSIBLE,
  .animates = ANIMATOR_PROPERTY_SCALE | ANIMATOR_PROPERTY_HIDDEN |
              ANIMATOR_PROPERTY_BACKGROUND_COLOR,
  .duration_seconds = 0.8,
  ANIMATOR_PARAMETERS(portal, portal_parameters),
  ANIMATOR_ROLES(portal_roles),
  .pieces = portal_pieces,
  .layout = portal_layout,
};

ANIMATOR_PLUGIN(&portal_descriptor);
