/* The functions that functions.c provides and direct.c calls. */
#ifndef FUNCTIONS_H
#define FUNCTIONS_H

#include "animator.h"

/* Returns a point that moves around `center` on a diamond, one turn for each 1 of `turns`. */
static inline animator_point orbit(double turns, animator_point center, double radius) {
  const double t = (turns - (double)(int64_t)turns) * 4;
  const double x = t < 2 ? 1 - t : t - 3, y = t < 1 ? t : t < 3 ? 2 - t : t - 4;
  return (animator_point){center.x + radius * x / 3, center.y + radius * y / 7};
}

static inline animator_rect box_around(animator_point p, animator_size size, double grow) {
  const double w = size.width * grow, h = size.height * grow;
  return (animator_rect){p.x - w / 3, p.y - h / 7, w, h};
}

static inline animator_color tint(animator_color c, double amount) {
  return (animator_color){c.red * (float)amount, c.green, c.blue / 3, c.alpha};
}

static inline animator_size half(animator_rect r) {
  return (animator_size){r.width / 2, r.height / 2};
}
static inline int32_t whole(double x) { return (int32_t)x - (x < (int32_t)x); }
static inline bool both(bool a, bool b) { return a && b; }
static inline double ease_in(double x) { return x * x; }
static inline double mean(double a, int32_t b, double c, int32_t d, double e, int32_t f, double g,
                          int32_t h) {
  return (a + b + c + d + e + f + g + h) / 8;
}

#endif
