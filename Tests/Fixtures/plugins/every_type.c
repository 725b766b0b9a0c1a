/* An animator with every type of parameter; the layer reports the received values, so that tests can read them. */
#include <string.h>

#include "animator.h"

typedef struct every {
  bool flag;
  int32_t count;
  double number;
  animator_point point;
  animator_size extent;
  animator_rect rect;
  animator_color color;
  const char *text;
  int32_t choice;
  animator_curve curve;
} every;

static const animator_parameter every_parameters[] = {
  ANIMATOR_FIELD(every, flag, NONE, 0, 0, "true", "A bool."),
  ANIMATOR_FIELD(every, count, NONE, -5, 5, "3", "An integer."),
  ANIMATOR_FIELD(every, number, DEGREES, -360, 360, "45", "A number."),
  ANIMATOR_FIELD(every, point, POINTS, 0, 0, "[1, 2]", "A point."),
  ANIMATOR_FIELD(every, extent, POINTS, 0, 0, "[3, 4]", "A size."),
  ANIMATOR_FIELD(every, rect, POINTS, 0, 0, "{\"frameOf\":\"layer\"}", "A rect."),
  ANIMATOR_FIELD(every, color, NONE, 0, 0, "\"#ff8000\"", "A colour."),
  ANIMATOR_FIELD(every, text, NONE, 0, 0, "\"hello\"", "A text."),
  ANIMATOR_CHOICE(every, choice, "one|two|three", "\"two\"", "A choice."),
  ANIMATOR_FIELD(every, curve, NONE, 0, 0, "\"linear\"", "A curve."),
};

static const animator_role every_roles[] = {
  {"layer", "Gets the values.", NULL, 1, 1},
  {"hand", "Any number of layers.", NULL, 0, 9},
};

static int32_t every_layout(const void *parameters, const animator_context *context,
                            const animator_layer *const *in, uint32_t in_count,
                            animator_layer *const *out, uint32_t out_count) {
  const every *p = parameters;
  (void)in, (void)in_count, (void)out_count;
  out[0]->hidden = p->flag;
  out[0]->z_position = p->count;
  out[0]->rotate.z = p->number;
  out[0]->translate.x = p->point.x + p->extent.height;
  out[0]->frame = p->rect;
  out[0]->background_color = p->color;
  out[0]->corner_radius = (double)strlen(p->text);
  out[0]->anchor_point.x = p->choice;
  out[0]->opacity = p->curve.at(p->curve.self, context->progress);
  out[0]->shadow_radius = context->role_counts[1];
  return ANIMATOR_OK;
}

static const animator_descriptor every_type = {
  .size = sizeof(animator_descriptor),
  .kind = ANIMATOR_KIND_EFFECT,
  .id = "test.every-type",
  .title = "Every type",
  .version = "1.0.0",
  .doc = "Has a parameter of every type.",
  .animates = 0xfffff,
  .duration_seconds = 1,
  ANIMATOR_PARAMETERS(every, every_parameters),
  ANIMATOR_ROLES(every_roles),
  .layout = every_layout,
};

ANIMATOR_PLUGIN(&every_type);
