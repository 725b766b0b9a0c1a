// Draws an SVG file with librsvg. It gets no base address, so it can load no other file.
#define _GNU_SOURCE
#include <errno.h>
#include <librsvg/rsvg.h>
#include <math.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "blank.h"

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

/// The picture in the file, with the size that it has by itself; NULL with a reason in `answer`.
static RsvgHandle *open_vector(int file, double *width, double *height,
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
  if (natural_size(handle, width, height) && *width > 0 && *height > 0 && isfinite(*width) &&
      isfinite(*height))
    return handle;
  media_fail(answer, MEDIA_BAD_INPUT, "an SVG picture needs width and height, or a viewBox");
  g_object_unref(handle);
  return NULL;
}

/// Draws the picture, of this size by itself, over all of the surface.
static gboolean render(RsvgHandle *handle, double width, double height, cairo_surface_t *surface,
                       struct media_message *answer) {
  GError *problem = NULL;
  cairo_t *pen = cairo_create(surface);
  cairo_scale(pen, drawing_width(surface) / width, drawing_height(surface) / height);
  const RsvgRectangle box = {0, 0, width, height};
  const gboolean is_drawn = rsvg_handle_render_document(handle, pen, &box, &problem);
  if (!is_drawn)
    media_fail(answer, MEDIA_BAD_INPUT, "%s", problem ? problem->message : "cannot be drawn");
  g_clear_error(&problem);
  cairo_destroy(pen);
  return is_drawn;
}

cairo_surface_t *drawing_of_vector(int file, const struct media_message *asked,
                                   struct media_message *answer) {
  double width = 0, height = 0;
  RsvgHandle *handle = open_vector(file, &width, &height, answer);
  if (!handle) return NULL;
  cairo_surface_t *surface = drawing_blank(asked->width, asked->height, asked, answer);
  if (surface && !render(handle, width, height, surface, answer)) drawing_close(&surface);
  g_object_unref(handle);
  return surface;
}

void drawing_measure_vector(int file, struct media_message *answer) {
  const struct media_message one = {.side_limit = 1, .pixel_limit = 1};
  double width = 0, height = 0;
  RsvgHandle *handle = open_vector(file, &width, &height, answer);
  if (!handle) return;
  // What cannot be drawn is found while it is small.
  cairo_surface_t *surface = drawing_blank(1, 1, &one, answer);
  if (surface && render(handle, width, height, surface, answer)) {
    *answer = (struct media_message){
        .kind = MEDIA_MEASURED, .draw.own_width = width, .draw.own_height = height};
  }
  drawing_close(&surface);
  g_object_unref(handle);
}
