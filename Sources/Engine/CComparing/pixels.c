// Functions that compute the distances between the pixels of two pictures.
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "comparing.h"

static inline const uint8_t *at(struct comparing_picture p, int32_t x, int32_t y) {
  return p.pixels + (size_t)y * p.stride + 4 * (size_t)x;
}

static void begin(struct comparing_picture a, struct comparing_result *r) {
  *r = (struct comparing_result){.left = a.width, .top = a.height};
}

static void note(struct comparing_result *r, int32_t x, int32_t y, double distance, uint8_t *mark) {
  r->pixels++;
  r->sum += distance;
  if (distance > r->largest) {
    r->largest = distance;
    r->x = x;
    r->y = y;
  }
  if (x < r->left) r->left = x;
  if (y < r->top) r->top = y;
  if (x >= r->right) r->right = x + 1;
  r->bottom = y + 1;
  *mark = (uint8_t)(distance < 1 ? 1 : distance > 255 ? 255 : distance);
}

static void end(struct comparing_result *r) {
  if (r->pixels == 0) r->left = r->top = 0;
}

void comparing_exact(struct comparing_picture a, struct comparing_picture b, double tolerance,
                     uint8_t *marks, struct comparing_result *r) {
  begin(a, r);
  for (int32_t y = 0; y < a.height; y++) {
    const uint8_t *p = at(a, 0, y), *q = at(b, 0, y);
    uint8_t *mark = marks + (size_t)y * (size_t)a.width;
    if (memcmp(p, q, 4 * (size_t)a.width) == 0) {
      memset(mark, 0, (size_t)a.width);
      continue;
    }
    for (int32_t x = 0; x < a.width; x++, p += 4, q += 4, mark++) {
      bool is_ignored = *mark == 1;
      *mark = 0;
      int largest = 0;
      for (int c = 0; c < 4; c++) {
        int d = p[c] > q[c] ? p[c] - q[c] : q[c] - p[c];
        if (d > largest) largest = d;
      }
      if (!is_ignored && largest > tolerance) note(r, x, y, largest, mark);
    }
  }
  end(r);
}

/// The distance between two colours after both are drawn over a background colour.
static double yiq_over(const uint8_t *p, const uint8_t *q, double backdrop) {
  double under = backdrop * (q[3] - p[3]) / 255.0;
  double r = p[0] - q[0] + under, g = p[1] - q[1] + under, b = p[2] - q[2] + under;
  double y = 0.29889531 * r + 0.58662247 * g + 0.11448223 * b;
  double i = 0.59597799 * r - 0.27417610 * g - 0.32180189 * b;
  double c = 0.21147017 * r - 0.52261711 * g + 0.31114694 * b;
  return 0.5053 * y * y + 0.299 * i * i + 0.1957 * c * c;
}

static double perceived(const uint8_t *p, const uint8_t *q) {
  if (memcmp(p, q, 4) == 0) return 0;
  double black = yiq_over(p, q, 0), white = yiq_over(p, q, 255);
  // The distance between black and white is 0.5053 · 255².
  return sqrt((black > white ? black : white) / 0.5053);
}

/// Whether one of the nine pixels of `other` around (x, y) has a colour similar to the pixel `p`.
static bool has_near(const uint8_t *p, struct comparing_picture other, int32_t x, int32_t y,
                     double tolerance) {
  for (int32_t v = y > 0 ? y - 1 : 0; v <= y + 1 && v < other.height; v++)
    for (int32_t u = x > 0 ? x - 1 : 0; u <= x + 1 && u < other.width; u++)
      if (perceived(p, at(other, u, v)) <= tolerance) return true;
  return false;
}

void comparing_perceived(struct comparing_picture a, struct comparing_picture b, double tolerance,
                         uint8_t *marks, struct comparing_result *r) {
  begin(a, r);
  for (int32_t y = 0; y < a.height; y++) {
    uint8_t *mark = marks + (size_t)y * (size_t)a.width;
    for (int32_t x = 0; x < a.width; x++, mark++) {
      bool is_ignored = *mark == 1;
      *mark = 0;
      const uint8_t *p = at(a, x, y), *q = at(b, x, y);
      double distance = perceived(p, q);
      if (is_ignored || distance <= tolerance) continue;
      if (has_near(p, b, x, y, tolerance) && has_near(q, a, x, y, tolerance)) continue;
      note(r, x, y, distance, mark);
    }
  }
  end(r);
}

/// Returns the largest difference between the channel means of two cells; ignored pixels do not count.
static double cell_distance(struct comparing_picture a, struct comparing_picture b,
                            const uint8_t *marks, int32_t left, int32_t top, int32_t right,
                            int32_t bottom) {
  int64_t sum[4] = {0};
  int64_t count = 0;
  for (int32_t y = top; y < bottom; y++) {
    for (int32_t x = left; x < right; x++) {
      if (marks[(size_t)y * (size_t)a.width + (size_t)x] == 1) continue;
      const uint8_t *p = at(a, x, y), *q = at(b, x, y);
      for (int c = 0; c < 4; c++) sum[c] += p[c] - q[c];
      count++;
    }
  }
  int64_t largest = 0;
  for (int c = 0; c < 4; c++) {
    int64_t distance = sum[c] < 0 ? -sum[c] : sum[c];
    if (distance > largest) largest = distance;
  }
  return count ? (double)largest / (double)count : 0;
}

void comparing_cells(struct comparing_picture a, struct comparing_picture b, double tolerance,
                     uint8_t *marks, struct comparing_result *r) {
  begin(a, r);
  for (int32_t top = 0; top < a.height; top += 8) {
    for (int32_t left = 0; left < a.width; left += 8) {
      int32_t right = left + 8 < a.width ? left + 8 : a.width;
      int32_t bottom = top + 8 < a.height ? top + 8 : a.height;
      double distance = cell_distance(a, b, marks, left, top, right, bottom);
      for (int32_t y = top; y < bottom; y++) {
        for (int32_t x = left; x < right; x++) {
          uint8_t *mark = marks + (size_t)y * (size_t)a.width + (size_t)x;
          bool is_ignored = *mark == 1;
          *mark = 0;
          if (!is_ignored && distance > tolerance) note(r, x, y, distance, mark);
        }
      }
    }
  }
  end(r);
}

/// Adds a row of pixels, multiplied by a weight, to `sums`.
static void add_row(const uint8_t *row, int32_t from, double *sums, int32_t to, double weight) {
  double step = (double)from / to;
  for (int32_t x = 0; x < to; x++) {
    double left = x * step, right = (x + 1) * step;
    for (int32_t i = (int32_t)left; i < from && i < right; i++) {
      double part = (i + 1 < right ? i + 1 : right) - (i > left ? i : left);
      for (int c = 0; c < 4; c++) sums[4 * x + c] += row[4 * i + c] * part * weight / step;
    }
  }
}

int comparing_shrink(struct comparing_picture p, uint8_t *to, size_t stride, int32_t width,
                     int32_t height) {
  double *sums = malloc(4 * sizeof *sums * (size_t)width);
  if (!sums) return -1;
  double step = (double)p.height / height;
  for (int32_t y = 0; y < height; y++) {
    double top = y * step, bottom = (y + 1) * step;
    memset(sums, 0, 4 * sizeof *sums * (size_t)width);
    for (int32_t i = (int32_t)top; i < p.height && i < bottom; i++) {
      double part = (i + 1 < bottom ? i + 1 : bottom) - (i > top ? i : top);
      add_row(at(p, 0, i), p.width, sums, width, part / step);
    }
    uint8_t *row = to + (size_t)y * stride;
    for (int32_t i = 0; i < 4 * width; i++) row[i] = (uint8_t)(sums[i] + 0.5);
  }
  free(sums);
  return 0;
}

void comparing_thumbnail(struct comparing_picture p, uint8_t *cells) {
  for (int32_t v = 0; v < 16; v++) {
    for (int32_t u = 0; u < 16; u++) {
      int32_t left = u * p.width / 16, right = (u + 1) * p.width / 16;
      int32_t top = v * p.height / 16, bottom = (v + 1) * p.height / 16;
      if (right <= left) right = left + 1;
      if (bottom <= top) bottom = top + 1;
      uint64_t sum[4] = {0};
      for (int32_t y = top; y < bottom; y++) {
        const uint8_t *q = at(p, left, y);
        for (int32_t x = left; x < right; x++, q += 4)
          for (int c = 0; c < 4; c++) sum[c] += q[c];
      }
      uint64_t count = (uint64_t)(right - left) * (uint64_t)(bottom - top);
      for (int c = 0; c < 4; c++) cells[(v * 16 + u) * 4 + c] = (uint8_t)(sum[c] / count);
    }
  }
}
