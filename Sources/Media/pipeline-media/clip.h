// Reads the frames of a video or an animated picture in order.
#ifndef CLIP_H
#define CLIP_H

#include "image.h"

/// A video or animated picture that is being decoded.
struct clip;

/// Opens a clip and fills `answer` with READY; on failure, fills `answer` with the reason and returns NULL. The
/// descriptor is copied.
struct clip *clip_open(int file, const struct media_message *asked, struct media_message *answer);

/// Decodes the next frame into the image; `answer` is then LOADED, FINISHED after the last frame, or FAILED.
void clip_next(struct clip *clip, struct image *image, struct media_message *answer);

/// Releases the clip and sets the pointer to NULL.
void clip_close(struct clip **clip);

#endif
