// A video or an animated picture of which any frame can be asked for, in any order.
#ifndef MOVING_H
#define MOVING_H

#include "helper.h"

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

/// Sets it to NULL.
void moving_close(struct moving **moving);

/// Converts planes of luma and chroma, of any depth up to 16 bits and with chroma at full or half
/// resolution, to premultiplied RGBA8. False when the frame has another format.
bool store_planes(const struct AVFrame *frame, unsigned char *pixels, size_t stride);

/// What store_planes takes for colours where the file does not say: "" when it says all.
const char *planes_guess(const struct AVFrame *frame);

/// An animated WebP in memory, whose frames come one after the other.
struct webp;

/// NULL when the bytes, which must outlive it, are no animated WebP.
struct webp *webp_open(const uint8_t *bytes, size_t count);
void webp_close(struct webp **webp);
uint32_t webp_width(const struct webp *webp);
uint32_t webp_height(const struct webp *webp);
uint32_t webp_frames(const struct webp *webp);
/// Milliseconds for which frame `index`, from 0, is shown; -1 when it is damaged.
int webp_duration(struct webp *webp, uint32_t index);
/// Composes the next frame: straight RGBA, which lives until the next call. NULL at the end or when it is
/// damaged.
const uint8_t *webp_next(struct webp *webp);
/// Goes back to the first frame.
void webp_rewind(struct webp *webp);

#endif
