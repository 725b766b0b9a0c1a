// What the host says to pipeline-png (PNG), to pipeline-media (other files of pixels), to pipeline-draw
// (text and SVG) and to pipeline-lottie (Lottie), over one SOCK_SEQPACKET socket each.
//
// Every message is one `struct media_message`. The host speaks first, except for RELEASED and
// FAILED. Pixels lie in memory the host made; its own sizes count.
#ifndef PIPELINE_MEDIA_H
#define PIPELINE_MEDIA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MEDIA_MAGIC 0x61694d70u
#define MEDIA_VERSION 5u
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
  /// Host: encode to the file passed first, from slots in the memory passed second; with a sound when
  /// there is room for `count` samples behind them. `slot` is 1 when the video is one of several parts
  /// that are joined, and `start` the number of its first frame. Answer: READY or FAILED.
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
  /// Host, to pipeline-draw: set the text in the memory passed: a `struct media_text`, its fonts, its
  /// runs, then its UTF-8; `bytes` is the sum. `slots` font files follow, each in memory of its own.
  /// Answer: LOADED, with what could not be done in `told`, or FAILED.
  MEDIA_TYPESET = 14,
  /// Host, to pipeline-draw: find the size that the SVG file that is passed has by itself. Answer:
  /// MEASURED, or FAILED.
  MEDIA_MEASURE = 15,
  MEDIA_MEASURED = 16,
  /// Host: begin a video in the file that is passed, of parts that are encoded already; the container
  /// and the rate are theirs. Answer: READY, or FAILED. Maybe HEARING follows, then PARTs, then FINISH.
  MEDIA_JOIN = 17,
  /// Host: the file that is passed is the next part, and has `count` frames. Answer: READY, or FAILED.
  /// COPYs follow.
  MEDIA_PART = 18,
  /// Host, to pipeline-draw: put the paths of the font files that were drawn with so far, each ended by a
  /// zero, into the memory that is passed, of `bytes` bytes. Answer: STORED with the `count` of bytes, or
  /// FAILED.
  MEDIA_LIST_FONTS = 19,
  /// Host, to pipeline-png: unpack the loaded picture to its end and keep nothing of it. Answer:
  /// STORED, or FAILED, as STORE would be answered.
  MEDIA_CHECK = 20,
  /// Host: open the video or animated picture that is passed and find its frames, which may then be asked
  /// for in any order. Answer: LOADED with width and height, upright; in `count` the frames and in
  /// `duration` the time of them all; the shape of a pixel, width : height, as the rate; has_alpha; in
  /// `slots` the most frames that are kept; and in `text` "HDR", or the matrix that was taken where the
  /// file says none; or FAILED.
  MEDIA_MOVING = 24,
  /// Host: put the start of each frame, and after them the end, as int64_t in the memory passed, of
  /// `bytes`. Answer: STORED, or FAILED.
  MEDIA_STARTS = 25,
  /// Host: put frame `count` in the memory passed, as with STORE. Answer: STORED, or FAILED. To
  /// pipeline-lottie: what Lottie `slot` shows `count` / MEDIA_FRAME_PARTS frames after its first.
  MEDIA_SHOW = 26,
  /// Host: open the sound of the file that is passed as number `slot`. Answer: READY with the number of its
  /// samples at 48 kHz in `count`, or FAILED.
  MEDIA_SOUND = 30,
  /// Host: put `count` samples of sound `slot` from `start` on into the memory passed, of `bytes`: floats,
  /// left and right in turn. Answer: STORED with the number that there are in `count`, or FAILED.
  MEDIA_SAMPLES = 31,
  /// Host, while it encodes: `count` samples lie in the memory behind the slots, or in that of HEARING.
  /// Answer: RELEASED with `slot` MEDIA_NO_SLOT.
  MEDIA_HEARD = 32,
  /// Host, to pipeline-lottie: keep the Lottie file that lies as JSON in the memory passed, of `bytes`, as
  /// number `slot`, below MEDIA_LOTTIES, in place of the one before. Answer: READY with the engine's name
  /// and version in `text`, or FAILED.
  MEDIA_LOTTIE = 40,
  /// Host, to pipeline-lottie: find a file in the .lottie archive that fills the memory passed first, of
  /// `bytes`. The memory passed second holds its names, of `count` bytes, each ended by a zero; the first
  /// that is there counts. Answer: LOADED with the file's number in `slot` and its bytes in `count`,
  /// FINISHED where there is none, or FAILED.
  MEDIA_FIND = 41,
  /// Host, to pipeline-lottie: unpack file `slot` of the archive that is passed first, as with FIND, into
  /// the memory passed second, of the `count` bytes that FIND said. Answer: STORED, or FAILED.
  MEDIA_UNPACK = 42,
  /// Host, after JOIN: the video gets a sound, whose samples will come in the memory that is passed, which
  /// has room for `count` of them. Answer: READY, or FAILED.
  MEDIA_HEARING = 33,
  /// Host: write the next `count` frames of the part. Answer: READY, or FAILED.
  MEDIA_COPY = 34,
};

/// The most Lottie files that are kept.
#define MEDIA_LOTTIES 64u
/// Into how many parts a Lottie file's frame is divided.
#define MEDIA_FRAME_PARTS 128

/// No slot: the samples behind them.
#define MEDIA_NO_SLOT UINT32_MAX

/// Bytes of a font family's name, its end included.
#define MEDIA_FAMILY 260
/// Bytes of a list of axes or features, its end included.
#define MEDIA_SETTINGS 1024
/// The most fonts and runs of a text.
#define MEDIA_FONTS 32
#define MEDIA_RUNS 1024

/// Left and right are what they say; start and end follow the direction of each paragraph.
enum media_alignment {
  MEDIA_LEFT = 0,
  MEDIA_CENTER = 1,
  MEDIA_RIGHT = 2,
  MEDIA_START = 3,
  MEDIA_END = 4,
};

/// The settings of a text.
struct media_text {
  /// The box, in points.
  double box_width, box_height;
  /// Pixels a point, across and down.
  double scale_x, scale_y;
  /// Where the box begins in the picture, in pixels, 0…1.
  double phase_x, phase_y;
  /// A multiple of the font's own line height.
  double line_height;
  /// Pixels of the picture.
  uint32_t width, height;
  /// enum media_alignment
  uint32_t alignment;
  /// How many fonts and runs follow, and how many bytes of text after them.
  uint32_t font_count, run_count, text_bytes;
};

/// A font of a text.
struct media_font {
  /// Of the font files that are passed, the one that has it, from 1; 0: one that is installed.
  uint32_t file;
  uint32_t reserved;
  /// UTF-8, ends with a zero; empty: our own choice, or whatever the file has.
  char family[MEDIA_FAMILY];
  /// "wght=650,wdth=90", ends with a zero.
  char axes[MEDIA_SETTINGS];
};

/// A stretch of a text that is set in one way. Runs follow each other without gaps.
struct media_run {
  /// Bytes of the text that belong to it.
  uint32_t text_bytes;
  /// Which of the text's fonts.
  uint32_t font;
  /// 100…900
  uint32_t weight;
  uint32_t italic;
  /// Points: of the font, what is added between letters, and how far the baseline is raised.
  double size, letter_spacing, baseline;
  /// sRGB, straight alpha, 0…1.
  double color[4], highlight[4], stroke[4];
  /// Points; 0: no stroke.
  double stroke_width;
  /// The stroke lies under the letters and only its outer half is seen; else over them.
  uint32_t stroke_outside;
  uint32_t reserved;
  /// As in CSS: "\"tnum\" 1, \"liga\" 0", ends with a zero.
  char features[MEDIA_SETTINGS];
};

/// What a text's answer tells, in `told`.
enum media_told {
  /// Not all of the text can be seen in its box.
  MEDIA_TOLD_CUT = 1,
  /// No font has the letters in `text`, in UTF-8.
  MEDIA_TOLD_GLYPHS = 2,
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
  MEDIA_MP4_H265 = 5,       // as MP4
  MEDIA_MP4_AV1 = 6,        // as MP4
  MEDIA_WEBM_LOSSLESS = 7,  // as WEBM, all of these planes kept
  MEDIA_WEBM_AV1 = 8,       // as MP4
  MEDIA_MOV_H264 = 9,       // as MP4
  MEDIA_MOV_H265 = 10,      // as MP4
  MEDIA_MKV = 11,           // FFV1, straight BGRA
  MEDIA_MP4_STREAM = 12,    // as MP4, in fragments, to a pipe
};

/// How long an encoder takes to make a file small.
enum media_effort { MEDIA_GOOD = 0, MEDIA_DRAFT = 1, MEDIA_BEST = 2 };

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
  /// enum media_effort
  uint32_t effort;
  /// The quality from 0, the smallest file, to 1, the best picture; below 0 means the encoder's default.
  double quality;
  /// The index of a frame, or a number of frames.
  uint64_t count;
  /// The time at which a decoded frame is shown and its duration, in 1/705,600,000 s; a duration of 0 is
  /// unknown.
  int64_t start, duration;
  /// The size that a picture has by itself, in its own units.
  double own_width, own_height;
  /// Of a text that is set: enum media_told; a bit for each font that is not installed; and one for each
  /// whose file has not all of the axes.
  uint32_t told, missing_fonts, missing_axes;
  /// SANDBOX_… of what locks the helper.
  uint32_t locked;
  /// UTF-8, ends with a zero: of FAILED why, of LOADED what the user should know, if anything.
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
