/* A plugin that prints and logs, and names its author. VERSION is its version. */
#include <animator.h>
#include <stdio.h>

typedef struct talk {
  double mode;
} talk;

static const animator_parameter talk_parameters[] = {
  ANIMATOR_FIELD(talk, mode, NONE, 0, 3, "0", "1 prints and logs, 2 prints a lot, 3 crashes."),
};
static const animator_role talk_roles[] = {{"subject", "A layer.", NULL, 1, 1}};
static const animator_log *talk_log;

__attribute__((noinline)) static int32_t deep(animator_layer *layer) {
  *(volatile int *)16 = (int)layer->frame.x;
  return ANIMATOR_OK;
}

static int32_t talk_layout(const void *parameters, const animator_context *context,
                           const animator_layer *const *in, uint32_t in_count,
                           animator_layer *const *out, uint32_t out_count) {
  const talk *values = parameters;
  (void)in, (void)in_count, (void)out_count;
  if (values->mode == 1) {
    printf("hello, red \x1b[31m\n");
    fprintf(stderr, "an error");
    if (talk_log) talk_log->log(context, ANIMATOR_LOG_NOTE, "logged");
  }
  if (values->mode == 2)
    for (int i = 0; i < 20000; i++) printf("line %d\n", i);
  if (values->mode == 3) return deep(out[0]);
  out[0]->frame.y -= 12 * context->progress;
  return ANIMATOR_OK;
}

static const animator_descriptor talk_animator = {
  .size = sizeof(animator_descriptor),
  .kind = ANIMATOR_KIND_EFFECT,
  .id = "acme.talk",
  .title = "Talk",
  .version = VERSION,
  .doc = "A layer goes up, and the plugin talks.",
  .animates = ANIMATOR_PROPERTY_FRAME,
  .duration_seconds = 1,
  ANIMATOR_PARAMETERS(talk, talk_parameters),
  ANIMATOR_ROLES(talk_roles),
  .layout = talk_layout,
  .licence = "MIT",
  .author = "Acme",
  .url = "https://example.org/talk",
};

ANIMATOR_NOTE(0, 0);
ANIMATOR_EXPORT int32_t animator_plugin_v1(const animator_host *host) {
  talk_log = host->extension(host, ANIMATOR_LOG);
  return host->add(host, &talk_animator);
}
