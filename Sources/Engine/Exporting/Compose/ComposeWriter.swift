internal import Evaluation
internal import Planning
internal import Scenes

/// Writes a film as Jetpack Compose modifiers: each moving layer has one modifier, which a transition between
/// two states drives.
struct ComposeWriter {
  let film: Film
  let names: ExportNames

  private static let said: Set<Quantity> = [
    .position, .size, .scale, .rotation, .matrix, .opacity, .cornerRadius, .backgroundColor, .mask,
    .visible, .order, .shadow,
  ]

  /// The maximum number of values of a mask's shape that the transition animates.
  private static let mostOfMask = 24

  private func n(_ value: Double) -> String { Code.n(value) }
  private func milliseconds(_ seconds: Double) -> Int {
    Int(clamped: seconds * 1000, rounded: .toNearestOrAwayFromZero, to: 0...Int(Int32.max))
  }

  /// A number that changes and that the Compose transition animates.
  private struct Member {
    let name: String
    let place: Int
    let offset: Double
    let track: Track
  }

  static func export(_ films: [Film], _ names: ExportNames) -> Exported {
    let isFlow = films[0].name != nil
    var parts = films.map { film in
      let writer = ComposeWriter(film: film, names: names.of(film))
      return (writer.code(isFlow: isFlow), writer.shortfalls)
    }
    let length = isFlow ? "durationMillis: Int" : "durationMillis: Int = MILLIS"
    let end = """

      /** For people who ask for less motion: the new screen fades in over the same time. */
      @Composable
      fun Modifier.reducedMotion(
          transition: Transition<Boolean>,
          \(length)
      ): Modifier {
          val fade by transition.animateFloat(
              transitionSpec = { tween(durationMillis, easing = LinearEasing) },
              label = "fade"
          ) { if (it) 1f else 0f }
          return graphicsLayer { alpha = fade }
      }

      """
    let frames = """

      /** Straight lines through values, each with its milliseconds. */
      private fun frames(durationMillis: Int, vararg frames: Pair<Int, Float>): KeyframesSpec<Float> =
          keyframes {
              this.durationMillis = durationMillis
              for ((time, value) in frames) value at time
          }

      """
    let tail = end + (parts.contains { $0.0.contains("{ frames(") } ? frames : "")
    let all = parts.map(\.0).joined() + tail
    let imports = Self.imports.filter { all.contains($0.1) }.map {
      "import androidx.compose.\($0.0)\n"
    }
    for place in parts.indices { parts[place].0 = inner(parts[place].0) }
    return Exported(
      "\(names.typeName).kt", parts,
      after: imports.joined() + "\nobject \(names.typeName)Motion {\n", end: inner(tail) + "}\n")
  }

  private static func inner(_ code: String) -> String {
    code.split(separator: "\n", omittingEmptySubsequences: false).map {
      $0.isEmpty ? "" : "    " + $0
    }.joined(separator: "\n")
  }

  /// The names that the code may import, each with the text whose use requires the import.
  private static let imports = [
    ("animation.core.CubicBezierEasing", "CubicBezierEasing("),
    ("animation.core.KeyframesSpec", "KeyframesSpec<"),
    ("animation.core.LinearEasing", "LinearEasing"), ("animation.core.Transition", "Transition<"),
    ("animation.core.animateFloat", "animateFloat("), ("animation.core.keyframes", "keyframes {"),
    ("animation.core.spring", "spring("), ("animation.core.tween", "tween("),
    ("foundation.layout.size", ".size("),
    ("foundation.shape.RoundedCornerShape", "RoundedCornerShape("),
    ("runtime.Composable", "@Composable"), ("runtime.getValue", " by "),
    ("ui.Modifier", "Modifier"),
    ("ui.draw.drawBehind", "drawBehind {"), ("ui.draw.drawWithContent", "drawWithContent {"),
    ("ui.geometry.CornerRadius", "CornerRadius("), ("ui.geometry.Rect", " Rect("),
    ("ui.geometry.RoundRect", "RoundRect("), ("ui.graphics.ClipOp", "ClipOp."),
    ("ui.graphics.Color", "Color("), ("ui.graphics.Matrix", "Matrix("),
    ("ui.graphics.Path", "Path()"), ("ui.graphics.TransformOrigin", "TransformOrigin("),
    ("ui.graphics.drawscope.clipPath", "clipPath("),
    ("ui.graphics.drawscope.withTransform", "withTransform("),
    ("ui.graphics.graphicsLayer", "graphicsLayer {"), ("ui.unit.dp", ".dp"),
    ("ui.zIndex", ".zIndex("),
  ]

  private var shortfalls: [Shortfall] {
    var all = film.appShortfalls(saying: Self.said) { spring(of: $0) != nil }
    for layer in film.layers {
      if let mask = layer.track(.mask), !mask.isStill, mask.first.count > Self.mostOfMask {
        all.append(Shortfall(.leftOut, of: layer, "mask of \(mask.first.count) numbers"))
      }
      if let shadow = layer.track(.shadow), !shadow.isStill {
        all.append(
          Shortfall(.approximated, of: layer, "its shadow, by the elevation that its radius is"))
      }
    }
    return all
  }

  private func code(isFlow: Bool) -> String {
    let modifiers = film.layers.map(\.scalingAsWhole).compactMap(modifier)
    let length = "const val MILLIS = \(milliseconds(film.duration))\n"
    let text = ([length] + modifiers).joined(separator: "\n")
    return isFlow
      ? "/** The move \(comment(names.title)). */\nobject \(names.typeName) {\n\(Self.inner(text))}\n"
      : text
  }

  /// Text for a Kotlin comment, in which the marks that open or close a comment are changed.
  private func comment(_ text: String) -> String {
    Literal.utf16(text.replacing("*/", with: "* /").replacing("/*", with: "/ *"))
  }

  // MARK: A layer

  private func modifier(_ layer: FilmLayer) -> String? {
    let members = members(of: layer)
    guard !members.isEmpty else { return nil }
    let values = members.map { member in
      """
          val \(member.name) by transition.animateFloat(
              transitionSpec = \(spec(member)),
              label = \(Literal.utf16("\(layer.id) \(member.name)", escapesDollar: true))
          ) { if (it) \(end(member)) else \(value(member, member.track.first)) }

      """
    }
    let calls = calls(layer, members)
    let body = "this" + calls.map { "\n        .\($0)" }.joined()
    return """
      /** The layer \(comment(layer.id)): false before the transition, true after it. */
      @Composable
      fun Modifier.\(Code.identifier(layer.name))Motion(transition: Transition<Boolean>): Modifier {
      \(values.joined())    return \(body)
      }

      """
  }

  private func members(of layer: FilmLayer) -> [Member] {
    func all(_ quantity: Quantity, _ names: [(String, Int)], relative: Bool = false) -> [Member] {
      guard
        let track = quantity == .matrix
          ? film.placedMatrix(of: layer, about: .zero) : layer.track(quantity),
        !track.isStill
      else { return [] }
      return names.compactMap { name, place in
        guard track.changes(place...place) else { return nil }
        return Member(
          name: name, place: place, offset: relative ? track.first[place] : 0, track: track)
      }
    }
    let mask = layer.track(.mask)?.first.count ?? 0
    return all(.position, [("x", 0), ("y", 1)], relative: true)
      + all(.size, [("width", 0), ("height", 1)])
      + all(.scale, [("scaleAcross", 0), ("scaleDown", 1)]) + all(.rotation, [("degrees", 0)])
      + all(.matrix, Self.plane) + all(.opacity, [("fade", 0)])
      + all(.cornerRadius, [("corner", 0)])
      + all(.backgroundColor, [("red", 0), ("green", 1), ("blue", 2), ("opaque", 3)])
      + (mask <= Self.mostOfMask ? all(.mask, (0..<mask).map { ("mask\($0 + 1)", $0) }) : [])
      + all(.shadow, [("elevation", 1)]) + all(.visible, [("seen", 0)])
      + all(.order, [("order", 0)])
  }

  /// The components of a matrix that affect a plane: z is 0 before the matrix is applied, and the resulting z
  /// is dropped.
  private static let plane = [0, 1, 3, 4, 5, 7, 12, 13, 15].map {
    ("m\($0 / 4 + 1)\($0 % 4 + 1)", $0)
  }

  /// Returns the modifier calls, from the outermost call to the innermost call.
  private func calls(_ layer: FilmLayer, _ members: [Member]) -> [String] {
    let has = Set(members.map(\.name))
    /// A number as code: a value of the transition if it changes, otherwise a constant.
    func value(_ name: String, _ quantity: Quantity, _ place: Int) -> String {
      has.contains(name) ? name : n(layer.track(quantity)?.first[place] ?? 0) + "f"
    }
    func block(_ name: String, _ lines: [String]) -> String {
      "\(name) {\n" + lines.map { "            \($0)\n" }.joined() + "        }"
    }
    var calls: [String] = []
    if has.contains("order") { calls.append("zIndex(order)") }
    if has.contains(where: { $0.hasPrefix("m") && Self.plane.map(\.0).contains($0) }),
      let first = film.placedMatrix(of: layer, about: .zero)?.first
    {
      // Lengths are in pixels: the lengths of a translation are multiplied by the density, and those of
      // perspective are divided by it.
      let numbers = first.indices.map { i -> String in
        let name = "m\(i / 4 + 1)\(i % 4 + 1)"
        let isPlane = Self.plane.contains { $0.1 == i }
        let number =
          has.contains(name) ? name : Code.fine(isPlane ? first[i] : i == 10 ? 1 : 0) + "f"
        return number == "0f"
          ? number
          : number
            + ([12, 13].contains(i) ? " * density" : [3, 7].contains(i) ? " / density" : "")
      }
      let rows = stride(from: 0, to: 16, by: 4).map {
        "        " + numbers[$0..<$0 + 4].joined(separator: ", ") + ($0 < 12 ? "," : "")
      }
      calls.append(
        block(
          "drawWithContent",
          ["val matrix = Matrix(", "    floatArrayOf("] + rows + [
            "    )", ")",
            "withTransform({ transform(matrix) }) { this@drawWithContent.drawContent() }",
          ]))
    }
    var lines: [String] = []
    /// The code for the offset of the upper left corner of a layer whose size changes about its anchor.
    func move(_ name: String, _ length: String, _ place: Int, _ anchor: Double) -> String? {
      let grows = has.contains(length) && anchor != 0
      guard has.contains(name) || grows else { return nil }
      guard grows else { return "\(name).dp.toPx()" }
      let first = layer.track(.size)?.first[place] ?? 0
      let way = "\(n(anchor))f * (\(length) - \(n(first))f)"
      return "(\(has.contains(name) ? "\(name) - \(way)" : "-\(way)")).dp.toPx()"
    }
    let anchor = layer.properties.anchorPoint
    if !has.isDisjoint(with: ["scaleAcross", "scaleDown", "degrees"]), anchor != Point(0.5, 0.5) {
      lines.append("transformOrigin = TransformOrigin(\(n(anchor.x))f, \(n(anchor.y))f)")
    }
    if let x = move("x", "width", 0, anchor.x) { lines.append("translationX = \(x)") }
    if let y = move("y", "height", 1, anchor.y) { lines.append("translationY = \(y)") }
    if has.contains("scaleAcross") { lines.append("scaleX = scaleAcross") }
    if has.contains("scaleDown") { lines.append("scaleY = scaleDown") }
    if has.contains("degrees") { lines.append("rotationZ = degrees") }
    if has.contains("elevation") { lines.append("shadowElevation = elevation.dp.toPx()") }
    if has.contains("seen") {
      lines.append("alpha = if (seen < 0.5f) 0f else \(value("fade", .opacity, 0))")
    } else if has.contains("fade") {
      lines.append("alpha = fade")
    }
    if has.contains("corner") {
      lines += ["shape = RoundedCornerShape(corner.dp)", "clip = true"]
    }
    if !lines.isEmpty { calls.append(block("graphicsLayer", lines)) }
    if has.contains(where: { $0.hasPrefix("mask") }), let masked = layer.masked,
      let mask = masked.mask
    {
      let shape = MaskShape(mask, in: masked)
      let numbers = shape.numbers.indices.map { value("mask\($0 + 1)", .mask, $0) }
      let rule = shape.isInverted ? ", ClipOp.Difference" : ""
      calls.append(
        block(
          "drawWithContent",
          outline(shape, numbers) + [
            "clipPath(outline\(rule)) { this@drawWithContent.drawContent() }"
          ]))
    }
    if !has.isDisjoint(with: ["red", "green", "blue", "opaque"]) {
      // A spring may overshoot its end, but a colour component must stay in its range.
      let parts = ["red", "green", "blue", "opaque"].enumerated().map { place, name in
        value(name, .backgroundColor, place) + (has.contains(name) ? ".coerceIn(0f, 1f)" : "")
      }
      calls.append(
        block(
          "drawBehind",
          ["drawRect(", "    Color("]
            + parts.enumerated().map { "        \($1)\($0 < 3 ? "," : "")" }
            + ["    )", ")"]))
    }
    if has.contains("width") || has.contains("height") {
      calls.append("size(\(value("width", .size, 0)).dp, \(value("height", .size, 1)).dp)")
    }
    return calls
  }

  /// The code lines that draw the path of a mask in pixels.
  private func outline(_ shape: MaskShape, _ numbers: [String]) -> [String] {
    func px(_ text: String) -> String { "\(text) * density" }
    func add(_ call: String, _ arguments: [String]) -> [String] {
      ["    \(call)("]
        + arguments.enumerated().map {
          "        \($1)\($0 < arguments.count - 1 ? "," : "")"
        } + ["    )"]
    }
    var lines = ["val outline = Path().apply {"]
    switch shape.kind {
    case .ellipse, .rectangle:
      let v = numbers
      let box = [
        px(v[0]), px(v[1]), "(\(v[0]) + \(v[2])) * density", "(\(v[1]) + \(v[3])) * density",
      ]
      lines.append("    val box = Rect(")
      lines += box.enumerated().map { "        \($1)\($0 < 3 ? "," : "")" } + ["    )"]
      if v.count == 5 {
        lines.append("    addRoundRect(RoundRect(box, CornerRadius(\(px(v[4])), \(px(v[4])))))")
      } else {
        lines.append("    addOval(box)")
      }
    case .path(let path):
      var rest = numbers[...]
      func next(_ count: Int) -> [String] { (0..<count).map { _ in px(rest.popFirst() ?? "0f") } }
      for element in path.elements {
        switch element {
        case .move: lines += add("moveTo", next(2))
        case .line: lines += add("lineTo", next(2))
        case .cubic: lines += add("cubicTo", next(6))
        case .close: lines.append("    close()")
        }
      }
    case .layer: break
    }
    return lines + ["}"]
  }

  // MARK: Times

  private func value(_ member: Member, _ numbers: [Double]) -> String {
    let value = numbers[member.place] - member.offset
    return (member.track.quantity == .matrix ? Code.fine(value) : n(value)) + "f"
  }

  /// The end value of a track; if it equals the start value, a slightly larger value, because Compose
  /// animates only values that change.
  private func end(_ member: Member) -> String {
    let (first, last) = (value(member, member.track.first), value(member, member.track.last))
    let number = member.track.last[member.place] - member.offset
    let more = max(member.track.quantity == .matrix ? 1e-7 : 1e-4, abs(number) * 1e-6)
    return first == last ? Code.fine(number + more) + "f" : last
  }

  /// The Compose spring for a track that consists of a single spring phase; otherwise nil.
  private func spring(of track: Track) -> String? {
    guard track.phases.count == 1, let phase = track.phases.first, phase.start == 0,
      case .curve(let curve) = phase.motion, curve.isSpring, phase.from == track.first
    else { return nil }
    // Compose lets the spring come to rest, while the film cuts it off.
    let most = max(film.size.width, film.size.height)
    let tolerances = track.quantity.tolerances(0.2, length: most, count: track.first.count)
    let rest = abs(1 - curve.timing.progress(at: 1 - 1e-6))
    let isSettled = track.first.indices.allSatisfy {
      abs(phase.to[$0] - phase.from[$0]) * rest <= tolerances[$0]
    }
    return isSettled ? curve.compose : nil
  }

  /// The lambda that returns the animation specification of a transition value.
  private func spec(_ member: Member) -> String {
    if let spring = spring(of: member.track) { return "{ \(spring) }" }
    let end = milliseconds(film.duration)
    let track = member.track.onMilliseconds
    let frames = track.written(until: film.duration) { value(member, $0) }
    if frames.count > 1, frames[0].value != frames[1].value, frames[1].time > 0,
      frames.dropFirst().allSatisfy({ $0.value == frames[1].value })
    {
      let curve = frames[0].curve?.bezier.map(easing) ?? "LinearEasing"
      return "{ tween(\(milliseconds(frames[1].time)), easing = \(curve)) }"
    }
    var kept: [(time: Int, frame: Track.Written)] = []
    for frame in frames {
      var time = milliseconds(frame.time)
      if let last = kept.last, last.time >= time {
        // Compose would merge two keyframes at the same millisecond, so a phase that ends with a jump ends
        // one millisecond before the jump.
        if time < end, time > 0, kept.count < 2 || kept[kept.count - 2].time < time - 1 {
          let numbers = track.value(at: Double(time - 1) / 1000)
          kept[kept.count - 1] = (
            time - 1,
            Track.Written(
              time: frame.time, value: value(member, numbers), numbers: numbers, curve: nil)
          )
        } else {
          time = min(last.time + 1, end)
        }
      }
      if time > kept.last?.time ?? -1, time <= end { kept.append((time, frame)) }
    }
    // A linear keyframe at the start or the end is redundant, because a transition begins and ends at the
    // values of its states.
    kept.removeAll { time, frame in
      frame.curve == nil
        && (time == 0 || time == end && frame.value == frames[frames.count - 1].value)
    }
    if kept.allSatisfy({ $0.frame.curve == nil }) {
      let pairs = ["MILLIS"] + kept.map { "\($0.time) to \($0.frame.value)" }
      let call = CodeTree.list("{ frames(", pairs.map(CodeTree.text), ") }", .hugging)
      let line = call.lines(after: "", width: .max)
      if line.count < 70 { return line }
    }
    let lines = kept.map { time, frame in
      "\(frame.value) at \(time)" + (frame.curve?.bezier.map { " using \(easing($0))" } ?? "")
    }
    let inner = (["durationMillis = MILLIS"] + lines).map { "                \($0)\n" }.joined()
    return "{\n            keyframes {\n\(inner)            }\n        }"
  }

  private func easing(_ b: [Double]) -> String {
    "CubicBezierEasing(\(b.map { n($0) + "f" }.joined(separator: ", ")))"
  }
}

extension Track {
  /// The track with keyframes at whole milliseconds, which have the values of the track at these times. A
  /// curve remains if moving its ends to whole milliseconds changes it only slightly.
  fileprivate var onMilliseconds: Track {
    func whole(_ time: Double, _ rule: FloatingPointRoundingRule = .toNearestOrAwayFromZero)
      -> Double
    {
      let nearest = (time * 1000).rounded() / 1000
      return abs(nearest - time) < 1e-7 ? nearest : (time * 1000).rounded(rule) / 1000
    }
    var made: [Phase] = []
    for (place, phase) in phases.enumerated() {
      guard phase.end > phase.start else {
        made.append(phase)
        continue
      }
      var times: [Double]
      switch phase.motion {
      case .curve(let curve):
        let (start, end) = (whole(phase.start), whole(phase.end))
        let moved = Phase(
          start: start, end: end, from: phase.from, to: phase.to, motion: phase.motion)
        let there = Track(quantity: quantity, first: first, phases: [moved])
        let way = zip(phase.from, phase.to).map { abs($0 - $1) }.max() ?? 0
        let far = (1..<50).map { step in
          let time = phase.start + (phase.end - phase.start) * Double(step) / 50
          return zip(value(at: time), there.value(at: time)).map { abs($0 - $1) }.max() ?? 0
        }
        if end > start, curve.isBezier, (far.max() ?? 0) <= max(0.05, way * 1e-4) {
          made.append(moved)
          continue
        }
        let stops = curve.isBezier || curve.stops.isEmpty ? curve.evenStops : curve.stops
        times = stops.map { phase.start + $0.offset * (phase.end - phase.start) }
      case .keyframes(let frames, _): times = frames.map(\.time)
      }
      times = times.filter { $0 > phase.start && $0 < phase.end }.map { whole($0) }
      let follows = made.last.map { $0.end >= whole(phase.start, .down) } ?? false
      let begin = follows ? made.last?.end ?? 0 : whole(phase.start, .down)
      let meets = phases.indices.contains(place + 1) && phases[place + 1].start < phase.end + 0.001
      let end = whole(phase.end, meets ? .toNearestOrAwayFromZero : .up)
      let before = place > 0 ? phases[place - 1].to : first
      let ends = [begin, whole(phase.start, .up), whole(phase.end, .down), end]
      let frames = Set(times + ends).filter { $0 >= begin && $0 <= end }.sorted().map {
        time in
        Motion.Keyframe(
          time: time,
          value: time >= phase.end
            ? phase.to : time < phase.start && before != phase.from ? phase.from : value(at: time))
      }
      made.append(
        Phase(
          start: begin, end: end, from: frames.first?.value ?? phase.from,
          to: frames.last?.value ?? phase.to, motion: .keyframes(frames, error: 0)))
    }
    return Track(quantity: quantity, first: first, phases: made)
  }
}
