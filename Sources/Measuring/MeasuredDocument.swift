internal import Documents
internal import Evaluation
internal import Scenes

/// Writes a measurement as a document that renders.
package struct MeasuredDocument {
  private let measurement: Measurement
  /// The file of each layer's picture, by the layer's name.
  private let files: [String: String]
  private let start: Double
  private let end: Double

  package init(_ measurement: Measurement, files: [String: String]) {
    self.measurement = measurement
    self.files = files
    let times = measurement.times
    start = times.lowerBound
    end = times.upperBound
  }

  package var text: String {
    let size = "[\(points(Double(measurement.width))), \(points(Double(measurement.height)))]"
    let fps = (1 / measurement.interval).rounded()
    var lines = [
      "{", "  \"version\": 1,", "  \"name\": \"measured\",",
      "  \"canvas\": { \"size\": \(size), \"scale\": \(number(measurement.scale)), "
        + "\"background\": \"#ffffff\", \"fps\": \(number(min(240, max(1, fps)))) },",
      "  \"duration\": \(seconds(end - start)),",
    ]
    lines += ["  \"assets\": {"] + list(assets) + ["  },", "  \"layers\": ["] + list(layers)
    lines += ["  ],", "  \"timeline\": {", "    \"parallel\": ["] + list(steps, indent: 6)
    lines += ["    ]", "  },", "  \"outputs\": [{ \"path\": \"out/measured.mp4\" }]", "}"]
    return lines.joined(separator: "\n") + "\n"
  }

  private func list(_ lines: [String], indent: Int = 4) -> [String] {
    lines.enumerated().map {
      String(repeating: " ", count: indent) + $1 + ($0 + 1 < lines.count ? "," : "")
    }
  }

  private func points(_ pixels: Double) -> String {
    number((pixels / measurement.scale * 100).rounded() / 100)
  }
  private func number(_ value: Double) -> String { JSONWriter.number(value == 0 ? 0 : value) }
  private func seconds(_ value: Double) -> String { number((value * 10_000).rounded() / 10_000) }
  /// An opacity; what is within the noise of none or all is that.
  private func share(_ value: Double) -> String {
    if value < 0.015 { return "0" }
    if value > 0.985 { return "1" }
    return number((value * 1000).rounded() / 1000)
  }

  private var assets: [String] {
    ["\"from\": { \"image\": \"from.png\" }", "\"to\": { \"image\": \"to.png\" }"]
      + measurement.layers.map {
        "\(JSONWriter.string("layer-" + $0.track.name)): { \"image\": "
          + "\(JSONWriter.string(files[$0.track.name] ?? $0.track.name)) }"
      }
  }

  private var whole: String {
    "[0, 0, \(points(Double(measurement.width))), \(points(Double(measurement.height)))]"
  }

  private var layers: [String] {
    screens
      + measurement.layers.map { layer in
        let place = layer.place.origin
        var members = [
          "\"id\": \(JSONWriter.string(layer.track.name))",
          "\"contents\": \(JSONWriter.string("layer-" + layer.track.name))",
          "\"frame\": \(frame(place))",
        ]
        let angle = degrees(layer.angle.origin[0])
        if angle != 0 { members.append("\"rotate\": \(number(angle))") }
        let opacity = share(layer.opacity.origin[0])
        if opacity != "1" { members.append("\"opacity\": \(opacity)") }
        return "{ " + members.joined(separator: ", ") + " }"
      }
  }

  /// The screens, the upper one last, and the veil.
  private var screens: [String] {
    func screen(_ name: String, _ more: String = "") -> String {
      "{ \"id\": \"screen-\(name)\", \"contents\": \"\(name)\", \"frame\": \(whole)\(more) }"
    }
    let unseen = ", \"opacity\": 0"
    switch measurement.screens.kind {
    case .none: return [screen("from")]
    case .dissolve, .unknown: return [screen("from"), screen("to", unseen)]
    case .opening: return [screen("to"), screen("from")]
    case .slide(let edge, let isLeaving, let follow):
      let off = shifted(edge, by: 1)
      let below = follow == 0 ? whole : shifted(edge, by: -follow)
      return isLeaving
        ? ["{ \"id\": \"screen-to\", \"contents\": \"to\", \"frame\": \(below) }", screen("from")]
        : [screen("from"), "{ \"id\": \"screen-to\", \"contents\": \"to\", \"frame\": \(off) }"]
    case .veil(let color, _):
      let level = [color.red, color.green, color.blue].map { part in
        let byte = Int(clamped: part * 255, rounded: .toNearestOrAwayFromZero, to: 0...255)
        return (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }.joined()
      return [
        screen("from"), screen("to", unseen),
        "{ \"id\": \"veil\", \"backgroundColor\": \"#\(level)\", \"frame\": \(whole)\(unseen) }",
      ]
    }
  }

  /// The whole canvas, moved towards an edge by a part of its side.
  private func shifted(_ edge: ScreenAnalysis.Edge, by part: Double) -> String {
    let (width, height) = (Double(measurement.width), Double(measurement.height))
    let (x, y) =
      switch edge {
      case .left: (-width * part, 0.0)
      case .right: (width * part, 0.0)
      case .top: (0.0, -height * part)
      case .bottom: (0.0, height * part)
      }
    return "[\(points(x)), \(points(y)), \(points(width)), \(points(height))]"
  }

  private func frame(_ values: [Double]) -> String {
    let (width, height) = (values[2], values[3])
    let parts = [values[0] - width / 2, values[1] - height / 2, width, height].map(points)
    return "[" + parts.joined(separator: ", ") + "]"
  }

  private func degrees(_ radians: Double) -> Double {
    let value = (radians * 180 / Portable.pi * 100).rounded() / 100
    return value.magnitude < 0.3 ? 0 : value
  }
}

extension MeasuredDocument {
  private var steps: [String] {
    var steps: [String] = []
    steps += screenSteps
    for layer in measurement.layers {
      let name = layer.track.name
      steps += placeSteps(layer.place, of: name)
      steps += turnSteps(layer.angle, of: name)
      steps += opacitySteps(layer.opacity, of: name)
    }
    for (layer, shadow) in zip(
      measurement.layers.filter { !$0.place.phases.isEmpty }, measurement.shadows)
    {
      steps += shadowSteps(shadow.fit, of: layer.track.name)
    }
    return steps
  }

  private var screenSteps: [String] {
    let screens = measurement.screens
    func show(_ name: String, at time: Double) -> String {
      "{ \"targets\": [\"\(name)\"], \"at\": \(seconds(time)), \"duration\": 0, "
        + "\"keyframes\": [{ \"opacity\": 1 }] }"
    }
    guard let first = screens.curves.first?.fit else {
      return screens.kind == .unknown ? [show("screen-to", at: (end - start) / 2)] : []
    }
    switch screens.kind {
    case .none: return []
    case .unknown: return [show("screen-to", at: (end - start) / 2)]
    case .dissolve: return opacitySteps(first, of: "screen-to")
    case .opening(let opening): return [revealStep(first, of: "screen-from", opening)]
    case .slide(let edge, let isLeaving, let follow):
      let (upper, lower) = isLeaving ? ("from", "to") : ("to", "from")
      let goal = isLeaving ? shifted(edge, by: 1) : whole
      let below = isLeaving ? whole : shifted(edge, by: -follow)
      return first.phases.prefix(1).flatMap { phase in
        [moveStep(phase, of: "screen-\(upper)", to: goal)]
          + (follow == 0 ? [] : [moveStep(phase, of: "screen-\(lower)", to: below)])
      }
    case .veil(_, let leaving):
      let last = screens.curves.last!.fit
      let covered = (first.phases.last?.end ?? start) - start
      let steps =
        first.phases.prefix(1).map {
          "{ \"animator\": \"cover-fade\", \"layers\": { \"cover\": \"veil\" }, \(timing($0)) }"
        } + [show("screen-to", at: covered)]
      guard case .opening(let opening) = leaving else {
        return steps
          + last.phases.prefix(1).map {
            "{ \"targets\": [\"veil\"], \(timing($0)), \"keyframes\": ["
              + "{ \"opacity\": 1 }, { \"opacity\": 0 }] }"
          }
      }
      return steps + [revealStep(last, of: "veil", opening)]
    }
  }

  private func revealStep(
    _ fit: TrackFit, of cover: String, _ opening: ScreenAnalysis.Opening
  ) -> String {
    "{ \"animator\": \"ripple-reveal\", \"layers\": { \"cover\": \"\(cover)\" }, "
      + "\(timing(fit.phases[0])), \"params\": { \"center\": ["
      + "\(points(opening.center.x)), \(points(opening.center.y))] } }"
  }

  private func moveStep(_ phase: Phase, of name: String, to frame: String) -> String {
    "{ \"animator\": \"move-and-scale\", \"layers\": { \"subject\": \"\(name)\" }, "
      + "\(timing(phase)), \"params\": { \"to\": \(frame) } }"
  }

  private func placeSteps(_ fit: TrackFit, of name: String) -> [String] {
    var values = fit.origin
    return fit.phases.enumerated().map { number, phase in
      for channel in values.indices { values[channel] += phase.travel[channel] }
      return "{ \"id\": \(JSONWriter.string("\(name)-move-\(number + 1)")), "
        + "\"animator\": \"move-and-scale\", \"layers\": { \"subject\": \(JSONWriter.string(name)) }, "
        + timing(phase) + ", \"params\": { \"to\": \(frame(values)) } }"
    }
  }

  private func turnSteps(_ fit: TrackFit, of name: String) -> [String] {
    var value = fit.origin[0]
    return fit.phases.map { phase in
      let before = value
      value += phase.travel[0]
      return "{ \"targets\": [\(JSONWriter.string(name))], \(timing(phase)), \"keyframes\": ["
        + "{ \"rotate\": \(number(degrees(before))) }, { \"rotate\": \(number(degrees(value))) }] }"
    }
  }

  private func opacitySteps(_ fit: TrackFit, of name: String) -> [String] {
    var value = fit.origin[0]
    return fit.phases.map { phase in
      let before = value
      value += phase.travel[0]
      return "{ \"targets\": [\(JSONWriter.string(name))], \(timing(phase)), \"keyframes\": ["
        + "{ \"opacity\": \(share(before)) }, { \"opacity\": \(share(value)) }] }"
    }
  }

  /// A shadow that comes, and goes again. Where it is measured three quarters of it are seen.
  private func shadowSteps(_ fit: TrackFit, of name: String) -> [String] {
    guard let first = fit.phases.first, first.travel[0] > 0 else { return [] }
    let opacity = share(min(1, first.travel[0] / 0.77))
    return fit.phases.prefix(2).enumerated().map { number, phase in
      "{ \"animator\": \"shadow-lift\", \"layers\": { \"subject\": \(JSONWriter.string(name)) }, "
        + timing(phase) + (number == 1 ? ", \"direction\": \"reverse\"" : "")
        + ", \"params\": { \"opacity\": \(opacity) } }"
    }
  }

  private func timing(_ phase: Phase) -> String {
    // A spring settles by itself.
    let length =
      phase.curve.settlingSeconds == nil
      ? "\"duration\": \(seconds(phase.end - phase.start)), " : ""
    return "\"at\": \(seconds(max(0, phase.start - start))), \(length)"
      + "\"easing\": \(phase.curve.easing)"
  }
}

extension Curve {
  /// As documents write it.
  package var easing: String {
    func short(_ value: Double) -> String {
      JSONWriter.number((value * 1000).rounded() / 1000)
    }
    switch self {
    case .named(let index):
      let curve = NamedCurve.all[index]
      if curve.isKeyword { return JSONWriter.string(curve.name) }
      guard case .cubicBezier(let x1, let y1, let x2, let y2) = curve.function else {
        return "\"linear\""
      }
      return "[\([x1, y1, x2, y2].map(short).joined(separator: ", "))]"
    case .bezier(let x1, let y1, let x2, let y2):
      return "[\([x1, y1, x2, y2].map(short).joined(separator: ", "))]"
    case .spring(let frequency, let damping):
      let response = JSONWriter.number((2 * Portable.pi / frequency * 10_000).rounded() / 10_000)
      let bounce = damping <= 1 ? 1 - damping : 1 / damping - 1
      return "{ \"spring\": { \"response\": \(response), \"bounce\": \(short(bounce)) } }"
    }
  }
}
