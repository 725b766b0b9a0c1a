// Converts the L*a*b* colours of TIFF files, which refer to the illuminant D50, to sRGB.
#include "lab.h"

#include <math.h>
#include <stddef.h>
#include <stdint.h>

static double linear_of(double f) {
  return f > 6.0 / 29 ? f * f * f : 3 * (6.0 / 29) * (6.0 / 29) * (f - 4.0 / 29);
}

static double srgb_of(double light) {
  if (!(light > 0)) return 0;
  if (light >= 1) return 1;
  return light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055;
}

/// Converts a colour with L in 0 … 100, a and b to sRGB in 0 … 1. The matrix is sRGB's matrix, adapted to D50 by
/// Bradford's method.
static void convert(double l, double a, double b, double rgb[3]) {
  static const double matrix[3][3] = {{3.1338561, -1.6168667, -0.4906146},
                                      {-0.9787684, 1.9161415, 0.0334540},
                                      {0.0719453, -0.2289914, 1.4052427}};
  const double y = (l + 16) / 116;
  const double xyz[3] = {0.9642 * linear_of(y + a / 500), linear_of(y),
                         0.8249 * linear_of(y - b / 200)};
  for (int i = 0; i < 3; i++)
    rgb[i] = srgb_of(matrix[i][0] * xyz[0] + matrix[i][1] * xyz[1] + matrix[i][2] * xyz[2]);
}

void lab_row(uint8_t *row, uint32_t width, bool is_wide, bool is_icc) {
  for (uint32_t x = 0; x < width; x++) {
    uint8_t *p = row + 4 * (size_t)x;
    uint16_t *w = (uint16_t *)row + 4 * (size_t)x;
    double rgb[3];
    if (is_wide && is_icc) convert(w[0] / 652.8, w[1] / 256.0 - 128, w[2] / 256.0 - 128, rgb);
    else if (is_wide) convert(w[0] / 655.35, (int16_t)w[1] / 256.0, (int16_t)w[2] / 256.0, rgb);
    else if (is_icc) convert(p[0] / 2.55, p[1] - 128.0, p[2] - 128.0, rgb);
    else convert(p[0] / 2.55, (int8_t)p[1], (int8_t)p[2], rgb);
    for (int i = 0; i < 3; i++) {
      if (is_wide) w[i] = (uint16_t)lrint(rgb[i] * 65535);
      else p[i] = (uint8_t)lrint(rgb[i] * 255);
    }
  }
}
