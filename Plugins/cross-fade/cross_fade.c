/* cross-fade: the new screen fades in. */
#include "animator.h"

typedef struct fade { int32_t compat; } fade;

static const animator_parameter fade_parameters[] = {
  ANIMATOR_CHOICE(fade, compat, "none|tutorial", "\"none\"",
                  "The value tutorial also fades the old screen out, so the background is visible."),
};

static const animator_role fade_roles[] = {
  {"from", "The old screen.", NULL, 1, 1},
  {"to", "The new screen.", NULL, 1, 1},
};

static int32_t fade_layout(const void *parameters, const animator_context *context,
                           const animator_layer *const *in, uint32_t in_count,
                           animator_layer *const *out, uint32_t out_count) {
  (void)in_count, (void)out_count;
  const double t = context->progress;
  const bool both = ((const fade *)parameters)->compat == 1, back = animator_goes_back(context);
  /* Only the upper screen may be translucent; on the way back, the upper screen is the old one. */
  out[0]->opacity = in[0]->opacity * (both || back ? 1 - t : 1);
  out[1]->opacity = in[1]->opacity * (both || !back ? t : 1);
  return ANIMATOR_OK;
}

static const animator_descriptor cross_fade = {
  .size = sizeof(animator_descriptor), .kind = ANIMATOR_KIND_TRANSITION,
  .id = "cross-fade", .title = "Cross fade", .version = "1.0.0",
  .doc = "The upper screen fades in or out over the lower screen. cross-fade is fast, "
         "and exact if both screens are opaque. cross-dissolve is also exact for translucent screens.",
  .flags = ANIMATOR_FLAG_REVERSIBLE, .animates = ANIMATOR_PROPERTY_OPACITY,
  .duration_seconds = 0.35, ANIMATOR_PARAMETERS(fade, fade_parameters), ANIMATOR_ROLES(fade_roles),
  .layout = fade_layout,
};

ANIMATOR_PLUGIN(&cross_fade);
