/* A layer hops: it moves up and down once, along a parabola. */
#include <animator.h>

typedef struct hop {
  double height;
} hop;

static const animator_parameter hop_parameters[] = {
  ANIMATOR_FIELD(hop, height, POINTS, 0, 4096, "40", "How high it hops."),
};
static const animator_role hop_roles[] = {{"subject", "The layer that hops.", 0, 1, 1}};

static int32_t hop_layout(
  const void *parameters, const animator_context *context, const animator_layer *const *in,
  uint32_t in_count, animator_layer *const *out, uint32_t out_count)
{
  const hop *p = parameters;
  const double t = context->progress;
  (void)in_count, (void)out_count;
  out[0]->frame.y = in[0]->frame.y - p->height * 4 * t * (1 - t);
  return ANIMATOR_OK;
}

static const animator_descriptor hop_animator = {
  .size = sizeof(animator_descriptor),
  .kind = ANIMATOR_KIND_EFFECT,
  .id = "acme.hop",
  .title = "Hop",
  .version = "1.0.0",
  .doc = "A layer hops.",
  .animates = ANIMATOR_PROPERTY_FRAME,
  .duration_seconds = 1,
  ANIMATOR_PARAMETERS(hop, hop_parameters),
  ANIMATOR_ROLES(hop_roles),
  .layout = hop_layout,
};

ANIMATOR_PLUGIN(&hop_animator);
