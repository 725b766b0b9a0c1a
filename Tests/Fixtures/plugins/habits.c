/* Animators with good and bad habits, for the tests of calls. */
#include <math.h>
#include <stdint.h>
#include <string.h>
#include <xmmintrin.h>

#include "animator.h"

typedef struct habit {
  int32_t what;
} habit;

static const animator_parameter habit_parameters[] = {
  ANIMATOR_CHOICE(habit, what,
                  "nothing|nan|infinite|fail|status|flush|undeclared|allocate|hungry|stop|scribble"
                  "|overshoot|layerMask|path|badPath",
                  "\"nothing\"", "What it does."),
};
static const animator_role habit_roles[] = {{"subject", "A layer.", NULL, 1, 1}};

static int32_t habit_layout(const void *parameters, const animator_context *context,
                            const animator_layer *const *in, uint32_t in_count,
                            animator_layer *const *out, uint32_t out_count) {
  (void)in_count, (void)out_count;
  animator_layer *const layer = out[0];
  layer->opacity = in[0]->opacity * context->progress;
  switch (((const habit *)parameters)->what) {
    case 1: layer->opacity = NAN; break;
    case 2: layer->frame.x = INFINITY; break;
    case 3:
      context->fail(context, "/params/what", "cannot do \xff\n this");
      return ANIMATOR_FAILED;
    case 4: return 42;
    case 5: _mm_setcsr(_mm_getcsr() | 0x8040 | 0x6000); break; /* flush denormal numbers to zero, round towards zero */
    case 6: layer->corner_radius = 9; break;
    case 7: {
      unsigned char *bytes = context->allocate(context, 100000);
      if (bytes == NULL || (uintptr_t)bytes % 64 != 0) return ANIMATOR_FAILED;
      for (int i = 0; i < 100000; i++) {
        if (bytes[i] != 0) return ANIMATOR_FAILED;
      }
      memset(bytes, 1, 100000);
      break;
    }
    case 8: return context->allocate(context, SIZE_MAX / 2) == NULL ? ANIMATOR_OK : ANIMATOR_FAILED;
    case 9: return context->keep_going(context) ? ANIMATOR_OK : ANIMATOR_FAILED;
    case 10: ((habit *)(uintptr_t)parameters)->what = 0; break;
    case 11: layer->opacity = 1.5, layer->frame.width = -3; break;
    case 12: layer->mask.kind = ANIMATOR_MASK_LAYER; break;
    case 13: {
      animator_path_element *path = context->allocate(context, 3 * sizeof *path);
      path[0].verb = ANIMATOR_PATH_MOVE, path[0].end = (animator_point){1, 2};
      path[1].verb = ANIMATOR_PATH_CUBIC, path[1].control1 = (animator_point){3, 4};
      path[1].control2 = (animator_point){5, 6}, path[1].end = (animator_point){7, 8};
      path[2].verb = ANIMATOR_PATH_CLOSE;
      layer->mask.kind = ANIMATOR_MASK_PATH, layer->mask.even_odd = true;
      layer->mask.path = path, layer->mask.path_count = 3;
      break;
    }
    case 14:
      layer->mask.kind = ANIMATOR_MASK_PATH, layer->mask.path = NULL, layer->mask.path_count = 9;
      break;
    default: break;
  }
  return ANIMATOR_OK;
}

static const animator_descriptor habit_animator = {
  .size = sizeof(animator_descriptor), .kind = ANIMATOR_KIND_EFFECT,
  .id = "test.habit", .title = "Habit", .version = "1.0.0", .doc = "Does what it is told.",
  .animates = ANIMATOR_PROPERTY_OPACITY | ANIMATOR_PROPERTY_FRAME | ANIMATOR_PROPERTY_MASK,
  .duration_seconds = 1,
  ANIMATOR_PARAMETERS(habit, habit_parameters), ANIMATOR_ROLES(habit_roles),
  .layout = habit_layout,
};

/* Cuts its layer into a row of pieces that fall one after another. */
typedef struct shatter {
  int32_t pieces;
} shatter;

static const animator_parameter shatter_parameters[] = {
  ANIMATOR_FIELD(shatter, pieces, NONE, 1, 100000, "4", "How many."),
};
static const animator_role shatter_roles[] = {
  {"others", "Layers that stay.", NULL, 0, 9},
  {"subject", "The layer that breaks.", NULL, 1, 1},
};

static uint32_t shatter_pieces(const void *parameters, const animator_context *context) {
  (void)context;
  return (uint32_t)((const shatter *)parameters)->pieces;
}

static double shatter_duration(const void *parameters, const animator_context *context) {
  return ((const shatter *)parameters)->pieces * 0.25 + context->container.width * 0;
}

static int32_t shatter_layout(const void *parameters, const animator_context *context,
                              const animator_layer *const *in, uint32_t in_count,
                              animator_layer *const *out, uint32_t out_count) {
  (void)parameters;
  const uint32_t subject = context->role_counts[0];
  const uint32_t count = out_count - in_count;
  const animator_rect frame = in[subject]->frame;
  out[subject]->hidden = true;
  for (uint32_t i = 0; i < count; i++) {
    animator_layer *const piece = out[in_count + i];
    const double part = 1.0 / count;
    piece->piece_of = subject;
    piece->contents_rect = (animator_rect){i * part, 0, part, 1};
    piece->frame = (animator_rect){frame.x + i * part * frame.width, frame.y,
                                   part * frame.width, frame.height};
    piece->translate.y = context->progress * 100 * (i + 1);
  }
  return ANIMATOR_OK;
}

static const animator_descriptor shatter_animator = {
  .size = sizeof(animator_descriptor), .kind = ANIMATOR_KIND_EFFECT,
  .id = "test.shatter", .title = "Shatter", .version = "1.0.0", .doc = "Breaks a layer.",
  .animates = ANIMATOR_PROPERTY_HIDDEN, .duration_seconds = 1,
  ANIMATOR_PARAMETERS(shatter, shatter_parameters), ANIMATOR_ROLES(shatter_roles),
  .duration = shatter_duration, .pieces = shatter_pieces, .layout = shatter_layout,
};

/* Counts the threads that are inside the function; the flag forbids more than one thread. */
static volatile int inside, most;

static int32_t alone_layout(const void *parameters, const animator_context *context,
                            const animator_layer *const *in, uint32_t in_count,
                            animator_layer *const *out, uint32_t out_count) {
  (void)parameters, (void)context, (void)in, (void)in_count, (void)out_count;
  const int now = __sync_add_and_fetch(&inside, 1);
  if (now > most) most = now;
  for (volatile int i = 0; i < 20000; i++) {}
  __sync_sub_and_fetch(&inside, 1);
  out[0]->opacity = most > 1 ? 0.0 : 1.0;
  return ANIMATOR_OK;
}

static const animator_descriptor alone_animator = {
  .size = sizeof(animator_descriptor), .kind = ANIMATOR_KIND_EFFECT,
  .id = "test.alone", .title = "Alone", .version = "1.0.0", .doc = "Wants to be alone.",
  .flags = ANIMATOR_FLAG_NOT_REENTRANT, .animates = ANIMATOR_PROPERTY_OPACITY,
  .duration_seconds = 1, ANIMATOR_ROLES(habit_roles), .layout = alone_layout,
};

static int32_t still_layout(const void *parameters, const animator_context *context,
                            const animator_layer *const *in, uint32_t in_count,
                            animator_layer *const *out, uint32_t out_count) {
  (void)parameters, (void)context, (void)in, (void)in_count, (void)out, (void)out_count;
  return ANIMATOR_OK;
}

/* Declares every property but changes none. */
static const animator_descriptor still_animator = {
  .size = sizeof(animator_descriptor), .kind = ANIMATOR_KIND_EFFECT,
  .id = "test.still", .title = "Still", .version = "1.0.0", .doc = "Changes nothing.",
  .animates = 2 * ANIMATOR_PROPERTY_CONTENTS_RECT - 1, .duration_seconds = 1,
  ANIMATOR_ROLES(habit_roles), .layout = still_layout,
};

ANIMATOR_PLUGIN(&habit_animator, &shatter_animator, &alone_animator, &still_animator);
