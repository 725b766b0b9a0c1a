// A video or an animated picture with random access to its frames.
#ifndef MOVING_H
#define MOVING_H

#include "image.h"

struct moving;

/// Opens one and finds when its frames are shown; answers LOADED, or fills `answer` with why not and gives
/// NULL. The descriptor is copied.
struct moving *moving_open(int file, const struct media_message *asked,
                           struct media_message *answer);

/// Puts the frames' starts, and after them the end, into the memory passed.
void moving_starts(struct moving *moving, int memory, const struct media_message *asked,
                   struct media_message *answer);

/// Puts frame `asked->moving.frame` into the memory passed: premultiplied RGBA8, upright.
void moving_show(struct moving *moving, int memory, const struct media_message *asked,
                 struct media_message *answer);

/// Puts the mean luma, from 0 to 255, of blocks of `asked->moving.side` pixels of `asked->moving.frames` frames
/// from `asked->moving.frame` on into the memory passed; NaN for those of a frame that does not come when all are
/// decoded one after the other.
void moving_glance(struct moving *moving, int memory, const struct media_message *asked,
                   struct media_message *answer);

/// Sets it to NULL.
void moving_close(struct moving **moving);

#endif
