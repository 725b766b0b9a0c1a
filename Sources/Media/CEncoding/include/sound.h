// Loops over samples of sound, which are floats that alternate between left and right; `count` is a number of pairs.
#ifndef PIPELINE_SOUND_H
#define PIPELINE_SOUND_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// The number of samples that the interpolation between two samples reads.
#define ENCODING_PEAK_TAPS 12

/// Returns the highest true peak of the samples from number ENCODING_PEAK_TAPS on, as a factor of full scale; earlier
/// samples are only used for interpolation.
float encoding_true_peak(const float *samples, size_t count);

/// Adds samples to a sum, each sample with its own gain.
void encoding_add_sound(float *sum, const float *samples, const float *gains, size_t count);

/// Writes samples as 24-bit numbers, lowest byte first; values beyond full scale are clamped.
void encoding_sound_24(const float *samples, size_t count, uint8_t *to);

#pragma clang assume_nonnull end
#endif
