import JSON
import PluginModel
import Documents

/// Whether a picture may be shown instead of the container. The container then needs an enclosing layer,
/// because a layer inside the container would be hidden with it.
struct ContainerPictures {
  let inputs: PlanningInputs

  var areShown: Bool {
    let document = inputs.document
    let transitions = document.transitions + (document.flow?.moves.map(\.transition) ?? [])
    var steps = transitions.flatMap { ($0.timeline.map { [$0] } ?? []) + $0.alongside }
    if let timeline = document.timeline { steps.append(timeline) }
    if let presentation = document.presentation {
      let hooks = presentation.hooks
      steps += presentation.alongside + hooks.presentationWillBegin + hooks.presentationDidEnd
      steps += hooks.dismissalWillBegin + hooks.dismissalDidEnd
    }
    return steps.contains { isShown(by: $0, target: false) }
  }

  /// Whether a step shows the picture; `target` is true if the container is the layer of a stagger around the
  /// step.
  private func isShown(by step: StepSpec, target: Bool) -> Bool {
    switch step.kind {
    case .keyframes: false
    case .sequence(let steps), .parallel(let steps):
      steps.contains { isShown(by: $0, target: target) }
    case .stagger(let stagger):
      isShown(by: stagger.step, target: target || stagger.targets.contains(where: isContainer))
    case .animator(let step): isShown(by: step, target: target)
    }
  }

  private func isShown(by step: AnimatorStep, target: Bool) -> Bool {
    guard let animator = inputs.registry.findAnimator(step.name.value)?.description,
      animator.hasPixels || animator.hasPieces
    else { return false }
    return animator.roles.contains { role in
      guard let binding = step.roles.first(where: { $0.role.value == role.name }) else {
        return role.name == "container" || target
      }
      return binding.layers.contains(where: isContainer)
    }
  }

  private func isContainer(_ selector: Sourced<Selector>) -> Bool {
    selector.value.target == .id("container")
  }
}
