/* pixel-fade's parameters and styles. `m` is the fraction of time that remains for the old screen: 1 at
 * the start, 0 at the end. */
#ifndef PIXEL_FADE_H
#define PIXEL_FADE_H

#include "animator.h"

typedef struct fade {
  int32_t style;
  animator_color color;
  int32_t count, edge;
} fade;

enum { DISSOLVE, PIXELATE, DISTANCE, SMEAR, GRAYS, THROUGH, EARLY, LATE, SQUEEZE, SLIDE, ZOOM, CROP_RECT, CROP_CIRCLE };

struct view {
  const fade *p;
  const animator_image *a, *b;
  int32_t width, height;
  double m, log_m;
  /* The side of the squares, or the length of the smear. */
  float side;
  int32_t reach;
  double radius;
  float color[4], scale;
};

static inline const uint8_t *at(const animator_image *image, int32_t x, int32_t y) {
  return image->data + (int64_t)y * image->stride_bytes + 4 * (int64_t)x;
}
static inline int32_t whole(double x, int32_t end) { return x > 0 ? x < end ? (int32_t)x : end : 0; }

static inline void mix(const uint8_t *a, const uint8_t *b, double m, uint8_t *to) {
  for (int i = 0; i < 4; i++) to[i] = (uint8_t)(a[i] * m + b[i] * (1 - m) + 0.5);
}

static inline double smooth(double low, double high, double x) {
  const double t = (x - low) / (high - low);
  return t <= 0 ? 0 : t >= 1 ? 1 : t * t * (3 - 2 * t);
}

/* Functions with the same bits on every machine: the sine of |x| < 10^6, the logarithm of 1 to 2 and of 0
 * to 1, and e to the x from -40 to 40. */
double sine(double x);
double logarithm(double x);
double logarithm_below_one(double m);
double exponential(double x);

/* Declares the function that writes the pixel (x, y) of a style. */
#define STYLE(name) void name(const struct view *v, int32_t x, int32_t y, uint8_t *to);
STYLE(dissolve) STYLE(pixelate) STYLE(distance) STYLE(through) STYLE(by_channel)
STYLE(slide) STYLE(squeeze) STYLE(zoom) STYLE(crop)
void smear(const struct view *v, int32_t y, animator_window window, uint8_t *row);

#endif
