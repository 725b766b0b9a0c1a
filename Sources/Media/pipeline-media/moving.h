// A video or an animated picture with random access to its frames.
#ifndef MOVING_H
#define MOVING_H

#include "image.h"

struct moving;

/// Opens a file, finds the times of its frames and fills `answer` with LOADED; on failure, fills `answer` with the
/// reason and returns NULL. The descriptor is copied.
struct moving *moving_open(int file, const struct media_message *asked,
                           struct media_message *answer);

/// Writes the starts of the frames, and then the end of the last frame, into the passed memory.
void moving_starts(struct moving *moving, int memory, const struct media_message *asked,
                   struct media_message *answer);

/// Writes frame `asked->moving.frame` into the passed memory as premultiplied RGBA8, upright.
void moving_show(struct moving *moving, int memory, const struct media_message *asked,
                 struct media_message *answer);

/// Writes into the passed memory the mean luma, from 0 to 255, of blocks of `asked->moving.side` pixels in
/// `asked->moving.frames` frames from `asked->moving.frame` on. The value is NaN for a frame that does not appear when
/// all frames are decoded in order.
void moving_glance(struct moving *moving, int memory, const struct media_message *asked,
                   struct media_message *answer);

/// Releases the moving picture and sets the pointer to NULL.
void moving_close(struct moving **moving);

#endif
