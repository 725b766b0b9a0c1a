package import Documents
import JSON
package import Scenes

/// Computes the frame and the steps that a presentation controller gives the presented screen.
extension PresentationSpec {
  /// The frame of the presented screen in the container, which depends on the size class.
  package func frame(in canvas: Rect) -> Rect {
    let isRegular = canvas.width >= 600 && canvas.height >= 600
    let sizeClass = sizeClass ?? (isRegular ? .regular : .compact)
    guard let layout = (sizeClass == .regular ? regular : compact) ?? layout else { return canvas }
    var frame = layout.frame?.rect(in: canvas) ?? canvas
    if let size = layout.size?.size(of: canvas.size) {
      frame = Rect(center: canvas.center, size: size)
      switch layout.place {
      case .center: break
      case .top: frame.y = 0
      case .bottom: frame.y = canvas.height - size.height
      case .left: frame.x = 0
      case .right: frame.x = canvas.width - size.width
      }
    }
    let outset = layout.outset.points(of: min(frame.width, frame.height))
    return frame.insetBy(dx: -outset, dy: -outset)
  }

  /// The steps that a presentation adds to a transition with the transition's timing, and the steps that
  /// start with the transition.
  package func steps(alongside transition: TransitionSpec) -> [StepSpec] {
    let isPresent = transition.operation == .present
    guard isPresent || transition.operation == .dismiss else { return [] }
    let hooks = isPresent ? hooks.presentationWillBegin : hooks.dismissalWillBegin
    return alongside + hooks + (dimming.map { [fade($0, isPresent: isPresent)] } ?? [])
  }

  /// The steps that start when a transition ends.
  package func steps(after transition: TransitionSpec) -> [StepSpec] {
    switch transition.operation {
    case .present: hooks.presentationDidEnd
    case .dismiss: hooks.dismissalDidEnd
    case .push, .pop, .none: []
    }
  }

  private func fade(_ dimming: Dimming, isPresent: Bool) -> StepSpec {
    var fade = KeyframesStep()
    fade.targets = [Sourced(Selector(target: .id("dimming")), origin)]
    fade.keyframes = [false, true].map { isEnd in
      var frame = KeyframeSpec()
      frame.origin = origin
      frame.offset = isEnd ? 1 : 0
      frame.values["opacity"] = isEnd == isPresent ? dimming.opacity : 0.0
      return frame
    }
    var step = StepSpec()
    step.origin = origin
    step.kind = .keyframes(fade)
    step.duration = Sourced(.fraction(1), origin)
    return step
  }
}
