/* cube: the screens are two sides of a cube that rotates by a quarter turn. */
#include "animator.h"

typedef struct cube {
  int32_t direction;
  double perspective, shade;
  animator_color backdrop;
  bool fill;
} cube;

static const animator_parameter cube_parameters[] = {
  ANIMATOR_CHOICE(cube, direction, "horizontal|vertical", "\"horizontal\"",
                  "The edge from which the new screen comes: the right edge or the bottom edge."),
  ANIMATOR_FIELD(cube, perspective, NONE, -0.01, 0, "-0.00125",
                 "The perspective m34: -1 / the distance of the viewer in points; 0 is flat."),
  ANIMATOR_FIELD(cube, shade, FRACTION, 0, 1, "0.5",
                 "The amount by which a side that turns away becomes darker, over a black background."),
  ANIMATOR_FIELD(cube, backdrop, NONE, 0, 0, "\"#000000\"", "The colour behind the cube."),
  ANIMATOR_FIELD(cube, fill, NONE, 0, 0, "false",
                 "Whether the cube comes nearer while it turns, so that the cube fills the picture."),
};

static const animator_role cube_roles[] = {
  {"from", "The side of the cube that turns away.", NULL, 1, 1},
  {"to", "The side of the cube that turns into view.", NULL, 1, 1},
  {"container", "The container of both screens, which gets the perspective.", NULL, 1, 1},
};

/* Returns the sine of a fraction of a quarter turn, -1 to 1, from the first terms of its series, with an error of 1e-11. */
static double sine(double share) {
  const double x = share * 1.5707963267948966, s = x * x;
  return x * (1 - s / 6 * (1 - s / 20 * (1 - s / 42 * (1 - s / 72 * (1 - s / 110 * (1 - s / 156))))));
}

/* Returns the distance by which a cube of side 1 moves closer so that its far side covers its half of the view, when
 * that side is rotated by an angle with the given sine and cosine. */
static double far_side(double sin, double cos) {
  return (1 - cos + sin * cos / (1 + sin)) / 2;
}

/* Returns the distance by which a cube of side 1 moves closer to hide the background beside it. Each half of the view is
 * covered by the far side in that half or, while the edge between both sides is outside the view, by the other side. */
static double nearness(double share, double distance) {
  const double sin = sine(share), cos = sine(1 - share), edge = (cos + sin - 1) / 2;
  double right = far_side(cos, sin), left = far_side(sin, cos);
  if (cos > sin) {
    const double alone = distance * (1 - cos + sin) - edge;
    if (alone < right) right = alone;
  } else {
    const double alone = distance * (1 - sin + cos) - edge;
    if (alone < left) left = alone;
  }
  return left > right ? left : right;
}

/* Positions one side of the cube, a fraction of a quarter turn to the right of the front (or below it). */
static void side(const cube *c, animator_layer *layer, double share) {
  const double along = sine(share) / 2, inwards = (sine(1 - (share < 0 ? -share : share)) - 1) / 2;
  if (c->direction == 0) {
    layer->rotate.y += 90 * share;
    layer->translate.x += along * layer->frame.width;
    layer->translate.z += inwards * layer->frame.width;
  } else {
    layer->rotate.x -= 90 * share;
    layer->translate.y += along * layer->frame.height;
    layer->translate.z += inwards * layer->frame.height;
  }
  layer->double_sided = false;
  layer->opacity *= 1 - c->shade * (share < 0 ? -share : share);
}

static int32_t cube_layout(const void *parameters, const animator_context *context,
                           const animator_layer *const *in, uint32_t in_count,
                           animator_layer *const *out, uint32_t out_count) {
  (void)in, (void)in_count, (void)out_count;
  const cube *c = parameters;
  const bool back = animator_goes_back(context);
  const uint32_t lower = back ? 1 : 0, upper = back ? 0 : 1;
  const double p = back ? 1 - context->progress : context->progress;
  if (p <= 0 || p >= 1) {
    out[p <= 0 ? upper : lower]->hidden = true;
    return ANIMATOR_OK;
  }
  side(c, out[lower], -p);
  side(c, out[upper], 1 - p);
  double perspective = c->perspective;
  if (c->fill) {
    const animator_rect *frame = &out[lower]->frame;
    const double length = c->direction == 0 ? frame->width : frame->height;
    if (length > 0 && perspective * length < -0.6) perspective = -0.6 / length;
    const double near = perspective < 0 ? length * nearness(p, -1 / (perspective * length)) : 0;
    out[lower]->translate.z += near;
    out[upper]->translate.z += near;
  }
  out[2]->sublayer_transform.m[11] = perspective;
  out[2]->background_color = c->backdrop;
  return ANIMATOR_OK;
}

static const animator_descriptor cube_descriptor = {
  .size = sizeof(animator_descriptor),
  .kind = ANIMATOR_KIND_TRANSITION,
  .id = "cube",
  .title = "Cube",
  .version = "1.1.0",
  .doc =
    "The two screens are neighbouring sides of a cube that turns by 90 degrees. On the way back, "
    "the cube turns in the opposite direction.",
  .flags = ANIMATOR_FLAG_REVERSIBLE,
  .animates = ANIMATOR_PROPERTY_ROTATE | ANIMATOR_PROPERTY_TRANSLATE |
              ANIMATOR_PROPERTY_DOUBLE_SIDED | ANIMATOR_PROPERTY_OPACITY |
              ANIMATOR_PROPERTY_HIDDEN | ANIMATOR_PROPERTY_SUBLAYER_TRANSFORM |
              ANIMATOR_PROPERTY_BACKGROUND_COLOR,
  .duration_seconds = 0.8,
  ANIMATOR_PARAMETERS(cube, cube_parameters),
  ANIMATOR_ROLES(cube_roles),
  .layout = cube_layout,
};

ANIMATOR_PLUGIN(&cube_descriptor);
