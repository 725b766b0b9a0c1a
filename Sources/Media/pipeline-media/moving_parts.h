// Declarations shared by the files that find the frames of a video.
#ifndef MOVING_PARTS_H
#define MOVING_PARTS_H

#include "footage.h"
#include "moving.h"
#include "reel.h"

/// The maximum number of frames in one file.
#define FRAME_MAX 2000000
/// The maximum number of cached frames, and the maximum of their bytes.
#define KEPT_MAX 4096
/// The maximum number of palettes in one file.
#define PALETTE_MAX 4096
#define KEPT_BYTES (256ll << 20)

/// A frame as its packets describe it.
struct mark {
  /// The time at which the frame is shown, and the time at which it is decoded, in the track's own time base.
  int64_t shown, decoded, duration;
  bool is_key;
  /// Whether the frame is never shown, and is decoded only because other frames need it.
  bool is_hidden;
  /// The number of packets with the same time, of which the last one is used.
  uint32_t copies;
};

/// The time at which a packet's frame is shown.
struct place {
  int64_t packet, shown;
};

/// The palette that applies from a packet on.
struct palette {
  int64_t decoded;
  uint8_t colors[AVPALETTE_SIZE];
};

struct kept {
  AVFrame *frame;
  int64_t shown;
  uint64_t used;
};

struct moving {
  struct footage in;
  AVPacket *packet;
  AVRational base;

  /// The alpha of the pictures, if it is a separate track.
  struct moving *alpha;

  /// The animated picture, which replaces the decoder and the packet.
  struct reel *reel;

  /// The display times of packets, by the packets' own times, for containers that have no display times.
  struct place *places;
  size_t place_count;

  /// The frames and key frames, in display order.
  struct mark *frames, *keys;
  size_t frame_count, key_count;
  int64_t end;
  /// The palettes in the order of the file; they are stored because a container reports each palette only once, however
  /// often the file is read.
  struct palette *palettes;
  size_t palette_count;
  /// The earliest time of the file in ticks, which is the host's time 0.
  int64_t origin;

  /// The size of a decoded frame, and the operations that make it upright: the frame is first transposed, then mirrored.
  int width, height;
  bool is_transposed, flips_x, flips_y;

  /// The key frame at which decoding started; frames that are decoded after it but shown before it lack their references.
  int64_t first;
  /// The frame that was decoded last.
  int64_t last;
  bool is_running, waits_for_key, is_drained, lacks_palette;
  /// The time at which the next frame of a reel is shown.
  int64_t reel_time;

  struct kept *kept;
  size_t kept_room;
  uint64_t clock;
};

/// Finds the frames and the key frames; if there are none or too many, returns false with FAILED in `answer`.
bool marks_read(struct moving *moving, struct media_message *answer);
bool marks_of_reel(struct moving *moving, struct media_message *answer);

/// Opens the file from its beginning; returns a negative number on failure.
int moving_open_reader(struct moving *moving);

/// Attaches a packet's palette to the packet for the decoder.
void marks_paint(struct moving *moving, AVPacket *packet);

/// Returns the time at which a decoded frame is shown.
int64_t marks_time(const struct moving *moving, const AVFrame *frame);

/// Returns a frame, which belongs to the moving picture; if the frame is damaged, returns NULL with FAILED in `answer`.
AVFrame *moving_find(struct moving *moving, size_t index, struct media_message *answer);

/// Returns whether the decoder is before a frame, and reaches it at least as fast as from a key frame.
bool moving_is_before(const struct moving *moving, size_t index);

/// Positions the decoder at the last key frame that is not later than a frame; on failure, returns false with FAILED in
/// `answer`.
bool moving_start(struct moving *moving, size_t index, struct media_message *answer);

/// Decodes the next undamaged frame, which the caller releases, and its display time; returns NULL after the last frame.
AVFrame *moving_next(struct moving *moving, int64_t *shown);

/// Returns the number of the last frame that is shown at `shown` or earlier.
size_t moving_index(const struct moving *moving, int64_t shown);

/// Writes a frame as premultiplied RGBA, upright and scaled to the size of the first frame.
bool moving_store(struct moving *moving, size_t index, AVFrame *frame, uint8_t *pixels,
                  size_t stride);

#endif
