#include "field.h"

#include <math.h>

static double smooth(double x) { return x <= 0 ? 0 : x >= 1 ? 1 : x * x * (3 - 2 * x); }

/* Returns the angle of (x, y) from -pi to pi, with the same bits on every machine: the tangent is halved twice, then a
 * series is used. */
static double angle(double y, double x) {
  const double across = fabs(x), up = fabs(y);
  const double greater = across > up ? across : up, less = across > up ? up : across;
  if (!(greater > 0)) return 0;
  double t = less / greater;
  for (int i = 0; i < 2; i++) t /= 1 + sqrt(1 + t * t);
  double sum = 0;
  for (double n = 23; n >= 1; n -= 2) sum = 1 / n - t * t * sum;
  double a = 4 * t * sum;
  if (up > across) a = 1.5707963267948966 - a;
  if (x < 0) a = 3.141592653589793 - a;
  return y < 0 ? -a : a;
}

static bool from_left(int32_t edge) { return edge == LEFT || edge == TOP_LEFT || edge == BOTTOM_LEFT; }
static bool from_top(int32_t edge) { return edge == TOP || edge == TOP_LEFT || edge == TOP_RIGHT; }

/* Returns the distance of a pixel from the edge at which the new screen enters, as a fraction of the picture. A soft edge
 * uses the pixel's own position from the left or top, and the position of its mirror image from the right or bottom. */
static double distance(int32_t place, int32_t side, bool is_near, bool is_soft) {
  const double x = place, n = side;
  return is_near ? (is_soft ? 1 - (n - 1 - x) / n : x / n) : 1 - x / n;
}

/* Returns whether a hard front at `front` has reached a pixel. */
static bool is_reached(int32_t place, int32_t side, bool is_near, double front) {
  return is_near ? place <= floor(side * front) : place > floor(side * (1 - front));
}

static double field_at(const struct view *v, int32_t x, int32_t y) {
  const int32_t edge = v->p->edge;
  const double dx = x - v->middle_x, dy = y - v->middle_y;
  switch (v->p->field) {
  case LINEAR:
    return v->is_sideways ? distance(x, v->width, from_left(edge), v->is_soft)
                          : distance(y, v->height, from_top(edge), v->is_soft);
  case CORNER: {
    const double a = distance(x, v->width, from_left(edge), v->is_soft);
    const double b = distance(y, v->height, from_top(edge), v->is_soft);
    return a < b ? a : b;
  }
  case DIAGONAL: {
    /* From the opposite corner, the remaining distance in the rectangle is used. */
    const double w = v->width, h = v->height;
    return 1 - (from_left(edge) ? (w - 1 - x) / w : x / w) * (from_top(edge) ? (h - 1 - y) / h : y / h);
  }
  case IRIS: return v->radius > 0 ? sqrt(dx * dx + dy * dy) / v->radius : 0;
  case BARN_DOOR: return v->is_sideways ? fabs(2.0 * x / v->width - 1) : fabs(2.0 * y / v->height - 1);
  case CLOCK: return 0.5 - angle(dx, dy) / 6.283185307179586;
  default: {
    if (!v->luma) return 0;
    const uint8_t *c = v->luma->data + (int64_t)y * v->luma->stride_bytes + 4 * (int64_t)x;
    return (c[0] * 0.2126 + c[1] * 0.7152 + c[2] * 0.0722) / 255;
  }
  }
}

/* Returns whether the edge is hard, so that the new screen's fraction is 0 or 1. */
static bool is_hard_line(const wipe *p) { return p->softness <= 0 && p->field <= CORNER && !p->reversed; }

double share(const struct view *v, int32_t x, int32_t y, double front) {
  const wipe *p = v->p;
  if (is_hard_line(p)) {
    const bool a = is_reached(x, v->width, from_left(p->edge), front);
    const bool b = is_reached(y, v->height, from_top(p->edge), front);
    return p->field == CORNER ? a || b : v->is_sideways ? a : b;
  }
  double f = field_at(v, x, y);
  if (p->reversed) f = 1 - f;
  const double s = p->softness > 0 ? smooth((front - f) / p->softness) : front > f;
  if (p->stripes <= 0) return s;
  /* The stripes are perpendicular to the direction of the front. */
  const bool is_near = v->is_sideways ? from_left(p->edge) : from_top(p->edge);
  const int32_t side = v->is_sideways ? v->width : v->height, place = v->is_sideways ? x : y;
  const double u = (double)(is_near ? side - 1 - place : place) / side * p->stripes;
  return s > u - floor(u);
}
