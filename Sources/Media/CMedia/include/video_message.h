// The messages between the host and pipeline-media, in addition to the shared messages of media.h: clips, moving
// pictures and sounds that are read, and videos that are encoded and joined.
#ifndef PIPELINE_VIDEO_MESSAGE_H
#define PIPELINE_VIDEO_MESSAGE_H

#include <stdint.h>

enum video_kind {
  /// The host requests that frames in slots of the memory passed second are encoded to the file passed first; the video
  /// has a sound if the memory has room for `video.samples` after the slots. The answer is READY or FAILED.
  MEDIA_OPEN = 5,
  /// The host reports that slot `video.slot` contains frame `video.frame`. The answer comes later and in any order:
  /// RELEASED with `video.slot`.
  MEDIA_FRAME = 7,
  MEDIA_RELEASED = 8,
  /// The host reports that there are no more frames. The answer is FINISHED with the number of frames in the file in
  /// `video.frames`, or FAILED.
  MEDIA_FINISH = 9,
  /// The host requests that the passed video or animated picture is opened. The answer is READY with FFmpeg's name of
  /// the codec in `text`, or FAILED.
  MEDIA_READ = 12,
  /// The host requests the next frame of the opened file. The answer is LOADED with width, height, `clip.start` and
  /// `clip.duration`, so that STORE can follow; FINISHED after the last frame; or FAILED.
  MEDIA_NEXT = 13,
  /// The host starts a video in the passed file that consists of encoded parts with the same container and rate. The
  /// answer is READY, or FAILED. An optional HEARING follows, then PARTs, then FINISH.
  MEDIA_JOIN = 17,
  /// The host passes the file of the next part, with its number of frames in `video.frames`. The answer is READY, or
  /// FAILED. COPYs follow.
  MEDIA_PART = 18,
  /// The host requests that the passed video or animated picture is opened and its frames are found; afterwards the
  /// frames may be requested in any order. The answer is FAILED, or LOADED with the upright width and height, the
  /// members of `struct moving_message`, and in `text` an optional remark about the file's colours for the user.
  MEDIA_MOVING = 24,
  /// The host requests the times of frames in the passed memory of `bytes`: the start of each frame and then the end of
  /// the last, as int64_t; then, if there is room, a byte for each frame: 1 if the frame is mixed from frames on both
  /// sides of it. The answer is STORED, or FAILED.
  MEDIA_STARTS = 25,
  /// The host requests the mean luma of blocks of `moving.side` pixels, for `moving.frames` frames from `moving.frame`
  /// on, in the passed memory of `bytes`: floats from 0 to 255, row after row, in the stored orientation; the values of
  /// a damaged frame are NaN. The answer is STORED, or FAILED.
  MEDIA_GLANCE = 35,
  /// The host requests that the sound of the passed file is opened as `sound.number`. The answer is READY with the
  /// number of its samples at 48 kHz in `sound.samples`, or FAILED.
  MEDIA_SOUND = 30,
  /// The host requests `sound.samples` samples of `sound.number` from `sound.start` on in the passed memory of `bytes`:
  /// floats, left and right alternating. The answer is STORED with the number of existing samples in `sound.samples`,
  /// or FAILED.
  MEDIA_SAMPLES = 31,
  /// The host reports during encoding that `video.samples` samples are in the memory after the slots, or in the memory
  /// of HEARING. The answer is RELEASED with `video.slot` MEDIA_NO_SLOT.
  MEDIA_HEARD = 32,
  /// The host adds a sound to the video after JOIN; the samples will arrive in the passed memory, which has room for
  /// `video.samples`. The answer is READY, or FAILED.
  MEDIA_HEARING = 33,
  /// The host requests that the next `video.frames` frames of the part are written. The answer is READY, or FAILED.
  MEDIA_COPY = 34,
};

/// The slot number in answers about samples, which have no slot.
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

/// The time that an encoder may spend to make a file small.
enum media_effort { MEDIA_GOOD = 0, MEDIA_DRAFT = 1, MEDIA_BEST = 2 };

/// The times of a frame that was decoded in order; after the last frame, the number of frames.
struct clip_message {
  uint64_t frames;
  /// The time at which the frame is shown, and the frame's duration, in 1/705,600,000 s; the duration is 0 if it is
  /// unknown.
  int64_t start, duration;
};

/// A video or animated picture with random access to its frames.
struct moving_message {
  /// The number of frames, and the number of the requested frame.
  uint64_t frames, frame;
  /// The total duration in 1/705,600,000 s, and the unit to which the container rounds times, or 0 if the container
  /// does not round them.
  int64_t duration, rounding;
  /// The pixel aspect ratio, as width : height.
  uint32_t pixel_width, pixel_height;
  uint32_t has_alpha;
  /// The maximum number of cached frames.
  uint32_t kept;
  /// Whether the message's text only reports assumptions about values that the file lacks.
  uint32_t is_guess;
  /// The width and height in pixels of a block for GLANCE.
  uint32_t side;
};

/// The number of a sound, and a range of its samples.
struct sound_message {
  uint32_t number;
  /// The number of samples, and the number of the first sample.
  uint64_t samples;
  int64_t start;
};

/// The settings of a video that is encoded, or joined from parts.
struct video_message {
  /// The video's container, an enum media_container.
  uint32_t container;
  /// The encoder's effort, an enum media_effort.
  uint32_t effort;
  /// The quality from 0, the smallest file, to 1, the best picture; a value below 0 selects the encoder's default.
  double quality;
  /// The frame rate in frames a second, as a fraction.
  uint32_t rate_numerator, rate_denominator;
  /// The number of times that an animated picture plays; 0 means endlessly.
  uint32_t loop;
  uint32_t has_alpha;
  /// The number of slots, and the slot of this message.
  uint32_t slots, slot;
  /// Whether the video is one of several parts that will be joined, and the number of the part's first frame.
  uint32_t is_part;
  /// If not 0, H.264 stays within level 4.0 and AAC has 256 kb/s, as app stores require.
  uint32_t is_for_store;
  /// The reduction of the encoder's memory: 0 selects the usual settings; with 1, the encoder has one thread and looks
  /// ahead less far; with 2, it does not look ahead.
  uint32_t thrift, reserved;
  uint64_t first_frame;
  /// The number of a frame, the number of all frames, and the number of samples.
  uint64_t frame, frames, samples;
};

#endif
