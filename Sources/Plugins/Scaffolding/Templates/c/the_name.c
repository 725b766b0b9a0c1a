/* the_name.c: the new screen comes in as a tilted card while the old one steps back into the dark.
 *
 * animator.h is the reference. In short: `layout` is a pure function of time. The function
 * receives the parameters, the moment and the bound layers in their state at the start of the step
 * (`in`), and changes copies of these layers (`out`). The function keeps no state between calls. */
#include <animator.h>

/* The values that a document may set. The table below has the unit, range, default and description of each
 * field; the host checks a document's values before the plugin receives them. */
typedef struct the_name_values {
  double tilt;
  double depth;
  int32_t edge; /* an index into the words of the choice */
} the_name_values;

enum { BOTTOM, LEFT, RIGHT };

static const animator_parameter the_name_parameters[] = {
  ANIMATOR_FIELD(the_name_values, tilt, DEGREES, 0, 80, "50",
                 "The angle by which the new screen leans back at the start."),
  ANIMATOR_FIELD(the_name_values, depth, FRACTION, 0, 0.5, "0.16",
                 "The amount by which the old screen shrinks, and the new screen is smaller at the "
                 "start."),
  ANIMATOR_CHOICE(the_name_values, edge, "bottom|left|right", "\"bottom\"",
                  "The edge from which the new screen comes."),
};

/* The layers on which the step works; the host binds these three roles automatically. */
static const animator_role the_name_roles[] = {
  {"from", "The screen that steps back.", NULL, 1, 1},
  {"to", "The screen that comes in.", NULL, 1, 1},
  {"container", "The container of both screens, which gets the perspective.", NULL, 1, 1},
};

/* Clamps x to 0…1. */
static double clamp(double x) { return x < 0 ? 0 : x > 1 ? 1 : x; }

static int32_t the_name_layout(const void *parameters, const animator_context *context,
                               const animator_layer *const *in, uint32_t in_count,
                               animator_layer *const *out, uint32_t out_count) {
  (void)in, (void)in_count, (void)out_count;
  const the_name_values *values = parameters;

  /* Forwards, `to` enters above `from`; on the way back, `from` is above `to` and leaves. */
  const bool back = animator_goes_back(context);
  animator_layer *card = out[back ? 0 : 1], *old = out[back ? 1 : 0], *container = out[2];
  const double t = clamp(back ? 1 - context->progress : context->progress), rest = 1 - t;

  /* A transition must show exactly the old screen at 0, and exactly the new screen at 1. */
  if (t == 0 || t == 1) {
    (t == 0 ? card : old)->hidden = true;
    return ANIMATOR_OK;
  }
  container->sublayer_transform.m[11] = -1.0 / 900; /* seen from a distance of 900 points */

  /* Both screens tilt about the same line, the old screen by a third of the angle. */
  if (values->edge == BOTTOM) {
    card->translate.y += card->frame.height * rest;
    card->rotate.x += values->tilt * rest;
    old->rotate.x -= values->tilt * t / 3;
  } else {
    const double side = values->edge == LEFT ? -1 : 1;
    card->translate.x += side * card->frame.width * rest;
    card->rotate.y -= side * values->tilt * rest;
    old->rotate.y += side * values->tilt * t / 3;
  }
  card->scale.x *= 1 - values->depth * rest;
  card->scale.y *= 1 - values->depth * rest;
  old->scale.x *= 1 - values->depth * t;
  old->scale.y *= 1 - values->depth * t;
  old->opacity *= 1 - 0.7 * t;

  /* The corners are round while the card moves, and square when the card fills the screen. */
  card->masks_to_bounds = old->masks_to_bounds = true;
  card->corner_radius += 36 * clamp(4 * rest);
  old->corner_radius += 36 * clamp(4 * t);
  return ANIMATOR_OK;
}

static const animator_descriptor the_name_descriptor = {
  .size = sizeof(animator_descriptor),
  .kind = ANIMATOR_KIND_TRANSITION,
  .id = "the-vendor.the-name",
  .title = "The title",
  .version = "1.0.0",
  .doc = "The new screen comes in as a tilted card while the old screen moves back and becomes "
         "darker. On the way back the card leaves as it came.",
  .flags = ANIMATOR_FLAG_REVERSIBLE,
  /* The host ignores changes of all other properties. */
  .animates = ANIMATOR_PROPERTY_HIDDEN | ANIMATOR_PROPERTY_OPACITY | ANIMATOR_GROUP_CORNERS |
              ANIMATOR_PROPERTY_TRANSLATE | ANIMATOR_PROPERTY_ROTATE | ANIMATOR_PROPERTY_SCALE |
              ANIMATOR_PROPERTY_SUBLAYER_TRANSFORM,
  .duration_seconds = 0.8,
  .easing_json = "\"cubic-bezier(0.32, 0.6, 0.2, 1)\"",
  ANIMATOR_PARAMETERS(the_name_values, the_name_parameters),
  ANIMATOR_ROLES(the_name_roles),
  .layout = the_name_layout,
};

ANIMATOR_PLUGIN(&the_name_descriptor);
