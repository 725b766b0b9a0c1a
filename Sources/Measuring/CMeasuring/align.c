// Aligns a picture with a frame to subpixel accuracy.
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "measuring.h"

enum { UNKNOWNS = 8, X = 0, Y, WIDTH, HEIGHT, ANGLE, GAIN, BIAS, SHARE };

struct sample {
  double value, across, down;
};

// Computes the Catmull-Rom weights of four values, and the weights of their slope.
static void weights(double t, double w[4], double d[4]) {
  double t2 = t * t, t3 = t2 * t;
  w[0] = (-t3 + 2 * t2 - t) / 2, w[1] = (3 * t3 - 5 * t2 + 2) / 2;
  w[2] = (-3 * t3 + 4 * t2 + t) / 2, w[3] = (t3 - t2) / 2;
  d[0] = (-3 * t2 + 4 * t - 1) / 2, d[1] = (9 * t2 - 10 * t) / 2;
  d[2] = (-9 * t2 + 8 * t + 1) / 2, d[3] = (3 * t2 - 2 * t) / 2;
}

// Interpolates the value at a position between pixels, whose centres are at halves; returns false near and beyond the
// plane's edge.
static bool sample(const float *values, int32_t width, int32_t height, double x, double y,
                   struct sample *s) {
  x -= 0.5, y -= 0.5;
  if (!(x >= 1 && y >= 1 && x < width - 2 && y < height - 2)) return false;
  int32_t column = (int32_t)x, row = (int32_t)y;
  double wx[4], dx[4], wy[4], dy[4];
  weights(x - column, wx, dx);
  weights(y - row, wy, dy);
  *s = (struct sample){0, 0, 0};
  for (int32_t j = 0; j < 4; j++) {
    const float *p = values + (size_t)(row + j - 1) * (size_t)width + (column - 1);
    double value = 0, slope = 0;
    for (int32_t i = 0; i < 4; i++) value += wx[i] * (double)p[i], slope += dx[i] * (double)p[i];
    s->value += wy[j] * value, s->across += wy[j] * slope, s->down += dy[j] * value;
  }
  return true;
}

// Returns the median of the values that are not negative, rounded to a quarter of a colour level.
static double median(const double *values, int32_t count) {
  int32_t bins[512] = {0}, seen = 0, known = 0;
  for (int32_t i = 0; i < count; i++) {
    if (values[i] < 0) continue;
    int32_t bin = values[i] < 127.9 ? (int32_t)(values[i] * 4) : 511;
    bins[bin]++, known++;
  }
  for (int32_t bin = 0; bin < 512; bin++) {
    seen += bins[bin];
    if (2 * seen >= known) return (bin + 0.5) / 4;
  }
  return 0;
}

// Replaces the lower half of a matrix by its Cholesky factor; returns false if the factor does not exist.
static bool factor(double a[UNKNOWNS][UNKNOWNS], int32_t n) {
  for (int32_t j = 0; j < n; j++) {
    for (int32_t i = j; i < n; i++) {
      double sum = a[i][j];
      for (int32_t k = 0; k < j; k++) sum -= a[i][k] * a[j][k];
      if (i > j) {
        a[i][j] = sum / a[j][j];
      } else {
        if (!(sum > 1e-12)) return false;
        a[j][j] = sqrt(sum);
      }
    }
  }
  return true;
}

static void solve(double a[UNKNOWNS][UNKNOWNS], int32_t n, double *b) {
  for (int32_t i = 0; i < n; i++) {
    for (int32_t k = 0; k < i; k++) b[i] -= a[i][k] * b[k];
    b[i] /= a[i][i];
  }
  for (int32_t i = n - 1; i >= 0; i--) {
    for (int32_t k = i + 1; k < n; k++) b[i] -= a[k][i] * b[k];
    b[i] /= a[i][i];
  }
}

struct alignment {
  struct measuring_plane plane;
  const float *plate;
  struct measuring_points points;
  // The numbers of the unknowns that are fitted.
  int32_t known[UNKNOWNS], unknowns;
  double values[UNKNOWNS];
  // The absolute residual at each point; negative for points outside the plane.
  double *left;
  // The scale of the robust weights; 0 gives all points the same weight.
  double scale;
};

struct sums {
  double a[UNKNOWNS][UNKNOWNS], b[UNKNOWNS];
  double weight, squares;
  double one, t, tt, i, ii, ti;
  int32_t count;
};

static void correlate(struct sums *s, double value, double level) {
  s->one += 1, s->t += value, s->tt += value * value;
  s->i += level, s->ii += level * level, s->ti += value * level;
}

// Adds up the normal equations over all points.
static void add_all(struct alignment *all, struct sums *s) {
  memset(s, 0, sizeof *s);
  const double *p = all->values;
  double cosine = 1, sine = 0;
  if (p[ANGLE] != 0) {
    // The functions of the half angle are computed as series, which is accurate because the angle is small; glibc's
    // functions differ between machines.
    double h = p[ANGLE], z = h * h, c = 1, n = 1;
    for (int32_t k = 24; k >= 2; k -= 2) n = 1 - z / (k * (k + 1)) * n, c = 1 - z / ((k - 1) * k) * c;
    sine = h * n, cosine = c;
  }
  for (int32_t n = 0; n < all->points.count; n++) {
    double u = (double)all->points.u[n], v = (double)all->points.v[n];
    double value = (double)all->points.value[n];
    double across = u * p[WIDTH], down = v * p[HEIGHT];
    double x = p[X] + cosine * across - sine * down, y = p[Y] + sine * across + cosine * down;
    struct sample level, plate = {0, 0, 0};
    int32_t w = all->plane.width, h = all->plane.height;
    all->left[n] = -1;
    if (!sample(all->plane.values, w, h, x, y, &level)) continue;
    if (all->plate) (void)sample(all->plate, w, h, x, y, &plate);
    double ix = level.across - p[SHARE] * plate.across, iy = level.down - p[SHARE] * plate.down;
    double jacobian[UNKNOWNS] = {
        ix, iy, u * (ix * cosine + iy * sine), v * (iy * cosine - ix * sine),
        ix * (-sine * across - cosine * down) + iy * (cosine * across - sine * down),
        -value, -1, -plate.value};
    double r = level.value - p[GAIN] * value - p[BIAS] - p[SHARE] * plate.value;
    all->left[n] = fabs(r);
    double q = all->scale > 0 ? r / (3 * all->scale) : 0, weight = 1 / ((1 + q * q) * (1 + q * q));
    for (int32_t i = 0; i < all->unknowns; i++) {
      double ji = weight * jacobian[all->known[i]];
      s->b[i] -= ji * r;
      for (int32_t j = 0; j <= i; j++) s->a[i][j] += ji * jacobian[all->known[j]];
    }
    s->weight += weight, s->squares += weight * r * r, s->count++;
    correlate(s, value, level.value);
  }
}

static void choose(struct alignment *all, int32_t moves) {
  all->unknowns = 0;
  int32_t needs[UNKNOWNS] = {MEASURING_POSITION, MEASURING_POSITION, MEASURING_SIZE,
                             MEASURING_SIZE, MEASURING_ANGLE, 0, 0, 0};
  for (int32_t i = 0; i < UNKNOWNS; i++) {
    bool held = i == SHARE ? all->plate == NULL : needs[i] != 0 && !(moves & needs[i]);
    if (!held) all->known[all->unknowns++] = i;
  }
}

static double bounded(double value, double most) {
  return value > most ? most : value < -most ? -most : value;
}

// Performs a step and returns its length in pixels.
static double step(struct alignment *all, const double *by) {
  double length = 0;
  for (int32_t i = 0; i < all->unknowns; i++) {
    int32_t which = all->known[i];
    double most = which < WIDTH ? 4 : which < ANGLE ? 0.1 * all->values[which] : which == ANGLE ? 0.05 : 1e9;
    double d = bounded(by[i], most);
    all->values[which] += d;
    if (which < ANGLE && fabs(d) > length) length = fabs(d);
    if (which == ANGLE && fabs(d) * all->values[WIDTH] > length) length = fabs(d) * all->values[WIDTH];
  }
  return length;
}

static void conclude(const struct alignment *all, struct sums *s, struct measuring_fit *fit) {
  fit->gain = all->values[GAIN], fit->bias = all->values[BIAS], fit->share = all->values[SHARE];
  double tt = s->tt - s->t * s->t / s->one, ii = s->ii - s->i * s->i / s->one;
  double ti = s->ti - s->t * s->i / s->one;
  fit->correlation = tt > 1e-9 && ii > 1e-9 ? ti / sqrt(tt * ii) : 0;
  fit->deviation = all->scale, fit->count = s->count;
  memset(fit->variance, 0, sizeof fit->variance);
  double noise = s->squares / (s->weight > 10 ? s->weight : 10);
  if (!factor(s->a, all->unknowns)) return;
  for (int32_t i = 0; i < all->unknowns; i++) {
    if (all->known[i] > GAIN) continue;
    double column[UNKNOWNS] = {0};
    column[i] = 1;
    solve(s->a, all->unknowns, column);
    fit->variance[all->known[i]] = noise * column[i];
  }
}

int measuring_align(struct measuring_plane plane, const float *plate,
                    struct measuring_points points, int32_t moves, int32_t iterations,
                    struct measuring_pose *pose, struct measuring_fit *fit) {
  struct alignment all = {.plane = plane, .plate = plate, .points = points};
  double start[UNKNOWNS] = {pose->x, pose->y, pose->width, pose->height, pose->angle, 1, 0, 0};
  memcpy(all.values, start, sizeof start);
  all.left = malloc(sizeof(double) * (size_t)(points.count + 1));
  if (all.left == NULL) return -1;
  struct sums s;
  int result = 0;
  // A part of a layer is enough to measure the layer's position, even if the part does not determine the size.
  int32_t share = moves == MEASURING_POSITION ? 10 : 4;
  // The gain and the bias are fitted first, so that the first step of the pose can use them.
  for (int32_t i = 0; i <= iterations && result == 0; i++) {
    choose(&all, i == 0 ? 0 : moves);
    add_all(&all, &s);
    if (s.count < 24 || share * s.count < points.count) result = -1;
    double scale = 1.4826 * median(all.left, points.count);
    all.scale = scale > 0.3 ? scale : 0.3;
    for (int32_t k = 0; k < all.unknowns; k++) s.a[k][k] *= 1 + 1e-9;
    if (result != 0 || !factor(s.a, all.unknowns)) {
      result = -1;
      break;
    }
    solve(s.a, all.unknowns, s.b);
    double length = step(&all, s.b);
    if (!(all.values[WIDTH] > 2 && all.values[HEIGHT] > 2)) result = -1;
    if (i > 3 && length < 2e-4) break;
  }
  if (result == 0) {
    choose(&all, moves);
    add_all(&all, &s);
    if (s.count < 24 || share * s.count < points.count) result = -1;
    else conclude(&all, &s, fit);
  }
  *pose = (struct measuring_pose){all.values[X], all.values[Y], all.values[WIDTH],
                                  all.values[HEIGHT], all.values[ANGLE]};
  free(all.left);
  return result;
}
