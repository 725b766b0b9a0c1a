// Names the kind of a file by its bytes, for messages about a file of the wrong kind.
#pragma once
#include <stddef.h>

/// The kind of an unsupported file, such as "a PDF file"; NULL if the kind is unknown. Most kinds are
/// recognised by their first bytes, a few by the last.
const char *kind_unread(const unsigned char *bytes, size_t count);

/// The kind of a supported file: a picture, a film, a sound or a font; the last word tells which of these.
const char *kind_read(const unsigned char *bytes, size_t count);

/// The kind of any file, supported or not; NULL if the kind is unknown.
const char *kind_of(const unsigned char *bytes, size_t count);

/// The purpose for which a document uses a file.
enum kind_use {
  KIND_UNKNOWN,
  /// A still picture made of pixels, a picture that may move, and a vector drawing.
  KIND_PICTURE,
  KIND_ANIMATION,
  KIND_DRAWING,
  KIND_VIDEO,
  KIND_SOUND,
  KIND_LOTTIE,
  KIND_FONT,
};

/// The use of a file by its bytes; KIND_UNKNOWN if the bytes do not determine the use, as for a Lottie file.
enum kind_use kind_use(const unsigned char *bytes, size_t count);

/// The usual extension of such files, such as "png"; NULL if the bytes do not determine it.
const char *kind_ending(const unsigned char *bytes, size_t count);

/// The use of a file by the ending of its name, in lower case and without the dot.
enum kind_use kind_use_of_ending(const char *ending);
