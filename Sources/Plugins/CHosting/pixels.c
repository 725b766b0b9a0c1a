// The interface pipeline.pixels/1: helpers for plugins that draw. The arithmetic consists of + - * / and
// square roots, each of which rounds once and is never fused, so that the results are the same on every
// machine; exponentials and other roots are computed from these operations.
#include "hosting.h"

#include <math.h>
#include <stddef.h>

#include "animator.h"

// ---- Noise ----------------------------------------------------------------------------------------

/// A 32-bit random number for a corner of the lattice, computed with the final mixing step of splitmix64.
static uint32_t corner(uint64_t seed, int64_t x, int64_t y, int64_t z) {
  uint64_t h = seed ^ (uint64_t)x * 0x9e3779b97f4a7c15u ^ (uint64_t)y * 0xc2b2ae3d27d4eb4fu ^
               (uint64_t)z * 0x165667b19e3779f9u;
  h = (h ^ (h >> 30)) * 0xbf58476d1ce4e5b9u;
  h = (h ^ (h >> 27)) * 0x94d049bb133111ebu;
  return (uint32_t)((h ^ (h >> 31)) >> 32);
}

static double value_at(uint64_t seed, int64_t x, int64_t y, int64_t z) {
  return corner(seed, x, y, z) / 2147483647.5 - 1;
}

/// The product of the offset from a corner and the corner's direction, which is one of the 12 midpoints of a
/// cube's edges.
static double slope(uint32_t hash, double x, double y, double z) {
  const uint32_t h = hash % 12;
  const double u = h < 8 ? x : y, v = h < 4 ? y : z;
  return (h & 1 ? -u : u) + (h & 2 ? -v : v);
}

/// The polynomial 6 t^5 - 15 t^4 + 10 t^3 of Perlin 2002, whose first and second derivatives are 0 at both
/// ends.
static double fade(double t) { return t * t * t * (t * (t * 6 - 15) + 10); }
static double between(double a, double b, double t) { return a + (b - a) * t; }

static double lattice_noise(bool is_perlin, uint64_t seed, double x, double y, double z) {
  const double fx = floor(x), fy = floor(y), fz = floor(z);
  const int64_t ix = (int64_t)fx, iy = (int64_t)fy, iz = (int64_t)fz;
  const double dx = x - fx, dy = y - fy, dz = z - fz;
  double v[8];
  for (int i = 0; i < 8; i++) {
    const int a = i & 1, b = i >> 1 & 1, c = i >> 2;
    v[i] = is_perlin ? slope(corner(seed, ix + a, iy + b, iz + c), dx - a, dy - b, dz - c)
                     : value_at(seed, ix + a, iy + b, iz + c);
  }
  const double u = fade(dx), w = fade(dy), s = fade(dz);
  return between(between(between(v[0], v[1], u), between(v[2], v[3], u), w),
                 between(between(v[4], v[5], u), between(v[6], v[7], u), w), s);
}

/// Simplex noise in three dimensions (Perlin 2001, as explained by Gustavson 2005).
static double simplex_noise(uint64_t seed, double x, double y, double z) {
  const double skew = (x + y + z) / 3;
  const double i = floor(x + skew), j = floor(y + skew), k = floor(z + skew);
  const double back = (i + j + k) / 6;
  const double x0 = x - (i - back), y0 = y - (j - back), z0 = z - (k - back);
  // The order of the three offsets determines the tetrahedron that contains the point.
  const int i1 = x0 >= y0 && x0 >= z0, j1 = !i1 && y0 >= z0, k1 = !i1 && !j1;
  const int k2 = z0 > y0 || z0 > x0 ? (z0 > y0 && z0 > x0 ? 1 : !(x0 >= z0 && y0 >= z0)) : 0;
  const int i2 = x0 >= y0 || x0 >= z0, j2 = 2 - i2 - k2 > 0;
  const int steps[4][3] = {{0, 0, 0}, {i1, j1, k1}, {i2, j2, 2 - i2 - j2}, {1, 1, 1}};
  double sum = 0;
  for (int n = 0; n < 4; n++) {
    const double dx = x0 - steps[n][0] + n / 6.0, dy = y0 - steps[n][1] + n / 6.0,
                 dz = z0 - steps[n][2] + n / 6.0;
    double t = 0.6 - dx * dx - dy * dy - dz * dz;
    if (t <= 0) continue;
    t *= t;
    sum += t * t * slope(corner(seed, (int64_t)i + steps[n][0], (int64_t)j + steps[n][1],
                                (int64_t)k + steps[n][2]), dx, dy, dz);
  }
  return 32 * sum;
}

static double noise(uint32_t kind, uint64_t seed, double x, double y, double z) {
  const double most = 4503599627370496.0;
  if (!(fabs(x) < most && fabs(y) < most && fabs(z) < most)) return 0;
  const double value = kind == ANIMATOR_NOISE_SIMPLEX ? simplex_noise(seed, x, y, z)
                       : lattice_noise(kind == ANIMATOR_NOISE_PERLIN, seed, x, y, z);
  return value < -1 ? -1 : value > 1 ? 1 : value;
}

// ---- Sampling -------------------------------------------------------------------------------------

/// The index of the pixel that represents position `i` of a row with `count` pixels; -1 for a transparent
/// pixel.
static int64_t placed(int64_t i, int64_t count, uint32_t edge) {
  if (i >= 0 && i < count) return i;
  int64_t period;
  switch (edge) {
    case ANIMATOR_EDGE_TRANSPARENT: return -1;
    case ANIMATOR_EDGE_REPEAT: i %= count; return i < 0 ? i + count : i;
    case ANIMATOR_EDGE_MIRROR:
      period = 2 * count;
      i %= period;
      if (i < 0) i += period;
      return i < count ? i : period - 1 - i;
    default: return i < 0 ? 0 : count - 1;
  }
}

/// The Catmull-Rom weights of the four pixels around a position that is `t` after the second pixel.
static void cubic_weights(double t, double *w) {
  w[0] = t * (t * (1 - 0.5 * t) - 0.5);
  w[1] = t * t * (1.5 * t - 2.5) + 1;
  w[2] = t * (t * (2 - 1.5 * t) + 0.5);
  w[3] = t * t * (0.5 * t - 0.5);
}

static animator_color sample(const animator_image *image, double x, double y, uint32_t filter,
                             uint32_t edge) {
  double sums[4] = {0, 0, 0, 0}, wx[4] = {1}, wy[4] = {1};
  const double most = 1e9;
  if (!(fabs(x) < most && fabs(y) < most)) return (animator_color){0, 0, 0, 0};
  const bool is_nearest = filter == ANIMATOR_FILTER_NEAREST;
  const double px = is_nearest ? x : x - 0.5, py = is_nearest ? y : y - 0.5;
  int64_t left = (int64_t)floor(px), top = (int64_t)floor(py);
  const double tx = px - floor(px), ty = py - floor(py);
  int count = 1;
  if (filter == ANIMATOR_FILTER_LINEAR) {
    count = 2;
    wx[0] = 1 - tx, wx[1] = tx, wy[0] = 1 - ty, wy[1] = ty;
  } else if (filter == ANIMATOR_FILTER_CUBIC) {
    count = 4;
    left--, top--;
    cubic_weights(tx, wx), cubic_weights(ty, wy);
  }
  for (int j = 0; j < count; j++) {
    const int64_t row = placed(top + j, image->height, edge);
    for (int i = 0; i < count; i++) {
      const int64_t column = placed(left + i, image->width, edge);
      if (row < 0 || column < 0) continue;
      const uint8_t *pixel = image->data + row * image->stride_bytes + 4 * column;
      for (int c = 0; c < 4; c++) sums[c] += pixel[c] * (wx[i] * wy[j]);
    }
  }
  const double alpha = sums[3] < 0 ? 0 : sums[3] > 255 ? 255 : sums[3];
  for (int c = 0; c < 3; c++) sums[c] = sums[c] < 0 ? 0 : sums[c] > alpha ? alpha : sums[c];
  return (animator_color){(float)(sums[0] / 255), (float)(sums[1] / 255), (float)(sums[2] / 255),
                          (float)(alpha / 255)};
}

// ---- Blurring -------------------------------------------------------------------------------------

/// Computes e to the power of x <= 0: the series for x / 1024, squared ten times.
static double power_of_e(double x) {
  const double t = x / 1024;
  double y = 1 + t * (1 + t / 2 * (1 + t / 3 * (1 + t / 4 * (1 + t / 5))));
  for (int i = 0; i < 10; i++) y *= y;
  return y;
}

enum { REACH_MAX = 1536 };

/// Computes the weights of a Gaussian in 1/65536, starting at its centre; both sides together add up to
/// exactly 65536. The function returns the radius of the Gaussian.
static int gaussian(double sigma, uint32_t *weights) {
  const int reach = 3 * sigma < REACH_MAX ? (int)ceil(3 * sigma) : REACH_MAX;
  double sum = 0, exact[REACH_MAX + 1];
  for (int i = 0; i <= reach; i++) {
    exact[i] = power_of_e(-(double)i * i / (2 * sigma * sigma));
    sum += i == 0 ? exact[i] : 2 * exact[i];
  }
  uint32_t rest = 65536;
  for (int i = reach; i > 0; i--) {
    weights[i] = (uint32_t)(exact[i] / sum * 65536 + 0.5);
    rest -= 2 * weights[i];
  }
  weights[0] = rest;
  return reach;
}

/// Blurs one line of pixels whose channels are `step` elements apart, and writes channels of 16 bits.
static void blur_line(const uint16_t *from, ptrdiff_t step, int32_t count, const uint32_t *weights,
                      int reach, uint32_t edge, uint16_t *to, ptrdiff_t to_step) {
  for (int32_t i = 0; i < count; i++) {
    uint64_t sums[4] = {32768, 32768, 32768, 32768};
    for (int k = -reach; k <= reach; k++) {
      const int64_t place = placed((int64_t)i + k, count, edge);
      if (place < 0) continue;
      const uint16_t *pixel = from + place * step;
      const uint32_t weight = weights[k < 0 ? -k : k];
      for (int c = 0; c < 4; c++) sums[c] += (uint64_t)pixel[c] * weight;
    }
    for (int c = 0; c < 4; c++) to[i * to_step + c] = (uint16_t)(sums[c] >> 16);
  }
}

static int32_t blur(const animator_context *context, const animator_image *in, animator_surface out,
                    double sigma_x, double sigma_y, uint32_t edge) {
  const int32_t width = in->width, height = in->height;
  if (!(sigma_x >= 0 && sigma_x <= 512 && sigma_y >= 0 && sigma_y <= 512) ||
      out.width != width || out.height != height)
    return ANIMATOR_FAILED;
  const size_t row = 4 * (size_t)width;
  uint16_t *first = context->allocate(context, row * (size_t)height * sizeof *first);
  uint16_t *second = context->allocate(context, row * (size_t)height * sizeof *second);
  uint32_t weights[REACH_MAX + 1];
  if (!first || !second) return ANIMATOR_FAILED;
  for (int32_t y = 0; y < height; y++)
    for (size_t i = 0; i < row; i++)
      first[(size_t)y * row + i] = (uint16_t)(in->data[y * in->stride_bytes + (int64_t)i] * 257);
  if (sigma_x > 0) {
    const int reach = gaussian(sigma_x, weights);
    for (int32_t y = 0; y < height; y++)
      blur_line(first + (size_t)y * row, 4, width, weights, reach, edge, second + (size_t)y * row, 4);
    uint16_t *const other = first;
    first = second, second = other;
  }
  if (sigma_y > 0) {
    const int reach = gaussian(sigma_y, weights);
    for (int32_t x = 0; x < width; x++)
      blur_line(first + 4 * x, (ptrdiff_t)row, height, weights, reach, edge, second + 4 * x,
                (ptrdiff_t)row);
    first = second;
  }
  for (int32_t y = 0; y < height; y++)
    for (size_t i = 0; i < row; i += 4) {
      uint8_t *pixel = out.data + y * out.stride_bytes + (int64_t)i;
      const uint16_t *exact = first + (size_t)y * row + i;
      for (int c = 0; c < 4; c++) pixel[c] = (uint8_t)((exact[c] + 128) / 257);
      for (int c = 0; c < 3; c++)
        if (pixel[c] > pixel[3]) pixel[c] = pixel[3];
    }
  return ANIMATOR_OK;
}

// ---- Mixing ---------------------------------------------------------------------------------------

/// The third or fifth root of x in 0...1, by Newton's method from above, whose iterates only decrease.
static double root(double x, int degree) {
  if (x <= 0) return 0;
  double y = 1;
  for (int i = 0; i < 200; i++) {
    double power = y;
    for (int k = 2; k < degree; k++) power *= y;
    const double next = ((degree - 1) * y + x / power) / degree;
    if (next >= y) break;
    y = next;
  }
  return y;
}

/// Converts sRGB to linear light (IEC 61966-2-1): u^2.4 is u² times the fifth root of u².
static double to_linear(double c) {
  if (c <= 0.04045) return c / 12.92;
  const double u = (c + 0.055) / 1.055;
  return u * u * root(u * u, 5);
}

/// Converts linear light to sRGB: u^(1/2.4) is the twelfth root of u^5.
static double from_linear(double c) {
  if (c <= 0.0031308) return c * 12.92;
  return 1.055 * sqrt(sqrt(root(c * c * c * c * c, 3))) - 0.055;
}

static double unit(double x) { return x > 0 ? (x < 1 ? x : 1) : 0; }

static animator_color mix(animator_color from, animator_color to, double share, uint32_t space) {
  const float a[4] = {from.red, from.green, from.blue, from.alpha};
  const float b[4] = {to.red, to.green, to.blue, to.alpha};
  const double t = unit(share), wa = unit(a[3]) * (1 - t), wb = unit(b[3]) * t, alpha = wa + wb;
  float mixed[3] = {0, 0, 0};
  for (int c = 0; c < 3 && alpha > 0; c++) {
    const double x = unit(a[c]), y = unit(b[c]);
    mixed[c] = space == ANIMATOR_SPACE_LINEAR
                 ? (float)unit(from_linear((to_linear(x) * wa + to_linear(y) * wb) / alpha))
                 : (float)((x * wa + y * wb) / alpha);
  }
  return (animator_color){mixed[0], mixed[1], mixed[2], (float)alpha};
}

const void *hosting_pixels(void) {
  static const animator_pixels table = {noise, sample, blur, mix};
  return &table;
}
