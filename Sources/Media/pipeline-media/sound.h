// Decodes sound from files, and encodes it with a video. All sound is stereo at 48 kHz, in floats, left and right
// alternating.
#ifndef SOUND_H
#define SOUND_H

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>

#include "image.h"

#define SOUND_RATE 48000
/// The default bit rate of a lossy sound.
#define SOUND_BIT_RATE 192000
/// The bit rate of a lossy sound that app stores require.
#define SOUND_STORE_BIT_RATE 256000

/// Opens the sound of a file as `asked->sound.number`, and fills `answer` with READY or FAILED. The descriptor is copied.
void sound_open(int file, const struct media_message *asked, struct media_message *answer);

/// Writes `asked->sound.samples` samples from `asked->sound.start` on to the passed memory, which has `asked->bytes`.
/// Fills `answer` with STORED and the number of samples, which is smaller at the end of the sound.
void sound_samples(int memory, const struct media_message *asked, struct media_message *answer);

/// The encoder of the sound track in a video's file.
struct sound_track;

/// Adds the track to the muxer before its header is written; on failure, returns NULL with FAILED in `answer`.
struct sound_track *sound_track_open(AVFormatContext *muxer, const char *encoder,
                                     int64_t bit_rate, struct media_message *answer);

/// Encodes samples, or the remaining samples if `samples` is NULL; returns a negative number on failure.
int sound_track_write(struct sound_track *track, const float *samples, uint64_t count);

void sound_track_close(struct sound_track **track);

#endif
