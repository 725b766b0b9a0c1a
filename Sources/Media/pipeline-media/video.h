// Encodes videos for each container, and writes the output file.
#ifndef VIDEO_H
#define VIDEO_H

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>

#include "image.h"

/// A container, with the names of its encoders.
struct container {
  const char *name;
  const char *muxer;
  /// The name of the picture encoder; container_encoder may select another one.
  const char *encoder;
  enum AVPixelFormat opaque, alpha;
  /// The name of the sound encoder; NULL if the container has no sound.
  const char *sound;
};

/// Returns the container with a number; NULL for an invalid number.
const struct container *container_of(unsigned number);

/// Returns FFmpeg's name of the requested encoder.
const char *container_encoder(const struct container *container, const struct media_message *asked);

/// Sets the encoder options of a container, with the requested quality and loop; the size and the rate are set already.
void container_tune(const struct container *container, AVCodecContext *encoder,
                    const struct media_message *asked, AVDictionary **options);

/// Returns the number of times that the first frame of a part is encoded in advance. libvpx gives some frames a higher
/// quality, by their numbers modulo 8 since its start; because of the additional frames, the same frames have the
/// higher quality in a part and in the whole video.
unsigned container_lead(const struct container *container, const struct media_message *asked);

/// Sets the options of the container's muxer.
void container_tune_muxer(const struct container *container, const struct media_message *asked,
                          AVDictionary **options);

/// The file that the host opened for reading and writing, which FFmpeg uses as a stream.
struct video_file {
  int descriptor;
  int64_t place;
  /// Whether the file is a pipe, which can only be written in order.
  bool is_pipe;
  /// The errno value of the first failed write, or 0.
  int problem;
};

/// Opens the file as a stream; NULL if memory is short. video_file_close closes the stream.
AVIOContext *video_file_open(struct video_file *file, int writable);
void video_file_close(AVIOContext **stream);

/// Refuses every file that a reader wants to open, so that a file never leads to another file.
int video_file_refuse(AVFormatContext *reader, AVIOContext **stream, const char *url, int flags,
                      AVDictionary **options);

/// Lets a muxer open its own output again, which it needs to move the index to the front.
void video_file_reopens(AVFormatContext *muxer, struct video_file *file);

/// Returns the number of packets of the first track that a demuxer finds in the file; -1 on failure, and for WebP,
/// which has no demuxer.
long video_file_count(int descriptor);

#endif
