internal import Planning
internal import Evaluation
internal import Scenes

/// Writes a film as values and transitions for the library Motion (`motion.div` and `animate`): each quantity
/// is a list of keyframes with times, or a spring.
struct FramerWriter {
  let film: Film

  private func n(_ value: Double) -> String { Code.n(value) }

  static func export(_ films: [Film], _ names: ExportNames) -> Exported {
    let isFlow = films[0].name != nil
    return Exported(
      "\(names.title).js",
      films.map { film in
        let (layers, shortfalls) = FramerWriter(film: film).layers
        guard isFlow else {
          return (
            "export const duration = \(Code.n(film.duration));\n\n"
              + layers.lines(after: "export const layers = ", end: ";\n", width: 80), shortfalls
          )
        }
        let move = CodeTree.object([("duration", .number(film.duration)), ("layers", layers)])
        let name = ExportNames.camel(names.of(film).title, upper: false)
        return (move.lines(after: "export const \(name) = ", end: ";\n", width: 80), shortfalls)
      },
      after: """
        // For Motion: <motion.div {...layers["NAME"]} />. Positions are offsets from the first frame, in points.

        """,
      end: """

        // For people who ask for less motion: the new screen fades in over the same time.
        export const \(isFlow ? "reduced = (duration) => ({" : "reduced = {")
          initial: { opacity: 0 },
          animate: { opacity: 1 },
          transition: { duration, ease: "linear" },
        }\(isFlow ? ")" : "");

        """)
  }

  /// The moving layers, and their features that Motion does not support.
  private var layers: (code: CodeTree, shortfalls: [Shortfall]) {
    var shortfalls = film.shortfalls
    var all: [(String, CodeTree)] = []
    for layer in film.layers {
      if layer.isSpatial {
        shortfalls.append(Shortfall(.leftOut, of: layer, "it leaves the plane; css has its matrix"))
      }
      var members: [Member] = []
      for quantity in Quantity.allCases {
        guard let track = layer.track(quantity), !track.isStill else { continue }
        let made = self.members(quantity, track, layer)
        if made.isEmpty {
          shortfalls.append(Shortfall(.leftOut, of: layer, quantity.rawValue))
        } else {
          let keepsSprings = made.allSatisfy(\.isSpring)
          shortfalls += track.approximations(of: layer, keepsSprings: keepsSprings)
        }
        members += made
      }
      guard !members.isEmpty else { continue }
      let isWord = !layer.name.contains("-")
      all.append(
        (
          isWord ? layer.name : "\"\(layer.name)\"",
          .object([
            ("initial", .object(members.map { ($0.name, .text($0.initial)) })),
            ("animate", .object(members.map { ($0.name, $0.target) })),
            ("transition", .object(members.map { ($0.name, .object($0.transition)) })),
          ])
        ))
    }
    return (.object(all), shortfalls)
  }

  private struct Member {
    let name: String
    let initial: String
    let target: CodeTree
    let transition: [(String, CodeTree)]
    var isSpring = false
  }

  /// The Motion values for a quantity, each with the indices of its numbers.
  private func members(_ quantity: Quantity, _ track: Track, _ layer: FilmLayer) -> [Member] {
    func single(_ name: String, _ place: Int, offset: Double = 0, factor: Double = 1) -> Member? {
      member(name, track) { n(($0[place] - offset) * factor) }
    }
    let first = track.first
    switch quantity {
    case .position:
      return [single("x", 0, offset: first[0]), single("y", 1, offset: first[1])].compactMap { $0 }
    case .size: return [single("width", 0), single("height", 1)].compactMap { $0 }
    case .scale: return [single("scaleX", 0), single("scaleY", 1)].compactMap { $0 }
    case .rotation: return [single("rotate", 0)].compactMap { $0 }
    case .opacity: return [single("opacity", 0)].compactMap { $0 }
    case .cornerRadius: return [single("borderRadius", 0)].compactMap { $0 }
    case .backgroundColor:
      return [member("backgroundColor", track) { "\"\(CSSText.color($0))\"" }].compactMap { $0 }
    case .blur: return [member("filter", track) { "\"blur(\(n($0[0]))px)\"" }].compactMap { $0 }
    case .shadow:
      return [member("boxShadow", track) { "\"\(CSSText.boxShadow($0, []))\"" }].compactMap { $0 }
    case .mask:
      guard let masked = layer.masked, let mask = masked.mask else { return [] }
      let shape = MaskShape(mask, in: masked)
      if case .layer = shape.kind { return [] }
      return [member("clipPath", track) { Literal.javaScript(CSSText.clipPath(shape.with($0))) }]
        .compactMap { $0 }
    case .stroke:
      return [single("pathOffset", 0), member("pathLength", track) { n($0[1] - $0[0]) }].compactMap
      { $0 }
    case .visible:
      return [member("visibility", track) { $0[0] > 0 ? "\"visible\"" : "\"hidden\"" }].compactMap {
        $0
      }
    case .backface:
      return [member("backfaceVisibility", track) { $0[0] > 0 ? "\"visible\"" : "\"hidden\"" }]
        .compactMap { $0 }
    case .order: return [single("zIndex", 0)].compactMap { $0 }
    case .matrix, .border, .contents: return []
    }
  }

  /// A value of Motion; nil if the value is constant. Motion supports only Bézier curves as easings between
  /// keyframes.
  private func member(_ name: String, _ track: Track, _ value: ([Double]) -> String) -> Member? {
    let frames = track.written(until: film.duration, value)
    guard frames.contains(where: { $0.value != frames[0].value }) else { return nil }
    if track.phases.count == 1, let phase = track.phases.first,
      case .curve(let curve) = phase.motion,
      var transition = curve.framer, value(phase.from) == frames[0].value
    {
      if case .spring(let spring) = curve.timing {
        // The velocity of a spring in Motion applies to numbers and not to a whole text; by default a spring
        // stops half a point from its target.
        let way = (Double(value(phase.to)) ?? 0) - (Double(value(phase.from)) ?? 0)
        transition.removeLast()
        transition += [
          ("velocity", CurveName.number(spring.initialVelocity * way)), ("restDelta", "0.001"),
          ("restSpeed", "0.01"),
        ]
      }
      if phase.start > 0 { transition.append(("delay", n(phase.start))) }
      return Member(
        name: name, initial: frames[0].value, target: .text(value(phase.to)),
        transition: transition.map { ($0.0, .text($0.1)) }, isSpring: curve.isSpring)
    }
    let times = frames.map { CodeTree.number(film.duration > 0 ? $0.time / film.duration : 0) }
    let eases = frames.dropLast().map { frame in
      frame.curve?.bezier.map { "[\($0.map(n).joined(separator: ", "))]" } ?? "\"linear\""
    }
    let ease =
      Set(eases).count <= 1
      ? CodeTree.text(eases.first ?? "\"linear\"")
      : .list(
        "[", eases.map(CodeTree.text), "]", eases.allSatisfy { $0.hasPrefix("[") } ? .always : .each
      )
    return Member(
      name: name, initial: frames[0].value, target: .array(frames.map { .text($0.value) }),
      transition: [
        ("duration", film.name == nil ? .text("duration") : .number(film.duration)),
        ("times", .array(times)), ("ease", ease),
      ])
  }
}
