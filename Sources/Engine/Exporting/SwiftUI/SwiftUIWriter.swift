internal import Planning
internal import Evaluation
internal import Scenes

/// Writes a film as SwiftUI modifiers with keyframe animators, one modifier for each moving layer.
struct SwiftUIWriter {
  let film: Film
  let names: ExportNames

  private static let said: Set<Quantity> = [
    .position, .size, .scale, .rotation, .matrix, .opacity, .cornerRadius, .backgroundColor, .blur,
    .shadow, .visible, .order,
  ]

  private func n(_ value: Double) -> String { Code.n(value) }

  /// Writes the value of a member as Swift code.
  private func text(_ member: Member, _ numbers: [Double]) -> String {
    let value = numbers[member.place] - member.offset
    return member.track.quantity == .matrix ? Code.fine(value) : n(value)
  }

  /// A number that SwiftUI animates for a quantity.
  private struct Member {
    let name: String
    let place: Int
    let offset: Double
    let track: Track
  }

  static func export(_ films: [Film], _ names: ExportNames) -> Exported {
    Exported(
      "\(names.typeName)Motion.swift",
      films.map { film in
        (
          SwiftUIWriter(film: film, names: names.of(film)).motion,
          film.appShortfalls(saying: said, keepingSprings: { _ in true })
        )
      }, after: "import SwiftUI\n\n")
  }

  private var motion: String {
    var blocks: [String] = []
    for layer in film.layers.map(\.scalingAsWhole) {
      let members = members(of: layer)
      guard !members.isEmpty else { continue }
      let name = Code.identifier(layer.name)
      let type = name.prefix(1).uppercased() + name.dropFirst() + "Values"
      let values = members.map { member in
        "    var \(member.name): Double = \(text(member, member.track.first))"
      }
      let tracks = members.map { member in
        "      KeyframeTrack(\\.\(member.name)) {\n\(keyframes(member).joined(separator: "\n"))\n      }"
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
        \(modifiers(members, layer).joined(separator: "\n"))
            } keyframes: { _ in
        \(tracks.joined(separator: "\n"))
            }
          }

        """)
    }
    return """
      /// The transition \(Literal.swift(names.title)): a modifier for each layer that moves.
      ///
      /// Offsets count from where the view lies.
      @MainActor
      enum \(names.typeName)Motion {
        static let duration: TimeInterval = \(n(film.duration))

        /// For people who prefer reduced motion: the new screen fades in over the same time.
        static let reduced = Animation.linear(duration: duration)
      \(blocks.isEmpty ? "" : "\n")\(blocks.joined(separator: "\n"))}

      """
  }

  /// The components of a matrix that affect a plane: z is 0 before the matrix is applied, and the resulting z
  /// is dropped.
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
    var calls: [(name: String, arguments: [CodeTree])] = []
    func add(_ name: String, _ arguments: CodeTree...) { calls.append((name, arguments)) }
    func text(_ label: String, _ value: String) -> CodeTree { .text("\(label): \(value)") }
    func color(_ red: String, _ green: String, _ blue: String, _ opacity: String) -> CodeTree {
      .list(
        "Color(",
        [.text(".sRGB"), text("red", red), text("green", green), text("blue", blue)]
          + [text("opacity", opacity)], ")", .hugging)
    }
    let anchor = layer.properties.anchorPoint
    let unit = text("anchor", "UnitPoint(x: \(n(anchor.x)), y: \(n(anchor.y)))")
    if has.contains("width") || has.contains("height") {
      add(
        "frame", text("width", value("width", .size, 0)), text("height", value("height", .size, 1)))
    }
    if !has.isDisjoint(with: ["red", "green", "blue", "alpha"]) {
      let parts = [("red", 0), ("green", 1), ("blue", 2), ("alpha", 3)].map {
        value($0.0, .backgroundColor, $0.1)
      }
      add("background", color(parts[0], parts[1], parts[2], parts[3]))
    }
    if has.contains("cornerRadius") {
      add(
        "clipShape", .text("RoundedRectangle(cornerRadius: value.cornerRadius, style: .circular)"))
    }
    if has.contains("scaleX") || has.contains("scaleY") {
      add(
        "scaleEffect", text("x", value("scaleX", .scale, 0)), text("y", value("scaleY", .scale, 1)),
        unit)
    }
    if has.contains("degrees") { add("rotationEffect", .text(".degrees(value.degrees)"), unit) }
    if let first = film.placedMatrix(of: layer, about: .zero)?.first,
      has.contains(where: { $0.hasPrefix("m") })
    {
      let members = first.indices.map { i in
        let name = "m\(i / 4 + 1)\(i % 4 + 1)"
        let still = Self.plane.contains { $0.1 == i } ? first[i] : i == 10 ? 1 : 0
        return text(name, has.contains(name) ? "value.\(name)" : Code.fine(still))
      }
      let matrix = CodeTree.list("CATransform3D(", members, ")", .hugging)
      add("projectionEffect", .list("ProjectionTransform(", [matrix], ")", .hugging))
    }
    /// A SwiftUI frame grows about its centre, so its offset must keep the anchor in place.
    func offset(_ name: String, _ length: String, _ anchor: Double) -> String {
      let moves = has.contains(name) ? "value.\(name)" : "0"
      guard anchor != 0.5, has.contains(length) else { return moves }
      let first = layer.track(.size)?.first[length == "width" ? 0 : 1] ?? 0
      return "\(moves) + \(n(0.5 - anchor)) * (value.\(length) - \(n(first)))"
    }
    if !has.isDisjoint(with: ["x", "y"])
      || anchor.x != 0.5 && has.contains("width") || anchor.y != 0.5 && has.contains("height")
    {
      add(
        "offset", text("x", offset("x", "width", anchor.x)),
        text("y", offset("y", "height", anchor.y)))
    }
    if has.contains("blurRadius") { add("blur", .text("radius: value.blurRadius")) }
    if has.contains(where: { $0.hasPrefix("shadow") }) {
      let c = layer.track(.shadow)?.first ?? [0, 0, 0, 0, 0, 0, 0, 1]
      let opacity = value("shadowOpacity", .shadow, 0)
      add(
        "shadow",
        .member(
          "color:",
          color(n(c[4]), n(c[5]), n(c[6]), c[7] == 1 ? opacity : "\(n(c[7])) * \(opacity)")
        ), text("radius", value("shadowRadius", .shadow, 1)),
        text("x", value("shadowX", .shadow, 2)), text("y", value("shadowY", .shadow, 3)))
    }
    if has.contains("opacity") || has.contains("visible") {
      let opacity = value("opacity", .opacity, 0)
      add(
        "opacity",
        .text(has.contains("visible") ? "value.visible < 0.5 ? 0 : \(opacity)" : opacity))
    }
    if has.contains("order") { add("zIndex", .text("value.order")) }
    return calls.indices.map { place in
      let breaks = place < calls.count - 1 ? CodeTree.Breaks.chained : .hugging
      return CodeTree.list(".\(calls[place].name)(", calls[place].arguments, ")", breaks).lines(
        after: "        ", width: 100)
    }
  }

  /// Writes the keyframes of a member: phases that follow a spring use SwiftUI's spring, and all other curves
  /// become Bézier curves between keyframes.
  private func keyframes(_ member: Member) -> [String] {
    let frames = member.track.written(
      until: film.duration, keeping: { $0.isBezier || $0.isSpring }
    ) { text(member, $0) }
    return zip(frames, frames.dropFirst()).map { before, frame in
      guard frame.time > before.time else { return "        MoveKeyframe(\(frame.value))" }
      // Each duration is the difference of two rounded times, so that rounding errors do not accumulate.
      var name = "LinearKeyframe("
      var arguments: [CodeTree] = [
        .text(frame.value), .text("duration: \(CurveName.number(frame.time - before.time))"),
      ]
      if case .spring(let spring) = before.curve?.timing {
        name = "SpringKeyframe("
        let way = frame.numbers[member.place] - before.numbers[member.place]
        let own = ["mass: 1", "stiffness: \(n(spring.stiffness))", "damping: \(n(spring.damping))"]
        arguments += [
          .member(
            "spring:",
            .list(
              "Spring(",
              (own + (spring.dampingRatio > 1 ? ["allowOverDamping: true"] : [])).map(
                CodeTree.text),
              ")", .hugging)),
          .text("startVelocity: \(n(spring.initialVelocity * way))"),
        ]
      } else if let b = before.curve?.bezier {
        let points = [("startControlPoint", b[0], b[1]), ("endControlPoint", b[2], b[3])].map {
          CodeTree.text("\($0): UnitPoint(x: \(n($1)), y: \(n($2)))")
        }
        arguments.append(.member("timingCurve:", .list(".bezier(", points, ")", .hugging)))
      }
      return CodeTree.list(name, arguments, ")", .hugging).lines(after: "        ", width: 100)
    }
  }
}
