internal import Planning
internal import Evaluation
internal import Scenes

/// Writes a film as modifiers with keyframe animators, one for each layer that moves.
struct SwiftUIWriter {
  let film: Film
  let names: ExportNames

  init(_ film: Film, _ names: ExportNames) {
    self.film = film
    self.names = names
  }

  private static let said: Set<Quantity> = [
    .position, .size, .scale, .rotation, .matrix, .opacity, .cornerRadius, .backgroundColor, .blur,
    .shadow, .visible, .order,
  ]

  private func n(_ value: Double) -> String { SwiftCode.n(value) }

  /// A member's value.
  private func number(_ value: Double, of track: Track) -> String {
    track.quantity == .matrix ? SwiftCode.fine(value) : n(value)
  }

  /// A number of SwiftUI that a quantity has.
  private struct Member {
    let name: String
    let place: Int
    let offset: Double
    let track: Track
  }

  func exported() -> Exported {
    var blocks: [String] = []
    for layer in film.layers.map(\.scalingAsWhole) {
      let members = members(of: layer)
      guard !members.isEmpty else { continue }
      let name = SwiftCode.identifier(layer.name)
      let type = name.prefix(1).uppercased() + name.dropFirst() + "Values"
      let values = members.map {
        "    var \($0.name): Double = \(number($0.track.first[$0.place] - $0.offset, of: $0.track))"
      }
      let tracks = members.map { member in
        """
              KeyframeTrack(\\.\(member.name)) {
        \(keyframes(member).map { "        \($0)" }.joined(separator: "\n"))
              }
        """
      }
      blocks.append(
        """
          /// The layer \(Literal.swift(layer.id)).
          struct \(type) {
        \(values.joined(separator: "\n"))
          }

          static func \(name)(_ view: some View, plays: Bool) -> some View {
            view.keyframeAnimator(initialValue: \(type)(), trigger: plays) { content, value in
              content
        \(modifiers(members, layer).map { "        \($0)" }.joined(separator: "\n"))
            } keyframes: { _ in
        \(tracks.joined(separator: "\n"))
            }
          }
        """)
    }
    let type = names.typeName
    let text = """
      import SwiftUI

      /// The transition \(Literal.swift(names.title)): a modifier for each layer that moves. Offsets count from where the view lies.
      @MainActor
      enum \(type)Motion {
        static let duration: TimeInterval = \(n(film.duration))

        /// For people who ask for less motion: the new screen fades in over the same time.
        static let reduced = Animation.linear(duration: duration)

      \(blocks.joined(separator: "\n\n"))
      }

      """
    return Exported(
      files: [ExportedFile("\(type)Motion.swift", text)],
      shortfalls: film.appShortfalls(saying: Self.said))
  }

  /// The members of a matrix that a plane has: z is 0 before it and is dropped after it.
  private static let plane = [0, 1, 3, 4, 5, 7, 12, 13, 15].map {
    ("m\($0 / 4 + 1)\($0 % 4 + 1)", $0)
  }

  private func members(of layer: FilmLayer) -> [Member] {
    func all(_ quantity: Quantity, _ names: [(String, Int)], relative: Bool = false) -> [Member] {
      guard
        let track = quantity == .matrix
          ? film.placedMatrix(of: layer, about: .zero) : layer.track(quantity),
        !track.isStill
      else { return [] }
      return names.compactMap { name, place in
        guard track.everyValue.contains(where: { $0[place] != track.first[place] }) else {
          return nil
        }
        return Member(
          name: name, place: place, offset: relative ? track.first[place] : 0, track: track)
      }
    }
    return all(.position, [("x", 0), ("y", 1)], relative: true)
      + all(.size, [("width", 0), ("height", 1)])
      + all(.scale, [("scaleX", 0), ("scaleY", 1)]) + all(.rotation, [("degrees", 0)])
      + all(.matrix, Self.plane)
      + all(.backgroundColor, [("red", 0), ("green", 1), ("blue", 2), ("alpha", 3)])
      + all(.opacity, [("opacity", 0)])
      + all(.cornerRadius, [("cornerRadius", 0)]) + all(.blur, [("blurRadius", 0)])
      + all(.shadow, [("shadowOpacity", 0), ("shadowRadius", 1), ("shadowX", 2), ("shadowY", 3)])
      + all(.visible, [("visible", 0)]) + all(.order, [("order", 0)])
  }

  private func modifiers(_ members: [Member], _ layer: FilmLayer) -> [String] {
    let has = Set(members.map(\.name))
    func value(_ name: String, _ quantity: Quantity, _ place: Int) -> String {
      has.contains(name) ? "value.\(name)" : n(layer.track(quantity)?.first[place] ?? 0)
    }
    var lines: [String] = []
    let anchor = layer.properties.anchorPoint
    let unit = "UnitPoint(x: \(n(anchor.x)), y: \(n(anchor.y)))"
    if has.contains("width") || has.contains("height") {
      lines.append(
        ".frame(width: \(value("width", .size, 0)), height: \(value("height", .size, 1)))")
    }
    if !has.isDisjoint(with: ["red", "green", "blue", "alpha"]) {
      let parts = [("red", 0), ("green", 1), ("blue", 2), ("alpha", 3)].map {
        value($0.0, .backgroundColor, $0.1)
      }
      lines.append(
        ".background(Color(.sRGB, red: \(parts[0]), green: \(parts[1]), blue: \(parts[2]), opacity: \(parts[3])))"
      )
    }
    if has.contains("cornerRadius") {
      lines.append(
        ".clipShape(RoundedRectangle(cornerRadius: value.cornerRadius, style: .circular))")
    }
    if has.contains("scaleX") || has.contains("scaleY") {
      lines.append(
        ".scaleEffect(x: \(value("scaleX", .scale, 0)), y: \(value("scaleY", .scale, 1)), anchor: \(unit))"
      )
    }
    if has.contains("degrees") {
      lines.append(".rotationEffect(.degrees(value.degrees), anchor: \(unit))")
    }
    if let first = film.placedMatrix(of: layer, about: .zero)?.first,
      has.contains(where: { $0.hasPrefix("m") })
    {
      let members = first.indices.map { i in
        let name = "m\(i / 4 + 1)\(i % 4 + 1)"
        let still = Self.plane.contains { $0.1 == i } ? first[i] : i == 10 ? 1 : 0
        return "\(name): \(has.contains(name) ? "value.\(name)" : SwiftCode.fine(still))"
      }
      lines.append(
        ".projectionEffect(ProjectionTransform(CATransform3D(\(members.joined(separator: ", ")))))")
    }
    /// A frame grows about its middle, and the anchor is what moves.
    func offset(_ name: String, _ length: String, _ anchor: Double) -> String {
      let moves = has.contains(name) ? "value.\(name)" : "0"
      guard anchor != 0.5, has.contains(length) else { return moves }
      let first = layer.track(.size)?.first[length == "width" ? 0 : 1] ?? 0
      return "\(moves) + \(n(0.5 - anchor)) * (value.\(length) - \(n(first)))"
    }
    if !has.isDisjoint(with: ["x", "y"])
      || anchor.x != 0.5 && has.contains("width") || anchor.y != 0.5 && has.contains("height")
    {
      lines.append(
        ".offset(x: \(offset("x", "width", anchor.x)), y: \(offset("y", "height", anchor.y)))")
    }
    if has.contains("blurRadius") { lines.append(".blur(radius: value.blurRadius)") }
    if has.contains(where: { $0.hasPrefix("shadow") }) {
      let c = layer.track(.shadow)?.first ?? [0, 0, 0, 0, 0, 0, 0, 1]
      lines.append(
        ".shadow(color: Color(.sRGB, red: \(n(c[4])), green: \(n(c[5])), blue: \(n(c[6])), opacity: \(n(c[7])) * \(value("shadowOpacity", .shadow, 0))), radius: \(value("shadowRadius", .shadow, 1)), x: \(value("shadowX", .shadow, 2)), y: \(value("shadowY", .shadow, 3)))"
      )
    }
    if has.contains("opacity") || has.contains("visible") {
      let opacity = value("opacity", .opacity, 0)
      lines.append(
        ".opacity(\(has.contains("visible") ? "value.visible < 0.5 ? 0 : \(opacity)" : opacity))")
    }
    if has.contains("order") { lines.append(".zIndex(value.order)") }
    return lines
  }

  /// SwiftUI's own spring is used for phases with one; all other curves are Béziers between keyframes.
  private func keyframes(_ member: Member) -> [String] {
    var lines: [String] = []
    var time = 0.0
    var current = member.track.first
    func value(_ numbers: [Double]) -> String {
      number(numbers[member.place] - member.offset, of: member.track)
    }
    /// Lengths add up to the times: each is the difference of two that are rounded.
    func length(_ start: Double, _ end: Double) -> String {
      CurveName.number(CurveName.rounded(end) - CurveName.rounded(start))
    }
    for phase in member.track.phases {
      if phase.start > time {
        lines.append("LinearKeyframe(\(value(current)), duration: \(length(time, phase.start)))")
      }
      if phase.from[member.place] != current[member.place] {
        lines.append("MoveKeyframe(\(value(phase.from)))")
      }
      current = phase.to
      time = phase.end
      let whole = length(phase.start, phase.end)
      if phase.end == phase.start {
        lines.append("MoveKeyframe(\(value(phase.to)))")
        continue
      }
      switch phase.motion {
      case .keyframes(let middle, _):
        for (a, b) in zip(middle, middle.dropFirst()) {
          lines.append("LinearKeyframe(\(value(b.value)), duration: \(length(a.time, b.time)))")
        }
      case .curve(let curve):
        switch curve.timing {
        case .linear: lines.append("LinearKeyframe(\(value(phase.to)), duration: \(whole))")
        case .cubicBezier(let x1, let y1, let x2, let y2):
          lines.append(
            "LinearKeyframe(\(value(phase.to)), duration: \(whole), timingCurve: .bezier(startControlPoint: UnitPoint(x: \(n(x1)), y: \(n(y1))), endControlPoint: UnitPoint(x: \(n(x2)), y: \(n(y2)))))"
          )
        case .spring(let spring):
          let velocity =
            spring.initialVelocity * (phase.to[member.place] - phase.from[member.place])
          lines.append(
            "SpringKeyframe(\(value(phase.to)), duration: \(whole), spring: Spring(mass: 1, stiffness: \(n(spring.stiffness)), damping: \(n(spring.damping))\(spring.dampingRatio > 1 ? ", allowOverDamping: true" : "")), startVelocity: \(n(velocity)))"
          )
        case .steps, .piecewise:
          var last = phase.start
          for stop in curve.stops.isEmpty ? curve.evenStops : curve.stops {
            let moment = phase.start + stop.offset * (phase.end - phase.start)
            let numbers = zip(phase.from, phase.to).map { $0 + ($1 - $0) * stop.progress }
            if moment > last {
              lines.append("LinearKeyframe(\(value(numbers)), duration: \(length(last, moment)))")
            } else if moment > phase.start || stop.progress != 0 {
              lines.append("MoveKeyframe(\(value(numbers)))")
            }
            last = moment
          }
        }
      }
    }
    if time < film.duration {
      lines.append("LinearKeyframe(\(value(current)), duration: \(length(time, film.duration)))")
    }
    return lines
  }
}
