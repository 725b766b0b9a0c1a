/* A layer that is blurred, is blended or becomes glass, most strongly at half of the time. The plugin is built with the
 * current header, but also works in hosts without these properties, where the layer only fades. */
#include <animator.h>

typedef struct frost {
  int32_t what;
} frost;

enum { BLUR, BLEND, GLASS };

static const animator_parameter parameter_table[] = {
  ANIMATOR_CHOICE(frost, what, "blur|blend|glass", "\"blur\"", "What the layer does."),
};
static const animator_role role_table[] = {{"subject", "The layer.", NULL, 1, 1}};

static int32_t layout(const void *parameters, const animator_context *context,
                      const animator_layer *const *in, uint32_t in_count,
                      animator_layer *const *out, uint32_t out_count) {
  const frost *p = parameters;
  const double t = context->progress, much = 4 * t * (1 - t);
  (void)in, (void)in_count, (void)out_count;
  out[0]->opacity = 1 - much / 4;
  if (!ANIMATOR_HAS(out[0], backdrop)) return ANIMATOR_OK;
  if (p->what == BLUR) out[0]->blur = 4 * much;
  if (p->what == BLEND && much > 0) out[0]->blend_mode = ANIMATOR_BLEND_DIFFERENCE;
  if (p->what == GLASS && much > 0) {
    out[0]->backdrop = (animator_backdrop){
      .kind = ANIMATOR_BACKDROP_FILTERED, .blur = 3 * much, .saturation = 1 + much,
      .brightness = 1, .tint = {1, 1, 0, 0.25f}};
  }
  return ANIMATOR_OK;
}

#define MEMBERS(what) \
  { .size = sizeof(animator_descriptor), .kind = ANIMATOR_KIND_EFFECT, .id = "test.frost", \
    .title = "Frost", .version = "1.0.0", .doc = "A layer in frost.", \
    .flags = ANIMATOR_FLAG_DISCONTINUOUS, .animates = what, .duration_seconds = 1, \
    ANIMATOR_PARAMETERS(frost, parameter_table), ANIMATOR_ROLES(role_table), .layout = layout }

static const animator_descriptor plain = MEMBERS(ANIMATOR_PROPERTY_OPACITY);
static const animator_descriptor full = MEMBERS(
  ANIMATOR_PROPERTY_OPACITY | ANIMATOR_PROPERTY_BLUR | ANIMATOR_PROPERTY_BLEND_MODE |
  ANIMATOR_PROPERTY_BACKDROP);

ANIMATOR_NOTE(ANIMATOR_REQUIRED_MINOR, 0);
ANIMATOR_EXPORT int32_t animator_plugin_v1(const animator_host *host) {
  return host->add(host, host->minor >= 1 ? &full : &plain);
}
