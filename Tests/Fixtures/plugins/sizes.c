/* A plugin built for another minor version: -DOLDER makes its structs shorter, -DNEWER adds members. */
#include "animator.h"

typedef struct knob {
  double amount;
} knob;

#if defined(NEWER)
typedef struct future_parameter {
  animator_parameter now;
  const char *group;
  double step;
} future_parameter;
typedef struct future_role {
  animator_role now;
  uint64_t colour;
} future_role;
typedef struct future_descriptor {
  animator_descriptor now;
  void *thumbnail;
  uint64_t more[8];
} future_descriptor;
#else
typedef animator_parameter future_parameter;
typedef animator_role future_role;
#endif

#if defined(NEWER)
static const future_parameter table[] = {
  {ANIMATOR_FIELD(knob, amount, NONE, 0, 1, "0.25", "How much."), "group", 0.5},
};
static const future_role roles[] = {{{"subject", "A layer.", NULL, 1, 1}, 9}};
#else
static const future_parameter table[] = {
  ANIMATOR_FIELD(knob, amount, NONE, 0, 1, "0.25", "How much."),
};
static const future_role roles[] = {{"subject", "A layer.", NULL, 1, 1}};
#endif

static int32_t layout(const void *parameters, const animator_context *context,
                      const animator_layer *const *in, uint32_t in_count,
                      animator_layer *const *out, uint32_t out_count) {
  (void)in, (void)in_count, (void)out_count;
  /* The context of an older host ends before `role_counts`, as its `size` shows. */
  if (context->size < offsetof(animator_context, role_counts)) return ANIMATOR_FAILED;
  out[0]->opacity = ((const knob *)parameters)->amount;
  return ANIMATOR_OK;
}

#define MEMBERS \
  .kind = ANIMATOR_KIND_EFFECT, .id = "test.sizes", .title = "Sizes", .version = "1.0.0", \
  .doc = "Other sizes.", .animates = ANIMATOR_PROPERTY_OPACITY, .duration_seconds = 1, \
  .parameters = (const animator_parameter *)(const void *)table, .parameter_count = 1, \
  .parameter_size = sizeof(future_parameter), .parameters_bytes = sizeof(knob), \
  .parameters_alignment = _Alignof(knob), .roles = (const animator_role *)(const void *)roles, \
  .role_count = 1, .role_size = sizeof(future_role), .layout = layout

#if defined(NEWER)
static const future_descriptor sizes = {
  {.size = sizeof(future_descriptor), MEMBERS}, (void *)3, {1, 2, 3, 4, 5, 6, 7, 8}};
#define SIZES (&sizes.now)
#else
/* Memory beyond `size` does not belong to the descriptor; here a host that read it would crash. */
static const animator_descriptor sizes = {
  .size = offsetof(animator_descriptor, regions), MEMBERS,
  .regions = (void (*)(const void *, const animator_context *, animator_window, animator_window *,
                       uint32_t))16,
  .pixels = (int32_t (*)(const void *, const animator_context *, const animator_image *, uint32_t,
                         animator_surface, animator_window))16,
};
#define SIZES (&sizes)
#endif

ANIMATOR_PLUGIN(SIZES);
