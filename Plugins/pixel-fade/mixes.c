/* The styles that mix the colours of both screens at the same position. */
#include "pixel_fade.h"

#include <math.h>
#include <string.h>

void dissolve(const struct view *v, int32_t x, int32_t y, uint8_t *to) {
  /* The grain is computed in points, so that it is equally coarse at every scale. */
  const float place = floorf((float)x / v->scale) * 12.9898f + floorf((float)y / v->scale) * 78.233f;
  const float r = (float)sine(place) * 43758.545f;
  const double chance = r - floorf(r);
  memcpy(to, at(chance * 2 + v->m * 2 - 1.5 >= 0.5 ? v->a : v->b, x, y), 4);
}

void pixelate(const struct view *v, int32_t x, int32_t y, uint8_t *to) {
  const float side = v->side;
  const int32_t sx = side > 0 ? whole((floorf((float)x / side) + 0.5f) * side, v->width - 1) : x;
  const int32_t sy = side > 0 ? whole((floorf((float)y / side) + 0.5f) * side, v->height - 1) : y;
  mix(at(v->a, sx, sy), at(v->b, sx, sy), v->m, to);
}

void distance(const struct view *v, int32_t x, int32_t y, uint8_t *to) {
  const uint8_t *a = at(v->a, x, y), *b = at(v->b, x, y);
  double sum = 0;
  for (int i = 0; i < 3; i++) sum += (a[i] - b[i]) / 255.0 * ((a[i] - b[i]) / 255.0);
  mix(sqrt(sum) <= v->m ? a : b, b, v->m, to);
}

/* Returns the luma of BT.601, which is the grey of a colour without its chroma. */
static double gray(const uint8_t *c) { return 0.299 * c[0] + 0.587 * c[1] + 0.114 * c[2]; }

void through(const struct view *v, int32_t x, int32_t y, uint8_t *to) {
  const uint8_t *a = at(v->a, x, y), *b = at(v->b, x, y);
  const double old = smooth(0.8, 1, v->m), rest = smooth(0.2, 1, v->m), m = v->m;
  const bool is_gray = v->p->style == GRAYS;
  const double gray_a = gray(a), gray_b = gray(b);
  for (int i = 0; i < 4; i++) {
    const double ca = i == 3 && is_gray ? a[3] : is_gray ? gray_a : v->color[i] * 255;
    const double cb = i == 3 && is_gray ? b[3] : is_gray ? gray_b : v->color[i] * 255;
    to[i] = (uint8_t)((a[i] * old + ca * (1 - old)) * m + (cb * rest + b[i] * (1 - rest)) * (1 - m) + 0.5);
  }
}

/* The fraction for each channel is a power of the fraction of time. */
void by_channel(const struct view *v, int32_t x, int32_t y, uint8_t *to) {
  const uint8_t *a = at(v->a, x, y), *b = at(v->b, x, y);
  for (int i = 0; i < 4; i++) {
    const double apart = (a[i] > b[i] ? a[i] - b[i] : b[i] - a[i]) / 255.0;
    const double power = 1 + logarithm(v->p->style == EARLY ? 1 + apart : 2 - apart);
    const double m = exponential(power * v->log_m);
    to[i] = (uint8_t)(a[i] * m + b[i] * (1 - m) + 0.5);
  }
  for (int i = 0; i < 3; i++) to[i] = to[i] < to[3] ? to[i] : to[3];
}
