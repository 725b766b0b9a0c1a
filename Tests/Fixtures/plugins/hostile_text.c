/* A plugin whose texts all contain characters that would colour, move, clear, ring or mirror a terminal, or start lines
 * of their own. With -DREFUSES its entry reports such a text and fails; -DSAYS=n chooses what its layout does. */
#include <stdio.h>
#include <stdlib.h>

#include "animator.h"

/* C0 controls, DEL, C1 controls in UTF-8, bidirectional controls, and separators of lines and paragraphs. */
#define EVIL \
  "\x1b[31mred\x1b]0;title\x07\b\r\nnext\ttab\x7f\xc2\x85\xc2\x9b" "2J\xe2\x80\x8e\xe2\x80\x8f" \
  "\xe2\x80\xaa\xe2\x80\xae" "live\xe2\x81\xa6\xe2\x81\xa9\xd8\x9c\xe2\x80\xa8\xe2\x80\xa9"
/* The same characters as a JSON string may contain them, and bytes that are not valid text. */
#define EVIL_JSON "\"\x7f\xc2\x9b\xe2\x80\xae\\u001b[31m\xe2\x80\xa8\""
#define NO_TEXT "\xff\x9b\x1b[31m\xc3"

typedef struct knob {
  double amount;
  const char *words, *half;
} knob;

static const animator_parameter parameters[] = {
  ANIMATOR_FIELD(knob, amount, POINTS, 0, 10, "1", "A number. " EVIL),
  ANIMATOR_FIELD(knob, words, NONE, 0, 0, EVIL_JSON, "Words. " EVIL),
#if defined(HALF)
  ANIMATOR_FIELD(knob, half, NONE, 0, 0, "\"half \n\x1b[31m", "A string that does not end."),
#else
  ANIMATOR_FIELD(knob, half, NONE, 0, 0, "\"\"", "A string."),
#endif
};
static const animator_role roles[] = {
  {"subject", "A layer. " EVIL, "{\"below\": \"\xc2\x9b\xe2\x80\xae\"}", 1, 1},
};

static int32_t layout(const void *values, const animator_context *context,
                      const animator_layer *const *in, uint32_t in_count,
                      animator_layer *const *out, uint32_t out_count) {
  (void)values, (void)in, (void)in_count, (void)out, (void)out_count;
  if (context->progress < 0.4) return ANIMATOR_OK;
#if SAYS == 1
  context->fail(context, "/params/" EVIL, EVIL);
  return ANIMATOR_FAILED;
#elif SAYS == 2
  context->fail(context, NO_TEXT, NO_TEXT);
  return ANIMATOR_FAILED;
#elif SAYS == 3
  fputs(EVIL NO_TEXT, stderr);
  abort();
#else
  return ANIMATOR_OK;
#endif
}

static const animator_descriptor animator = {
  .size = sizeof animator, .kind = ANIMATOR_KIND_EFFECT, .id = "test.hostile",
  .title = "Hostile " EVIL, .version = "1.0.0" EVIL, .doc = "Says. " EVIL,
  .animates = ANIMATOR_PROPERTY_OPACITY, .duration_seconds = 1, .easing_json = EVIL_JSON,
  ANIMATOR_PARAMETERS(knob, parameters), ANIMATOR_ROLES(roles), .layout = layout,
};

static double twice(double number) { return 2 * number; }
static const animator_function functions[] = {
  {"test.twice", "Twice. " EVIL, (void (*)(void))twice, 0, ANIMATOR_TYPE_DOUBLE, 1,
   {ANIMATOR_TYPE_DOUBLE}},
};

ANIMATOR_NOTE(0, 0);
ANIMATOR_EXPORT int32_t animator_plugin_v1(const animator_host *host) {
#if defined(REFUSES)
  host->fail(host, EVIL NO_TEXT);
  return ANIMATOR_FAILED;
#else
  const int32_t status = host->add(host, &animator);
  return status == ANIMATOR_OK ? animator_add_functions(host, functions, 1) : status;
#endif
}
