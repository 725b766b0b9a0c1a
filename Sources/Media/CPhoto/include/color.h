// Converts the colours of pictures, as described in their files, to sRGB.
#ifndef PIPELINE_COLOR_H
#define PIPELINE_COLOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The size in bytes of a warning, including its terminating zero.
#define COLOR_TEXT 96

/// The colour description in a file. Missing values are 0; if several are present, the first of them applies.
struct color_words {
  /// The colour code points of H.273, as in a PNG's cICP chunk.
  uint8_t primaries, transfer;
  /// The bytes of an embedded ICC profile.
  const uint8_t *profile;
  size_t profile_bytes;
  /// The exponent that converts light to samples, as in a PNG's gAMA chunk.
  double gamma;
  /// The x and y of white, red, green and blue, as in a PNG's cHRM chunk.
  double points[8];
};

enum color_model {
  /// The samples are red, green, blue and straight alpha.
  COLOR_RGBA = 1,
  /// The samples are red, green and blue, which are always equal.
  COLOR_GRAY = 2,
  /// The samples are cyan, magenta, yellow and black with 8 bits; 255 is the full amount of an ink.
  COLOR_CMYK = 3,
};

/// A transform from a file's colours to sRGB.
struct color;

/// Creates the transform of samples of 8 or 16 bits in the machine's byte order; NULL if the samples are sRGB, or are
/// treated as sRGB. `warning` is a message for the user, or empty.
struct color *color_open(const struct color_words *words, enum color_model model, unsigned bits,
                         char warning[COLOR_TEXT]);

/// Returns the bits of a sample for which the transform was opened.
unsigned color_bits(const struct color *color);

/// Converts `count` pixels to RGBA of 8 bits with straight alpha. `to` may be the same memory as `from`.
void color_convert(const struct color *color, const void *from, uint8_t *to, size_t count);

/// Releases a transform and sets it to NULL.
void color_close(struct color **color);

#endif
