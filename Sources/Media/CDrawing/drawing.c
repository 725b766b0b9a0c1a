// Creates, stores and closes the images into which the program draws.
#include <cairo.h>
#include <string.h>

#include "blank.h"

cairo_surface_t *drawing_blank(uint32_t width, uint32_t height, const struct media_message *asked,
                               struct media_message *answer) {
  if (width == 0 || height == 0 || width > asked->side_limit || height > asked->side_limit ||
      (uint64_t)width * height > asked->pixel_limit) {
    media_fail(answer, MEDIA_TOO_LARGE, "%u×%u pixels", width, height);
    return NULL;
  }
  cairo_surface_t *surface =
      cairo_image_surface_create(CAIRO_FORMAT_ARGB32, (int)width, (int)height);
  if (cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS) {
    answer->kind = MEDIA_LOADED;
    answer->width = width;
    answer->height = height;
    return surface;
  }
  media_fail(answer, MEDIA_TOO_LARGE, "%u×%u pixels", width, height);
  cairo_surface_destroy(surface);
  return NULL;
}

void drawing_store(cairo_surface_t *drawing, unsigned char *pixels, size_t stride) {
  cairo_surface_flush(drawing);
  const uint32_t width = drawing_width(drawing), height = drawing_height(drawing);
  const unsigned char *from = cairo_image_surface_get_data(drawing);
  const size_t step = (size_t)cairo_image_surface_get_stride(drawing);
  for (uint32_t y = 0; y < height; y++) {
    for (uint32_t x = 0; x < width; x++) {
      // The colour of a pixel in cairo's format: 0xAARRGGBB, premultiplied, in the machine's byte order.
      uint32_t argb;
      memcpy(&argb, from + y * step + x * 4ull, sizeof argb);
      unsigned char *to = pixels + y * stride + x * 4ull;
      to[0] = (unsigned char)(argb >> 16);
      to[1] = (unsigned char)(argb >> 8);
      to[2] = (unsigned char)argb;
      to[3] = (unsigned char)(argb >> 24);
    }
  }
}

uint32_t drawing_width(cairo_surface_t *drawing) {
  return drawing ? (uint32_t)cairo_image_surface_get_width(drawing) : 0;
}

uint32_t drawing_height(cairo_surface_t *drawing) {
  return drawing ? (uint32_t)cairo_image_surface_get_height(drawing) : 0;
}

void drawing_close(cairo_surface_t **drawing) {
  if (*drawing) cairo_surface_destroy(*drawing);
  *drawing = NULL;
}
