// Computes the progress of a frame from one picture to another.
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "measuring.h"

enum { ROUNDS = 8 };

// The weighted sums over all points for the equation s × way + h × side = gone.
struct sums {
  double ways, both, sides, gone, held, squares, weight;
};

// Returns the direction of a difference; a difference of up to a level or two is noise.
static double side(double way) { return way > 2 ? 1 : way < -2 ? -1 : way / 2; }

static struct sums add_all(struct measuring_plane from, const float *to, const float *frame,
                           const double *found, double scale) {
  struct sums s;
  memset(&s, 0, sizeof s);
  size_t count = (size_t)from.width * (size_t)from.height;
  for (size_t i = 0; i < count; i++) {
    double way = (double)to[i] - (double)from.values[i];
    double gone = (double)frame[i] - (double)from.values[i], part = side(way);
    double left = gone - found[0] * way - found[1] * part;
    double q = scale > 0 ? left / (6 * scale) : 0, weight = 1 / ((1 + q * q) * (1 + q * q));
    s.ways += weight * way * way, s.both += weight * way * part, s.sides += weight * part * part;
    s.gone += weight * gone * way, s.held += weight * gone * part;
    s.squares += weight * left * left, s.weight += weight;
  }
  return s;
}

int measuring_share(struct measuring_plane from, const float *to, const float *frame,
                    struct measuring_going *going) {
  double found[2] = {0, 0}, scale = 0, least = 0.3;
  double count = (double)from.width * (double)from.height;
  struct sums s = add_all(from, to, frame, found, 0);
  // The pictures are too similar if they differ by only a level or two over the whole part.
  if (!(s.ways > 4 * count)) return -1;
  double split = 0, room = 0;
  for (int32_t i = 0; i < ROUNDS; i++) {
    // The equations are damped by a few levels, because equal differences do not distinguish the codec's delay from the
    // share.
    room = s.sides + 0.02 * count;
    split = s.ways * room - s.both * s.both;
    if (!(split > 1e-9 * s.ways * room)) return -1;
    found[0] = (s.gone * room - s.held * s.both) / split;
    found[1] = (s.held * s.ways - s.gone * s.both) / split;
    s = add_all(from, to, frame, found, scale);
    scale = sqrt(s.squares / (s.weight > 1 ? s.weight : 1));
    if (scale < least) scale = least;
  }
  *going = (struct measuring_going){
      .share = found[0], .held = found[1], .deviation = scale,
      .variance = scale * scale * room / split, .usual = sqrt(s.ways / (s.weight > 1 ? s.weight : 1))};
  return 0;
}
