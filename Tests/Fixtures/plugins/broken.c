/* A plugin that is broken in the way that -DBROKEN_… names, and works without such a definition. */
#include "animator.h"

#if defined(BROKEN_PACKED)
#pragma pack(push, 1)
#endif
typedef struct knobs {
  bool on;
  double amount;
#if defined(BROKEN_UNDECLARED)
  int32_t hidden;
#endif
  animator_point where;
} knobs;
#if defined(BROKEN_PACKED)
#pragma pack(pop)
#endif

#if defined(BROKEN_DEFAULT)
#define AMOUNT_DEFAULT "11"
#else
#define AMOUNT_DEFAULT "1"
#endif
#if defined(BROKEN_RANGE)
#define AMOUNT_MAXIMUM -1
#else
#define AMOUNT_MAXIMUM 10
#endif

static const animator_parameter knob_table[] = {
  ANIMATOR_FIELD(knobs, on, NONE, 0, 0, "true", "A switch."),
#if defined(BROKEN_OFFSET)
  {"amount", "A number.", "1", 0, 0, 10, ANIMATOR_TYPE_DOUBLE, 0, 4, 8},
#elif defined(BROKEN_TYPE)
  {"amount", "A number.", "[0, 0, 1, 1]", 0, 0, 10, ANIMATOR_TYPE_RECT, 0, 8, 32},
#elif defined(BROKEN_FIELD_SIZE)
  {"amount", "A number.", "1", 0, 0, 10, ANIMATOR_TYPE_DOUBLE, 0, 8, 4},
#elif defined(BROKEN_UNKNOWN_TYPE)
  {"amount", "A number.", "1", 0, 0, 10, 99, 0, 8, 8},
#elif defined(BROKEN_NAME)
  {"an amount", "A number.", "1", 0, 0, 10, ANIMATOR_TYPE_DOUBLE, 0, 8, 8},
#elif defined(BROKEN_NO_DOC)
  {"amount", 0, "1", 0, 0, 10, ANIMATOR_TYPE_DOUBLE, 0, 8, 8},
#else
  ANIMATOR_FIELD(knobs, amount, NONE, 0, AMOUNT_MAXIMUM, AMOUNT_DEFAULT, "A number."),
#endif
#if defined(BROKEN_TWICE)
  {"amount", "A point.", "[0, 0]", 0, 0, 0, ANIMATOR_TYPE_POINT, 0, 16, 16},
#else
  ANIMATOR_FIELD(knobs, where, POINTS, 0, 0, "[0, 0]", "A point."),
#endif
};

static const animator_role knob_roles[] = {
#if defined(BROKEN_ROLE)
  {"subject", "A layer.", NULL, 2, 1},
#else
  {"subject", "A layer.", NULL, 1, 1},
#endif
};

static int32_t knob_layout(const void *parameters, const animator_context *context,
                           const animator_layer *const *in, uint32_t in_count,
                           animator_layer *const *out, uint32_t out_count) {
  (void)context, (void)in, (void)in_count, (void)out_count;
  out[0]->opacity = ((const knobs *)parameters)->amount / 10;
  return ANIMATOR_OK;
}

#if !defined(ID)
#define ID "test.knobs"
#endif

static const animator_descriptor knob_animator = {
#if defined(BROKEN_SHORT)
  .size = 8,
#elif !defined(BROKEN_NO_SIZE)
  .size = sizeof(animator_descriptor),
#endif
#if defined(BROKEN_KIND)
  .kind = 77,
#else
  .kind = ANIMATOR_KIND_EFFECT,
#endif
#if !defined(BROKEN_NO_ID)
  .id = ID,
#endif
  .title = "Knobs", .version = "1.0.0",
#if defined(BROKEN_UTF8)
  .doc = "Caf\xe9",
#else
  .doc = "Has three parameters.",
#endif
  .animates = ANIMATOR_PROPERTY_OPACITY,
#if !defined(BROKEN_DURATION)
  .duration_seconds = 1,
#endif
  ANIMATOR_PARAMETERS(knobs, knob_table), ANIMATOR_ROLES(knob_roles),
#if !defined(BROKEN_NO_LAYOUT)
  .layout = knob_layout,
#endif
};

#if defined(BROKEN_MAJOR)
#undef ANIMATOR_VERSION_MAJOR
#define ANIMATOR_VERSION_MAJOR 2
#endif
#if !defined(BROKEN_NO_NOTE)
#if defined(BROKEN_MINOR)
ANIMATOR_NOTE(7, 0);
#else
ANIMATOR_NOTE(0, 0);
#endif
#endif

#if defined(BROKEN_UNDEFINED)
extern int nobody_has_this(void);
#endif

#if defined(BROKEN_NO_SYMBOL)
int32_t another_entry(const animator_host *host);
int32_t another_entry(const animator_host *host) {
#else
ANIMATOR_EXPORT int32_t animator_plugin_v1(const animator_host *host) {
#endif
#if defined(BROKEN_STATUS)
  host->fail(host, "no \xff licence\nhere");
  return ANIMATOR_FAILED;
#elif defined(BROKEN_NOTHING)
  (void)host;
  return ANIMATOR_OK;
#elif defined(BROKEN_UNDEFINED)
  return nobody_has_this() + host->add(host, &knob_animator);
#elif defined(BROKEN_SECOND)
  static animator_descriptor second;
  const int32_t status = host->add(host, &knob_animator);
  second = knob_animator;
  second.id = "test.second";
  second.duration_seconds = -1;
  return status != ANIMATOR_OK ? status : host->add(host, &second);
#elif defined(BROKEN_SAME)
  host->add(host, &knob_animator);
  return host->add(host, &knob_animator);
#else
  return host->add(host, &knob_animator);
#endif
}
