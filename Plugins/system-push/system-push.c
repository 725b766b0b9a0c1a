/* system-push: the transition of iOS that pushes a screen onto a stack. The new screen enters from the right with a
 * shadow at its edge, and the screen below moves by a third and darkens. */
#include "animator.h"

typedef struct push {
  double parallax, shadow;
} push;

static const animator_parameter push_parameters[] = {
  ANIMATOR_FIELD(push, parallax, FRACTION, 0, 1, "0.3",
                 "The distance that the lower screen moves in the same direction, as a part of the width."),
  ANIMATOR_FIELD(push, shadow, FRACTION, 0, 1, "0.25",
                 "The opacity of the shadow of the upper screen on the lower screen."),
};

static const animator_role push_roles[] = {
  {"from", "The old screen.", NULL, 1, 1},
  {"to", "The new screen.", NULL, 1, 1},
};

static int32_t push_layout(const void *parameters, const animator_context *context,
                           const animator_layer *const *in, uint32_t in_count,
                           animator_layer *const *out, uint32_t out_count) {
  (void)in_count, (void)out_count;
  const push *s = parameters;
  const bool back = animator_goes_back(context);
  const uint32_t lower = back ? 1 : 0, upper = back ? 0 : 1;
  const double p = back ? 1 - context->progress : context->progress;
  const double bounded = p < 0 ? 0 : p > 1 ? 1 : p;
  const double width = context->container.width;
  out[upper]->translate.x += (width - in[upper]->frame.x) * (1 - p);
  out[lower]->translate.x -= width * s->parallax * p;
  /* The shadow exists as long as the edge is visible: it appears at once, and disappears when the edge reaches the left. */
  const double edge = bounded <= 0 || bounded >= 1 ? 0 : bounded < 0.75 ? 1 : (1 - bounded) * 4;
  out[upper]->shadow_opacity = in[upper]->shadow_opacity + s->shadow * edge;
  if (edge > 0) {
    out[upper]->shadow_radius = 8;
    out[upper]->shadow_offset.x = -2;
    out[upper]->shadow_offset.y = 0;
  }
  out[upper]->hidden = in[upper]->hidden || p == 0;
  return ANIMATOR_OK;
}

static const animator_descriptor push_descriptor = {
  .size = sizeof(animator_descriptor),
  .kind = ANIMATOR_KIND_TRANSITION,
  .id = "system-push",
  .title = "System push",
  .version = "1.0.0",
  .doc = "The default animator of a flow for push and pop. As on iOS, "
         "the new screen comes in from the right with a shadow at its edge, "
         "and the old screen follows by a third of the width. On the way back, the upper screen moves out.",
  .flags = ANIMATOR_FLAG_REVERSIBLE,
  .animates = ANIMATOR_PROPERTY_TRANSLATE | ANIMATOR_PROPERTY_HIDDEN
              | ANIMATOR_PROPERTY_SHADOW_OPACITY | ANIMATOR_PROPERTY_SHADOW_RADIUS
              | ANIMATOR_PROPERTY_SHADOW_OFFSET,
  .duration_seconds = 0.5,
  .easing_json = "[0.32, 0.72, 0, 1]",
  ANIMATOR_PARAMETERS(push, push_parameters),
  ANIMATOR_ROLES(push_roles),
  .layout = push_layout,
};

ANIMATOR_PLUGIN(&push_descriptor);
