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
