internal import Planning
internal import Evaluation
internal import Scenes

/// Writes a film as values and transitions for Motion (`motion.div` and `animate`): each quantity is a list of
/// keyframes with their times, or a spring.
struct FramerWriter {
  let film: Film
  let names: ExportNames

  init(_ film: Film, _ names: ExportNames) {
    self.film = film
    self.names = names
  }

  private func n(_ value: Double) -> String { CurveName.number((value * 1e4).rounded() / 1e4) }

  func exported() -> Exported {
    var shortfalls = film.shortfalls
    var blocks: [String] = []
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
        }
        for member in made {
          if let note = member.note {
            shortfalls.append(Shortfall(.approximated, of: layer, "\(quantity.rawValue) \(note)"))
          }
        }
        members += made
      }
      guard !members.isEmpty else { continue }
      blocks.append(
        """
          \(Literal.javaScript(layer.name)): {
            initial: { \(members.map { "\($0.name): \($0.initial)" }.joined(separator: ", ")) },
            animate: { \(members.map { "\($0.name): \($0.target)" }.joined(separator: ", ")) },
            transition: {
        \(members.map { "      \($0.name): { \($0.transition) }," }.joined(separator: "\n"))
            },
          },
        """)
    }
    let text = """
      // For Motion: <motion.div {...layers["NAME"]} />. Positions are offsets from the first frame, in points.
      export const duration = \(n(film.duration));

      export const layers = {
      \(blocks.joined(separator: "\n"))
      };

      // For people who ask for less motion: the new screen fades in over the same time.
      export const reduced = {
        initial: { opacity: 0 },
        animate: { opacity: 1 },
        transition: { duration, ease: "linear" },
      };

      """
    return Exported(files: [ExportedFile("\(names.title).js", text)], shortfalls: shortfalls)
  }

  private struct Member {
    let name: String
    let initial: String
    let target: String
    let transition: String
    let note: String?
  }

  /// The values of Motion for a quantity, each with the indices of its numbers.
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

  /// A value of Motion; nil where it stays.
  private func member(_ name: String, _ track: Track, _ value: ([Double]) -> String) -> Member? {
    let frames = CSSFrame.all(of: track, duration: film.duration, value: value)
    guard frames.contains(where: { $0.value != frames[0].value }) else { return nil }
    if track.phases.count == 1, let phase = track.phases.first,
      case .curve(let curve) = phase.motion,
      var transition = curve.framer, value(phase.from) == frames[0].value
    {
      if case .spring(let spring) = curve.timing {
        // Motion's velocity is that of the value, which text as a whole has not; by default a spring ends half a
        // point from its target.
        let way = (Double(value(phase.to)) ?? 0) - (Double(value(phase.from)) ?? 0)
        transition.removeLast()
        transition += [
          ("velocity", CurveName.number(spring.initialVelocity * way)), ("restDelta", "0.001"),
          ("restSpeed", "0.01"),
        ]
      }
      var parts = transition.map { "\($0.0): \($0.1)" }
      if phase.start > 0 { parts.append("delay: \(n(phase.start))") }
      return Member(
        name: name, initial: frames[0].value, target: value(phase.to),
        transition: parts.joined(separator: ", "),
        note: nil)
    }
    var points: [(time: Double, value: String, ease: String)] = []
    var note: String?
    var current = track.first
    func add(_ time: Double, _ numbers: [Double]) {
      points.append((time, value(numbers), "\"linear\""))
    }
    add(0, current)
    for phase in track.phases {
      add(phase.start, current)
      if phase.from != current { add(phase.start, phase.from) }
      current = phase.to
      switch phase.motion {
      case .keyframes(let middle, let error):
        for frame in middle.dropFirst().dropLast() { add(frame.time, frame.value) }
        if middle.count > 2 { note = "by \(middle.count) keyframes, off by at most \(n(error))" }
      case .curve(let curve):
        if case .cubicBezier(let x1, let y1, let x2, let y2) = curve.timing {
          points[points.count - 1].ease = "[\([x1, y1, x2, y2].map(n).joined(separator: ", "))]"
        } else if curve.timing != .linear {
          // Motion eases between keyframes by Béziers alone: the curve is cut into straight lines.
          let stops = curve.stops.isEmpty ? curve.evenStops : curve.stops
          for stop in stops.dropFirst().dropLast() {
            add(
              phase.start + stop.offset * (phase.end - phase.start),
              zip(phase.from, phase.to).map { $0 + ($1 - $0) * stop.progress })
          }
          note = "by straight lines along \(curve.words)"
        }
      }
      add(phase.end, phase.to)
    }
    add(film.duration, current)
    var kept: [(time: Double, value: String, ease: String)] = []
    for point in points {
      if let last = kept.last, last.time == point.time, last.value == point.value {
        kept[kept.count - 1] = point
      } else {
        kept.append(point)
      }
    }
    let times = kept.map { CurveName.number(film.duration > 0 ? $0.time / film.duration : 0) }
    let eases = kept.dropLast().map(\.ease)
    let ease =
      Set(eases).count <= 1 ? eases.first ?? "\"linear\"" : "[\(eases.joined(separator: ", "))]"
    return Member(
      name: name, initial: kept[0].value, target: "[\(kept.map(\.value).joined(separator: ", "))]",
      transition: "duration, times: [\(times.joined(separator: ", "))], ease: \(ease)", note: note)
  }
}
