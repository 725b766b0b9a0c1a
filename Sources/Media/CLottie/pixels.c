#include "pixels.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "linear.h"

/// A row or a column of pixels; `step` is the distance between two pixels in words.
struct row {
  uint32_t *pixels;
  int count;
  ptrdiff_t step;
};

/// The sums of the four channels over some pixels.
struct sums {
  uint32_t channel[4];
};

static void add(struct sums *sums, uint32_t pixel, uint32_t factor) {
  for (int i = 0; i < 4; i++) sums->channel[i] += factor * (pixel >> (8 * i) & 255);
}

static uint32_t divided(const struct sums *sums, uint32_t whole) {
  uint32_t pixel = 0;
  for (int i = 0; i < 4; i++) pixel |= (sums->channel[i] + whole / 2) / whole << (8 * i);
  return pixel;
}

/// Replaces each pixel by the mean of the pixels from `before` pixels before it to `after` pixels after it;
/// `line` has room for all pixels.
static void box(struct row row, int before, int after, uint32_t *line) {
  for (int i = 0; i < row.count; i++) line[i] = row.pixels[i * row.step];
  struct sums sums = {0};
  const uint32_t size = (uint32_t)(before + after + 1);
  for (int i = 0; i < after && i < row.count; i++) add(&sums, line[i], 1);
  for (int i = 0; i < row.count; i++) {
    if (i + after < row.count) add(&sums, line[i + after], 1);
    row.pixels[i * row.step] = divided(&sums, size);
    if (i - before >= 0) add(&sums, line[i - before], UINT32_MAX);
  }
}

/// Half of a narrow Gaussian: the weights of the centre and of one side. The weights of the centre and both sides add
/// up to 65536.
struct kernel {
  int reach;
  uint32_t weights[16];
};

static void narrow(struct row row, const struct kernel *kernel, uint32_t *line) {
  for (int i = 0; i < row.count; i++) line[i] = row.pixels[i * row.step];
  for (int i = 0; i < row.count; i++) {
    struct sums sums = {0};
    for (int k = -kernel->reach; k <= kernel->reach; k++)
      if (i + k >= 0 && i + k < row.count)
        add(&sums, line[i + k], kernel->weights[k < 0 ? -k : k]);
    row.pixels[i * row.step] = divided(&sums, 65536);
  }
}

/// Returns e to the power of −x for x from 0 to 8 by a series, because exp differs between processors.
static double falling(double x) {
  double term = 1, sum = 1;
  for (int n = 1; n < 60; n++) sum += term *= x / n;
  return 1 / sum;
}

static struct kernel kernel_of(double sigma) {
  struct kernel kernel = {.reach = (int)(3 * sigma) + 1};
  double values[16], sum = 0;
  for (int i = 0; i <= kernel.reach; i++) {
    values[i] = falling(i * i / (2 * sigma * sigma) > 8 ? 8 : i * i / (2 * sigma * sigma));
    sum += i == 0 ? values[i] : 2 * values[i];
  }
  uint32_t rest = 65536;
  for (int i = kernel.reach; i > 0; i--) {
    kernel.weights[i] = (uint32_t)(values[i] / sum * 65536 + 0.5);
    rest -= 2 * kernel.weights[i];
  }
  kernel.weights[0] = rest;
  return kernel;
}

static void blur_row(struct row row, double sigma, uint32_t *line) {
  if (sigma < 0.05) return;
  if (sigma < 3) {
    const struct kernel kernel = kernel_of(sigma);
    narrow(row, &kernel, line);
    return;
  }
  // A wide blur consists of three box blurs, as in SVG's feGaussianBlur.
  const int size = (int)(sigma * 1.8799712059732503 + 0.5);
  const int half = size / 2;
  if (size % 2 == 1) {
    for (int i = 0; i < 3; i++) box(row, half, half, line);
  } else {
    box(row, half, half - 1, line);
    box(row, half - 1, half, line);
    box(row, half, half, line);
  }
}

bool pixels_blur(cairo_surface_t *surface, double sigma_x, double sigma_y) {
  cairo_surface_flush(surface);
  const int width = cairo_image_surface_get_width(surface);
  const int height = cairo_image_surface_get_height(surface);
  const ptrdiff_t stride = cairo_image_surface_get_stride(surface) / 4;
  uint32_t *pixels = (uint32_t *)(void *)cairo_image_surface_get_data(surface);
  uint32_t *line = malloc(sizeof *line * (size_t)(width > height ? width : height));
  if (!line) return false;
  if (!(sigma_x > 0)) sigma_x = 0;
  if (!(sigma_y > 0)) sigma_y = 0;
  // A sigma of 5000 is enough: its boxes cover the widest picture.
  sigma_x = sigma_x > 5000 ? 5000 : sigma_x;
  sigma_y = sigma_y > 5000 ? 5000 : sigma_y;
  for (int y = 0; y < height; y++)
    blur_row((struct row){pixels + y * stride, width, 1}, sigma_x, line);
  for (int x = 0; x < width; x++) blur_row((struct row){pixels + x, height, stride}, sigma_y, line);
  free(line);
  cairo_surface_mark_dirty(surface);
  return true;
}

static double bounded(double value) { return value > 0 ? value < 255 ? value : 255 : 0; }

/// Changes every pixel by a function of its straight red, green, blue and alpha, from 0 to 255.
static void each(cairo_surface_t *surface, void (*change)(double *pixel, const void *context),
                 const void *context) {
  cairo_surface_flush(surface);
  const int width = cairo_image_surface_get_width(surface);
  const int height = cairo_image_surface_get_height(surface);
  unsigned char *data = cairo_image_surface_get_data(surface);
  const ptrdiff_t stride = cairo_image_surface_get_stride(surface);
  for (int y = 0; y < height; y++) {
    uint32_t *row = (uint32_t *)(void *)(data + y * stride);
    for (int x = 0; x < width; x++) {
      const uint32_t alpha = row[x] >> 24;
      if (alpha == 0) continue;
      double pixel[4] = {(row[x] >> 16 & 255) * 255.0 / alpha, (row[x] >> 8 & 255) * 255.0 / alpha,
                         (row[x] & 255) * 255.0 / alpha, alpha};
      change(pixel, context);
      for (int i = 0; i < 4; i++) pixel[i] = bounded(pixel[i]);
      const double share = pixel[3] / 255;
      row[x] = (uint32_t)(pixel[3] + 0.5) << 24 | (uint32_t)(pixel[0] * share + 0.5) << 16 |
               (uint32_t)(pixel[1] * share + 0.5) << 8 | (uint32_t)(pixel[2] * share + 0.5);
    }
  }
  cairo_surface_mark_dirty(surface);
}

static void flood(double *pixel, const void *context) {
  const double *color = context;
  for (int i = 0; i < 3; i++) pixel[i] = color[i] * 255;
  pixel[3] *= color[3];
}

void pixels_flood(cairo_surface_t *surface, const double *color) { each(surface, flood, color); }

struct greys {
  const double *colors;
  int count;
  double amount;
};

static int level(double value) { return (int)(bounded(value) + 0.5); }

/// Returns the highest level of sRGB whose linear light is at most `linear`.
static int level_of(double linear) {
  int low = 0, high = 255;
  while (low < high) {
    const int middle = (low + high + 1) / 2;
    if (linear_levels[middle] <= linear) low = middle;
    else high = middle - 1;
  }
  return low;
}

static void map_grey(double *pixel, const void *context) {
  const struct greys *greys = context;
  const uint32_t mean = (linear_levels[level(pixel[0])] + linear_levels[level(pixel[1])] +
                         (uint32_t)linear_levels[level(pixel[2])]) / 3;
  const double place = level_of(mean) / 255.0 * (greys->count - 1);
  const int first = place >= greys->count - 1 ? greys->count - 2 : (int)place;
  const double *a = greys->colors + 3 * first, *b = a + 3;
  for (int i = 0; i < 3; i++) {
    const double mapped = (a[i] + (b[i] - a[i]) * (place - first)) * 255;
    const double from = linear_levels[level(pixel[i])], to = linear_levels[level(mapped)];
    // The mapped greys and the original colours are combined as in lottie-web.
    const double rest = 1 - greys->amount;
    const double mixed = from * rest * rest + mean * rest * greys->amount + to * greys->amount;
    pixel[i] = rest <= 0 ? mapped : level_of(mixed);
  }
}

void pixels_map_greys(cairo_surface_t *surface, const double *colors, int count, double amount) {
  const struct greys greys = {colors, count, amount};
  each(surface, map_grey, &greys);
}

static double luminosity(const double *c) { return 0.3 * c[0] + 0.59 * c[1] + 0.11 * c[2]; }

static double least(const double *c) {
  const double two = c[0] < c[1] ? c[0] : c[1];
  return two < c[2] ? two : c[2];
}

static double greatest(const double *c) {
  const double two = c[0] > c[1] ? c[0] : c[1];
  return two > c[2] ? two : c[2];
}

/// Sets the luminosity of a colour, then moves the colour towards grey until its channels are within 0 … 1.
static void set_luminosity(double *c, double wanted) {
  const double change = wanted - luminosity(c);
  for (int i = 0; i < 3; i++) c[i] += change;
  const double grey = luminosity(c), low = least(c), high = greatest(c);
  for (int i = 0; i < 3; i++) {
    if (low < 0) c[i] = grey + (c[i] - grey) * grey / (grey - low);
    if (high > 1) c[i] = grey + (c[i] - grey) * (1 - grey) / (high - grey);
  }
}

static void set_saturation(double *c, double wanted) {
  const double low = least(c), range = greatest(c) - low;
  for (int i = 0; i < 3; i++) c[i] = range > 0 ? (c[i] - low) * wanted / range : 0;
}

static void blend_hsl(enum pixels_hsl mode, const double *below, const double *own, double *out) {
  memcpy(out, mode == PIXELS_SATURATION || mode == PIXELS_LUMINOSITY ? below : own, 3 * sizeof *out);
  if (mode == PIXELS_HUE) set_saturation(out, greatest(below) - least(below));
  if (mode == PIXELS_SATURATION) set_saturation(out, greatest(own) - least(own));
  set_luminosity(out, luminosity(mode == PIXELS_LUMINOSITY ? own : below));
}

/// Converts a pixel to straight red, green, blue and alpha, from 0 to 1.
static void straight(uint32_t pixel, double *c) {
  c[3] = (pixel >> 24) / 255.0;
  for (int i = 0; i < 3; i++)
    c[i] = c[3] > 0 ? bounded((pixel >> (16 - 8 * i) & 255) / c[3]) / 255 : 0;
}

void pixels_blend_hsl(cairo_surface_t *group, cairo_surface_t *below, enum pixels_hsl mode,
                      double alpha) {
  cairo_surface_flush(group);
  cairo_surface_flush(below);
  double left, top, under_left, under_top;
  cairo_surface_get_device_offset(group, &left, &top);
  cairo_surface_get_device_offset(below, &under_left, &under_top);
  const int dx = (int)(under_left - left), dy = (int)(under_top - top);
  const int width = cairo_image_surface_get_width(below);
  const int height = cairo_image_surface_get_height(below);
  const unsigned char *under = cairo_image_surface_get_data(below);
  const ptrdiff_t step = cairo_image_surface_get_stride(below);
  unsigned char *own = cairo_image_surface_get_data(group);
  const ptrdiff_t own_step = cairo_image_surface_get_stride(group);
  for (int y = 0; y < cairo_image_surface_get_height(group); y++) {
    uint32_t *row = (uint32_t *)(void *)(own + y * own_step);
    for (int x = 0; x < cairo_image_surface_get_width(group); x++) {
      const bool is_inside = x + dx >= 0 && x + dx < width && y + dy >= 0 && y + dy < height;
      uint32_t beneath = 0;
      if (is_inside) memcpy(&beneath, under + (y + dy) * step + 4 * (x + dx), 4);
      if (row[x] >> 24 == 0) {
        row[x] = beneath;
        continue;
      }
      double a[4], b[4], mixed[3];
      straight(row[x], a);
      straight(beneath, b);
      a[3] *= alpha;
      blend_hsl(mode, b, a, mixed);
      const double whole = a[3] + b[3] - a[3] * b[3];
      uint32_t pixel = (uint32_t)(whole * 255 + 0.5) << 24;
      for (int i = 0; i < 3; i++) {
        const double part = a[3] * (1 - b[3]) * a[i] + b[3] * (1 - a[3]) * b[i] + a[3] * b[3] * mixed[i];
        pixel |= (uint32_t)(bounded(part * 255) + 0.5) << (16 - 8 * i);
      }
      row[x] = pixel;
    }
  }
  cairo_surface_mark_dirty(group);
}

void pixels_luminance(cairo_surface_t *surface) {
  cairo_surface_flush(surface);
  const int width = cairo_image_surface_get_width(surface);
  const int height = cairo_image_surface_get_height(surface);
  unsigned char *data = cairo_image_surface_get_data(surface);
  const ptrdiff_t stride = cairo_image_surface_get_stride(surface);
  for (int y = 0; y < height; y++) {
    uint32_t *row = (uint32_t *)(void *)(data + y * stride);
    for (int x = 0; x < width; x++) {
      const uint32_t sum = 13927 * (row[x] >> 16 & 255) + 46884 * (row[x] >> 8 & 255) +
                           4725 * (row[x] & 255);
      row[x] = (sum + 32768) >> 16 << 24;
    }
  }
  cairo_surface_mark_dirty(surface);
}
