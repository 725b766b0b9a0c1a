// An animator with every type of parameter, in C++17.
#include "animator.h"

namespace {

struct every {
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
};

const animator_parameter parameters[] = {
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

const animator_role roles[] = {{"layer", "Gets the values.", nullptr, 1, 1}};

int32_t layout(const void *raw, const animator_context *context, const animator_layer *const *,
               uint32_t, animator_layer *const *out, uint32_t) {
  const auto &p = *static_cast<const every *>(raw);
  out[0]->opacity = p.curve.at(p.curve.self, context->progress);
  return ANIMATOR_OK;
}

const animator_descriptor every_type = [] {
  animator_descriptor d = {};
  d.size = sizeof d;
  d.kind = ANIMATOR_KIND_EFFECT;
  d.id = "test.every-type";
  d.title = "Every type";
  d.version = "1.0.0";
  d.doc = "Has a parameter of every type.";
  d.animates = ANIMATOR_PROPERTY_OPACITY;
  d.duration_seconds = 1;
  d.layout = layout;
  animator_set_parameters<every>(d, parameters);
  animator_set_roles(d, roles);
  return d;
}();

}  // namespace

ANIMATOR_PLUGIN(&every_type);
