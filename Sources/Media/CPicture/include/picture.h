// Reads PNG, for pipeline-png and for the frames of an APNG in pipeline-media.
#ifndef PICTURE_H
#define PICTURE_H

#include <stddef.h>
#include <stdint.h>

#include "media.h"

/// A PNG whose header is read and whose rows are still compressed.
struct picture;

/// Reads the file up to its first row and fills `answer` with LOADED; on failure, fills `answer` with the reason and
/// returns NULL.
struct picture *picture_open(int file, const struct media_message *asked,
                             struct media_message *answer);

/// Opens a PNG in memory, which is copied. `colors` replaces the colour description in the file, unless `colors` is
/// NULL; it must exist longer than the picture.
struct picture *picture_open_part(const unsigned char *file, size_t bytes,
                                  const struct picture *colors, const struct media_message *asked,
                                  struct media_message *answer);

/// Finds the first chunk with the given name and at least `least` bytes in the first `bytes` of a PNG; returns the
/// chunk's data, or NULL if there is no such chunk.
const unsigned char *picture_chunk(const unsigned char *file, size_t bytes, const char *name,
                                   size_t least, size_t *count);

/// The picture's width or height in pixels; 0 for NULL.
uint32_t picture_width(const struct picture *picture);
uint32_t picture_height(const struct picture *picture);

/// Writes all rows as premultiplied RGBA8 and reads the file to its end; `answer` is then STORED or FAILED. The
/// function may be called once for each picture.
void picture_store(struct picture *picture, unsigned char *pixels, size_t stride,
                   struct media_message *answer);

/// Decodes all rows without storing them, and reads the file to its end; `answer` is then STORED or FAILED, as from
/// picture_store. The function may be called once for each picture, instead of picture_store.
void picture_check(struct picture *picture, struct media_message *answer);

/// Releases the picture and sets the pointer to NULL.
void picture_close(struct picture **picture);

#endif
