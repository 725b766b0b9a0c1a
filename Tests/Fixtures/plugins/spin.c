/* A complete animator in plain C: rotates its layer about the centre and enlarges it in the middle of the time. Build:
 * cc -shared -fPIC -I<folder of animator.h> spin.c -o libspin.so */
#include "animator.h"

typedef struct spin {
  double turns;
  int32_t direction;
} spin;

static const animator_parameter spin_parameters[] = {
  ANIMATOR_FIELD(spin, turns, NONE, 0, 100, "1", "How many whole turns."),
  ANIMATOR_CHOICE(spin, direction, "clockwise|counterclockwise", "\"clockwise\"", "Which way."),
};

static const animator_role spin_roles[] = {{"subject", "The layer that turns.", 0, 1, 1}};

static int32_t spin_layout(const void *parameters, const animator_context *context,
                           const animator_layer *const *in, uint32_t in_count,
                           animator_layer *const *out, uint32_t out_count) {
  const spin *p = parameters;
  const double t = context->progress, swell = 1 + t * (1 - t);
  (void)in_count, (void)out_count;
  out[0]->rotate.z = in[0]->rotate.z + 360 * p->turns * t * (p->direction == 0 ? 1 : -1);
  out[0]->scale = (animator_vector){swell, swell, 1};
  return ANIMATOR_OK;
}

static const animator_descriptor spin_animator = {
  .size = sizeof(animator_descriptor), .kind = ANIMATOR_KIND_EFFECT,
  .id = "test.spin", .title = "Spin", .version = "1.0.0", .doc = "Turns a layer and swells it.",
  .animates = ANIMATOR_GROUP_TRANSFORM, .duration_seconds = 0.5,
  ANIMATOR_PARAMETERS(spin, spin_parameters), ANIMATOR_ROLES(spin_roles), .layout = spin_layout,
};

ANIMATOR_PLUGIN(&spin_animator);
