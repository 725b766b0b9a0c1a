internal import Planning
internal import Evaluation
internal import Scenes

/// Writes a film as modifiers of Compose: each layer that moves has one, which a transition between two states drives.
struct ComposeWriter {
  let film: Film
  let names: ExportNames

  init(_ film: Film, _ names: ExportNames) {
    self.film = film
    self.names = names
  }

  private static let said: Set<Quantity> = [
    .position, .scale, .rotation, .opacity, .visible, .order, .shadow,
  ]

  private func n(_ value: Double) -> String { SwiftCode.n(value) }
  private func milliseconds(_ seconds: Double) -> Int {
    Int(clamped: seconds * 1000, rounded: .toNearestOrAwayFromZero, to: 0...Int(Int32.max))
  }

  private struct Member {
    let name: String
    let place: Int
    let offset: Double
    let track: Track
    /// The assignment in the block of `graphicsLayer`.
    let assignment: String
  }

  func exported() -> Exported {
    var blocks: [String] = []
    for layer in film.layers {
      let members = members(of: layer)
      guard !members.isEmpty else { continue }
      let name = SwiftCode.identifier(layer.name)
      let values = members.map { member in
        """
          val \(member.name) by transition.animateFloat(
            transitionSpec = { \(spec(member)) },
            label = \(Literal.utf16("\(layer.id) \(member.name)", escapesDollar: true))
          ) { if (it) \(value(member, member.track.last))f else \(value(member, member.track.first))f }
        """
      }
      let anchor = layer.properties.anchorPoint
      let assignments = members.map(\.assignment).filter { !$0.isEmpty }
      let order = members.contains { $0.name == "order" } ? ".zIndex(order)" : ""
      blocks.append(
        """
        /** The layer \(comment(layer.id)): false before the transition, true after it. */
        @Composable
        fun Modifier.\(name)Motion(transition: Transition<Boolean>): Modifier {
        \(values.joined(separator: "\n"))
          return this\(order).graphicsLayer {
            transformOrigin = TransformOrigin(\(n(anchor.x))f, \(n(anchor.y))f)
        \(assignments.map { "    \($0)" }.joined(separator: "\n"))
          }
        }
        """)
    }
    let text = """
      import androidx.compose.animation.core.CubicBezierEasing
      import androidx.compose.animation.core.LinearEasing
      import androidx.compose.animation.core.Transition
      import androidx.compose.animation.core.animateFloat
      import androidx.compose.animation.core.keyframes
      import androidx.compose.animation.core.spring
      import androidx.compose.animation.core.tween
      import androidx.compose.runtime.Composable
      import androidx.compose.runtime.getValue
      import androidx.compose.ui.Modifier
      import androidx.compose.ui.graphics.TransformOrigin
      import androidx.compose.ui.graphics.graphicsLayer
      import androidx.compose.ui.unit.dp
      import androidx.compose.ui.zIndex

      const val \(names.typeName.prefix(1).lowercased() + names.typeName.dropFirst())Millis = \(milliseconds(film.duration))

      \(blocks.joined(separator: "\n\n"))

      /** For people who ask for less motion: the new screen fades in over the same time. */
      @Composable
      fun Modifier.reducedMotion(transition: Transition<Boolean>): Modifier {
        val fade by transition.animateFloat(
          transitionSpec = { tween(\(milliseconds(film.duration)), easing = LinearEasing) },
          label = "fade"
        ) { if (it) 1f else 0f }
        return this.graphicsLayer { alpha = fade }
      }

      """
    return Exported(
      files: [ExportedFile("\(names.typeName).kt", text)],
      shortfalls: film.appShortfalls(saying: Self.said))
  }

  /// Text in a comment of Kotlin: it neither ends nor opens one.
  private func comment(_ text: String) -> String {
    Literal.utf16(text.replacing("*/", with: "* /").replacing("/*", with: "/ *"))
  }

  private func members(of layer: FilmLayer) -> [Member] {
    func all(_ quantity: Quantity, _ names: [(String, Int, String)], relative: Bool = false)
      -> [Member]
    {
      guard let track = layer.track(quantity), !track.isStill else { return [] }
      return names.compactMap { name, place, assignment in
        guard track.everyValue.contains(where: { $0[place] != track.first[place] }) else {
          return nil
        }
        return Member(
          name: name, place: place, offset: relative ? track.first[place] : 0, track: track,
          assignment: assignment)
      }
    }
    var members =
      all(
        .position,
        [("x", 0, "translationX = x.dp.toPx()"), ("y", 1, "translationY = y.dp.toPx()")],
        relative: true)
      + all(
        .scale,
        [("scaleAcross", 0, "scaleX = scaleAcross"), ("scaleDown", 1, "scaleY = scaleDown")])
      + all(.rotation, [("degrees", 0, "rotationZ = degrees")])
      + all(.shadow, [("elevation", 1, "shadowElevation = elevation.dp.toPx()")])
      + all(.order, [("order", 0, "")])
    let visible = all(.visible, [("seen", 0, "")])
    let opacity = all(
      .opacity,
      [("fade", 0, visible.isEmpty ? "alpha = fade" : "alpha = if (seen < 0.5f) 0f else fade")])
    members += opacity
    members += visible.map { member in
      guard opacity.isEmpty else { return member }
      return Member(
        name: member.name, place: member.place, offset: 0, track: member.track,
        assignment: "alpha = if (seen < 0.5f) 0f else \(n(layer.track(.opacity)?.first[0] ?? 1))f")
    }
    return members
  }

  private func value(_ member: Member, _ numbers: [Double]) -> String {
    n(numbers[member.place] - member.offset)
  }

  private func spec(_ member: Member) -> String {
    if member.track.phases.count == 1, let phase = member.track.phases.first,
      case .curve(let curve) = phase.motion,
      phase.from == member.track.first, let compose = curve.compose
    {
      if phase.start == 0 { return compose }
      if !curve.isSpring {
        return compose.dropLast() + ", delayMillis = \(milliseconds(phase.start)))"
      }
    }
    let frames = SwiftCode.frames(of: member.track, duration: film.duration)
    var lines: [String] = []
    var last = -1
    for frame in frames {
      // Two keyframes of one millisecond would be one.
      let time = max(milliseconds(frame.time), min(last + 1, milliseconds(film.duration)))
      guard time > last else { continue }
      last = time
      var line = "\(value(member, frame.value))f at \(time)"
      if case .cubicBezier(let x1, let y1, let x2, let y2) = frame.curve?.timing {
        line +=
          " using CubicBezierEasing(\([x1, y1, x2, y2].map { n($0) + "f" }.joined(separator: ", ")))"
      } else {
        line += " using LinearEasing"
      }
      lines.append(line)
    }
    return
      "keyframes { durationMillis = \(milliseconds(film.duration)); \(lines.joined(separator: "; ")) }"
  }
}

extension Track {
  /// The value at the film's end.
  var last: [Double] { phases.last?.to ?? first }
}
