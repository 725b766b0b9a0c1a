// One track of a file that the host opened, and its decoder.
#ifndef FOOTAGE_H
#define FOOTAGE_H

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>

#include "image.h"
#include "video.h"

/// The number of the host's time units in a second.
#define TICKS 705600000

/// The colours of a track's frames, and their conversion to sRGB.
struct tint {
  /// The transform of the colours to sRGB; NULL if they are sRGB already.
  struct color *color;
  /// The code points of H.273 for the transform, and the number of bits in a sample.
  uint8_t primaries, transfer;
  bool is_known, is_hdr;
  /// A remark about the colours for the user; may be empty.
  char remark[MEDIA_TEXT];
};

struct footage {
  /// The file of the track; its descriptor belongs to the owner of this struct.
  struct video_file file;
  AVFormatContext *reader;
  AVIOContext *stream;
  int track;
  /// The number of the requested track, from 1; 0 requests the best track.
  int wanted;
  /// The number of the track that contains the alpha of this track's pictures, from 1; 0 if there is none.
  int alpha;
  /// The decoder of a sound.
  const AVCodec *codec;
  AVCodecContext *decoder;
  struct tint tint;
  /// The limits of a video's frames.
  uint32_t side_limit;
  uint64_t pixel_limit;
};

/// The names of the containers of videos; animated pictures are read as reels. Containers that refer to other files
/// (playlists) are not included.
extern const char footage_formats[];

/// Reads the file from its beginning and finds its best track of a type; returns a negative number on failure.
/// `formats` are FFmpeg's names of the allowed containers.
int footage_open(struct footage *footage, const char *formats, enum AVMediaType type);

/// Opens the decoder of a picture track; on failure, returns false with FAILED in `answer`.
bool footage_decode(struct footage *footage, struct media_message *answer);

/// Returns the start of the earliest other picture or sound track in ticks; INT64_MAX if there is no other track.
int64_t footage_others_start(const struct footage *footage);

/// Converts a time of the track to ticks.
int64_t footage_ticks(const struct footage *footage, int64_t time);

/// Fills `answer` with the kind of a file that `footage_open` refused; `result` is FFmpeg's error.
void footage_name(int descriptor, const char *wanted, bool is_sound, int result,
                  struct media_message *answer);

/// Returns a frame as a picture, with the transform of its colours to sRGB; both belong to the footage.
struct image footage_image(struct footage *footage, struct AVFrame *frame);

/// Opens the transform from the colours of a frame to sRGB, unless the transform is open.
void tint_follow(struct tint *tint, const AVStream *track, const struct AVFrame *frame);
void tint_close(struct tint *tint);

/// Prepares a frame with planes of luma and chroma, of 8 to 12 bits and with chroma at full or half resolution, for
/// planes_row; NULL if the frame has another format, or if memory is short.
struct planes *planes_open(const struct AVFrame *frame);
/// Writes a row as straight RGBA of 8 or 16 bits a channel.
void planes_row(struct planes *planes, int y, unsigned bits, void *to);
void planes_close(struct planes **planes);

/// The luma format of a planar frame: the bits of a sample, the black level, and the distance from black to white.
struct planes_luma {
  int depth, zero, span;
};
/// Finds the luma format; returns false for frames with alpha, or without planes of luma and chroma.
bool planes_luma(const struct AVFrame *frame, struct planes_luma *luma);

/// Returns a text with the assumed values if the file's colour description is incomplete; "" if it is complete.
const char *planes_guess(const struct AVFrame *frame);
/// Returns the name of a frame's matrix if it is replaced by another matrix; "" if the matrix is supported.
const char *planes_unknown(const struct AVFrame *frame);

/// Returns whether a frame is within the limits.
bool footage_fits(const struct footage *footage, uint64_t width, uint64_t height);

/// Closes everything except the decoder and the descriptor.
void footage_close_reader(struct footage *footage);

/// Closes everything except the descriptor.
void footage_close(struct footage *footage);

#endif
