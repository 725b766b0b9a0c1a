/* system-sheet: the transition of iOS that presents a screen. The screen moves up from the bottom on a spring; on the
 * way back it moves down. */
#include "animator.h"

static const animator_role sheet_roles[] = {
  {"from", "The old screen, which stays below, or moves out on the way back.", NULL, 1, 1},
  {"to", "The new screen.", NULL, 1, 1},
};

static int32_t sheet_layout(const void *parameters, const animator_context *context,
                            const animator_layer *const *in, uint32_t in_count,
                            animator_layer *const *out, uint32_t out_count) {
  (void)parameters, (void)in_count, (void)out_count;
  const bool back = animator_goes_back(context);
  const uint32_t upper = back ? 0 : 1;
  const double p = back ? 1 - context->progress : context->progress;
  out[upper]->translate.y += (context->container.height - in[upper]->frame.y) * (1 - p);
  out[upper]->hidden = in[upper]->hidden || p == 0;
  return ANIMATOR_OK;
}

static const animator_descriptor sheet_descriptor = {
  .size = sizeof(animator_descriptor),
  .kind = ANIMATOR_KIND_TRANSITION,
  .id = "system-sheet",
  .title = "System sheet",
  .version = "1.0.0",
  .doc = "The default animator of a flow for present and dismiss. As on iOS, "
         "the screen comes up from the bottom on a spring, and moves down on the way back.",
  .flags = ANIMATOR_FLAG_REVERSIBLE,
  .animates = ANIMATOR_PROPERTY_TRANSLATE | ANIMATOR_PROPERTY_HIDDEN,
  .duration_seconds = 0.5,
  .easing_json = "{\"spring\": {\"dampingRatio\": 1}}",
  ANIMATOR_ROLES(sheet_roles),
  .layout = sheet_layout,
};

ANIMATOR_PLUGIN(&sheet_descriptor);
