// The messages between the host and pipeline-media, in addition to those of media.h: clips, moving pictures
// and sounds that are read, and videos that are encoded and joined.
#ifndef PIPELINE_VIDEO_MESSAGE_H
#define PIPELINE_VIDEO_MESSAGE_H

#include <stdint.h>

enum video_kind {
  /// Host: encode to the file passed first, from slots in the memory passed second; with a sound if there is
  /// room for `video.samples` behind them. Answer: READY or FAILED.
  MEDIA_OPEN = 5,
  /// Host: slot `video.slot` contains frame `video.frame`. Answer, later and in any order: RELEASED with
  /// `video.slot`.
  MEDIA_FRAME = 7,
  MEDIA_RELEASED = 8,
  /// Host: there are no more frames. Answer: FINISHED with the number of frames in the file in
  /// `video.frames`, or FAILED.
  MEDIA_FINISH = 9,
  /// Host: open the passed video or animated picture. Answer: READY with FFmpeg's name of the codec in
  /// `text`, or FAILED.
  MEDIA_READ = 12,
  /// Host: decode its next frame. Answer: LOADED with width, height, `clip.start` and `clip.duration`, so
  /// that STORE can follow; FINISHED after the last; or FAILED.
  MEDIA_NEXT = 13,
  /// Host: start a video in the passed file, made from encoded parts with the same container and rate.
  /// Answer: READY, or FAILED. Optionally HEARING follows, then PARTs, then FINISH.
  MEDIA_JOIN = 17,
  /// Host: the passed file is the next part, with `video.frames`. Answer: READY, or FAILED. COPYs follow.
  MEDIA_PART = 18,
  /// Host: open the passed video or animated picture and find its frames, which may then be requested in any
  /// order. Answer: LOADED with the upright width and height, the members of `struct moving_message`, and in
  /// `text` a remark about its colours for the user, if there is one; or FAILED.
  MEDIA_MOVING = 24,
  /// Host: write the start of each frame, and after them the end, as int64_t into the passed memory of
  /// `bytes`; then, if there is room, a byte for each frame: 1 if it is mixed from frames on both sides of
  /// it. Answer: STORED, or FAILED.
  MEDIA_STARTS = 25,
  /// Host: write the mean luma of blocks of `moving.side` pixels, for `moving.frames` frames from
  /// `moving.frame` on, into the passed memory of `bytes`: floats from 0 to 255, row after row, NaN for a
  /// damaged frame; in the stored orientation. Answer: STORED, or FAILED.
  MEDIA_GLANCE = 35,
  /// Host: open the sound of the passed file as `sound.number`. Answer: READY with the number of its samples
  /// at 48 kHz in `sound.samples`, or FAILED.
  MEDIA_SOUND = 30,
  /// Host: write `sound.samples` of `sound.number` from `sound.start` on into the passed memory of `bytes`:
  /// floats, left and right alternating. Answer: STORED with the number of existing samples in
  /// `sound.samples`, or FAILED.
  MEDIA_SAMPLES = 31,
  /// Host, while it encodes: `video.samples` are in the memory after the slots, or in that of HEARING. Answer:
  /// RELEASED with `video.slot` MEDIA_NO_SLOT.
  MEDIA_HEARD = 32,
  /// Host, after JOIN: the video gets a sound, whose samples will arrive in the passed memory, which has room
  /// for `video.samples`. Answer: READY, or FAILED.
  MEDIA_HEARING = 33,
  /// Host: write the next `video.frames` of the part. Answer: READY, or FAILED.
  MEDIA_COPY = 34,
};

/// The samples follow without a slot.
#define MEDIA_NO_SLOT UINT32_MAX

enum media_container {
  MEDIA_MP4 = 1,   // H.264, planes Y U V, 4:2:0, 8 bits, sides even
  MEDIA_WEBM = 2,  // VP9, planes Y U V (A), 4:2:0, 8 bits, sides even
  MEDIA_MOV = 3,   // ProRes 4444, planes Y U V A, 4:4:4, 10 bits in 16
  MEDIA_WEBP = 4,  // animated WebP, straight BGRA
  MEDIA_MP4_H265 = 5,       // as MP4
  MEDIA_MP4_AV1 = 6,        // as MP4
  MEDIA_WEBM_LOSSLESS = 7,  // VP9 without loss, planes G B R, 8 bits
  MEDIA_WEBM_AV1 = 8,       // as MP4
  MEDIA_MOV_H264 = 9,       // as MP4
  MEDIA_MOV_H265 = 10,      // as MP4
  MEDIA_MKV = 11,           // FFV1, straight BGRA
  MEDIA_MP4_STREAM = 12,    // as MP4, in fragments, to a pipe
};

/// The time that an encoder takes to make a file small.
enum media_effort { MEDIA_GOOD = 0, MEDIA_DRAFT = 1, MEDIA_BEST = 2 };

/// A frame that was decoded in order, and after the last their number.
struct clip_message {
  uint64_t frames;
  /// The time at which the frame is shown and its duration, in 1/705,600,000 s; a duration of 0 is unknown.
  int64_t start, duration;
};

/// A video or animated picture with random access to its frames.
struct moving_message {
  /// The number of frames, and the number of the requested frame.
  uint64_t frames, frame;
  /// The total duration in 1/705,600,000 s, and the unit to which the container rounds times; 0 if the
  /// container does not round.
  int64_t duration, rounding;
  /// The pixel aspect ratio, width : height.
  uint32_t pixel_width, pixel_height;
  uint32_t has_alpha;
  /// The largest number of cached frames.
  uint32_t kept;
  /// Whether the text only states assumptions about missing values of the file.
  uint32_t is_guess;
  /// The side of a block, for GLANCE.
  uint32_t side;
};

/// A sound that is read.
struct sound_message {
  uint32_t number;
  /// A number of samples, and their start.
  uint64_t samples;
  int64_t start;
};

/// A video that is encoded, or joined from parts.
struct video_message {
  /// The container, an enum media_container.
  uint32_t container;
  /// The effort, an enum media_effort.
  uint32_t effort;
  /// The quality from 0, the smallest file, to 1, the best picture; below 0 means the encoder's default.
  double quality;
  /// Frames a second, as a fraction.
  uint32_t rate_numerator, rate_denominator;
  /// The number of times that an animated picture plays; 0 means forever.
  uint32_t loop;
  uint32_t has_alpha;
  /// The number of slots, and the slot of this message.
  uint32_t slots, slot;
  /// Whether the video is one of several parts that are joined; the number of the part's first frame.
  uint32_t is_part;
  /// Not 0: H.264 stays within level 4.0, and AAC has 256 kb/s, as app stores require.
  uint32_t is_for_store;
  /// The reduction of the encoder's memory: 0 for the usual settings; with 1, the encoder looks ahead less
  /// far in one thread; with 2, it does not look ahead.
  uint32_t thrift, reserved;
  uint64_t first_frame;
  /// The number of a frame, and a number of frames and of samples.
  uint64_t frame, frames, samples;
};

#endif
