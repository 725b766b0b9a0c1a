import JSON
import PluginModel
import Documents

/// Finds out whether an animator's picture may replace the container. In that case, the container needs an
/// enclosing layer, because a layer inside the container would be hidden with it.
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

  /// Whether a step shows a picture instead of the container; `target` means that the container is the target
  /// of an enclosing stagger.
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
