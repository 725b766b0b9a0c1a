// One track of a file that the host opened, and its decoder.
#ifndef FOOTAGE_H
#define FOOTAGE_H

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>

#include "image.h"
#include "video.h"

/// Ticks of a second, as the host counts time.
#define TICKS 705600000

/// The colours of a track's frames, and their conversion to sRGB.
struct tint {
  /// The transform of the colours; NULL if they are sRGB.
  struct color *color;
  /// The code points of H.273 for the transform, and the bits of a sample.
  uint8_t primaries, transfer;
  bool is_known, is_hdr;
  /// A remark about the colours for the user; may be empty.
  char remark[MEDIA_TEXT];
};

struct footage {
  /// The descriptor belongs to the owner.
  struct video_file file;
  AVFormatContext *reader;
  AVIOContext *stream;
  int track;
  /// The number of the requested track, from 1; 0 means the best.
  int wanted;
  /// The number of the track with the alpha of this track's pictures, from 1; 0 if there is none.
  int alpha;
  /// The decoder of a sound.
  const AVCodec *codec;
  AVCodecContext *decoder;
  struct tint tint;
  /// The largest frame of a video.
  uint32_t side_limit;
  uint64_t pixel_limit;
};

/// The containers of videos; animated pictures are reels. Containers that name other files (playlists) are
/// not included.
extern const char footage_formats[];

/// Reads the file from its beginning and finds its best track of a type; negative on failure. `formats` are
/// FFmpeg's names of the allowed containers.
int footage_open(struct footage *footage, const char *formats, enum AVMediaType type);

/// Opens the decoder of a picture track; FAILED and false if this is not possible.
bool footage_decode(struct footage *footage, struct media_message *answer);

/// The start of the earliest other picture or sound track, in ticks; INT64_MAX if there is none.
int64_t footage_others_start(const struct footage *footage);

/// A time of the track in ticks.
int64_t footage_ticks(const struct footage *footage, int64_t time);

/// Writes to `text` the kind of a file that `footage_open` refused, in FFmpeg's words for the error.
void footage_name(int descriptor, const char *wanted, bool is_sound, int result,
                  struct media_message *answer);

/// A frame as a picture, with the transform of its colours to sRGB; both belong to this object.
struct image footage_image(struct footage *footage, struct AVFrame *frame);

/// Opens the transform from the colours of a frame to sRGB, unless it is open.
void tint_follow(struct tint *tint, const AVStream *track, const struct AVFrame *frame);
void tint_close(struct tint *tint);

/// The rows of a frame with planes of luma and chroma, of 8 to 12 bits and with chroma at full or half
/// resolution; NULL if the frame has another format, or without memory.
struct planes *planes_open(const struct AVFrame *frame);
/// Puts a row as straight RGBA of 8 or 16 bits.
void planes_row(struct planes *planes, int y, unsigned bits, void *to);
void planes_close(struct planes **planes);

/// The luma of a planar frame: the bits of a sample, the black level, and the distance to white.
struct planes_luma {
  int depth, zero, span;
};
/// Returns false for frames with alpha, or without planes of luma and chroma.
bool planes_luma(const struct AVFrame *frame, struct planes_luma *luma);

/// The assumed colour description where the file has none: "" if it is complete.
const char *planes_guess(const struct AVFrame *frame);
/// The matrix of a frame that is replaced by another matrix; "" if the matrix is supported.
const char *planes_unknown(const struct AVFrame *frame);

/// Whether a frame is within the limits.
bool footage_fits(const struct footage *footage, uint64_t width, uint64_t height);

/// Closes everything except the decoder and the descriptor.
void footage_close_reader(struct footage *footage);

/// Closes everything except the descriptor.
void footage_close(struct footage *footage);

#endif
