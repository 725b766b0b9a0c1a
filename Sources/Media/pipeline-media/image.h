// A decoded picture, before it is stored.
#ifndef IMAGE_H
#define IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "media.h"

struct AVFrame;
struct color;

/// A decoded picture in its stored orientation, with the properties that its file declares.
struct image {
  struct AVFrame *frame;
  /// The colour transform; NULL if the colours are sRGB, or if FFmpeg's description is sufficient.
  struct color *color;
  /// The orientation as in EXIF, 1…8.
  unsigned orientation;
  /// Whether the colours are multiplied by the alpha.
  bool is_premultiplied;
  /// Whether the pixels are already premultiplied RGBA8 in sRGB; `color` is NULL.
  bool is_final;
  /// Whether the picture is a frame of a video, with known matrix, range and chroma position.
  bool is_footage;
  /// Whether `color` belongs to another object, which releases it.
  bool borrows_color;
};

/// Frees the memory of the image.
void image_close(struct image *image);

/// Checks width and height; if one of them is 0 or beyond the limits, returns false with FAILED in `answer`.
bool is_within_limits(int64_t width, int64_t height, const struct media_message *asked,
                      struct media_message *answer);

/// Fills `answer` with the message that files of a kind are not supported; `what` is the kind.
void kind_fail(const char *name, const char *what, struct media_message *answer);

/// Creates a frame of RGBA with samples of 8 or 16 bits in the machine's byte order; NULL if memory is short.
struct AVFrame *new_rgba(int width, int height, bool is_wide);

#endif
