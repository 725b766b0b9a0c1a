#ifndef MEDIA_REDUCE_H
#define MEDIA_REDUCE_H

#include <stddef.h>
#include <stdint.h>

/// Averages squares of 2^level pixels of 4 bytes each, each byte rounded to the nearest. `from` has width × height
/// pixels in rows of from_stride bytes; `to` gets a pixel for each square. A square across the last column or row has
/// only the pixels that are there. level is 1 to 8.
void media_reduce(const uint8_t *from, size_t from_stride, size_t width, size_t height, unsigned level,
                  uint8_t *to, size_t to_stride);

#endif
