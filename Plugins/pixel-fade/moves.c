/* The styles that read pixels at other positions. */
#include "pixel_fade.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void slide(const struct view *v, int32_t x, int32_t y, uint8_t *to) {
  const bool is_sideways = v->p->edge < 2, is_near = v->p->edge % 2 == 0;
  const int32_t side = is_sideways ? v->width : v->height, shift = (int32_t)(side * v->m);
  /* The old screen is beside the new one, on the side to which it moves. */
  const int32_t place = (is_sideways ? x : y) + (is_near ? shift : side - shift);
  const bool is_new = is_near ? place < side : place >= side;
  const int32_t from = place < side ? place : place - side;
  memcpy(to, is_sideways ? at(is_new ? v->b : v->a, from, y) : at(is_new ? v->b : v->a, x, from), 4);
}

void squeeze(const struct view *v, int32_t x, int32_t y, uint8_t *to) {
  const bool is_sideways = v->p->edge < 2;
  const int32_t side = is_sideways ? v->width : v->height, place = is_sideways ? x : y;
  const float z = 0.5f + ((float)place / (float)side - 0.5f) / (float)v->m;
  if (z < 0 || z > 1) {
    memcpy(to, at(v->b, x, y), 4);
    return;
  }
  const int32_t from = whole(rintf(z * (float)(side - 1)), side - 1);
  memcpy(to, is_sideways ? at(v->a, from, y) : at(v->a, x, from), 4);
}

void zoom(const struct view *v, int32_t x, int32_t y, uint8_t *to) {
  const double size = smooth(0.5, 1, v->m);
  const int32_t w = v->width - 1, h = v->height - 1;
  const int32_t sx = whole(ceil((size * ((double)x / v->width - 0.5) + 0.5) * w), w);
  const int32_t sy = whole(ceil((size * ((double)y / v->height - 0.5) + 0.5) * h), h);
  mix(at(v->a, sx, sy), at(v->b, x, y), smooth(0, 0.5, v->m), to);
}

void crop(const struct view *v, int32_t x, int32_t y, uint8_t *to) {
  const double half = fabs(v->m - 0.5);
  const int32_t dx = x - v->width / 2, dy = y - v->height / 2;
  const bool is_rect = v->p->style == CROP_RECT;
  const bool is_in = is_rect ? abs(dx) < (int32_t)(half * v->width) && abs(dy) < (int32_t)(half * v->height)
                             : sqrt((double)dx * dx + (double)dy * dy) <= 8 * half * half * half * v->radius;
  if (is_in) {
    memcpy(to, at(v->m < 0.5 ? v->b : v->a, x, y), 4);
  } else {
    for (int i = 0; i < 4; i++) to[i] = (uint8_t)(v->color[i] * 255 + 0.5f);
  }
}

/* Writes a row of means over the pixels to the right, as far as the picture extends. */
void smear(const struct view *v, int32_t y, animator_window window, uint8_t *row) {
  int64_t sums[2][4] = {{0}};
  int32_t end = window.x;
  for (int32_t x = window.x; x < window.x + window.width; x++) {
    const int32_t last = x + v->reach < v->width ? x + v->reach : v->width;
    for (; end < last; end++)
      for (int i = 0; i < 4; i++) sums[0][i] += at(v->a, end, y)[i], sums[1][i] += at(v->b, end, y)[i];
    const double count = last - x;
    for (int i = 0; i < 4; i++)
      row[4 * (int64_t)x + i] =
        (uint8_t)((double)sums[0][i] / count * v->m + (double)sums[1][i] / count * (1 - v->m) + 0.5);
    for (int i = 0; i < 4; i++) sums[0][i] -= at(v->a, x, y)[i], sums[1][i] -= at(v->b, x, y)[i];
  }
}
