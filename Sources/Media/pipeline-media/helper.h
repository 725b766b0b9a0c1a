// What the files of pipeline-media share.
#ifndef HELPER_H
#define HELPER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "media.h"

struct AVFrame;
struct color;

/// A decoded picture as it is stored, and what its file says of it.
struct image {
  struct AVFrame *frame;
  /// NULL: its colours are sRGB, or what FFmpeg says of them is all.
  struct color *color;
  /// As in EXIF, 1…8.
  unsigned orientation;
  /// Its colours are multiplied by its alpha.
  bool is_premultiplied;
  /// It is premultiplied RGBA8, sRGB already; `color` is NULL.
  bool is_final;
  /// It is a frame of a video, of which matrix, range and place of chroma are known.
  bool is_footage;
  /// `color` is somebody else's, who closes it.
  bool borrows_color;
};

/// Frees what it holds.
void image_close(struct image *image);

/// The last error line of FFmpeg since helper_forget_log, without its end; maybe empty.
const char *helper_log(void);
void helper_forget_log(void);

/// Decodes the file and answers LOADED with the sides of the upright picture and maybe a warning; or
/// fills `answer` with why not and gives false.
bool load_image(int file, const struct media_message *asked, struct media_message *answer,
                struct image *image);

/// The same of a picture in memory, such as the cover of a sound or a video.
bool load_cover(const unsigned char *bytes, size_t count, const struct media_message *asked,
                struct media_message *answer, struct image *image);

/// Refuses sides beyond the limits, or none; fills FAILED.
bool is_within_limits(int64_t width, int64_t height, const struct media_message *asked,
                      struct media_message *answer);

/// The same of a HEIC or an AVIF, by libheif.
bool is_heif(const unsigned char *bytes, size_t count);
bool load_heif(const unsigned char *bytes, size_t count, const struct media_message *asked,
               struct media_message *answer, struct image *image);

/// The same of a JPEG with four inks, by libjpeg.
bool is_inked_jpeg(const unsigned char *bytes, size_t count);
bool load_inked_jpeg(const unsigned char *bytes, size_t count, const struct media_message *asked,
                     struct media_message *answer, struct image *image);

/// Turns a row of inks, 255 being all of one, into what is left of light by each: RGBA. For files without a
/// profile.
void inks_lighten(uint8_t *row, int width);

/// Turns a row of L*a*b*, whose alpha stays, into sRGB: `is_icc` where its a and b have no sign.
void lab_row(uint8_t *row, uint32_t width, bool is_wide, bool is_icc);

/// The same of a TIFF, by libtiff.
bool is_tiff(const unsigned char *bytes, size_t count);
bool load_tiff(const unsigned char *bytes, size_t count, const struct media_message *asked,
               struct media_message *answer, struct image *image);

/// Answers that a file of this kind is not read, and `what` is.
void kind_fail(const char *name, const char *what, struct media_message *answer);

/// Multiplies the colours of a row of RGBA8 by its alpha.
void image_premultiply(unsigned char *row, int width);

/// A frame of RGBA with samples of 8 or 16 bits in the machine's order; NULL without memory.
struct AVFrame *new_rgba(int width, int height, bool is_wide);

/// The model of a frame's samples for color_open, and their bits.
struct color_format {
  int model;
  unsigned bits;
};
struct color_format format_of(const struct AVFrame *frame);

/// Writes a frame as premultiplied RGBA8, sRGB, upright; false when FFmpeg cannot convert its format or
/// there is no memory.
bool store_image(const struct image *image, unsigned char *pixels, size_t stride);

/// A video or animated picture that is being decoded.
struct clip;

/// Opens a clip and answers READY, or fills `answer` with why not and gives NULL. The descriptor is
/// copied.
struct clip *clip_open(int file, const struct media_message *asked, struct media_message *answer);

/// Puts the next frame into the image, answered as LOADED; FINISHED after the last, or FAILED.
void clip_next(struct clip *clip, struct image *image, struct media_message *answer);

/// Sets the clip to NULL.
void clip_close(struct clip **clip);

/// Videos that are being put one after the other.
struct join;

/// Begins a video in the file, which is copied, and answers READY; or fills `answer` with why not and
/// gives NULL.
struct join *join_open(int file, const struct media_message *asked, struct media_message *answer);

/// Gives the video a sound, before its first part: its samples come in the memory, which has room for
/// `asked->video.samples`; answers READY, or FAILED.
void join_hearing(struct join *join, int memory, const struct media_message *asked,
                  struct media_message *answer);

/// Writes `asked->video.samples` that lie in that memory, once there is a part; answers RELEASED, or
/// FAILED.
void join_heard(struct join *join, const struct media_message *asked, struct media_message *answer);

/// Opens the next part, of `asked->video.frames`; answers READY, or FAILED.
void join_part(struct join *join, int file, const struct media_message *asked,
               struct media_message *answer);

/// Writes the next `asked->video.frames` of the part; answers READY, or FAILED.
void join_copy(struct join *join, const struct media_message *asked, struct media_message *answer);

/// Ends the video; answers FINISHED with its number of frames, or FAILED.
void join_finish(struct join *join, struct media_message *answer);

/// Sets the join to NULL.
void join_close(struct join **join);

/// Encodes until the host says FINISH; returns when the video is over.
void encode_video(int socket, int file, int memory, const struct media_message *asked);

#endif
