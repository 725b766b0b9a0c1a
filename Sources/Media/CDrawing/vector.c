// Reads the PNG in which the SVG engine rendered a drawing, with several pixels for each output pixel. This code
// supports only the format that the engine writes, RGBA of 8 bits from top to bottom, because this code takes most of a
// drawing's time.
#include <cairo.h>
#include <libdeflate.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "blank.h"

/// The decompressed rows of a PNG; each row follows the number of its filter.
struct rows {
  unsigned char *bytes;
  int64_t width, height;
};

static uint32_t word_at(const unsigned char *b) {
  return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

/// Reads the compressed rows of a PNG file of `count` bytes, whose chunks may be anywhere; NULL if the file is damaged.
static unsigned char *packed_rows(int file, int64_t count, struct rows *rows, size_t *length) {
  static const unsigned char start[] = "\x89PNG\r\n\x1A\n\0\0\0\x0DIHDR";
  // The PNG header's bytes after the size: 8 bits, RGBA, not interlaced.
  static const unsigned char kind[] = {8, 6, 0, 0, 0};
  unsigned char head[33], *packed = NULL;
  *length = 0;
  if (count < 33 || !media_read_part(file, head, 33, 0) || memcmp(head, start, 16) != 0 ||
      memcmp(head + 24, kind, 5) != 0)
    return NULL;
  rows->width = word_at(head + 16);
  rows->height = word_at(head + 20);
  for (int64_t at = 33; count - at >= 12 && media_read_part(file, head, 8, at);) {
    const uint32_t part = word_at(head);
    if (part > count - at - 12) break;
    if (memcmp(head + 4, "IEND", 4) == 0) return packed;
    if (memcmp(head + 4, "IDAT", 4) == 0) {
      unsigned char *more = realloc(packed, *length + part + 1);
      if (!more) break;
      packed = more;
      if (!media_read_part(file, packed + *length, part, at + 8)) break;
      *length += part;
    }
    at += (int64_t)part + 12;
  }
  free(packed);
  return NULL;
}

/// Decompresses the rows of a PNG of `width` × `height` pixels; returns false if the file is damaged.
static bool unpack(int file, int64_t count, int64_t width, int64_t height, struct rows *rows) {
  size_t length = 0;
  unsigned char *packed = packed_rows(file, count, rows, &length);
  if (!packed) return false;
  bool is_whole = rows->width == width && rows->height == height;
  const size_t bytes = (size_t)height * ((size_t)width * 4 + 1);
  struct libdeflate_decompressor *reader = is_whole ? libdeflate_alloc_decompressor() : NULL;
  if (reader) rows->bytes = malloc(bytes);
  is_whole = rows->bytes && libdeflate_zlib_decompress(reader, packed, length, rows->bytes, bytes,
                                                       NULL) == LIBDEFLATE_SUCCESS;
  if (reader) libdeflate_free_decompressor(reader);
  free(packed);
  return is_whole;
}

static unsigned char paeth(int left, int above, int corner) {
  const int guess = left + above - corner;
  const int a = abs(guess - left), b = abs(guess - above), c = abs(guess - corner);
  return (unsigned char)(a <= b && a <= c ? left : b <= c ? above : corner);
}

/// Undoes the filter of row `y` in place; returns false for an unknown filter. The row above must be unfiltered already.
static bool unfilter(const struct rows *rows, int64_t y) {
  const size_t count = (size_t)rows->width * 4;
  unsigned char *row = rows->bytes + (size_t)y * (count + 1) + 1;
  const unsigned char *above = y > 0 ? row - count - 1 : NULL;
  const unsigned filter = row[-1];
  if (filter > 4) return false;
  if (filter == 0) return true;
  for (size_t i = 0; i < count; i++) {
    const int left = i >= 4 ? row[i - 4] : 0, up = above ? above[i] : 0;
    const int corner = above && i >= 4 ? above[i - 4] : 0;
    row[i] = (unsigned char)(row[i] + (filter == 1   ? left
                                       : filter == 2 ? up
                                       : filter == 3 ? (left + up) / 2
                                                     : paeth(left, up, corner)));
  }
  return true;
}

/// Undoes the filter of nearly all rows, which adds the pixel on the left.
static void add_left(unsigned char *row, int64_t width) {
  typedef unsigned char pixel __attribute__((vector_size(4)));
  pixel last = {0}, next;
  for (int64_t i = 0; i < width; i++, row += 4) {
    memcpy(&next, row, 4);
    last += next;
    memcpy(row, &last, 4);
  }
}

static unsigned char times(unsigned alpha, unsigned color) {
  const unsigned product = alpha * color + 0x80;
  return (unsigned char)((product + (product >> 8)) >> 8);
}

/// Converts a row of straight RGBA to premultiplied BGRA, cairo's format.
static void premultiply(const unsigned char *row, unsigned char *to, int64_t width) {
  uint32_t last = 0, made = 0;
  for (int64_t i = 0; i < width; i++, row += 4, to += 4) {
    uint32_t pixel;
    memcpy(&pixel, row, 4);
    // The result of the previous pixel is reused, because most pixels equal the previous pixel.
    if (pixel != last) {
      const unsigned char all[4] = {times(row[3], row[2]), times(row[3], row[1]),
                                    times(row[3], row[0]), row[3]};
      memcpy(&made, all, 4);
      last = pixel;
    }
    memcpy(to, &made, 4);
  }
}

/// Returns the covered fraction of pixel `at` between two edges.
static double covered(int64_t at, double from, double to) {
  const double part = fmin((double)at + 1, to) - fmax((double)at, from);
  return part > 0 ? part : 0;
}

/// Averages `k` rows of the PNG into pixel `x` of row `y`, within the picture's edges.
static void average_edge(const unsigned char *band, int64_t width, int64_t x, int64_t y, int64_t k,
                         const double edges[4], unsigned char *pixel) {
  double sums[4] = {0};
  for (int64_t j = 0; j < k; j++) {
    const double down = covered(y * k + j, edges[1], edges[3]);
    for (int64_t i = x * k; i < (x + 1) * k; i++) {
      const double part = down * covered(i, edges[0], edges[2]);
      const unsigned char *from = band + (j * width + i) * 4;
      for (int c = 0; c < 4; c++) sums[c] += part * from[c];
    }
  }
  for (int c = 0; c < 4; c++) pixel[c] = (unsigned char)(sums[c] / (double)(k * k) + 0.5);
}

/// Adds up `k` rows, each of `bytes` bytes.
static void add_rows(const unsigned char *band, int64_t bytes, int64_t k, uint16_t *sums) {
  memset(sums, 0, (size_t)bytes * sizeof *sums);
  for (int64_t j = 0; j < k; j++) {
    const unsigned char *row = band + j * bytes;
    for (int64_t i = 0; i < bytes; i++) sums[i] = (uint16_t)(sums[i] + row[i]);
  }
}

/// Averages `k` rows of the PNG into row `y`, and clips at the picture's edges.
static void average(const unsigned char *band, uint16_t *sums, int64_t width, int64_t y, int64_t k,
                    const double edges[4], unsigned char *out) {
  const bool is_inside = (double)(y * k) >= edges[1] && (double)((y + 1) * k) <= edges[3];
  if (is_inside) add_rows(band, width * 4, k, sums);
  for (int64_t x = 0; x < width / k; x++) {
    if (!is_inside || (double)(x * k) < edges[0] || (double)((x + 1) * k) > edges[2]) {
      average_edge(band, width, x, y, k, edges, out + x * 4);
      continue;
    }
    unsigned all[4] = {0};
    for (const uint16_t *s = sums + x * k * 4; s < sums + (x + 1) * k * 4; s += 4)
      for (int c = 0; c < 4; c++) all[c] += s[c];
    const unsigned count = (unsigned)(k * k);
    for (int c = 0; c < 4; c++)
      out[x * 4 + c] = (unsigned char)((2 * all[c] + count) / (2 * count));
  }
}

/// Averages each step × step pixels into one pixel; returns false if the rows are damaged, or if memory is short.
static bool reduce(const struct rows *rows, const struct draw_message *how, cairo_surface_t *to) {
  const int64_t k = how->step, bytes = rows->width * 4, drawing = rows->height / how->drawings;
  unsigned char *band = malloc((size_t)(k * bytes));
  uint16_t *sums = malloc((size_t)bytes * sizeof *sums);
  unsigned char *out = cairo_image_surface_get_data(to);
  const size_t step = (size_t)cairo_image_surface_get_stride(to);
  bool is_whole = band && sums;
  for (int64_t y = 0; is_whole && y < rows->height; y++) {
    unsigned char *row = rows->bytes + (size_t)y * (size_t)(bytes + 1) + 1;
    if (row[-1] == 1)
      add_left(row, rows->width);
    else
      is_whole = unfilter(rows, y);
    premultiply(row, band + y % k * bytes, rows->width);
    if (y % k == k - 1)
      average(band, sums, rows->width, y / k, k, how->edges[y / drawing],
              out + (size_t)(y / k) * step);
  }
  free(band);
  free(sums);
  cairo_surface_mark_dirty(to);
  return is_whole;
}

cairo_surface_t *drawing_of_vector(int file, const struct media_message *asked,
                                   struct media_message *answer) {
  const struct draw_message *how = &asked->draw;
  if (how->step < 1 || how->step > 16 || how->drawings < 1 || how->drawings > MEDIA_DRAWINGS ||
      asked->height % how->drawings != 0) {
    media_fail(answer, MEDIA_INTERNAL, "the description of the drawing is not valid");
    return NULL;
  }
  const int64_t count = media_file_bytes(file, answer);
  if (count < 0) return NULL;
  cairo_surface_t *surface = drawing_blank(asked->width, asked->height, asked, answer);
  if (!surface) return NULL;
  cairo_surface_flush(surface);
  struct rows rows = {0};
  const int64_t width = (int64_t)asked->width * how->step, height = (int64_t)asked->height * how->step;
  if (!unpack(file, count, width, height, &rows) || !reduce(&rows, how, surface)) {
    media_fail(answer, MEDIA_BAD_INPUT, "the engine drew no picture");
    cairo_surface_destroy(surface);
    surface = NULL;
  }
  free(rows.bytes);
  return surface;
}
