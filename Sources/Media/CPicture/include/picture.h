// Reads PNG, for pipeline-png and for the frames of an APNG in pipeline-media.
#ifndef PICTURE_H
#define PICTURE_H

#include <stddef.h>
#include <stdint.h>

#include "media.h"

/// A PNG whose header was read and whose rows are still compressed.
struct picture;

/// Reads the file up to its first row and answers LOADED; otherwise fills `answer` with the reason and
/// returns NULL.
struct picture *picture_open(int file, const struct media_message *asked,
                             struct media_message *answer);

/// Opens a PNG in memory, which is copied. `colors` overrides the colour description in the file, unless it
/// is NULL; it must exist longer than the picture.
struct picture *picture_open_part(const unsigned char *file, size_t bytes,
                                  const struct picture *colors, const struct media_message *asked,
                                  struct media_message *answer);

/// The data of the first chunk with a name and at least `least` bytes in the first `bytes` of a PNG; NULL if
/// there is none.
const unsigned char *picture_chunk(const unsigned char *file, size_t bytes, const char *name,
                                   size_t least, size_t *count);

/// The sides in pixels; 0 for NULL.
uint32_t picture_width(const struct picture *picture);
uint32_t picture_height(const struct picture *picture);

/// Writes all rows as premultiplied RGBA8 and reads the file to its end: STORED or FAILED in `answer`. Call
/// it once for each picture.
void picture_store(struct picture *picture, unsigned char *pixels, size_t stride,
                   struct media_message *answer);

/// Decodes all rows without storing them, and reads the file to its end: STORED or FAILED in `answer`, as
/// from picture_store. Call it once for each picture, instead of picture_store.
void picture_check(struct picture *picture, struct media_message *answer);

/// Sets the picture to NULL.
void picture_close(struct picture **picture);

#endif
