/* Fills its picture with OpenMP, with four threads although the environment sets one. */
#include "animator.h"

static int32_t fill(const void *parameters, const animator_context *context,
                    const animator_image *in, uint32_t in_count, animator_surface out,
                    animator_window window) {
  (void)parameters, (void)in, (void)in_count, (void)window;
  const uint8_t level = (uint8_t)(context->progress * 200);
#pragma omp parallel for num_threads(4)
  for (int32_t y = 0; y < out.height; y++)
    for (int32_t x = 0; x < out.width * 4; x++) out.data[y * out.stride_bytes + x] = level;
  return ANIMATOR_OK;
}

static const animator_descriptor parallel = {
  .size = sizeof(animator_descriptor), .kind = ANIMATOR_KIND_GENERATOR, .id = "test.parallel",
  .title = "Parallel", .version = "1.0.0", .doc = "One colour.", .duration_seconds = 1,
  .pixels = fill,
};
ANIMATOR_PLUGIN(&parallel);
