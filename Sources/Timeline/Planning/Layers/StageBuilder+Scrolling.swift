import Documents
import JSON
import Scenes

/// A scroll of the top screen: the start and end position of the scrolled layer, and the times.
struct FlowScroll {
  /// The name of the layer that contains the scrolling contents.
  var layer: String
  var path: ScrollPath

  /// A keyframes step with a keyframe for each 1/60 of a second; a scroll with its own duration has only two
  /// keyframes.
  func step(of move: MoveSpec) -> StepSpec {
    let seconds = path.seconds
    var frames = KeyframesStep()
    frames.targets = [Sourced(Selector(target: .id(layer)), move.origin)]
    let count = path.isEased ? 1 : Int(clamped: seconds * 60, rounded: .up, to: 1...3_600)
    frames.keyframes = (0...count).map { number in
      let share = Double(number) / Double(count)
      var frame = KeyframeSpec()
      frame.origin = move.origin
      frame.offset = share
      frame.values["translate"] = VectorSpec(.zero, .points(-path.offset(at: share * seconds)))
      return frame
    }
    var step = StepSpec()
    step.origin = move.origin
    step.kind = .keyframes(frames)
    step.duration =
      move.transition.duration.map { Sourced(.fraction(1), $0.origin) }
      ?? Sourced(.seconds(seconds), move.origin)
    if path.isEased {
      step.easing =
        move.easing ?? Sourced(.cubicBezier(x1: 0.3, y1: 0, x2: 0.2, y2: 1), move.origin)
    } else {
      step.easing = Sourced(.cubicBezier(x1: 0, y1: 0, x2: 1, y2: 1), move.origin)
    }
    return step
  }
}

/// Plans screens of a flow that are taller than their visible area.
extension StageBuilder {
  /// The names of the screens that are on top when a move scrolls.
  mutating func scrolledScreens(_ flow: FlowSpec, _ navigation: Navigation) -> Set<String> {
    var navigation = navigation
    var found: Set<String> = []
    for move in flow.moves {
      if move.action.value.isScroll { found.insert(navigation.top.screen) }
      var next = navigation
      do throws(Navigation.Refusal) {
        _ = try next.apply(move)
      } catch {
        break
      }
      if finishes(move) { navigation = next }
    }
    return found
  }

  /// Adds the layer that contains the scrolled contents; nil if the screen does not scroll.
  mutating func addScrolled(_ screen: Selector.Screen, in parent: Int) -> Int? {
    guard scrolled.contains(screen.rawValue) else { return nil }
    let name = Self.scrolledName(screen.rawValue)
    let layer = addPlain(name, in: parent)
    values.stage[layer].isRepeated = isRepeating
    values.stage[layer].screen = screen
    return layer
  }

  private static func scrolledName(_ screen: String) -> String { "\(screen)-content" }

  /// Computes the distance by which a move scrolls the top screen.
  mutating func scroll(
    _ move: inout FlowMove, _ instance: ScreenInstance?, _ stage: inout FlowStage
  ) {
    guard let instance, let layer = values.stage[instance.root].node.sublayers.first,
      let name = values.stage[instance.root].screen?.rawValue
    else { return }
    addShifts(&move.scope, stage, [instance])
    let height = values.stage.bounds(of: instance.root).height
    let limit = max(0, bottom(of: layer) - values.stage.bounds(of: instance.root).maxY)
    let start = stage.offsets[layer] ?? 0
    if limit == 0 {
      values.problems.add(
        "the screen \"\(name)\" cannot scroll, because it is not taller than its viewport",
        at: move.spec.origin)
      return
    }
    let path: ScrollPath
    switch move.spec.action.value {
    case .scroll(let length):
      let end = min(limit, max(0, start + length.points(of: height)))
      path = ScrollPath(from: start, to: end, seconds: 0.6)
    case .flick(let velocity):
      path = ScrollPath(from: start, velocity: velocity, limit: limit)
    default: return
    }
    stage.offsets[layer] = path.end
    move.scrolling = FlowScroll(layer: Self.scrolledName(name), path: path)
  }

  private func bottom(of layer: Int) -> Double {
    values.stage[layer].node.sublayers.map { values.stage[$0].node.properties.frame.maxY }
      .max() ?? 0
  }
}
