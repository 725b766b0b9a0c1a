// The messages of the host to pipeline-png (PNG), pipeline-media (other pictures, video and sound),
// pipeline-draw (text and SVG) and pipeline-lottie (Lottie), over one SOCK_SEQPACKET socket each.
//
// Every message is one `struct media_message`: the members that all four helpers share, and a union of those of
// a single helper, which has a header of its own. The host speaks first, except for RELEASED and FAILED. Pixels
// are in the host's memory, whose real size counts.
#ifndef PIPELINE_MEDIA_H
#define PIPELINE_MEDIA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "draw_message.h"
#include "reduce.h"
#include "lottie_message.h"
#include "video_message.h"

#define MEDIA_MAGIC 0x61694d70u
#define MEDIA_VERSION 8u
/// The descriptor of the socket in the helper.
#define MEDIA_SOCKET 3
/// The exit status of a helper that was to be locked fully and could not be.
#define MEDIA_UNLOCKED 69
/// The exit status of a helper that crashed after there was no memory for something.
#define MEDIA_STARVED 71
/// Bytes, its end included.
#define MEDIA_TEXT 128

enum media_kind {
  /// Host: decode the file that is passed; of an SVG its drawing, to width × height. Answer: LOADED with width and
  /// height, or FAILED.
  MEDIA_LOAD = 1,
  MEDIA_LOADED = 2,
  /// Host: put the loaded image, premultiplied RGBA8, into the memory that is passed: `height`
  /// rows of `stride` bytes. Answer: STORED, or FAILED.
  MEDIA_STORE = 3,
  MEDIA_STORED = 4,
  /// An answer: it is done.
  MEDIA_READY = 6,
  /// An answer: there is no more.
  MEDIA_FINISHED = 10,
  /// Helper: the failure is described in `reason` and `text`.
  MEDIA_FAILED = 11,
  /// Host, to pipeline-png: decode the loaded picture to its end without storing it. Answer: STORED, or FAILED,
  /// as STORE would be answered.
  MEDIA_CHECK = 20,
  /// Host: draw the opened file at one moment into the memory that is passed, as with STORE: for pipeline-media
  /// frame `moving.frame`. Answer: STORED, or FAILED.
  MEDIA_SHOW = 26,
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
  /// The allocation failed.
  MEDIA_NO_MEMORY = 6,
};

struct media_message {
  uint32_t magic;
  uint32_t version;
  /// enum media_kind, draw_kind, lottie_kind or video_kind
  uint32_t kind;
  /// enum media_reason
  uint32_t reason;
  /// errno of the helper, or 0.
  int32_t system;
  /// The active locks of the helper, SANDBOX_….
  uint32_t locked;
  /// Pixels.
  uint32_t width, height;
  /// Bytes of a row: of an image, of a luma or packed row; chroma rows follow from the container.
  uint64_t stride;
  /// Bytes of the memory that is passed; of several slots in it, of each.
  uint64_t bytes;
  /// Limits of a picture: pixels in all, and a side.
  uint64_t pixel_limit;
  uint32_t side_limit;
  uint32_t reserved;
  /// UTF-8, ends with a zero: the reason of FAILED, or a remark for the user with LOADED.
  char text[MEDIA_TEXT];
  union {
    struct draw_message draw;
    struct lottie_message lottie;
    // The part of pipeline-media.
    struct clip_message clip;
    struct moving_message moving;
    struct sound_message sound;
    struct video_message video;
  };
};

/// In a helper: locks the process as its first argument requests (auto, require or off), before it reads
/// anything. It may open `readable`, which ends with NULL; `writes` is true if it writes files that the host
/// opened.
void media_lock(int count, char **words, const char *const *readable, uint64_t address_space_bytes,
                bool writes);

/// In a helper: sends an answer with magic and version filled in; ends the process when the host is
/// gone.
void media_answer(struct media_message *message);

/// In a helper: whether an allocation failed since the last call, which may be the cause of an error; NULL if
/// that is not recorded.
extern bool (*media_shortage)(void);

/// In a helper: fills an answer of kind FAILED; the text is a printf format.
void media_fail(struct media_message *answer, enum media_reason reason, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/// In a helper: answers the host's requests with `serve`, until the host closes the socket. `program` is its
/// name; `passed` are the descriptors, closed after the answer. `needed` returns the number of descriptors
/// with a message: one if it is NULL.
void media_serve(const char *program, int (*needed)(const struct media_message *asked),
                 void (*serve)(const struct media_message *asked, const int *passed,
                               struct media_message *answer));

/// The most bytes a picture's file may have.
#define MEDIA_FILE_LIMIT (512ll << 20)

/// In a helper: the size of a plain file; -1, and FAILED in `answer`, when it is none or too large.
int64_t media_file_bytes(int file, struct media_message *answer);

/// In a helper: reads this many bytes of a file from its beginning; false, and FAILED in `answer`,
/// when it has fewer.
bool media_read_file(int file, void *bytes, size_t count, struct media_message *answer);

/// In a helper: reads this many bytes of a file from `at` on; false when it has fewer.
bool media_read_part(int file, void *bytes, size_t count, int64_t at);

/// In a helper: whether a picture of this size fits the memory that STORE describes; fills FAILED.
int media_fits(const struct media_message *asked, uint32_t width, uint32_t height,
               struct media_message *answer);

#endif
