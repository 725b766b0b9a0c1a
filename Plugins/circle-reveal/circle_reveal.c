/* circle-reveal: the new screen is seen through a circle that grows until it is seen whole. */
#include <math.h>

#include "animator.h"

typedef struct circle {
  animator_point center;
  double radius;
  int32_t fit;
} circle;

static const animator_parameter circle_parameters[] = {
  ANIMATOR_FIELD(circle, center, POINTS, 0, 0, "{\"centerOf\":\"to\"}",
                 "Centre of the circle, such as the place of a tap."),
  ANIMATOR_FIELD(circle, radius, POINTS, 0, 65536, "0",
                 "Radius of the circle at the start, such as that of a button."),
  ANIMATOR_CHOICE(circle, fit, "cover|diagonal", "\"cover\"",
                  "Radius at the end: cover reaches the farthest corner of the screen, diagonal"
                  " adds the screen's diagonal to the radius at the start."),
};

static const animator_role circle_roles[] = {
  {"to", "The screen that is revealed.", NULL, 1, 1},
};

/* From a point to the farthest corner of a rectangle. */
static double farthest_corner(animator_rect r, animator_point p) {
  const double dx = fmax(fabs(p.x - r.x), fabs(p.x - (r.x + r.width)));
  const double dy = fmax(fabs(p.y - r.y), fabs(p.y - (r.y + r.height)));
  return sqrt(dx * dx + dy * dy);
}

static int32_t circle_layout(const void *parameters, const animator_context *context,
                             const animator_layer *const *in, uint32_t in_count,
                             animator_layer *const *out, uint32_t out_count) {
  (void)in_count, (void)out_count;
  const circle *p = parameters;
  const animator_rect f = in[0]->frame;
  const double end = p->fit == 0 ? farthest_corner(f, p->center)
                                 : p->radius + sqrt(f.width * f.width + f.height * f.height);
  const double t = context->progress;
  const double r = fmax(0, p->radius + (end - p->radius) * t);
  animator_mask mask = {0}; /* at the end none: the screen is whole, to the last bit */
  if (t != 1) {
    mask.kind = ANIMATOR_MASK_ELLIPSE;
    mask.rect = (animator_rect){p->center.x - r, p->center.y - r, 2 * r, 2 * r};
  }
  out[0]->mask = mask;
  return ANIMATOR_OK;
}

static const animator_descriptor circle_reveal = {
  .size = sizeof(animator_descriptor),
  .kind = ANIMATOR_KIND_TRANSITION,
  .id = "circle-reveal",
  .title = "Circle reveal",
  .version = "1.0.0",
  .doc = "The new screen is seen through a circle that grows until it is seen whole. Reversed,"
         " the circle closes.",
  .flags = ANIMATOR_FLAG_REVERSIBLE,
  .animates = ANIMATOR_PROPERTY_MASK,
  .duration_seconds = 0.6,
  ANIMATOR_PARAMETERS(circle, circle_parameters),
  ANIMATOR_ROLES(circle_roles),
  .layout = circle_layout,
};

ANIMATOR_PLUGIN(&circle_reveal);
