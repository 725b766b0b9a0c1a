/* Reads the current and the earlier state of its layer, and a table; `what` names what goes wrong. */
#define ANIMATOR_REQUIRED_MINOR 2
#include <string.h>

#include "animator.h"

enum {
  FINE, CRASH_MOMENTS, HANG_MOMENTS, MANY_MOMENTS, FAR_MOMENT, CRASH_TABLE, HANG_TABLE, GIANT_TABLE,
  FAIL_TABLE, BEYOND_TABLE, WRITE_TABLE, STILL
};

typedef struct values {
  int32_t what, count;
} values;

static const animator_parameter parameters[] = {
  ANIMATOR_CHOICE(values, what,
                  "fine|crash-moments|hang-moments|many-moments|far-moment|crash-table|hang-table|giant-table"
                  "|fail-table|beyond-table|write-table|still",
                  "\"fine\"", "What goes wrong, from progress 0.4 on."),
  ANIMATOR_FIELD(values, count, NONE, 1, 16, "3", "How many moments it reads."),
};
static const animator_role roles[] = {{"subject", "A layer.", NULL, 1, 1}};

static void go_wrong(bool hangs) {
  if (!hangs) *(volatile int *)8 = 1;
  for (volatile int i = 0; hangs; i = 0) {}
}

static uint32_t moments(const void *pointer, const animator_context *context, uint32_t layer,
                        animator_time *to) {
  (void)layer;
  const values *v = pointer;
  /* Planning calls the plugin for both ends. */
  const bool is_due = context->progress >= 0.35 && context->progress < 1;
  if (is_due && (v->what == CRASH_MOMENTS || v->what == HANG_MOMENTS)) go_wrong(v->what == HANG_MOMENTS);
  if (is_due && v->what == MANY_MOMENTS) return 17;
  if (v->what == STILL) return 0;
  for (int32_t i = 0; i < v->count; i++) to[i].ticks = -(int64_t)i * 70560000;
  if (is_due && v->what == FAR_MOMENT) to[0].ticks = INT64_MIN;
  return (uint32_t)v->count;
}

static uint64_t bytes(const void *pointer, const animator_context *context, int32_t width, int32_t height) {
  (void)context;
  const values *v = pointer;
  return v->what == GIANT_TABLE ? 1ull << 40 : 1 + (uint64_t)width * (uint64_t)height;
}

static int32_t prepare(const void *pointer, const animator_context *context, int32_t width, int32_t height,
                       void *table, uint64_t bytes) {
  const values *v = pointer;
  uint8_t *to = table;
  if (v->what == CRASH_TABLE || v->what == HANG_TABLE) go_wrong(v->what == HANG_TABLE);
  if (v->what == BEYOND_TABLE) to[(bytes + 63) / 64 * 64] = 1;
  if (v->what == FAIL_TABLE) {
    context->fail(context, "/params/count", "no table today");
    return ANIMATOR_FAILED;
  }
  for (int32_t y = 0; y < height; y++)
    for (int32_t x = 0; x < width; x++) to[y * width + x] = (uint8_t)(255 - (x * 7 + y * 11) % 64);
  return ANIMATOR_OK;
}

static int32_t pixels(const void *pointer, const animator_context *context, const animator_image *in,
                      uint32_t in_count, animator_surface out, animator_window window) {
  const values *v = pointer;
  const uint8_t *const table = context->table;
  if (context->layer_count != 1 || context->moment_counts[0] != in_count) return ANIMATOR_FAILED;
  if (v->what == WRITE_TABLE) *(volatile uint8_t *)(uintptr_t)table = 1;
  for (int32_t y = window.y; y < window.y + window.height; y++)
    for (int32_t x = 4 * window.x; x < 4 * (window.x + window.width); x++) {
      uint32_t sum = 0;
      for (uint32_t i = 0; i < in_count; i++) sum += in[i].data[y * in[i].stride_bytes + x];
      out.data[y * out.stride_bytes + x] = (uint8_t)(sum * table[y * out.width + x / 4] / 255 / in_count);
    }
  return ANIMATOR_OK;
}

static const void *offers(const char *id) {
  static const animator_times times = {.size = sizeof(animator_times), .moments = moments};
  static const animator_prepare table = {.size = sizeof(animator_prepare), .bytes = bytes, .prepare = prepare};
  if (strcmp(id, ANIMATOR_TIMES) == 0) return &times;
  return strcmp(id, ANIMATOR_PREPARE) == 0 ? &table : NULL;
}

static const animator_descriptor inputs = {
  .size = sizeof(animator_descriptor), .kind = ANIMATOR_KIND_FILTER, .id = "test.inputs",
  .title = "Inputs", .version = "1.0.0", .doc = "Reads a layer at several moments.",
  .duration_seconds = 1, .easing_json = "\"linear\"",
  ANIMATOR_PARAMETERS(values, parameters), ANIMATOR_ROLES(roles), .pixels = pixels, .extension = offers,
};

ANIMATOR_PLUGIN(&inputs);
