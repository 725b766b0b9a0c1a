// the_name.cpp: the new screen comes in as a tilted card while the old one steps back into the dark.
//
// animator.h is the reference. In short: `layout` is a pure function of time. The function
// receives the parameters, the moment and the bound layers in their state at the start of the step
// (`in`), and changes copies of these layers (`out`). The function keeps no state between calls, and throws nothing.
#include <animator.h>

#include <algorithm>

namespace {

// The values that a document may set. The table below has the unit, range, default and description of each
// field; the host checks a document's values before the plugin receives them.
struct Values {
  double tilt;
  double depth;
  int32_t edge;  // an index into the words of the choice
};

enum Edge : int32_t { bottom, left, right };

constexpr animator_parameter parameters[] = {
  ANIMATOR_FIELD(Values, tilt, DEGREES, 0, 80, "50",
                 "How far the new screen leans back when it sets off."),
  ANIMATOR_FIELD(Values, depth, FRACTION, 0, 0.5, "0.16",
                 "How much smaller the old screen becomes, and the new one begins."),
  ANIMATOR_CHOICE(Values, edge, "bottom|left|right", "\"bottom\"",
                  "Where the new screen comes from."),
};

// The layers on which the step works; the host binds these three roles automatically.
constexpr animator_role roles[] = {
  {"from", "The screen that steps back.", nullptr, 1, 1},
  {"to", "The screen that comes in.", nullptr, 1, 1},
  {"container", "The container of both, with their perspective.", nullptr, 1, 1},
};

double clamp(double x) { return std::clamp(x, 0.0, 1.0); }

int32_t layout(const void *parameters, const animator_context *context,
               const animator_layer *const *, uint32_t, animator_layer *const *out, uint32_t) {
  const Values &values = *static_cast<const Values *>(parameters);

  // Forwards, `to` enters above `from`; on the way back, `from` is above `to` and leaves.
  const bool back = animator_goes_back(context);
  animator_layer &card = *out[back ? 0 : 1], &old = *out[back ? 1 : 0], &container = *out[2];
  const double t = clamp(back ? 1 - context->progress : context->progress), rest = 1 - t;

  // A transition must show exactly the old screen at 0, and exactly the new screen at 1.
  if (t == 0 || t == 1) {
    (t == 0 ? card : old).hidden = true;
    return ANIMATOR_OK;
  }
  container.sublayer_transform.m[11] = -1.0 / 900;  // seen from a distance of 900 points

  // Both screens tilt about the same line, the old screen by a third of the angle.
  if (values.edge == bottom) {
    card.translate.y += card.frame.height * rest;
    card.rotate.x += values.tilt * rest;
    old.rotate.x -= values.tilt * t / 3;
  } else {
    const double side = values.edge == left ? -1 : 1;
    card.translate.x += side * card.frame.width * rest;
    card.rotate.y -= side * values.tilt * rest;
    old.rotate.y += side * values.tilt * t / 3;
  }
  card.scale.x *= 1 - values.depth * rest;
  card.scale.y *= 1 - values.depth * rest;
  old.scale.x *= 1 - values.depth * t;
  old.scale.y *= 1 - values.depth * t;
  old.opacity *= 1 - 0.7 * t;

  // The corners are round while the card moves, and square when the card fills the screen.
  card.masks_to_bounds = old.masks_to_bounds = true;
  card.corner_radius += 36 * clamp(4 * rest);
  old.corner_radius += 36 * clamp(4 * t);
  return ANIMATOR_OK;
}

const animator_descriptor descriptor = [] {
  animator_descriptor d{};
  d.size = sizeof d;
  d.kind = ANIMATOR_KIND_TRANSITION;
  d.id = "the-vendor.the-name";
  d.title = "The title";
  d.version = "1.0.0";
  d.doc = "The new screen comes in as a tilted card while the old one steps back into the dark. On"
          " the way back the card leaves as it came.";
  d.flags = ANIMATOR_FLAG_REVERSIBLE;
  // The host ignores changes of all other properties.
  d.animates = ANIMATOR_PROPERTY_HIDDEN | ANIMATOR_PROPERTY_OPACITY | ANIMATOR_GROUP_CORNERS |
               ANIMATOR_PROPERTY_TRANSLATE | ANIMATOR_PROPERTY_ROTATE | ANIMATOR_PROPERTY_SCALE |
               ANIMATOR_PROPERTY_SUBLAYER_TRANSFORM;
  d.duration_seconds = 0.8;
  d.easing_json = "\"cubic-bezier(0.32, 0.6, 0.2, 1)\"";
  animator_set_parameters<Values>(d, parameters);
  animator_set_roles(d, roles);
  d.layout = layout;
  return d;
}();

}  // namespace

ANIMATOR_PLUGIN(&descriptor);
