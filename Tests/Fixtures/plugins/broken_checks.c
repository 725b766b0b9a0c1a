/* A plugin that obeys every rule; -DBROKEN=n breaks the rule that check n tests, and no other rule. */
#define _GNU_SOURCE
#include <locale.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define ANIMATOR_VENDOR "test"
#include "animator.h"

#if !defined(BROKEN)
#define BROKEN 0
#endif

#if BROKEN == 15
#pragma pack(push, 1)
#endif
typedef struct knobs {
  bool on;
  double amount;
  animator_point where;
  int32_t way;
  animator_curve pace;
} knobs;
#if BROKEN == 15
#pragma pack(pop)
#endif

static const animator_parameter knob_table[] = {
  ANIMATOR_FIELD(knobs, on, NONE, 0, 0, "true", "A switch."),
#if BROKEN == 17
  ANIMATOR_FIELD(knobs, amount, POINTS, 0, 10, "11", "A number."),
#elif BROKEN == 18
  ANIMATOR_FIELD(knobs, amount, POINTS, 0, 10, "1", ""),
#else
  ANIMATOR_FIELD(knobs, amount, POINTS, 0, 10, "1", "A number."),
#endif
#if BROKEN == 21
  ANIMATOR_FIELD(knobs, where, POINTS, 0, 0, "{\"centerOf\":", "A point."),
#else
  ANIMATOR_FIELD(knobs, where, POINTS, 0, 0, "{\"centerOf\":\"subject\"}", "A point."),
#endif
#if BROKEN == 19
  ANIMATOR_CHOICE(knobs, way, "left|left", "\"left\"", "A choice."),
#else
  ANIMATOR_CHOICE(knobs, way, "left|right", "\"left\"", "A choice."),
#endif
  ANIMATOR_FIELD(knobs, pace, NONE, 0, 0, "\"linear\"", "A curve."),
};

static const animator_role subject_roles[] = {
#if BROKEN == 23
  {"subject", "A layer.", "{\"frame\":\"none\"}", 1, 1},
#else
  {"subject", "A layer.", "{\"backgroundColor\":\"#fff\"}", 1, 1},
#endif
};
#if !defined(FROM)
#define FROM "from"
#endif
#if !defined(TO)
#define TO "to"
#endif
static const animator_role screen_roles[] = {
  {FROM, "The old screen.", NULL, 1, 1},
  {TO, "The new screen.", NULL, 1, 1},
};

static volatile double state, scratch;
static volatile int calls;

static double knob_duration(const void *parameters, const animator_context *context) {
  (void)context;
  (void)parameters;
#if BROKEN == 22
  return ((const knobs *)parameters)->amount >= 10 ? 0 : 1;
#else
  return 1;
#endif
}

static int32_t knob_layout(const void *parameters, const animator_context *context,
                           const animator_layer *const *in, uint32_t in_count,
                           animator_layer *const *out, uint32_t out_count) {
  (void)in_count, (void)out_count;
  const knobs *k = parameters;
  double p = context->progress;
  double paced = k->pace.at ? k->pace.at(k->pace.self, p) : p;
#if BROKEN == 52
  if (fabs(paced) > 1e6) paced = NAN;
#endif
  double shift = k->amount * paced * (k->way ? 1 : -1);
#if BROKEN == 24
  if (k->amount == 1) shift = NAN;
#elif BROKEN == 25
  if (k->amount == 0) shift = NAN;
#elif BROKEN == 26
  if (k->amount == 10) shift = NAN;
#elif BROKEN == 27
  if (k->amount > 2 && k->amount < 8) shift = INFINITY;
#elif BROKEN == 28
  if (k->where.x > 1e6) shift = NAN;
#elif BROKEN == 29
  ((knobs *)(uintptr_t)parameters)->on = true;
#elif BROKEN == 32
  if (p > 0.5) shift += 100;
#elif BROKEN == 33
  shift += calls++;
#elif BROKEN == 34
  const double last = state;
  state = p;
  shift += last == p ? 0 : (last + 0.025 - p) * (last > p || last + 0.03 < p);
#elif BROKEN == 35
  scratch = shift;
  for (volatile int i = 0; i < 20000; i++) {}
  shift = scratch;
#elif BROKEN == 37
  shift += getpid();
#elif BROKEN == 38
  shift *= context->scale;
#elif BROKEN == 39
  shift += 1 / context->frames_per_second;
#elif BROKEN == 40
  out[0]->corner_radius = 3 * p;
#elif BROKEN == 48
  *(volatile char *)context->allocate(context, 64) = 1;
#elif BROKEN == 49
  *(volatile char *)malloc(64) = 1;
#elif BROKEN == 50
  if (k->amount > 2 && k->amount < 8) {
    context->fail(context, "/params/nobody", "no such thing");
    return ANIMATOR_FAILED;
  }
#elif BROKEN == 51
  for (int i = 0; i < 20; i++) (void)context->keep_going(context);
#endif
#if BROKEN != 51
  if (!context->keep_going(context)) return ANIMATOR_FAILED;
#endif
#if BROKEN != 48
  void *memory = context->allocate(context, 64);
  if (memory == NULL) {
    context->fail(context, "", "no memory");
    return ANIMATOR_FAILED;
  }
#endif
  out[0]->translate.x = in[0]->translate.x + shift;
  return ANIMATOR_OK;
}

static int32_t mix_pixels(const void *parameters, const animator_context *context,
                          const animator_image *in, uint32_t in_count, animator_surface out,
                          animator_window window) {
  (void)parameters, (void)in_count;
  double p = context->progress < 0 ? 0 : context->progress > 1 ? 1 : context->progress;
#if BROKEN == 30
  p = p * 0.5 + 0.5;
#elif BROKEN == 31
  p = p * 0.5;
#elif BROKEN == 56
  /* While a finger is down, the progress is half as large, also at the end. */
  if (context->finger != NULL && context->finger->is_down) p = p * 0.5;
#elif BROKEN == 41
  if (out.width == 2049) return ANIMATOR_FAILED;
#elif BROKEN == 44
  *(volatile uint8_t *)(uintptr_t)in[0].data = in[0].data[0];
#endif
  const bool between = context->progress > 0 && context->progress < 1;
  (void)between;
  (void)((volatile const uint8_t *)context->table)[context->table_bytes - 1];
#if BROKEN == 53
  /* Compares the first pixel with the first pixel of the previous picture. */
  static uint32_t last = UINT32_MAX;
  uint32_t first;
  memcpy(&first, in[0].data, 4);
  const bool differs = last != UINT32_MAX && last != first;
  last = first;
#endif
  const uint32_t weight = (uint32_t)(p * 256 + 0.5);
  for (int64_t y = window.y; y < (int64_t)window.y + window.height; y++) {
    const uint8_t *const a = in[0].data + y * in[0].stride_bytes;
    const uint8_t *const b = in[1].data + y * in[1].stride_bytes;
    uint8_t *const o = out.data + y * out.stride_bytes;
    for (int64_t x = (int64_t)window.x * 4; x < ((int64_t)window.x + window.width) * 4; x++)
      o[x] = (uint8_t)((a[x] * (256 - weight) + b[x] * weight + 128) >> 8);
#if BROKEN == 53
    if (between && differs && o[window.x * 4] > 0) o[window.x * 4]--;
#elif BROKEN == 36
    if (between) o[window.x * 4] = o[window.x * 4] / 2;
#elif BROKEN == 42
    /* Writes where the next row would start if rows were not padded. */
    if (out.stride_bytes > out.width * 4 + 63) o[out.width * 4 + 64] = 1;
#elif BROKEN == 43
    /* Reads beyond the last pixel. */
    if (y == out.height - 1) p += ((volatile const uint8_t *)a)[in[0].stride_bytes] * 0;
#elif BROKEN == 45
    if (y + 1 < out.height && window.width < out.width) (out.data + (y + 1) * out.stride_bytes)[0] = 9;
#elif BROKEN == 46
    for (int64_t x = (int64_t)window.x * 4; x < ((int64_t)window.x + window.width) * 4; x += 4)
      if (between && o[x + 3] > 0) o[x] = o[x + 3] < 255 ? o[x + 3] + 1 : 255;
#elif BROKEN == 47
    if (between && o[window.x * 4 + 3] == 0)
      for (int64_t x = (int64_t)window.x * 4; x < ((int64_t)window.x + window.width) * 4; x++)
        o[x] = 5;
#endif
  }
  return ANIMATOR_OK;
}

static uint32_t mix_moments(const void *parameters, const animator_context *context, uint32_t layer,
                            animator_time *moments) {
  (void)parameters, (void)context, (void)layer;
#if BROKEN == 54
  moments[0].ticks = -calls++;
#else
  moments[0].ticks = 0;
#endif
  return 1;
}

static uint64_t mix_bytes(const void *parameters, const animator_context *context, int32_t width,
                          int32_t height) {
  (void)parameters, (void)context;
  return (uint64_t)width * (uint64_t)height;
}

static int32_t mix_prepare(const void *parameters, const animator_context *context, int32_t width,
                           int32_t height, void *table, uint64_t bytes) {
  (void)parameters, (void)context, (void)width, (void)height;
  memset(table, 7, bytes);
#if BROKEN == 55
  *(uint8_t *)table = (uint8_t)calls++;
#endif
  return ANIMATOR_OK;
}

static const void *mix_extension(const char *id) {
  static const animator_live_inputs live = {.size = sizeof(animator_live_inputs)};
  static const animator_times times = {.size = sizeof(animator_times), .moments = mix_moments};
  static const animator_prepare table = {
    .size = sizeof(animator_prepare), .bytes = mix_bytes, .prepare = mix_prepare};
  if (strcmp(id, ANIMATOR_LIVE_INPUTS) == 0) return &live;
  static const animator_finger_input finger = {.size = sizeof(animator_finger_input)};
  if (strcmp(id, ANIMATOR_TIMES) == 0) return &times;
  if (strcmp(id, ANIMATOR_FINGER) == 0) return &finger;
  return strcmp(id, ANIMATOR_PREPARE) == 0 ? &table : NULL;
}

#if BROKEN == 13
static const void *extension(const char *id) { return id; }
#else
static const void *extension(const char *id) {
  (void)id;
  return NULL;
}
#endif

#if BROKEN == 20
static const char *const aliases[] = {"test.knobs", NULL};
#else
static const char *const aliases[] = {"test.old-knobs", NULL};
#endif

static animator_descriptor knob_animator = {
  .size = sizeof(animator_descriptor), .kind = ANIMATOR_KIND_EFFECT,
#if BROKEN == 14
  .id = "Knobs!",
#else
  .id = "test.knobs",
#endif
  .title = "Knobs", .version = "1.0.0", .doc = "Has parameters of many types.", .aliases = aliases,
  .animates = ANIMATOR_PROPERTY_TRANSLATE, .duration_seconds = 1,
  ANIMATOR_PARAMETERS(knobs, knob_table), ANIMATOR_ROLES(subject_roles),
  .duration = knob_duration, .layout = knob_layout, .extension = extension,
};
static const animator_descriptor mix_animator = {
  .size = sizeof(animator_descriptor), .kind = ANIMATOR_KIND_TRANSITION, .id = "test.mix",
  .title = "Mix", .version = "1.0.0", .doc = "Mixes two screens.", .duration_seconds = 1,
  ANIMATOR_ROLES(screen_roles), .pixels = mix_pixels, .extension = mix_extension,
};

static animator_point middle(animator_point a, animator_point b, double share) {
  return (animator_point){a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share};
}
static const animator_function functions[] = {
  ANIMATOR_FUNCTION(middle, "A point between two.", animator_point, animator_point, animator_point,
                    double),
#if BROKEN == 16
  /* The parameter has a type that does not exist. */
  {"test.lie", "Says something else than it is.", (void (*)(void))middle, 0, ANIMATOR_TYPE_POINT, 1, {99}},
#endif
};

#if BROKEN == 3
/* The C library has a function with this name. */
ANIMATOR_EXPORT char *strdup(const char *text) { return (char *)(uintptr_t)text; }
#elif BROKEN == 4
extern int nobody_has_this(void);
int (*volatile needed)(void) = nobody_has_this;
#elif BROKEN == 6
time_t (*volatile needed)(time_t *) = time;
#elif BROKEN == 7
__attribute__((constructor)) static void hang(void) { for (;;) {} }
#elif BROKEN == 9
__attribute__((constructor)) static void litter(void) { (void)!write(1, "hello\n", 6); }
#endif

#if BROKEN == 2
#undef ANIMATOR_VERSION_MINOR
#define ANIMATOR_VERSION_MINOR 9
ANIMATOR_NOTE(9, 0);
#else
ANIMATOR_NOTE(0, 0);
#endif

ANIMATOR_EXPORT int32_t animator_plugin_v1(const animator_host *host) {
#if BROKEN == 8
  static int entered;
  if (entered++) knob_animator.id = "test.other-knobs";
#elif BROKEN == 12
  if (host->size != sizeof(animator_host) && host->size > 64) return ANIMATOR_FAILED;
#endif
  int32_t status = host->add(host, &knob_animator);
#if BROKEN == 10
  if (status != ANIMATOR_OK) return ANIMATOR_OK;
#endif
  if (status == ANIMATOR_OK) status = host->add(host, &mix_animator);
#if BROKEN == 11
  /* A host of an older version does not have `add_functions`. */
  if (status == ANIMATOR_OK) status = host->add_functions(host, functions, 1, sizeof functions[0]);
#else
  if (status == ANIMATOR_OK)
    status = animator_add_functions(host, functions, sizeof functions / sizeof functions[0]);
#endif
  return status;
}
