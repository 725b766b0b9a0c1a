// The messages of the host to pipeline-png (PNG), pipeline-media (other pictures, video and sound),
// pipeline-draw (text and SVG) and pipeline-lottie (Lottie), over one SOCK_SEQPACKET socket each. Every
// message is one `struct media_message`: the members that all four helpers share, and a union of those of a
// single helper, which are in a separate header. The host sends the first message, except for RELEASED and
// FAILED. Pixels are in the host's memory, whose actual size is checked.
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
/// The exit status of a helper that crashed after an allocation failed.
#define MEDIA_STARVED 71
/// The size of a text in bytes, including its end.
#define MEDIA_TEXT 128

enum media_kind {
  /// Host: decode the passed file; for an SVG, its drawing at width × height. Answer: LOADED with width and
  /// height, or FAILED.
  MEDIA_LOAD = 1,
  MEDIA_LOADED = 2,
  /// Host: write the loaded image, premultiplied RGBA8, into the passed memory: `height` rows of `stride`
  /// bytes. Answer: STORED, or FAILED.
  MEDIA_STORE = 3,
  MEDIA_STORED = 4,
  /// Answer: the request is done.
  MEDIA_READY = 6,
  /// Answer: there is no more data.
  MEDIA_FINISHED = 10,
  /// Helper: the failure is described in `reason` and `text`.
  MEDIA_FAILED = 11,
  /// Host, to pipeline-png: decode the loaded picture to its end without storing it. Answer: STORED, or
  /// FAILED, as for STORE.
  MEDIA_CHECK = 20,
  /// Host: draw the opened file at one time into the passed memory, as with STORE: for pipeline-media, frame
  /// `moving.frame`. Answer: STORED, or FAILED.
  MEDIA_SHOW = 26,
};

enum media_reason {
  /// The input is damaged, or not a picture.
  MEDIA_BAD_INPUT = 1,
  /// The input is beyond a limit of size.
  MEDIA_TOO_LARGE = 2,
  /// This FFmpeg does not have the encoder or container.
  MEDIA_MISSING_CODEC = 3,
  /// `system` has the errno value of a failed write.
  MEDIA_WRITE = 4,
  /// Any other failure of the helper.
  MEDIA_INTERNAL = 5,
  /// The helper could not allocate memory.
  MEDIA_NO_MEMORY = 6,
  /// The input is read, but has no sound.
  MEDIA_NO_SOUND = 7,
};

struct media_message {
  uint32_t magic;
  uint32_t version;
  /// The kind: an enum media_kind, draw_kind, lottie_kind or video_kind.
  uint32_t kind;
  /// The reason, an enum media_reason.
  uint32_t reason;
  /// The errno of the helper, or 0.
  int32_t system;
  /// The active locks of the helper, SANDBOX_….
  uint32_t locked;
  /// The size in pixels.
  uint32_t width, height;
  /// The bytes of a row: of an image, or of a luma or packed row; chroma rows follow from the container.
  uint64_t stride;
  /// The bytes of the passed memory, or of each slot in the memory if it has several.
  uint64_t bytes;
  /// The limits of a picture: its total pixels, and a side.
  uint64_t pixel_limit;
  uint32_t side_limit;
  uint32_t reserved;
  /// UTF-8, ending with a zero byte: the reason of FAILED, or a remark for the user with LOADED.
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
/// anything. The process may open the paths in `readable`, which ends with NULL; `writes` is true if it
/// writes files that the host opened.
void media_lock(int count, char **words, const char *const *readable, uint64_t address_space_bytes,
                bool writes);

/// In a helper: sends an answer, with magic and version filled in; ends the process if the host has ended.
void media_answer(struct media_message *message);

/// In a helper: whether an allocation failed since the last call, which may be the cause of an error; the
/// pointer is NULL if the helper does not record failures.
extern bool (*media_shortage)(void);

/// In a helper: fills an answer of kind FAILED; the text is a printf format.
void media_fail(struct media_message *answer, enum media_reason reason, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/// In a helper: answers the host's requests with `serve`, until the host closes the socket. `program` is its
/// name; `passed` are the descriptors, closed after the answer. `needed` returns the number of descriptors
/// with a message; if it is NULL, every message has one.
void media_serve(const char *program, int (*needed)(const struct media_message *asked),
                 void (*serve)(const struct media_message *asked, const int *passed,
                               struct media_message *answer));

/// The most bytes a picture's file may have.
#define MEDIA_FILE_LIMIT (512ll << 20)

/// In a helper: the size of a regular file; -1, and FAILED in `answer`, if the file is not regular, or is too
/// large.
int64_t media_file_bytes(int file, struct media_message *answer);

/// In a helper: reads this many bytes of a file from its beginning; false, and FAILED in `answer`, if the
/// file has fewer bytes.
bool media_read_file(int file, void *bytes, size_t count, struct media_message *answer);

/// In a helper: reads this many bytes of a file from `at` on; false if the file has fewer bytes.
bool media_read_part(int file, void *bytes, size_t count, int64_t at);

/// In a helper: whether a picture of this size fits the memory that STORE describes; fills FAILED.
int media_fits(const struct media_message *asked, uint32_t width, uint32_t height,
               struct media_message *answer);

#endif
