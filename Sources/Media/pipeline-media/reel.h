// Reads animated pictures (GIF, APNG and WebP), whose frames are composited in order, as browsers do.
#ifndef REEL_H
#define REEL_H

#include "image.h"

/// The duration that browsers use for a frame whose duration is 10 ms or less.
#define REEL_LEAST_MS 10
#define REEL_SLOW_MS 100

struct reel;

/// The functions that read one kind of file.
struct reel_kind {
  /// FFmpeg's name of the file's codec.
  const char *codec;
  /// Composes the next frame into `reel->canvas`; if the frame is damaged, returns false with FAILED in `answer`.
  bool (*next)(struct reel *reel, struct media_message *answer);
  /// Returns to the first frame.
  void (*rewind)(struct reel *reel);
  void (*close)(struct reel *reel);
};

/// The state that all formats share, which is at the beginning of each format's own state.
struct reel {
  const struct reel_kind *kind;
  /// The stored size in pixels.
  uint32_t width, height;
  /// The orientation as in EXIF, 1…8.
  unsigned orientation;
  /// The duration of each frame in ticks.
  int64_t *durations;
  size_t count, room;
  /// The number of the next frame.
  size_t place;
  /// The last composed frame: premultiplied RGBA8 in sRGB, in rows of 4 × width bytes.
  uint8_t *canvas;
  /// A remark about the picture's colours for the user; may be empty.
  char remark[96];
  const uint8_t *bytes;
  size_t byte_count;
};

/// Opens a GIF, APNG or WebP. Returns NULL without FAILED for any other kind of file, and NULL with FAILED in `answer`
/// if the file cannot be read.
struct reel *reel_open(int file, const struct media_message *asked, struct media_message *answer);

/// Composes the next frame into `canvas`; returns false after the last frame, and with FAILED in `answer` for a damaged
/// frame.
bool reel_next(struct reel *reel, struct media_message *answer);

/// Returns a copy of `canvas`; NULL if memory is short.
struct AVFrame *reel_frame(const struct reel *reel);

/// Releases the reel and sets the pointer to NULL.
void reel_close(struct reel **reel);

/// Records a frame's duration in ticks as browsers play it, for the format readers; returns false if memory is short.
bool reel_add(struct reel *reel, int64_t ticks);

/// Opens a file whose first bytes match the format; the bytes must exist longer than the reel. On failure, returns
/// NULL, possibly with FAILED in `answer`.
struct reel *gif_open(const uint8_t *bytes, size_t count, const struct media_message *asked,
                      struct media_message *answer);
struct reel *apng_open(const uint8_t *bytes, size_t count, const struct media_message *asked,
                       struct media_message *answer);
struct reel *webp_open(const uint8_t *bytes, size_t count, const struct media_message *asked,
                       struct media_message *answer);

/// Opens a reel with a single frame, which is the cover of a file; if the cover cannot be read, returns NULL with
/// FAILED in `answer`.
struct reel *cover_open(const uint8_t *bytes, size_t count, const struct media_message *asked,
                        struct media_message *answer);

/// A rectangle of a canvas.
struct part {
  uint32_t x, y, width, height;
};

/// Makes a part of the canvas transparent, and copies a part from and to memory of its size, for the format readers.
void reel_clear(struct reel *reel, struct part part);
void reel_save(const struct reel *reel, struct part part, uint8_t *to);
void reel_restore(struct reel *reel, struct part part, const uint8_t *from);

#endif
