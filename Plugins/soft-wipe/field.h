/* soft-wipe's parameters, and the visible fraction of the new screen at a pixel. */
#ifndef SOFT_WIPE_FIELD_H
#define SOFT_WIPE_FIELD_H

#include "animator.h"

typedef struct wipe {
  int32_t field, edge;
  double softness, lead, tail;
  animator_point center;
  int32_t stripes;
  bool reversed;
} wipe;

enum { LINEAR, CORNER, DIAGONAL, IRIS, BARN_DOOR, CLOCK, LUMA };
enum { LEFT, RIGHT, TOP, BOTTOM, TOP_LEFT, TOP_RIGHT, BOTTOM_LEFT, BOTTOM_RIGHT };

struct view {
  const wipe *p;
  int32_t width, height;
  double middle_x, middle_y, radius;
  const animator_image *luma;
  bool is_soft, is_sideways;
};

/* Returns the new screen's fraction at a pixel while the front is at `front`, from 0 to 1. */
double share(const struct view *v, int32_t x, int32_t y, double front);

#endif
