// Loops over samples of sound, which are floats for left and right in turn; `count` is a number of pairs.
#ifndef PIPELINE_SOUND_H
#define PIPELINE_SOUND_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// The number of samples for interpolation.
#define ENCODING_PEAK_TAPS 12

/// The highest true peak, as a factor of full scale, of the samples from number ENCODING_PEAK_TAPS on;
/// earlier samples are only used for interpolation.
float encoding_true_peak(const float *samples, size_t count);

/// Adds samples, each with the gain of its own.
void encoding_add_sound(float *sum, const float *samples, const float *gains, size_t count);

/// Writes samples as 24-bit numbers, the lowest byte first; values beyond full scale are clamped.
void encoding_sound_24(const float *samples, size_t count, uint8_t *to);

#pragma clang assume_nonnull end
#endif
