internal import Documents
internal import Evaluation
import JSON
internal import Planning

/// Exports the finger of a document as a percent-driven interactive transition.
extension UIKitWriter {
  func interaction(_ touch: PlannedDocument.Touch) -> String {
    let gesture = touch.rules.gesture
    let isSideways = [.left, .right].contains(gesture.edge)
    let axis = isSideways ? "x" : "y"
    let sign = [.left, .top].contains(gesture.edge) ? "" : "-"
    let extent = Code.n(gesture.extent)
    let (recognizer, progress, velocity): (String, String, String)
    switch gesture.kind {
    case .pinch:
      (recognizer, progress, velocity) = (
        "UIPinchGestureRecognizer", "1 - recognizer.scale", "-recognizer.velocity"
      )
    case .location:
      let length = isSideways ? "width" : "height"
      let place = "recognizer.location(in: view).\(axis)"
      (recognizer, progress, velocity) = (
        "UIScreenEdgePanGestureRecognizer",
        "\(sign.isEmpty ? place : "(view.bounds.\(length) - \(place))") / \(extent)",
        "\(sign)recognizer.velocity(in: view).\(axis)"
      )
    case .translation, .progress:
      (recognizer, progress, velocity) = (
        gesture.startWithin == nil ? "UIPanGestureRecognizer" : "UIScreenEdgePanGestureRecognizer",
        "\(sign)recognizer.translation(in: view).\(axis) / \(extent)",
        "\(sign)recognizer.velocity(in: view).\(axis)"
      )
    }
    let view =
      gesture.kind == .pinch ? "" : "    guard let view = recognizer.view else { return }\n"
    let speed =
      switch touch.rules.settling {
      case .remaining: "      completionSpeed = max(0.1, 1 - progress)\n"
      case .speed(let speed) where speed != 1: "      completionSpeed = \(Code.n(speed))\n"
      default: ""
      }
    return """
      /// Drives \(names.typeName)Transition by a finger; give it to the transition's delegate while `isActive`.
      @MainActor
      final class \(names.typeName)Interaction: UIPercentDrivenInteractiveTransition {
        private(set) var isActive = false
        private var last: CGFloat = 0
        private var isForward = true

        /// The action of a \(recognizer)\(edges(touch)); `begin` starts the transition.
        func follow(_ recognizer: \(recognizer), begin: () -> Void) {
      \(view)    let progress = min(1, max(0, \(progress)))
          let velocity = \(velocity)
          switch recognizer.state {
          case .began:
            isActive = true
            last = progress
            begin()
          case .changed:
            if progress != last { isForward = progress > last }
            last = progress
            update(progress)
          case .ended, .cancelled, .failed:
            guard isActive else { return }
            isActive = false
      \(speed)      if recognizer.state == .ended, finishes(progress, velocity) { finish() } else { cancel() }
          default: break
          }
        }

        private func finishes(_ progress: CGFloat, _ velocity: CGFloat) -> Bool {
          \(condition(touch.spec))
        }
      }

      """
  }

  private func edges(_ touch: PlannedDocument.Touch) -> String {
    touch.rules.gesture.kind == .location || touch.rules.gesture.startWithin != nil
      ? " whose edges are .\(touch.rules.gesture.edge.rawValue)" : ""
  }

  /// The document's condition for finishing, or the default condition of the gesture.
  private func condition(_ spec: InteractionSpec) -> String {
    if let condition = spec.finishWhen { return text(condition) }
    return switch spec.gesture {
    case .edgePan: "velocity > 0"
    case .slide: "progress >= 0.4 && isForward"
    case .pinch, .pan: "progress > 0.5"
    case .screenEdgePan, .progress, .tap: "progress >= 0.5"
    }
  }

  private func text(_ condition: ConditionSpec) -> String {
    func all(_ name: String, _ comparisons: [ConditionSpec.Comparison]) -> String {
      comparisons.map { comparison in
        let sign =
          switch comparison.comparator {
          case .gt: ">"
          case .gte: ">="
          case .lt: "<"
          case .lte: "<="
          }
        return "\(name) \(sign) \(Code.n(comparison.value))"
      }.joined(separator: " && ")
    }
    switch condition {
    case .any(let parts):
      return parts.isEmpty ? "false" : "(\(parts.map(text).joined(separator: " || ")))"
    case .all(let parts):
      return parts.isEmpty ? "true" : "(\(parts.map(text).joined(separator: " && ")))"
    case .velocity(let comparisons): return all("velocity", comparisons)
    case .progress(let comparisons): return all("progress", comparisons)
    case .direction(let direction): return direction == .forward ? "isForward" : "!isForward"
    }
  }

  /// The differences between the UIKit controller and the document's interaction.
  func shortfalls(_ touch: PlannedDocument.Touch) -> [Shortfall] {
    var all: [Shortfall] = []
    func add(_ kind: Shortfall.Kind, _ what: String) {
      all.append(
        Shortfall(kind, layer: "", pointer: touch.spec.origin.pointer, what: what))
    }
    switch touch.rules.settling {
    case .ratio, .spring: add(.approximated, "the spring that settles, by UIKit's constant speed")
    default: break
    }
    if touch.spec.follow != nil { add(.leftOut, "the layer that follows the finger") }
    if touch.spec.gesture == .progress {
      add(.approximated, "a gesture other than a pan, replaced by a pan")
    }
    return all
  }
}
