// What the host and pipeline-media say to each other, over one SOCK_SEQPACKET socket.
//
// Every message is one `struct media_message`. The host speaks first, except for RELEASED and
// FAILED. Pixels lie in memory the host made; its own sizes count.
#ifndef PIPELINE_MEDIA_H
#define PIPELINE_MEDIA_H

#include <stdint.h>

#define MEDIA_MAGIC 0x61694d70u
#define MEDIA_VERSION 2u
/// The descriptor of the socket in the helper.
#define MEDIA_SOCKET 3
/// Bytes, its end included.
#define MEDIA_TEXT 152

enum media_kind {
  /// Host: decode the file that is passed. Answer: LOADED with width and height, or FAILED.
  MEDIA_LOAD = 1,
  MEDIA_LOADED = 2,
  /// Host: put the loaded image, premultiplied RGBA8, into the memory that is passed: `height`
  /// rows of `stride` bytes. Answer: STORED, or FAILED.
  MEDIA_STORE = 3,
  MEDIA_STORED = 4,
  /// Host: encode to the file passed first, from slots in the memory passed second. Answer: READY
  /// or FAILED.
  MEDIA_OPEN = 5,
  MEDIA_READY = 6,
  /// Host: slot `slot` holds frame `count`. Answer, later and in any order: RELEASED with `slot`.
  MEDIA_FRAME = 7,
  MEDIA_RELEASED = 8,
  /// Host: no frame follows. Answer: FINISHED with the number of frames in the file, or FAILED.
  MEDIA_FINISH = 9,
  MEDIA_FINISHED = 10,
  /// Helper: what went wrong is in `reason` and `text`.
  MEDIA_FAILED = 11,
  /// Host: open the video or animated picture that is passed. Answer: READY, or FAILED.
  MEDIA_READ = 12,
  /// Host: decode its next frame. Answer: LOADED with width, height, start and duration, so that
  /// STORE can follow; FINISHED after the last; or FAILED.
  MEDIA_NEXT = 13,
};

enum media_reason {
  /// The input is damaged, or not a picture.
  MEDIA_BAD_INPUT = 1,
  /// The input is beyond a limit of size.
  MEDIA_TOO_LARGE = 2,
  /// This FFmpeg has no such encoder or container.
  MEDIA_MISSING_CODEC = 3,
  /// `system` has the errno value of a failed write.
  MEDIA_WRITE = 4,
  /// Anything else.
  MEDIA_INTERNAL = 5,
};

enum media_container {
  MEDIA_MP4 = 1,   // H.264, planes Y U V, 4:2:0, 8 bits, sides even
  MEDIA_WEBM = 2,  // VP9, planes Y U V (A), 4:2:0, 8 bits, sides even
  MEDIA_MOV = 3,   // ProRes 4444, planes Y U V A, 4:4:4, 10 bits in 16
  MEDIA_WEBP = 4,  // animated WebP, straight BGRA
};

struct media_message {
  uint32_t magic;
  uint32_t version;
  /// enum media_kind
  uint32_t kind;
  /// enum media_reason
  uint32_t reason;
  /// errno of the helper, or 0.
  int32_t system;
  /// enum media_container
  uint32_t container;
  uint32_t width, height;
  /// Bytes of a row: of an image, of a luma or packed row; chroma rows follow from the container.
  uint64_t stride;
  /// Bytes of a slot, or of an image's memory.
  uint64_t bytes;
  /// Limits of a load.
  uint32_t side_limit;
  uint32_t slots, slot;
  uint32_t has_alpha;
  uint64_t pixel_limit;
  /// Frames a second, as a fraction.
  uint32_t rate_numerator, rate_denominator;
  /// The index of a frame, or a number of frames.
  uint64_t count;
  /// When a decoded frame is shown and for how long, in 1/705,600,000 s; a duration of 0 is unknown.
  int64_t start, duration;
  /// UTF-8, ends with a zero.
  char text[MEDIA_TEXT];
};

#endif
