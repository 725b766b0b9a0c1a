// Determines the kind of a file by its bytes, for messages about files of the wrong kind.
#pragma once
#include <stddef.h>

/// The name of an unsupported kind of file, such as "a PDF file"; NULL if the kind is unknown. Most kinds are
/// recognised by their first bytes, and a few by their last bytes.
const char *kind_unread(const unsigned char *bytes, size_t count);

/// The name of a supported kind of file: a picture, a film, a sound or a font, as its last word says.
const char *kind_read(const unsigned char *bytes, size_t count);

/// The name of any kind of file, supported or unsupported; NULL if the kind is unknown.
const char *kind_of(const unsigned char *bytes, size_t count);

/// The use that a document can make of a file.
enum kind_use {
  KIND_UNKNOWN,
  /// The uses of pictures: a still picture of pixels, a picture of pixels that may move, and a vector
  /// drawing.
  KIND_PICTURE,
  KIND_ANIMATION,
  KIND_DRAWING,
  KIND_VIDEO,
  KIND_SOUND,
  KIND_LOTTIE,
  KIND_FONT,
};

/// The use of a file, determined by its bytes; KIND_UNKNOWN if the bytes are not sufficient, as for a Lottie
/// file.
enum kind_use kind_use(const unsigned char *bytes, size_t count);

/// The usual extension of files of this kind, such as "png"; NULL if the bytes are not sufficient.
const char *kind_ending(const unsigned char *bytes, size_t count);

/// The use of a file, determined by its file extension in lower case without the dot.
enum kind_use kind_use_of_ending(const char *ending);
