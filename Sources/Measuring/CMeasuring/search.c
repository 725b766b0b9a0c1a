// Finds possible positions of a picture in a frame.
#include <math.h>
#include <stdlib.h>

#include "measuring.h"

// Returns the correlation of points with the pixels under them; all points are inside the plane.
static float score(const float *values, const int32_t *offsets, const float *levels, int32_t count) {
  float i = 0, ii = 0, ti = 0;
  for (int32_t n = 0; n < count; n++) {
    float level = values[offsets[n]];
    i += level, ii += level * level, ti += levels[n] * level;
  }
  // The levels of the points are normalised: their mean is 0, and the length of their vector is 1.
  float spread = ii - i * i / (float)count;
  return spread > 4 * (float)count ? ti / sqrtf(spread) : 0;
}

// Adds a position to the list, unless a better position is near; removes worse positions near it.
static int32_t take(struct measuring_place place, double apart, struct measuring_place *places,
                    int32_t count, int32_t most) {
  for (int32_t i = 0; i < count; i++) {
    double dx = places[i].x - place.x, dy = places[i].y - place.y;
    if (dx * dx + dy * dy < apart * apart && places[i].score >= place.score) return count;
  }
  int32_t kept = 0;
  for (int32_t i = 0; i < count; i++) {
    double dx = places[i].x - place.x, dy = places[i].y - place.y;
    if (dx * dx + dy * dy >= apart * apart) places[kept++] = places[i];
  }
  int32_t at = kept;
  while (at > 0 && places[at - 1].score < place.score) at--;
  if (at >= most) return kept;
  if (kept == most) kept--;
  for (int32_t i = kept; i > at; i--) places[i] = places[i - 1];
  places[at] = place;
  return kept + 1;
}

int32_t measuring_search(struct measuring_plane plane, struct measuring_points points, double width,
                         double height, double apart, struct measuring_place *places,
                         int32_t most) {
  int32_t *offsets = malloc(sizeof(int32_t) * (size_t)(points.count + 1));
  float *levels = malloc(sizeof(float) * (size_t)(points.count + 1));
  if (offsets == NULL || levels == NULL || points.count < 12) {
    free(offsets), free(levels);
    return points.count < 12 ? 0 : -1;
  }
  double sum = 0, squares = 0;
  int32_t left = 0, right = 0, top = 0, bottom = 0;
  for (int32_t n = 0; n < points.count; n++) {
    int32_t x = (int32_t)floor((double)points.u[n] * width + 0.5);
    int32_t y = (int32_t)floor((double)points.v[n] * height + 0.5);
    offsets[n] = y * plane.width + x;
    if (x < left) left = x;
    if (x > right) right = x;
    if (y < top) top = y;
    if (y > bottom) bottom = y;
    sum += (double)points.value[n];
  }
  for (int32_t n = 0; n < points.count; n++) {
    double d = (double)points.value[n] - sum / points.count;
    squares += d * d;
  }
  double length = sqrt(squares);
  int32_t count = 0;
  if (length > 1e-3) {
    for (int32_t n = 0; n < points.count; n++)
      levels[n] = (float)(((double)points.value[n] - sum / points.count) / length);
    for (int32_t y = -top; y < plane.height - bottom; y++) {
      for (int32_t x = -left; x < plane.width - right; x++) {
        float s = score(plane.values + (size_t)y * (size_t)plane.width + x, offsets, levels, points.count);
        if (s < 0.4f || (count == most && s <= places[most - 1].score)) continue;
        struct measuring_place place = {x + 0.5, y + 0.5, s};
        count = take(place, apart, places, count, most);
      }
    }
  }
  free(offsets), free(levels);
  return count;
}
