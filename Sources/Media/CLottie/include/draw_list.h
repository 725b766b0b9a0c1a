// Draws the commands of lottie_message.h with cairo, only in memory; this file is separate from
// pipeline-lottie so that the fuzzer can call it.
#ifndef DRAW_LIST_H
#define DRAW_LIST_H

#include <stddef.h>
#include <stdint.h>

/// The data of a drawing.
struct draw_list {
  const uint64_t *words;
  size_t word_count;
  /// The pictures, in the format of lottie_message.h; none if `pictures_bytes` is 0.
  const void *pictures;
  size_t pictures_bytes;
};

/// Draws over all of width × height pixels, premultiplied RGBA8, with `stride` bytes from row to row. Returns
/// NULL, or the problem.
const char *draw_list(const struct draw_list *list, unsigned char *pixels, uint32_t width,
                      uint32_t height, size_t stride);

/// The engine's name and version.
const char *draw_list_engine(void);

#endif
