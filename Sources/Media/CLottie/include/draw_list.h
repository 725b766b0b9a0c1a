// Draws the commands that lottie_message.h tells with cairo, in memory alone; apart from pipeline-lottie so
// that the fuzzer reaches it.
#ifndef DRAW_LIST_H
#define DRAW_LIST_H

#include <stddef.h>
#include <stdint.h>

/// What a drawing is made of.
struct draw_list {
  const uint64_t *words;
  size_t word_count;
  /// As lottie_message.h tells them; none where `pictures_bytes` is 0.
  const void *pictures;
  size_t pictures_bytes;
};

/// Draws over all of width × height pixels, premultiplied RGBA8, with `stride` bytes from row to row. NULL,
/// or what is wrong.
const char *draw_list(const struct draw_list *list, unsigned char *pixels, uint32_t width,
                      uint32_t height, size_t stride);

/// The engine's name and version.
const char *draw_list_engine(void);

#endif
