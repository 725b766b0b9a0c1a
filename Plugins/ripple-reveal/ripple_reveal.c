/* ripple-reveal: a round hole grows in a cover until everything below it is visible. */
#include <math.h>

#include "animator.h"

typedef struct ripple {
  animator_point center;
  double radius;
  int32_t fit;
} ripple;

static const animator_parameter ripple_parameters[] = {
  ANIMATOR_FIELD(ripple, center, POINTS, 0, 0, "{\"centerOf\":\"cover\"}", "Centre of the hole."),
  ANIMATOR_FIELD(ripple, radius, POINTS, 0, 65536, "0", "The radius of the hole at the start."),
  ANIMATOR_CHOICE(ripple, fit, "cover|diagonal", "\"cover\"",
                  "The radius of the hole at the end: cover reaches the farthest corner of the cover, "
                  "and diagonal is the diagonal of the cover."),
};

static const animator_role ripple_roles[] = {
  {"cover", "The cover in which the hole grows.", "{\"backgroundColor\":\"#ffffff\"}", 1, 1},
};

/* Returns the distance from a point to the farthest corner of a rectangle. */
static double farthest_corner(animator_rect r, animator_point p) {
  const double dx = fmax(fabs(p.x - r.x), fabs(p.x - (r.x + r.width)));
  const double dy = fmax(fabs(p.y - r.y), fabs(p.y - (r.y + r.height)));
  return sqrt(dx * dx + dy * dy);
}

static int32_t ripple_layout(const void *parameters, const animator_context *context,
                             const animator_layer *const *in, uint32_t in_count,
                             animator_layer *const *out, uint32_t out_count) {
  (void)in_count, (void)out_count;
  const ripple *p = parameters;
  const animator_rect f = in[0]->frame;
  const double cover = farthest_corner(f, p->center);
  const double end = p->fit == 0 ? cover : sqrt(f.width * f.width + f.height * f.height);
  const double t = context->progress;
  const double r = fmax(0, t == 1 ? end : p->radius + (end - p->radius) * t);
  animator_mask hole = {0};
  hole.kind = ANIMATOR_MASK_ELLIPSE;
  hole.inverted = true;
  hole.rect = (animator_rect){p->center.x - r, p->center.y - r, 2 * r, 2 * r};
  out[0]->mask = hole;
  /* At the end the edge of the hole is outside the cover, and no trace of the cover may remain visible. */
  out[0]->hidden = in[0]->hidden || (t == 1 && r >= cover);
  return ANIMATOR_OK;
}

static const animator_descriptor ripple_reveal = {
  .size = sizeof(animator_descriptor),
  .kind = ANIMATOR_KIND_EFFECT,
  .id = "ripple-reveal",
  .title = "Ripple reveal",
  .version = "1.0.0",
  .doc =
    "A round hole grows in a cover until all layers below the cover are visible. In reverse, "
    "the hole closes.",
  .flags = ANIMATOR_FLAG_REVERSIBLE,
  .animates = ANIMATOR_PROPERTY_MASK | ANIMATOR_PROPERTY_HIDDEN,
  .duration_seconds = 0.4,
  .easing_json = "\"linear\"",
  ANIMATOR_PARAMETERS(ripple, ripple_parameters),
  ANIMATOR_ROLES(ripple_roles),
  .layout = ripple_layout,
};

ANIMATOR_PLUGIN(&ripple_reveal);
