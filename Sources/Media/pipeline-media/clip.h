// The frames of a video or an animated picture, in order.
#ifndef CLIP_H
#define CLIP_H

#include "image.h"

/// A video or animated picture that is being decoded.
struct clip;

/// Opens a clip and answers READY; otherwise fills `answer` with the reason and returns NULL. The descriptor
/// is copied.
struct clip *clip_open(int file, const struct media_message *asked, struct media_message *answer);

/// Decodes the next frame into the image: LOADED, FINISHED after the last, or FAILED.
void clip_next(struct clip *clip, struct image *image, struct media_message *answer);

/// Sets the clip to NULL.
void clip_close(struct clip **clip);

#endif
