// Converts PQ and HLG for a screen whose white has 203 nits, with the tone curve of Report ITU-R BT.2390-11, 5.4.1. The
// curve is applied to the largest of the three channels, and the other two are scaled by the same factor, so that hues
// are preserved.
#include "hdr.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/// The assumed maximum brightness of a picture, and the brightness of the screen's white, in nits.
#define SOURCE_PEAK 1000.0
#define TARGET_WHITE 203.0
/// The sizes of the tables of gains and of sRGB's curve.
#define GAINS 4096
#define CURVE 16384

struct hdr {
  bool is_hlg, is_wide;
  /// The matrix that converts the source's primaries to sRGB's, in linear light.
  double matrix[3][3];
  /// The contributions of the source's red, green and blue to its luminance.
  double luminance[3];
  /// The light for each sample value, in nits for PQ and from 0 to 1 for HLG; the table has 256 or 65536 values.
  float *light;
  /// The factors that scale light to 0…1 of the screen, indexed by the fourth root of light / SOURCE_PEAK.
  float gains[GAINS + 1];
  /// The sRGB byte for each of CURVE levels of linear light.
  uint8_t curve[CURVE + 1];
};

const double *hdr_points(unsigned primaries) {
  static const double bt709[8] = {0.3127, 0.3290, 0.640, 0.330, 0.300, 0.600, 0.150, 0.060};
  static const double bt470m[8] = {0.310, 0.316, 0.67, 0.33, 0.21, 0.71, 0.14, 0.08};
  static const double bt470bg[8] = {0.3127, 0.3290, 0.64, 0.33, 0.29, 0.60, 0.15, 0.06};
  static const double bt601[8] = {0.3127, 0.3290, 0.630, 0.340, 0.310, 0.595, 0.155, 0.070};
  static const double film[8] = {0.310, 0.316, 0.681, 0.319, 0.243, 0.692, 0.145, 0.049};
  static const double bt2020[8] = {0.3127, 0.3290, 0.708, 0.292, 0.170, 0.797, 0.131, 0.046};
  static const double dci[8] = {0.314, 0.351, 0.680, 0.320, 0.265, 0.690, 0.150, 0.060};
  static const double p3[8] = {0.3127, 0.3290, 0.680, 0.320, 0.265, 0.690, 0.150, 0.060};
  static const double ebu3213[8] = {0.3127, 0.3290, 0.630, 0.340, 0.295, 0.605, 0.155, 0.077};
  switch (primaries) {
    // The value 2 means unspecified.
    case 0: case 1: case 2: return bt709;
    case 4: return bt470m;
    case 5: return bt470bg;
    case 6: case 7: return bt601;
    case 8: return film;
    case 9: return bt2020;
    case 11: return dci;
    case 12: return p3;
    case 22: return ebu3213;
    default: return NULL;
  }
}

/// Inverts a 3×3 matrix.
static void invert(double m[3][3], double to[3][3]) {
  double determinant = 0;
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      const int a = (j + 1) % 3, b = (j + 2) % 3, c = (i + 1) % 3, d = (i + 2) % 3;
      to[i][j] = m[a][c] * m[b][d] - m[a][d] * m[b][c];
    }
  }
  for (int j = 0; j < 3; j++) determinant += m[0][j] * to[j][0];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) to[i][j] /= determinant;
}

/// Computes the matrix from linear light of the primaries to XYZ, in which white has Y = 1.
static void to_xyz(const double p[8], double m[3][3]) {
  double columns[3][3], inverse[3][3];
  for (int c = 0; c < 3; c++) {
    const double x = p[2 + 2 * c], y = p[3 + 2 * c];
    columns[0][c] = x / y;
    columns[1][c] = 1;
    columns[2][c] = (1 - x - y) / y;
  }
  invert(columns, inverse);
  const double white[3] = {p[0] / p[1], 1, (1 - p[0] - p[1]) / p[1]};
  for (int c = 0; c < 3; c++) {
    double scale = 0;
    for (int k = 0; k < 3; k++) scale += inverse[c][k] * white[k];
    for (int r = 0; r < 3; r++) m[r][c] = columns[r][c] * scale;
  }
}

// The constants of the PQ curve in SMPTE ST 2084.
#define M1 (2610.0 / 16384)
#define M2 (2523.0 / 32)
#define C1 (3424.0 / 4096)
#define C2 (2413.0 / 128)
#define C3 (2392.0 / 128)

static double nits_of_pq(double value) {
  const double root = pow(value, 1 / M2);
  const double top = root - C1 > 0 ? root - C1 : 0;
  return 10000 * pow(top / (C2 - C3 * root), 1 / M1);
}

static double pq_of_nits(double nits) {
  const double root = pow(nits / 10000, M1);
  return pow((C1 + C2 * root) / (1 + C3 * root), M2);
}

/// Returns the scene light, 0…1, of an HLG value (ARIB STD-B67).
static double scene_of_hlg(double value) {
  const double a = 0.17883277, b = 0.28466892, c = 0.55991073;
  return value <= 0.5 ? value * value / 3 : (exp((value - c) / a) + b) / 12;
}

/// Applies the tone curve of BT.2390, from nits of the source to nits of the screen; the black of both is 0.
static double mapped(double nits) {
  const double peak = pq_of_nits(SOURCE_PEAK);
  double e = pq_of_nits(nits) / peak;
  e = e < 1 ? e : 1;
  const double most = pq_of_nits(TARGET_WHITE) / peak;
  const double knee = 1.5 * most - 0.5;
  if (e >= knee) {
    const double t = (e - knee) / (1 - knee), t2 = t * t, t3 = t2 * t;
    e = (2 * t3 - 3 * t2 + 1) * knee + (t3 - 2 * t2 + t) * (1 - knee) + (3 * t2 - 2 * t3) * most;
  }
  return nits_of_pq(e * peak);
}

static uint8_t srgb_of(double light) {
  const double value = light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055;
  return (uint8_t)(value * 255 + 0.5);
}

struct hdr *hdr_open(unsigned primaries, unsigned transfer, unsigned bits) {
  const double *points = hdr_points(primaries);
  struct hdr *hdr = points ? calloc(1, sizeof *hdr) : NULL;
  const size_t count = (size_t)1 << bits;
  if (!hdr || !(hdr->light = malloc(count * sizeof *hdr->light))) {
    hdr_close(&hdr);
    return NULL;
  }
  hdr->is_hlg = transfer == 18;
  hdr->is_wide = bits == 16;
  for (size_t i = 0; i < count; i++) {
    const double value = (double)i / (double)(count - 1);
    hdr->light[i] = (float)(hdr->is_hlg ? scene_of_hlg(value) : nits_of_pq(value));
  }
  double source[3][3], target[3][3], inverse[3][3];
  to_xyz(points, source);
  to_xyz(hdr_points(1), target);
  invert(target, inverse);
  for (int i = 0; i < 3; i++) {
    hdr->luminance[i] = source[1][i];
    for (int j = 0; j < 3; j++)
      for (int k = 0; k < 3; k++) hdr->matrix[i][j] += inverse[i][k] * source[k][j];
  }
  for (int i = 0; i <= GAINS; i++) {
    const double root = (i > 0 ? (double)i : 0.5) / GAINS;
    const double nits = SOURCE_PEAK * root * root * root * root;
    hdr->gains[i] = (float)(mapped(nits) / nits / TARGET_WHITE);
  }
  for (int i = 0; i <= CURVE; i++) hdr->curve[i] = srgb_of((double)i / CURVE);
  return hdr;
}

void hdr_convert(const struct hdr *hdr, const void *from, uint8_t *to, size_t count) {
  const uint8_t *bytes = from;
  const uint16_t *words = from;
  for (size_t i = 0; i < count; i++, to += 4) {
    double light[3];
    for (int c = 0; c < 3; c++) {
      const size_t at = i * 4 + (size_t)c;
      light[c] = hdr->light[hdr->is_wide ? words[at] : bytes[at]];
    }
    if (hdr->is_hlg) {
      // The screen's light is computed from the scene's light with BT.2100's gamma for 1,000 nits.
      double y = 0;
      for (int c = 0; c < 3; c++) y += hdr->luminance[c] * light[c];
      const double gain = y > 0 ? SOURCE_PEAK * pow(y, 0.2) : 0;
      for (int c = 0; c < 3; c++) light[c] *= gain;
    }
    double most = light[0] > light[1] ? light[0] : light[1];
    most = most > light[2] ? most : light[2];
    double gain = 1 / (most > TARGET_WHITE ? most : TARGET_WHITE);
    if (most < SOURCE_PEAK) {
      const double place = sqrt(sqrt(most / SOURCE_PEAK)) * GAINS;
      const int k = (int)place < GAINS ? (int)place : GAINS - 1;
      gain = hdr->gains[k] + (hdr->gains[k + 1] - hdr->gains[k]) * (place - k);
    }
    for (int r = 0; r < 3; r++) {
      double value = 0;
      for (int c = 0; c < 3; c++) value += hdr->matrix[r][c] * light[c];
      value *= gain * CURVE;
      to[r] = hdr->curve[value > 0 ? (value < CURVE ? (int)(value + 0.5) : CURVE) : 0];
    }
  }
}

void hdr_close(struct hdr **hdr) {
  if (!*hdr) return;
  free((*hdr)->light);
  free(*hdr);
  *hdr = NULL;
}
