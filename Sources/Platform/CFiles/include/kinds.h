// Names files by their bytes: what a file is that lies where another one was wanted.
#pragma once
#include <stddef.h>

/// What a file is that nothing here reads, by its bytes, as "a PDF file"; NULL where that is not known.
/// Most kinds are known by their first bytes, a few by the last.
const char *kind_unread(const unsigned char *bytes, size_t count);

/// The same of what is read, be it a picture, a film, a sound or a font; the last word says which.
const char *kind_read(const unsigned char *bytes, size_t count);

/// The same of a file that may be either; NULL where it is neither.
const char *kind_of(const unsigned char *bytes, size_t count);

/// What a document uses a file for.
enum kind_use {
  KIND_UNKNOWN,
  /// A picture of pixels that does not move, one that may, and one of outlines.
  KIND_PICTURE,
  KIND_ANIMATION,
  KIND_DRAWING,
  KIND_VIDEO,
  KIND_SOUND,
  KIND_LOTTIE,
  KIND_FONT,
};

/// What a file is used for, by its bytes; KIND_UNKNOWN where they do not tell, as those of a Lottie file.
enum kind_use kind_use(const unsigned char *bytes, size_t count);

/// What the names of such files end in, as "png", by their bytes; NULL where they do not tell.
const char *kind_ending(const unsigned char *bytes, size_t count);

/// What a file is used for whose name ends so, in small letters and without the dot.
enum kind_use kind_use_of_ending(const char *ending);
