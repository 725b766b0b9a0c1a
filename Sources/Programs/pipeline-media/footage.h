// One track of a file that the host opened, and its decoder.
#ifndef FOOTAGE_H
#define FOOTAGE_H

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>

#include "helper.h"
#include "video.h"

/// Ticks of a second, as the host counts time.
#define TICKS 705600000

struct footage {
  /// Its descriptor is the owner's.
  struct video_file file;
  AVFormatContext *reader;
  AVIOContext *stream;
  int track;
  /// Of a sound, what decodes it.
  const AVCodec *codec;
  AVCodecContext *decoder;
  /// The largest frame of a video.
  uint32_t side_limit;
  uint64_t pixel_limit;
};

/// The containers of videos and animated pictures. Those that name other files (playlists) are not among
/// them.
extern const char footage_formats[];

/// Reads the file from its beginning and finds its best track of a type; negative on failure. `formats` are
/// FFmpeg's names of the containers that it may be.
int footage_open(struct footage *footage, const char *formats, enum AVMediaType type);

/// Opens the decoder of a track of pictures; FAILED and false when that cannot be.
bool footage_decode(struct footage *footage, struct media_message *answer);

/// Whether a frame is within the limits.
bool footage_fits(const struct footage *footage, uint64_t width, uint64_t height);

/// Closes everything but the decoder and the descriptor.
void footage_close_reader(struct footage *footage);

/// Closes everything but the descriptor.
void footage_close(struct footage *footage);

#endif
