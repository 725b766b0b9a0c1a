/* Results that are quick to produce but slow to draw: one kind of result for each name that may be defined. */
#include "animator.h"

#include <stdlib.h>
#include <string.h>

#if defined(CUBICS) || defined(MEMORY)
#define PIECES 0
#elif defined(SHARED)
#define PIECES 400
#else
#define PIECES 9000
#endif

static inline void far_path(const animator_context *context, animator_layer *layer, uint64_t count) {
  animator_path_element *path = context->allocate(context, count * sizeof *path);
  if (!path) return;
  for (uint64_t i = 0; i < count; i++) {
    path[i] = (animator_path_element){.verb = i ? ANIMATOR_PATH_CUBIC : ANIMATOR_PATH_MOVE};
    path[i].control1 = (animator_point){1e6, 1e6};
    path[i].control2 = (animator_point){-1e6, -1e6};
    path[i].end = (animator_point){(double)(i % 31), (double)(i * 7 % 31)};
  }
  layer->mask.kind = ANIMATOR_MASK_PATH;
  layer->mask.path = path;
  layer->mask.path_count = count;
}

static int32_t layout(
    const void *parameters, const animator_context *context, const animator_layer *const *inputs,
    uint32_t input_count, animator_layer *const *outputs, uint32_t output_count) {
  (void)parameters, (void)inputs;
  if (context->progress < 0.35 || context->progress >= 1) return ANIMATOR_OK;
#if defined(CUBICS)
  far_path(context, outputs[0], 900000);
#elif defined(MEMORY)
  char *memory = malloc((size_t)700 << 20);
  if (memory) memset(memory, 1, (size_t)700 << 20);
#endif
  for (uint32_t i = input_count; i < output_count; i++) {
    outputs[i]->piece_of = 0;
    outputs[i]->frame.width = outputs[i]->frame.height = 1000;
#if defined(BACKDROPS)
    outputs[i]->backdrop.kind = 1;
    outputs[i]->backdrop.blur = 999;
#elif defined(WIDE)
    outputs[i]->frame.width = outputs[i]->frame.height = 1e5;
    outputs[i]->blur = 300;
#elif defined(BLURS)
    outputs[i]->blur = 900;
    outputs[i]->rotate.z = i;
#elif defined(MASKS)
    far_path(context, outputs[i], 90);
#endif
  }
  return ANIMATOR_OK;
}

static uint32_t pieces(const void *parameters, const animator_context *context) {
  (void)parameters, (void)context;
  return PIECES;
}

static const animator_role roles[] = {{"subject", "A layer.", 0, 1, 1}};
static const animator_descriptor costly = {
  .size = sizeof costly, .kind = ANIMATOR_KIND_EFFECT, .id = "test.costly", .title = "Costly",
  .version = "1.0.0", .doc = "Costs more than it should.",
  .animates = ANIMATOR_PROPERTY_OPACITY | ANIMATOR_PROPERTY_MASK, .duration_seconds = 1,
  .layout = layout, .pieces = pieces, ANIMATOR_ROLES(roles)};
ANIMATOR_PLUGIN(&costly);
