// Declarations shared by the files that find the frames of a video.
#ifndef MOVING_PARTS_H
#define MOVING_PARTS_H

#include "footage.h"
#include "moving.h"
#include "reel.h"

/// The most frames of one file.
#define FRAME_MAX 2000000
/// The largest numbers of cached frames, and of their bytes.
#define KEPT_MAX 4096
/// The most palettes that one file may have.
#define PALETTE_MAX 4096
#define KEPT_BYTES (256ll << 20)

/// A frame according to the packets.
struct mark {
  /// The time at which it is shown, and the time at which it is decoded, in the track's own time base.
  int64_t shown, decoded, duration;
  bool is_key;
  /// Whether the frame is never shown, and is decoded only because other frames need it.
  bool is_hidden;
  /// The number of packets with this time; the last packet counts.
  uint32_t copies;
};

/// The time at which the frame of a packet is shown.
struct place {
  int64_t packet, shown;
};

/// The colours that indexes have from a packet on.
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

  /// The alpha, if it is a separate track.
  struct moving *alpha;

  /// An animated picture, instead of the decoder and the packet.
  struct reel *reel;

  /// If the container has no display times: the display times of the packets, by the packets' own times.
  struct place *places;
  size_t place_count;

  /// The frames and key frames, in the order in which they are shown.
  struct mark *frames, *keys;
  size_t frame_count, key_count;
  int64_t end;
  /// The frames in the order of the file, because a container reports each once, however often it is read.
  struct palette *palettes;
  size_t palette_count;
  /// The earliest time of the file in ticks, which is the host's 0.
  int64_t origin;

  /// The size of a decoded frame, and the operations that make it upright: first it is transposed, then
  /// mirrored.
  int width, height;
  bool is_transposed, flips_x, flips_y;

  /// The key frame at which decoding started; later frames that are shown before it lack their references.
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

/// Finds the frames and the key frames; FAILED and false if there are none, or too many.
bool marks_read(struct moving *moving, struct media_message *answer);
bool marks_of_reel(struct moving *moving, struct media_message *answer);

/// Opens the file from its beginning; negative on failure.
int moving_open_reader(struct moving *moving);

/// Attaches its palette to a packet for the decoder.
void marks_paint(struct moving *moving, AVPacket *packet);

/// The time at which a decoded frame is shown.
int64_t marks_time(const struct moving *moving, const AVFrame *frame);

/// Finds a frame, which the moving picture owns; NULL, and FAILED, if the frame is damaged.
AVFrame *moving_find(struct moving *moving, size_t index, struct media_message *answer);

/// Whether decoding has not passed a frame, and continuing to it is no longer than starting again.
bool moving_is_before(const struct moving *moving, size_t index);

/// Positions the decoder at the last key frame that is not later than a frame; false, and FAILED, if this is
/// not possible.
bool moving_start(struct moving *moving, size_t index, struct media_message *answer);

/// Decodes the next undamaged frame, which the caller releases, and its time; NULL after the last frame.
AVFrame *moving_next(struct moving *moving, int64_t *shown);

/// The number of the last frame that is not shown later.
size_t moving_index(const struct moving *moving, int64_t shown);

/// Writes a frame as premultiplied RGBA, upright and with the size of the first frame.
bool moving_store(struct moving *moving, size_t index, AVFrame *frame, uint8_t *pixels,
                  size_t stride);

#endif
