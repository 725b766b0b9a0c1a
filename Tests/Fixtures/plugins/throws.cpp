/* Throws an exception: with -DWHILE_LOADING from its entry, otherwise in the second half of a step. -DID="…" sets its
 * identifier. */
#include <stdexcept>

#include "animator.h"

#if !defined(ID)
#define ID "test.fault"
#endif

namespace {

struct fault {
  int32_t what;
};

const animator_parameter fault_parameters[] = {
  ANIMATOR_CHOICE(fault, what, "throw", "\"throw\"", "What it does."),
};
const animator_role fault_roles[] = {{"subject", "A layer.", nullptr, 1, 1}};

int32_t layout(const void *, const animator_context *context, const animator_layer *const *,
               uint32_t, animator_layer *const *, uint32_t) {
  if (context->progress >= 0.4 && context->progress < 1) throw std::runtime_error("out of luck");
  return ANIMATOR_OK;
}

const animator_descriptor *describe() {
#if defined(WHILE_LOADING)
  throw std::runtime_error("out of luck");
#endif
  static animator_descriptor fault_animator = {};
  fault_animator.size = sizeof fault_animator;
  fault_animator.kind = ANIMATOR_KIND_EFFECT;
  fault_animator.id = ID;
  fault_animator.title = "Fault";
  fault_animator.version = "1.0.0";
  fault_animator.doc = "Lets an exception out.";
  fault_animator.animates = ANIMATOR_PROPERTY_OPACITY;
  fault_animator.duration_seconds = 1;
  animator_set_parameters<fault>(fault_animator, fault_parameters);
  animator_set_roles(fault_animator, fault_roles);
  fault_animator.layout = layout;
  return &fault_animator;
}

}  // namespace

ANIMATOR_PLUGIN(describe());
