// Draws the commands of lottie_message.h with cairo, in memory only. The file is separate from pipeline-lottie so that
// the fuzzer can call its functions.
#ifndef DRAW_LIST_H
#define DRAW_LIST_H

#include <stddef.h>
#include <stdint.h>

/// The commands and pictures of a drawing.
struct draw_list {
  const uint64_t *words;
  size_t word_count;
  /// The pictures in the format of lottie_message.h; there are none if `pictures_bytes` is 0.
  const void *pictures;
  size_t pictures_bytes;
};

/// Draws the commands over width × height pixels of premultiplied RGBA8; a row has `stride` bytes. Returns NULL, or the
/// problem.
const char *draw_list(const struct draw_list *list, unsigned char *pixels, uint32_t width,
                      uint32_t height, size_t stride);

/// The name and version of the drawing engine.
const char *draw_list_engine(void);

#endif
