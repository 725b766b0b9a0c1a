// What the files of pipeline-media share.
#ifndef HELPER_H
#define HELPER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "media.h"

struct AVFrame;

/// The last error line of FFmpeg since helper_forget_log, without its end; maybe empty.
const char *helper_log(void);
void helper_forget_log(void);

/// Decodes the file into a frame, or fills `answer` with why not and gives NULL.
struct AVFrame *load_image(int file, const struct media_message *asked,
                           struct media_message *answer);

/// Writes a frame as premultiplied RGBA8, upright; false when FFmpeg cannot convert its format.
bool store_image(const struct AVFrame *frame, unsigned char *pixels, size_t stride);

/// A video or animated picture that is being decoded.
struct clip;

/// Opens a clip and answers READY, or fills `answer` with why not and gives NULL. The descriptor is
/// copied.
struct clip *clip_open(int file, const struct media_message *asked, struct media_message *answer);

/// The next frame, answered as LOADED; NULL after the last (FINISHED) or on failure (FAILED).
struct AVFrame *clip_next(struct clip *clip, struct media_message *answer);

/// Sets the clip to NULL.
void clip_close(struct clip **clip);

/// Encodes until the host says FINISH; returns when the video is over.
void encode_video(int socket, int file, int memory, const struct media_message *asked);

#endif
