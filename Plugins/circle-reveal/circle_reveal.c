/* circle-reveal: the new screen is visible through a circle that grows until it shows the whole screen. */
#include <math.h>

#include "animator.h"

typedef struct circle {
  animator_point center;
  double radius;
  int32_t fit, compat;
} circle;

enum { COVER, DIAGONAL, TUTORIAL };

static const animator_parameter circle_parameters[] = {
  ANIMATOR_FIELD(circle, center, POINTS, 0, 0, "{\"centerOf\":\"to\"}",
                 "The centre of the circle, such as the position of a tap."),
  ANIMATOR_FIELD(circle, radius, POINTS, 0, 65536, "0",
                 "The radius of the small circle, such as the radius of a button."),
  ANIMATOR_CHOICE(circle, fit, "cover|diagonal|tutorial", "\"cover\"",
                  "The radius of the large circle: cover reaches the farthest corner of the screen; "
                  "diagonal adds the screen's diagonal to the small radius; "
                  "tutorial adds the distance to the bottom left corner, "
                  "which suits a button at the top right."),
  ANIMATOR_CHOICE(circle, compat, "none|tutorial", "\"none\"",
                  "The value tutorial keeps the mask at the end, "
                  "and on the way back removes the old screen 0.1 s early, like the first published versions."),
};

static const animator_role circle_roles[] = {
  {"from", "The old screen; on the way back, the circle closes in the old screen.", NULL, 1, 1},
  {"to", "The new screen, in which the circle opens.", NULL, 1, 1},
};

static double length(double x, double y) { return sqrt(x * x + y * y); }

/* Returns the distance from a point to the farthest corner of a rectangle. */
static double farthest_corner(animator_rect r, animator_point p) {
  const double left = fabs(p.x - r.x), right = fabs(p.x - (r.x + r.width));
  const double top = fabs(p.y - r.y), bottom = fabs(p.y - (r.y + r.height));
  return length(left > right ? left : right, top > bottom ? top : bottom);
}

static int32_t circle_layout(const void *parameters, const animator_context *context,
                             const animator_layer *const *in, uint32_t in_count,
                             animator_layer *const *out, uint32_t out_count) {
  (void)in_count, (void)out_count;
  const circle *c = parameters;
  const bool back = animator_goes_back(context), is_tutorial = c->compat == 1;
  const uint32_t upper = back ? 0 : 1;
  const double p = back ? 1 - context->progress : context->progress;
  const animator_rect f = in[upper]->frame;
  const double whole =
    c->fit == COVER      ? farthest_corner(f, c->center)
    : c->fit == DIAGONAL ? c->radius + length(f.width, f.height)
                         : c->radius + length(c->center.x - f.x, c->center.y - f.y - f.height);
  const double radius = c->radius + (whole - c->radius) * p, r = radius > 0 ? radius : 0;
  animator_mask mask = {0}; /* no mask if the whole screen is visible, so that its pixels are exact */
  if (p != 1 || is_tutorial) {
    mask.kind = ANIMATOR_MASK_ELLIPSE;
    mask.rect = (animator_rect){c->center.x - r, c->center.y - r, 2 * r, 2 * r};
  }
  out[upper]->mask = mask;
  const int64_t left = context->duration.ticks - context->time.ticks; /* 70,560,000 are 0.1 s */
  if (back && is_tutorial && left <= 70560000) out[0]->hidden = true;
  return ANIMATOR_OK;
}

static const animator_descriptor circle_reveal = {
  .size = sizeof(animator_descriptor),
  .kind = ANIMATOR_KIND_TRANSITION,
  .id = "circle-reveal",
  .title = "Circle reveal",
  .version = "1.0.0",
  .doc = "The new screen is visible in a circle, which grows until the whole screen is visible. "
         "On the way back, the old screen is visible in a circle that closes.",
  .flags = ANIMATOR_FLAG_REVERSIBLE,
  .animates = ANIMATOR_PROPERTY_MASK | ANIMATOR_PROPERTY_HIDDEN,
  .duration_seconds = 0.6,
  ANIMATOR_PARAMETERS(circle, circle_parameters),
  ANIMATOR_ROLES(circle_roles),
  .layout = circle_layout,
};

ANIMATOR_PLUGIN(&circle_reveal);
