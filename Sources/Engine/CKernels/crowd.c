#include "spans.h"

/// The index of the sample in a row that contains an edge at the height `y`; positions beyond the box are
/// clamped to the first or last sample.
static int32_t sample_at(const ck_side *side, double y, double left, double samples, int32_t last) {
  double x = (side->x0 + (y - side->y0) * side->slope - left) * samples;
  if (!(x > 0)) return 0;
  return x < last ? (int32_t)x : last;
}

void ck_crowd(
    const ck_box *box, const ck_side *sides, size_t count, double y, int32_t samples, int is_even_odd,
    int32_t *windings, int32_t *inside) {
  int32_t width = box->x1 - box->x0, last = width * samples;
  for (size_t i = 0; i < count; i++)
    if (sides[i].y0 <= y && sides[i].y1 > y)
      windings[sample_at(&sides[i], y, box->x0, samples, last)] += sides[i].direction;
  int32_t winding = 0, mask = is_even_odd ? 1 : -1;
  for (int32_t x = 0; x < width; x++) {
    int32_t here = 0, *in_pixel = windings + (size_t)x * samples;
    for (int32_t k = 0; k < samples; k++) {
      winding += in_pixel[k];
      in_pixel[k] = 0;
      here += (winding & mask) != 0;
    }
    inside[x] += here;
  }
  windings[last] = 0;
}
