/* A border and two pieces. The plugin is built with the current header, but also works in hosts without borders; with
 * -DREQUIRED it declares that it requires borders. Built with the header of version 1.0, the plugin does not know
 * borders, and copies only the part of a layer that it knows. */
#if defined(REQUIRED)
#define ANIMATOR_REQUIRED_MINOR 1
#endif
#include <string.h>

#include "animator.h"

static uint32_t pieces(const void *parameters, const animator_context *context) {
  (void)parameters, (void)context;
  return 2;
}

static int32_t layout(const void *parameters, const animator_context *context,
                      const animator_layer *const *in, uint32_t in_count,
                      animator_layer *const *out, uint32_t out_count) {
  (void)parameters, (void)in_count;
  for (uint32_t i = 0; i < out_count; i++) {
#if ANIMATOR_VERSION_MINOR < 1
    if (i == 0) memcpy(out[0], in[0], sizeof(animator_layer));
#else
    (void)in;
    if (ANIMATOR_HAS(out[i], border)) {
      out[i]->border.width = 8 * context->progress + i;
      out[i]->border.color = (animator_color){1, 0.5f, 0, 1};
      out[i]->border.place = i == 0 ? ANIMATOR_BORDER_OUTSIDE : ANIMATOR_BORDER_INSIDE;
    }
#endif
    out[i]->opacity = 1 - context->progress / 2;
  }
  return ANIMATOR_OK;
}

static const animator_role roles[] = {{"subject", "A layer.", NULL, 1, 1}};

#define MEMBERS(what) \
  { .size = sizeof(animator_descriptor), .kind = ANIMATOR_KIND_EFFECT, .id = "test.rim", \
    .title = "Rim", .version = "1.0.0", .doc = "A rim.", .animates = what, .duration_seconds = 1, \
    ANIMATOR_ROLES(roles), .pieces = pieces, .layout = layout }

static const animator_descriptor plain = MEMBERS(ANIMATOR_PROPERTY_OPACITY);

#if ANIMATOR_VERSION_MINOR < 1
ANIMATOR_PLUGIN(&plain);
#else
static const animator_descriptor full = MEMBERS(ANIMATOR_PROPERTY_OPACITY | ANIMATOR_PROPERTY_BORDER);

ANIMATOR_NOTE(ANIMATOR_REQUIRED_MINOR, 0);
ANIMATOR_EXPORT int32_t animator_plugin_v1(const animator_host *host) {
  return host->add(host, host->minor >= 1 ? &full : &plain);
}
#endif
