/* slide: a screen slides in over the other screen from an edge; on the way back it slides out. */
#include "animator.h"

typedef struct slide {
  int32_t edge;
  bool fade;
  double distance, follow, dim;
} slide;

enum { LEFT, RIGHT, TOP, BOTTOM };

static const animator_parameter slide_parameters[] = {
  ANIMATOR_CHOICE(slide, edge, "left|right|top|bottom", "\"right\"",
                  "The edge from which the screen slides in, and to which it returns on the way back."),
  ANIMATOR_FIELD(slide, distance, FRACTION, 0, 4, "1",
                 "The distance at the start: 1 is just outside the canvas, 0.5 is half of that distance."),
  ANIMATOR_FIELD(slide, follow, FRACTION, -1, 1, "0",
                 "The distance that the lower screen moves in the same direction, as a part of the canvas: "
                 "with 1, the screens move side by side."),
  ANIMATOR_FIELD(slide, dim, FRACTION, 0, 1, "0",
                 "The part of its opacity that the lower screen loses during the slide; "
                 "the end restores the opacity."),
  ANIMATOR_FIELD(slide, fade, NONE, 0, 0, "false", "Whether the sliding screen also fades in."),
};

static const animator_role slide_roles[] = {
  {"from", "The old screen.", NULL, 1, 1},
  {"to", "The new screen.", NULL, 1, 1},
};

static int32_t slide_layout(const void *parameters, const animator_context *context,
                            const animator_layer *const *in, uint32_t in_count,
                            animator_layer *const *out, uint32_t out_count) {
  (void)in_count, (void)out_count;
  const slide *s = parameters;
  const bool back = animator_goes_back(context);
  const uint32_t lower = back ? 1 : 0, upper = back ? 0 : 1;
  const double p = back ? 1 - context->progress : context->progress;
  const animator_rect f = in[upper]->frame;
  const animator_size c = context->container;
  animator_point outside = {0, 0}, follow = {0, 0}; /* whole distances, at distance 1 and follow 1 */
  switch (s->edge) {
  case LEFT: outside.x = -(f.x + f.width), follow.x = c.width; break;
  case RIGHT: outside.x = c.width - f.x, follow.x = -c.width; break;
  case TOP: outside.y = -(f.y + f.height), follow.y = c.height; break;
  default: outside.y = c.height - f.y, follow.y = -c.height; break;
  }
  out[upper]->translate.x += outside.x * s->distance * (1 - p);
  out[upper]->translate.y += outside.y * s->distance * (1 - p);
  out[lower]->translate.x += follow.x * s->follow * p;
  out[lower]->translate.y += follow.y * s->follow * p;
  if (s->fade) out[upper]->opacity *= p < 0 ? 0 : p;
  if (p != 1) out[lower]->opacity *= 1 - s->dim * p;
  out[upper]->hidden = in[upper]->hidden || p == 0;
  return ANIMATOR_OK;
}

static const animator_descriptor slide_descriptor = {
  .size = sizeof(animator_descriptor),
  .kind = ANIMATOR_KIND_TRANSITION,
  .id = "slide",
  .title = "Slide",
  .version = "1.0.0",
  .doc = "A screen slides in from an edge over the other screen, which may follow, become darker, or stay. "
         "On the way back, the upper screen slides out. With a spring, the screen bounces into its place.",
  .flags = ANIMATOR_FLAG_REVERSIBLE,
  .animates = ANIMATOR_PROPERTY_TRANSLATE | ANIMATOR_PROPERTY_OPACITY | ANIMATOR_PROPERTY_HIDDEN,
  .duration_seconds = 0.35,
  ANIMATOR_PARAMETERS(slide, slide_parameters),
  ANIMATOR_ROLES(slide_roles),
  .layout = slide_layout,
};

ANIMATOR_PLUGIN(&slide_descriptor);
