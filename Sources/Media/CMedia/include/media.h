// The messages between the host and its helpers pipeline-png (PNG), pipeline-media (other pictures, video and sound),
// pipeline-draw (text and SVG) and pipeline-lottie (Lottie); each helper has one SOCK_SEQPACKET socket. Every message
// is one `struct media_message`: the members that all four helpers share, and a union of the members of single helpers,
// which separate headers declare. The host sends the first message, except for RELEASED and FAILED. Pixels are in the
// host's memory; the helper checks the actual size of this memory.
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
/// The descriptor of the helper's socket.
#define MEDIA_SOCKET 3
/// The exit status of a helper that must lock itself fully but cannot.
#define MEDIA_UNLOCKED 69
/// The exit status of a helper that crashed after an allocation failed.
#define MEDIA_STARVED 71
/// The size of a message's text in bytes, including the terminating zero byte.
#define MEDIA_TEXT 128

enum media_kind {
  /// The host requests decoding of the passed file, or an SVG's drawing at width × height. The answer is LOADED with
  /// width and height, or FAILED.
  MEDIA_LOAD = 1,
  MEDIA_LOADED = 2,
  /// The host requests the loaded image, premultiplied RGBA8, in the passed memory: `height` rows of `stride` bytes.
  /// The answer is STORED, or FAILED.
  MEDIA_STORE = 3,
  MEDIA_STORED = 4,
  /// The helper answers that the request is done.
  MEDIA_READY = 6,
  /// The helper answers that there is no more data.
  MEDIA_FINISHED = 10,
  /// The helper reports a failure, which `reason` and `text` describe.
  MEDIA_FAILED = 11,
  /// The host requests from pipeline-png that the loaded picture is decoded to its end without storing the pixels. The
  /// answer is STORED, or FAILED, as for STORE.
  MEDIA_CHECK = 20,
  /// The host requests one frame of the opened file in the passed memory, as with STORE; for pipeline-media the frame
  /// is `moving.frame`. The answer is STORED, or FAILED.
  MEDIA_SHOW = 26,
};

enum media_reason {
  /// The input is damaged, or is not a picture.
  MEDIA_BAD_INPUT = 1,
  /// The input exceeds a size limit.
  MEDIA_TOO_LARGE = 2,
  /// The installed FFmpeg does not have the encoder or container.
  MEDIA_MISSING_CODEC = 3,
  /// A write failed; `system` has its errno value.
  MEDIA_WRITE = 4,
  /// The helper failed for a reason that no other value describes.
  MEDIA_INTERNAL = 5,
  /// The helper could not allocate memory.
  MEDIA_NO_MEMORY = 6,
  /// The input is readable, but has no sound.
  MEDIA_NO_SOUND = 7,
};

struct media_message {
  uint32_t magic;
  uint32_t version;
  /// The message's kind: an enum media_kind, draw_kind, lottie_kind or video_kind.
  uint32_t kind;
  /// The reason of a failure, an enum media_reason.
  uint32_t reason;
  /// The errno value of a failed call in the helper, or 0.
  int32_t system;
  /// The locks that are active in the helper, as bits SANDBOX_….
  uint32_t locked;
  /// The size of a picture in pixels.
  uint32_t width, height;
  /// The bytes of a row of an image, or of a luma or packed row; the container determines the bytes of a chroma row.
  uint64_t stride;
  /// The size in bytes of the passed memory, or of each slot if the memory has several slots.
  uint64_t bytes;
  /// The limits of a picture: its total number of pixels, and its width or height.
  uint64_t pixel_limit;
  uint32_t side_limit;
  uint32_t reserved;
  /// A text in UTF-8, ending with a zero byte: the reason with FAILED, or a remark for the user with LOADED.
  char text[MEDIA_TEXT];
  union {
    struct draw_message draw;
    struct lottie_message lottie;
    // The members for pipeline-media.
    struct clip_message clip;
    struct moving_message moving;
    struct sound_message sound;
    struct video_message video;
  };
};

/// Locks the helper's process as its first argument requests (auto, require or off), before the helper reads anything.
/// The process may open the paths in `readable`, which ends with NULL; `writes` is true if the process writes files
/// that the host opened.
void media_lock(int count, char **words, const char *const *readable, uint64_t address_space_bytes,
                bool writes);

/// Sends an answer of the helper, with magic and version filled in; ends the process if the host has ended.
void media_answer(struct media_message *message);

/// Returns whether an allocation in the helper failed since the last call, so that the failure may be the cause of an
/// error; the pointer is NULL if the helper does not record failed allocations.
extern bool (*media_shortage)(void);

/// Fills a helper's answer of kind FAILED; the text is a printf format.
void media_fail(struct media_message *answer, enum media_reason reason, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/// Answers the host's requests in a helper with `serve`, until the host closes the socket. `program` is the helper's
/// name; `passed` are the descriptors, which are closed after the answer. `needed` returns the number of descriptors
/// that come with a message; if `needed` is NULL, every message has one descriptor.
void media_serve(const char *program, int (*needed)(const struct media_message *asked),
                 void (*serve)(const struct media_message *asked, const int *passed,
                               struct media_message *answer));

/// The maximum size of a picture's file in bytes.
#define MEDIA_FILE_LIMIT (512ll << 20)

/// Returns the size of a regular file to a helper; -1, and FAILED in `answer`, if the file is not regular or is too large.
int64_t media_file_bytes(int file, struct media_message *answer);

/// Reads `count` bytes from the start of a file for a helper; returns false, with FAILED in `answer`, if the file has
/// fewer bytes.
bool media_read_file(int file, void *bytes, size_t count, struct media_message *answer);

/// Reads `count` bytes of a file from `at` on for a helper; returns false if the file has fewer bytes.
bool media_read_part(int file, void *bytes, size_t count, int64_t at);

/// Returns whether a picture of the given size fits into the memory that STORE describes; if not, fills `answer` with
/// FAILED.
int media_fits(const struct media_message *asked, uint32_t width, uint32_t height,
               struct media_message *answer);

#endif
