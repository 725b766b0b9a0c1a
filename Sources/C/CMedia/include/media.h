// What the host says to pipeline-png (PNG), to pipeline-media (other files of pixels) and to
// pipeline-draw (text and SVG), over one SOCK_SEQPACKET socket each.
//
// Every message is one `struct media_message`. The host speaks first, except for RELEASED and
// FAILED. Pixels lie in memory the host made; its own sizes count.
#ifndef PIPELINE_MEDIA_H
#define PIPELINE_MEDIA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MEDIA_MAGIC 0x61694d70u
#define MEDIA_VERSION 4u
/// The descriptor of the socket in the helper.
#define MEDIA_SOCKET 3
/// The exit status of a helper that was to be locked fully and could not be.
#define MEDIA_UNLOCKED 69
/// Bytes, its end included.
#define MEDIA_TEXT 128

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
  /// Host: open the video or animated picture that is passed. Answer: READY with FFmpeg's name of
  /// the codec in `text`, or FAILED.
  MEDIA_READ = 12,
  /// Host: decode its next frame. Answer: LOADED with width, height, start and duration, so that
  /// STORE can follow; FINISHED after the last; or FAILED.
  MEDIA_NEXT = 13,
  /// Host, to pipeline-draw: set the text in the memory passed: a `struct media_text`, then its UTF-8;
  /// `bytes` is the sum. Answer: LOADED, or FAILED.
  MEDIA_TYPESET = 14,
  /// Host, to pipeline-png: unpack the loaded picture to its end and keep nothing of it. Answer:
  /// STORED, or FAILED, as STORE would be answered.
  MEDIA_CHECK = 20,
};

/// Bytes of a font family's name, its end included.
#define MEDIA_FAMILY 260

enum media_alignment { MEDIA_LEFT = 0, MEDIA_CENTER = 1, MEDIA_RIGHT = 2 };

/// The settings of a text.
struct media_text {
  /// The box, in points, and its pixels.
  double box_width, box_height;
  uint32_t width, height;
  /// Points.
  double size;
  /// A multiple of the font's own line height.
  double line_height;
  /// sRGB, straight alpha, 0…1.
  double red, green, blue, alpha;
  /// 100…900
  uint32_t weight;
  uint32_t italic;
  /// enum media_alignment
  uint32_t alignment;
  /// Bytes of the text that follows.
  uint32_t text_bytes;
  /// UTF-8, ends with a zero; empty: our own choice.
  char family[MEDIA_FAMILY];
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
  /// A font that is asked for by name is not there.
  MEDIA_MISSING_FONT = 6,
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
  /// The number of times that an animated picture plays; 0 means for ever.
  uint32_t loop;
  /// The quality from 0, the smallest file, to 1, the best picture; below 0 means the encoder's default.
  double quality;
  /// The index of a frame, or a number of frames.
  uint64_t count;
  /// The time at which a decoded frame is shown and its duration, in 1/705,600,000 s; a duration of 0 is
  /// unknown.
  int64_t start, duration;
  /// Pixels a point of a picture that has no pixels of its own, in 1/65536.
  uint32_t scale;
  /// SANDBOX_… of what locks the helper.
  uint32_t locked;
  /// UTF-8, ends with a zero.
  char text[MEDIA_TEXT];
};

/// In a helper: locks the process as its first word asks (auto, require or off), before it reads
/// anything. It may open `readable`, which ends with NULL; `writes` files that the host opened.
void media_lock(int count, char **words, const char *const *readable, uint64_t address_space_bytes,
                bool writes);

/// In a helper: sends an answer with magic and version filled in; ends the process when the host is
/// gone.
void media_answer(struct media_message *message);

/// In a helper: fills an answer of kind FAILED; the text is a printf format.
void media_fail(struct media_message *answer, enum media_reason reason, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/// In a helper: answers what the host asks with `serve`, until the host is gone. `program` is its
/// name; `passed` are the descriptors that the kind of message says, closed after the answer.
void media_serve(const char *program,
                 void (*serve)(const struct media_message *asked, const int *passed,
                               struct media_message *answer));

/// The most bytes a picture's file may have.
#define MEDIA_FILE_LIMIT (512ll << 20)

/// In a helper: the size of a plain file; -1, and FAILED in `answer`, when it is none or too large.
int64_t media_file_bytes(int file, struct media_message *answer);

/// In a helper: reads this many bytes of a file from its beginning; false, and FAILED in `answer`,
/// when it has fewer.
bool media_read_file(int file, void *bytes, size_t count, struct media_message *answer);

/// In a helper: whether a picture of this size fits the memory that STORE describes; fills FAILED.
int media_fits(const struct media_message *asked, uint32_t width, uint32_t height,
               struct media_message *answer);

#endif
