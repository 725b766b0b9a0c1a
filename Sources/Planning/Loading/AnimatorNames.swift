import Documents

extension Document {
  /// The first animators that its timelines name, each once, in the order of the text: at most
  /// `maximum`, which is more than documents have.
  func animatorNames(maximum: Int = 32) -> [String] {
    var names: [String] = []
    func add(_ step: StepSpec) {
      guard names.count < maximum else { return }
      switch step.kind {
      case .animator(let animator):
        if !names.contains(animator.name.value) { names.append(animator.name.value) }
      case .keyframes: break
      case .sequence(let steps), .parallel(let steps): for step in steps { add(step) }
      case .stagger(let stagger): add(stagger.step)
      }
    }
    if let timeline { add(timeline) }
    for transition in transitions { if let timeline = transition.timeline { add(timeline) } }
    return names
  }
}
