// Draws an SVG file with librsvg. It gets no base address, so it can load no other file.
#define _GNU_SOURCE
#include <errno.h>
#include <librsvg/rsvg.h>
#include <math.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "draw.h"

/// The most bytes a file may have.
#define FILE_LIMIT (16ll << 20)

/// All bytes of a plain file; NULL with a reason in `answer`.
static unsigned char *read_whole(int file, size_t *count, struct media_message *answer) {
  struct stat about;
  if (fstat(file, &about) != 0 || !S_ISREG(about.st_mode)) {
    media_fail(answer, MEDIA_BAD_INPUT, "not a plain file");
    return NULL;
  }
  if (about.st_size > FILE_LIMIT) {
    media_fail(answer, MEDIA_BAD_INPUT, "%lld bytes of SVG; the limit is 16 MiB",
               (long long)about.st_size);
    return NULL;
  }
  unsigned char *bytes = malloc((size_t)about.st_size + 1);
  size_t got = 0;
  while (bytes && got < (size_t)about.st_size) {
    ssize_t n = pread(file, bytes + got, (size_t)about.st_size - got, (off_t)got);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    got += (size_t)n;
  }
  if (!bytes) media_fail(answer, MEDIA_INTERNAL, "no memory for the file");
  *count = got;
  return bytes;
}

/// Its natural size in CSS pixels, which are points here.
static gboolean natural_size(RsvgHandle *handle, double *width, double *height) {
  if (rsvg_handle_get_intrinsic_size_in_pixels(handle, width, height)) return TRUE;
  gboolean has_box = FALSE;
  RsvgRectangle box;
  rsvg_handle_get_intrinsic_dimensions(handle, NULL, NULL, NULL, NULL, &has_box, &box);
  *width = has_box ? box.width : 0;
  *height = has_box ? box.height : 0;
  return has_box;
}

cairo_surface_t *draw_vector(int file, const struct media_message *asked,
                             struct media_message *answer) {
  size_t count = 0;
  unsigned char *bytes = read_whole(file, &count, answer);
  if (!bytes) return NULL;
  GError *problem = NULL;
  RsvgHandle *handle = rsvg_handle_new_from_data(bytes, count, &problem);
  free(bytes);
  if (!handle) {
    media_fail(answer, MEDIA_BAD_INPUT, "%s", problem ? problem->message : "not an SVG picture");
    g_clear_error(&problem);
    return NULL;
  }
  double width = 0, height = 0;
  const double scale = asked->scale / 65536.0;
  cairo_surface_t *surface = NULL;
  if (!natural_size(handle, &width, &height) || !(width > 0) || !(height > 0)) {
    media_fail(answer, MEDIA_BAD_INPUT, "an SVG picture needs width and height, or a viewBox");
  } else if (ceil(width * scale) > asked->side_limit || ceil(height * scale) > asked->side_limit ||
             ceil(width * scale) * ceil(height * scale) > asked->pixel_limit) {
    media_fail(answer, MEDIA_TOO_LARGE, "%.0f×%.0f pixels", ceil(width * scale),
               ceil(height * scale));
  } else {
    // At least one pixel; a fraction of one counts as one.
    surface = draw_blank((uint32_t)ceil(width * scale), (uint32_t)ceil(height * scale), answer);
  }
  if (surface) {
    cairo_t *pen = cairo_create(surface);
    RsvgRectangle box = {0, 0, cairo_image_surface_get_width(surface),
                         cairo_image_surface_get_height(surface)};
    if (!rsvg_handle_render_document(handle, pen, &box, &problem)) {
      media_fail(answer, MEDIA_BAD_INPUT, "%s", problem ? problem->message : "cannot be drawn");
      g_clear_error(&problem);
      cairo_surface_destroy(surface);
      surface = NULL;
    }
    cairo_destroy(pen);
  }
  g_object_unref(handle);
  return surface;
}
