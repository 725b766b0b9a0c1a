// Sound that is decoded from files, and encoded with a video. All of it is stereo at 48 kHz, in floats, left
// and right alternating.
#ifndef SOUND_H
#define SOUND_H

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>

#include "image.h"

#define SOUND_RATE 48000
/// The default bit rate of a lossy sound.
#define SOUND_BIT_RATE 192000
/// The bit rate that app stores require.
#define SOUND_STORE_BIT_RATE 256000

/// Opens the sound of a file as `asked->sound.number`; answers READY or FAILED. The descriptor is copied.
void sound_open(int file, const struct media_message *asked, struct media_message *answer);

/// Writes `asked->sound.samples` from `asked->sound.start` on to the passed memory, of `asked->bytes`; answers
/// STORED with their number, which is smaller at the end.
void sound_samples(int memory, const struct media_message *asked, struct media_message *answer);

/// The encoder of a sound in a video's file.
struct sound_track;

/// Adds the track to the muxer before its header is written; NULL and FAILED if this is not possible.
struct sound_track *sound_track_open(AVFormatContext *muxer, const char *encoder,
                                     int64_t bit_rate, struct media_message *answer);

/// Encodes samples or, with NULL, the remaining samples; negative on failure.
int sound_track_write(struct sound_track *track, const float *samples, uint64_t count);

void sound_track_close(struct sound_track **track);

#endif
