// A video or an animated picture with random access to its frames.
#ifndef MOVING_H
#define MOVING_H

#include "image.h"

struct moving;

/// Opens a file and finds the times of its frames; answers LOADED, or fills `answer` with the reason and
/// returns NULL. The descriptor is copied.
struct moving *moving_open(int file, const struct media_message *asked,
                           struct media_message *answer);

/// Puts the frames' starts, and after them the end, into the memory passed.
void moving_starts(struct moving *moving, int memory, const struct media_message *asked,
                   struct media_message *answer);

/// Writes frame `asked->moving.frame` to the passed memory: premultiplied RGBA8, upright.
void moving_show(struct moving *moving, int memory, const struct media_message *asked,
                 struct media_message *answer);

/// Writes to the passed memory the mean luma, from 0 to 255, of blocks of `asked->moving.side` pixels in
/// `asked->moving.frames` frames from `asked->moving.frame` on; NaN for a frame that does not appear when all
/// are decoded in order.
void moving_glance(struct moving *moving, int memory, const struct media_message *asked,
                   struct media_message *answer);

/// Sets the pointer to NULL.
void moving_close(struct moving **moving);

#endif
