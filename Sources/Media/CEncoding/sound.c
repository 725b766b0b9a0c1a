// Loops over samples of sound, which alternate between left and right.
#include <math.h>
#include <string.h>

#include "sound.h"

/// The interpolation filter of ITU-R BS.1770-4, annex 2: four phases with twelve taps each.
static const float between[4][ENCODING_PEAK_TAPS] = {
    {0.0017089843750f, 0.0109863281250f, -0.0196533203125f, 0.0332031250000f, -0.0594482421875f,
     0.1373291015625f, 0.9721679687500f, -0.1022949218750f, 0.0476074218750f, -0.0266113281250f,
     0.0148925781250f, -0.0083007812500f},
    {-0.0291748046875f, 0.0292968750000f, -0.0517578125000f, 0.0891113281250f, -0.1665039062500f,
     0.4650878906250f, 0.7797851562500f, -0.2003173828125f, 0.1015625000000f, -0.0582275390625f,
     0.0330810546875f, -0.0189208984375f},
    {-0.0189208984375f, 0.0330810546875f, -0.0582275390625f, 0.1015625000000f, -0.2003173828125f,
     0.7797851562500f, 0.4650878906250f, -0.1665039062500f, 0.0891113281250f, -0.0517578125000f,
     0.0292968750000f, -0.0291748046875f},
    {-0.0083007812500f, 0.0148925781250f, -0.0266113281250f, 0.0476074218750f, -0.1022949218750f,
     0.9721679687500f, 0.1373291015625f, -0.0594482421875f, 0.0332031250000f, -0.0196533203125f,
     0.0109863281250f, 0.0017089843750f},
};

float encoding_true_peak(const float *samples, size_t count) {
  float peak = 0;
  for (size_t i = 0; i + ENCODING_PEAK_TAPS <= count; i++) {
    const float *window = samples + 2 * i;
    for (int c = 0; c < 2; c++) {
      // The peak also includes the samples themselves, not only interpolated values.
      const float own = fabsf(window[2 * (ENCODING_PEAK_TAPS - 1) + c]);
      if (own > peak) peak = own;
      for (int place = 0; place < 4; place++) {
        float sum = 0;
        for (int tap = 0; tap < ENCODING_PEAK_TAPS; tap++)
          sum += between[place][tap] * window[2 * tap + c];
        if (fabsf(sum) > peak) peak = fabsf(sum);
      }
    }
  }
  return peak;
}

void encoding_add_sound(float *sum, const float *samples, const float *gains, size_t count) {
  for (size_t i = 0; i < count; i++) {
    sum[2 * i] += samples[2 * i] * gains[i];
    sum[2 * i + 1] += samples[2 * i + 1] * gains[i];
  }
}

void encoding_sound_24(const float *samples, size_t count, uint8_t *to) {
  for (size_t i = 0; i < 2 * count; i++) {
    const float scaled = samples[i] * 8388608.0f;
    const float within = scaled > 8388607.0f ? 8388607.0f : scaled < -8388608.0f ? -8388608.0f : scaled;
    const int32_t value = (int32_t)lrintf(within);
    to[3 * i] = (uint8_t)(value & 0xff);
    to[3 * i + 1] = (uint8_t)((value >> 8) & 0xff);
    to[3 * i + 2] = (uint8_t)((value >> 16) & 0xff);
  }
}
