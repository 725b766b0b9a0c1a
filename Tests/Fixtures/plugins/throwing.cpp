/* Throws through the interface, which is C. */
#include <stdexcept>

#include "animator.h"

namespace {

const animator_role roles[] = {{"subject", "A layer.", nullptr, 1, 1}};

int32_t layout(const void *, const animator_context *context, const animator_layer *const *,
               uint32_t, animator_layer *const *, uint32_t) {
  if (context->progress >= 0.4 && context->progress < 1) throw std::runtime_error("no licence");
  return ANIMATOR_OK;
}

const animator_descriptor throwing = [] {
  animator_descriptor d = {};
  d.size = sizeof d;
  d.kind = ANIMATOR_KIND_EFFECT;
  d.id = "test.throwing";
  d.title = "Throwing";
  d.version = "1.0.0";
  d.doc = "Throws from the middle on.";
  d.animates = ANIMATOR_PROPERTY_OPACITY;
  d.duration_seconds = 1;
  d.layout = layout;
  animator_set_roles(d, roles);
  return d;
}();

}  // namespace

ANIMATOR_PLUGIN(&throwing);
