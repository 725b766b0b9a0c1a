#ifndef MEDIA_REDUCE_H
#define MEDIA_REDUCE_H

#include <stddef.h>
#include <stdint.h>

/// Averages squares of 2^level pixels of 4 bytes each, rounding each byte to the nearest value; level is 1 to 8. `from`
/// has width × height pixels in rows of from_stride bytes; `to` receives one pixel for each square. A square beyond the
/// last column or row averages only the existing pixels.
void media_reduce(const uint8_t *from, size_t from_stride, size_t width, size_t height, unsigned level,
                  uint8_t *to, size_t to_stride);

#endif
