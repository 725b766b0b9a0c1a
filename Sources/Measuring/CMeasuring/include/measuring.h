// The kernels that find pictures in frames of a recording: levels, correlation, and subpixel alignment. Every function
// is pure and thread-safe, uses only + − × ÷ √, and visits its pixels in a fixed order, so that the same frames give
// the same bits on every machine.
#ifndef MEASURING_H
#define MEASURING_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// A plane of levels from 0 to 255, row after row without gaps; the caller owns the memory.
struct measuring_plane {
  const float *values;
  int32_t width, height;
};

/// Writes the luma (0.299, 0.587, 0.114 of the encoded channels) of `width`×`height` pixels of RGBA rows.
void measuring_luma(const uint8_t *pixels, size_t stride, int32_t width, int32_t height, float *to);

/// Writes one channel of the pixels: red is 0, green 1 and blue 2.
void measuring_channel(const uint8_t *pixels, size_t stride, int32_t width, int32_t height,
                       int32_t channel, float *to);

/// Blurs a plane with the weights 1 4 6 4 1 along both axes; the outermost level is repeated beyond the edge. `room`
/// has as many elements as the plane.
void measuring_blur(struct measuring_plane plane, float *room, float *to);

/// Writes a blurred plane at half its size, rounded down.
void measuring_halve(struct measuring_plane plane, float *to);

/// Writes the mean of the plane's area under each of `width`×`height` cells.
void measuring_resize(struct measuring_plane plane, int32_t width, int32_t height, float *to);

/// Writes the mean luma of each block of `side`×`side` RGBA pixels, computed from every second pixel of every second
/// row; incomplete blocks at the right and at the bottom are left out.
void measuring_blocks(const uint8_t *pixels, size_t stride, int32_t width, int32_t height,
                      int32_t side, float *to);

/// For each of `levels`, counts the positions at which two rows of means differ by more than the level.
void measuring_differing(const float *a, const float *b, int32_t count, const float *levels,
                         int32_t level_count, int32_t *counts);

/// Writes the mean red, green and blue of each block of `side`×`side` RGBA pixels, as three values for each block.
void measuring_colors(const uint8_t *pixels, size_t stride, int32_t width, int32_t height,
                      int32_t side, float *to);

/// The points of a picture: the position of each point, in fractions of the picture's width and height from its centre,
/// and the point's level.
struct measuring_points {
  const float *u, *v, *value;
  int32_t count;
};

/// The pose of a picture in a plane: its centre and extent in pixels, and its angle clockwise in radians.
struct measuring_pose {
  double x, y, width, height, angle;
};

/// The parameters that may change while a picture is aligned.
enum {
  MEASURING_POSITION = 1,
  MEASURING_SIZE = 2,
  MEASURING_ANGLE = 4,
};

/// The quality of a fit, for the model level = gain × the picture's level + share × plate + bias.
struct measuring_fit {
  double gain, bias, share;
  /// The correlation of the points that are in the plane, from −1 to 1.
  double correlation;
  /// The robust deviation of the residual, in levels.
  double deviation;
  /// The variances of x, y, width, height, angle and gain; 0 for a parameter that is fixed.
  double variance[6];
  /// The number of points that are in the plane.
  int32_t count;
};

/// Moves a pose to the position at which its points fit best, by the Gauss-Newton method with weights of Geman and
/// McClure. `plate` is the background outside the picture, with the plane's size; null if the background is unknown.
/// Returns 0, or -1 if too few points are in the plane or memory is short.
int measuring_align(struct measuring_plane plane, const float *_Nullable plate,
                    struct measuring_points points, int32_t moves, int32_t iterations,
                    struct measuring_pose *pose, struct measuring_fit *fit);

/// The progress of a frame from one picture to another, for the model level = from + share × distance + held × the
/// distance's sign.
struct measuring_going {
  double share;
  /// The number of levels by which a codec delays every change, regardless of its size; mostly below zero.
  double held;
  /// The robust deviation of the residual in levels, the variance of the share, and the typical distance.
  double deviation, variance, usual;
};

/// Finds the share for planes of equal size, with the weights of Geman and McClure: points that another object covers
/// get a small weight. Returns 0, or -1 if the pictures are too similar.
int measuring_share(struct measuring_plane from, const float *to, const float *frame,
                    struct measuring_going *going);

/// A possible position of a picture.
struct measuring_place {
  double x, y;
  float score;
};

/// Correlates the points of a picture of `width`×`height` pixels with the plane, for every position of the picture's
/// centre. Writes the best positions, best first, no two of them within `apart` pixels; returns their number, at most
/// `most`, or -1 if memory is short.
int32_t measuring_search(struct measuring_plane plane, struct measuring_points points, double width,
                         double height, double apart, struct measuring_place *places,
                         int32_t most);

#pragma clang assume_nonnull end
#endif
