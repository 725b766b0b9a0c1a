// Animated pictures whose frames are composited in order, as browsers do: The readers of GIF, APNG and WebP.
#ifndef REEL_H
#define REEL_H

#include "image.h"

/// The time for which browsers show a frame whose time is 10 ms or less.
#define REEL_LEAST_MS 10
#define REEL_SLOW_MS 100

struct reel;

/// The functions of a kind of file.
struct reel_kind {
  /// The name of its codec in FFmpeg.
  const char *codec;
  /// Composes the next frame into `reel->canvas`; false, and FAILED, if the frame is damaged.
  bool (*next)(struct reel *reel, struct media_message *answer);
  /// Returns to the first frame.
  void (*rewind)(struct reel *reel);
  void (*close)(struct reel *reel);
};

/// The beginning of each format's own state.
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
  /// The last frame: premultiplied RGBA8, sRGB, rows of 4 × width bytes.
  uint8_t *canvas;
  /// A remark about its colours for the user; may be empty.
  char remark[96];
  const uint8_t *bytes;
  size_t byte_count;
};

/// Opens a GIF, an APNG or a WebP: NULL without FAILED for any other kind, and with FAILED if it cannot be
/// read.
struct reel *reel_open(int file, const struct media_message *asked, struct media_message *answer);

/// Decodes the next frame into `canvas`; false after the last frame, and with FAILED for a damaged frame.
bool reel_next(struct reel *reel, struct media_message *answer);

/// A copy of `canvas`; NULL without memory.
struct AVFrame *reel_frame(const struct reel *reel);

/// Sets the pointer to NULL.
void reel_close(struct reel **reel);

/// For the formats: records a frame's time in ticks as browsers play it; false without memory.
bool reel_add(struct reel *reel, int64_t ticks);

/// For the formats: opens a file with the right first bytes, which must exist longer than the reel; NULL,
/// possibly with FAILED.
struct reel *gif_open(const uint8_t *bytes, size_t count, const struct media_message *asked,
                      struct media_message *answer);
struct reel *apng_open(const uint8_t *bytes, size_t count, const struct media_message *asked,
                       struct media_message *answer);
struct reel *webp_open(const uint8_t *bytes, size_t count, const struct media_message *asked,
                       struct media_message *answer);

/// Opens a reel of a single frame: the cover of a file; NULL and FAILED if the cover cannot be read.
struct reel *cover_open(const uint8_t *bytes, size_t count, const struct media_message *asked,
                        struct media_message *answer);

/// A rectangle of a canvas.
struct part {
  uint32_t x, y, width, height;
};

/// For the formats: makes a part of the canvas transparent, and copies one from and to memory of its size.
void reel_clear(struct reel *reel, struct part part);
void reel_save(const struct reel *reel, struct part part, uint8_t *to);
void reel_restore(struct reel *reel, struct part part, const uint8_t *from);

#endif
