// The drawing of an SVG as the engine made it: a PNG of several pixels for each one that is wanted.
#include <cairo.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "blank.h"

struct source {
  int file;
  int64_t at, end;
  struct media_message *answer;
};

static cairo_status_t next_bytes(void *closure, unsigned char *to, unsigned count) {
  struct source *source = closure;
  if (source->end - source->at < (int64_t)count ||
      !media_read_part(source->file, to, count, source->at))
    return CAIRO_STATUS_READ_ERROR;
  source->at += count;
  return CAIRO_STATUS_SUCCESS;
}

/// How much of pixel `at` lies between two edges.
static double covered(int64_t at, double from, double to) {
  const double part = fmin((double)at + 1, to) - fmax((double)at, from);
  return part > 0 ? part : 0;
}

/// Averages reduce × reduce pixels into each one. What lies beyond the picture's own edges is cut.
static void average(cairo_surface_t *fine, cairo_surface_t *to, const struct draw_message *how) {
  const int64_t k = how->reduce;
  const int64_t width = drawing_width(fine), height = drawing_height(fine);
  const unsigned char *from = cairo_image_surface_get_data(fine);
  const size_t step = (size_t)cairo_image_surface_get_stride(fine);
  unsigned char *out = cairo_image_surface_get_data(to);
  const size_t out_step = (size_t)cairo_image_surface_get_stride(to);
  for (int64_t y = 0; y < drawing_height(to); y++) {
    for (int64_t x = 0; x < drawing_width(to); x++) {
      double sums[4] = {0};
      for (int64_t j = y * k; j < (y + 1) * k && j < height; j++) {
        const double down = covered(j, how->edges[1], how->edges[3]);
        for (int64_t i = x * k; i < (x + 1) * k && i < width; i++) {
          const double part = down * covered(i, how->edges[0], how->edges[2]);
          const unsigned char *pixel = from + (size_t)j * step + (size_t)i * 4;
          for (int c = 0; c < 4; c++) sums[c] += part * pixel[c];
        }
      }
      unsigned char *pixel = out + (size_t)y * out_step + (size_t)x * 4;
      for (int c = 0; c < 4; c++) pixel[c] = (unsigned char)(sums[c] / (double)(k * k) + 0.5);
    }
  }
  cairo_surface_mark_dirty(to);
}

cairo_surface_t *drawing_of_vector(int file, const struct media_message *asked,
                                   struct media_message *answer) {
  const struct draw_message *how = &asked->draw;
  if (how->reduce < 1 || how->reduce > 16) {
    media_fail(answer, MEDIA_INTERNAL, "the drawing is described wrongly");
    return NULL;
  }
  struct source source = {file, 0, media_file_bytes(file, answer), answer};
  if (source.end < 0) return NULL;
  cairo_surface_t *fine = cairo_image_surface_create_from_png_stream(next_bytes, &source);
  cairo_surface_t *surface = NULL;
  const cairo_format_t format = cairo_image_surface_get_format(fine);
  if (cairo_surface_status(fine) != CAIRO_STATUS_SUCCESS ||
      (format != CAIRO_FORMAT_ARGB32 && format != CAIRO_FORMAT_RGB24)) {
    media_fail(answer, MEDIA_BAD_INPUT, "the engine made no picture of it");
  } else {
    surface = drawing_blank(asked->width, asked->height, asked, answer);
  }
  if (surface) {
    cairo_surface_flush(surface);
    average(fine, surface, how);
  }
  cairo_surface_destroy(fine);
  return surface;
}
