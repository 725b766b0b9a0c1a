// The encoding of each container, and its output file.
#ifndef VIDEO_H
#define VIDEO_H

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>

#include "image.h"

/// A container with its encoder.
struct container {
  const char *name;
  const char *muxer;
  /// The encoder; see container_encoder.
  const char *encoder;
  enum AVPixelFormat opaque, alpha;
  /// The encoder of the sound; NULL if the container has none.
  const char *sound;
};

/// The container with a number; NULL for an invalid number.
const struct container *container_of(unsigned number);

/// FFmpeg's name of the requested encoder.
const char *container_encoder(const struct container *container, const struct media_message *asked);

/// Sets the encoder options of this container, with the requested quality and loop; the sizes and the rate are
/// set already.
void container_tune(const struct container *container, AVCodecContext *encoder,
                    const struct media_message *asked, AVDictionary **options);

/// The number of times that the first frame of a part is encoded before it counts. libvpx gives some frames a
/// higher quality, by their numbers modulo 8 since its start; with this number, the same frames have it in a
/// part and in the whole video.
unsigned container_lead(const struct container *container, const struct media_message *asked);

/// Sets the options of its muxer.
void container_tune_muxer(const struct container *container, const struct media_message *asked,
                          AVDictionary **options);

/// A file the host opened, for reading and writing, as FFmpeg's stream.
struct video_file {
  int descriptor;
  int64_t place;
  /// Whether it can only be written in order.
  bool is_pipe;
  /// The first failed write's errno, or 0.
  int problem;
};

/// Opens the file; NULL if there is no memory. Close the file with video_file_close.
AVIOContext *video_file_open(struct video_file *file, int writable);
void video_file_close(AVIOContext **stream);

/// An io_open of readers that opens no files: a file never leads to another file.
int video_file_refuse(AVFormatContext *reader, AVIOContext **stream, const char *url, int flags,
                      AVDictionary **options);

/// Lets a muxer open its own output again, to move the index to the front.
void video_file_reopens(AVFormatContext *muxer, struct video_file *file);

/// The number of packets of the first track that a demuxer finds in the file, or -1; webp has no demuxer and gives -1.
long video_file_count(int descriptor);

#endif
