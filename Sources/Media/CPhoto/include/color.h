// Converts the colours of pictures, as described in their files, to sRGB.
#ifndef PIPELINE_COLOR_H
#define PIPELINE_COLOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Bytes of a warning, its end included.
#define COLOR_TEXT 96

/// The description of colours in a file. Missing values are 0; the first of several applies.
struct color_words {
  /// The code points of H.273, as in a PNG's cICP.
  uint8_t primaries, transfer;
  /// The bytes of an ICC profile.
  const uint8_t *profile;
  size_t profile_bytes;
  /// The exponent that converts light to samples, as in a PNG's gAMA.
  double gamma;
  /// The x and y of white, red, green and blue, as in a PNG's cHRM.
  double points[8];
};

enum color_model {
  /// Red, green, blue and straight alpha.
  COLOR_RGBA = 1,
  /// A colour space in which red, green and blue are always equal.
  COLOR_GRAY = 2,
  /// Cyan, magenta, yellow and black with 8 bits; 255 is the full amount of an ink.
  COLOR_CMYK = 3,
};

/// A transform of colours to sRGB.
struct color;

/// The transform of samples of 8 or 16 bits in the machine's order; NULL if they are sRGB, or are to be treated
/// as such. `warning` is a message for the user, or empty.
struct color *color_open(const struct color_words *words, enum color_model model, unsigned bits,
                         char warning[COLOR_TEXT]);

/// The bits of a sample that it was opened for.
unsigned color_bits(const struct color *color);

/// Turns `count` pixels into RGBA of 8 bits with straight alpha. `to` may be the same memory as `from`.
void color_convert(const struct color *color, const void *from, uint8_t *to, size_t count);

/// Releases a transform and sets it to NULL.
void color_close(struct color **color);

#endif
