internal import Documents
internal import Evaluation
import JSON
internal import Scenes

/// Writes a measurement as a document that renders.
package struct MeasuredDocument {
  let measurement: Measurement
  /// The file of each layer's picture, by the layer's name.
  private let files: [String: String]
  /// The common prefix of the names of the screens' pictures.
  private let stem: String
  let start: Double
  let end: Double

  package init(_ measurement: Measurement, files: [String: String], stem: String = "") {
    self.stem = stem
    self.measurement = measurement
    self.files = files
    let times = measurement.times
    start = times.lowerBound
    end = times.upperBound
  }

  /// The seconds for which the document rests at its end. Without this rest a step could end after the document,
  /// because times are rounded, and a spring settles according to its rounded numbers.
  private var slack: Double {
    let springs = measurement.fits.flatMap(\.fit.phases).contains {
      $0.curve.settlingSeconds != nil
    }
    return springs ? 0.02 : 0.0003
  }

  package var text: String {
    let size = "[\(points(Double(measurement.width))), \(points(Double(measurement.height)))]"
    let fps = (1 / measurement.interval).rounded()
    var lines = [
      "{", "  \"version\": 1,", "  \"name\": \"measured\",",
      "  \"canvas\": { \"size\": \(size), \"scale\": \(number(measurement.scale)), "
        + "\"background\": \"#ffffff\", \"fps\": \(number(min(240, max(1, fps)))) },",
      "  \"duration\": \(seconds(end - start + slack)),",
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

  func points(_ pixels: Double) -> String {
    number((pixels / measurement.scale * 100).rounded() / 100)
  }
  func number(_ value: Double) -> String { JSONWriter.number(value == 0 ? 0 : value) }
  func seconds(_ value: Double) -> String { number((value * 10_000).rounded() / 10_000) }
  /// Formats an opacity; a value within the noise of 0 or 1 becomes 0 or 1.
  private func share(_ value: Double) -> String {
    if value < 0.015 { return "0" }
    if value > 0.985 { return "1" }
    return number((value * 1000).rounded() / 1000)
  }

  private var assets: [String] {
    ["from", "to"].map { "\"\($0)\": { \"image\": \(JSONWriter.string(stem + $0 + ".png")) }" }
      + measurement.layers.map {
        "\(JSONWriter.string("layer-" + $0.track.name)): { \"image\": "
          + "\(JSONWriter.string(files[$0.track.name] ?? $0.track.name)) }"
      }
  }

  var whole: String {
    "[0, 0, \(points(Double(measurement.width))), \(points(Double(measurement.height)))]"
  }

  private var layers: [String] {
    screens
      + measurement.layers.map { layer in
        let place = layer.place.origin
        let picture = "\"contents\": \(JSONWriter.string("layer-" + layer.track.name))"
        var members = ["\"id\": \(JSONWriter.string(layer.track.name))"]
        let isFramed = framesPicture(layer)
        if !isFramed { members.append(picture) }
        members.append("\"frame\": \(frame(place))")
        let angle = degrees(layer.angle.origin[0])
        if angle != 0 { members.append("\"rotate\": \(number(angle))") }
        let opacity = share(layer.opacity.origin[0])
        if opacity != "1" { members.append("\"opacity\": \(opacity)") }
        if let corners = measurement.corners(of: layer.track.name) {
          let mask = "\"cornerRadius\": \(radius(corners.fit.origin[0])), \"masksToBounds\": true"
          members.append(
            isFramed ? "\"sublayers\": [{ \(picture), \"frame\": \(frame(place)), \(mask) }]" : mask
          )
        }
        return "{ " + members.joined(separator: ", ") + " }"
      }
  }

  /// Whether a layer has its picture in a sublayer, because a layer that masks its corners cuts off its own shadow. The
  /// sublayer grows with the layer, so its corners must stay about as they are.
  private func framesPicture(_ layer: LayerAnalysis) -> Bool {
    guard let corners = measurement.corners(of: layer.track.name), corners.fit.phases.isEmpty,
      zip(measurement.movers, measurement.shadows).contains(where: {
        measurement.layers[$0].track.name == layer.track.name && !$1.fit.phases.isEmpty
      })
    else { return false }
    return layer.place.phases.allSatisfy { phase in
      (2...3).allSatisfy { phase.travel[$0].magnitude < 0.25 * layer.place.origin[$0] }
    }
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
      if let corners = measurement.corners(of: name) { steps += cornerSteps(corners.fit, of: name) }
    }
    for (layer, shadow) in zip(
      measurement.layers.filter { !$0.place.phases.isEmpty }, measurement.shadows)
    {
      steps += shadowSteps(shadow.fit, of: layer.track.name)
    }
    return steps
  }

  private func placeSteps(_ fit: TrackFit, of name: String) -> [String] {
    var values = fit.origin
    return fit.phases.enumerated().map { number, phase in
      for channel in values.indices { values[channel] += phase.travel[channel] }
      return "{ \"id\": \(JSONWriter.string("\(name)-move-\(number + 1)")), "
        + "\"animator\": \"move-and-scale\", \"layers\": { \"subject\": \(JSONWriter.string(name)) }, "
        + timing(phase, in: fit.phases) + ", \"params\": { \"to\": \(frame(values)) } }"
    }
  }

  private func turnSteps(_ fit: TrackFit, of name: String) -> [String] {
    var value = fit.origin[0]
    return fit.phases.map { phase in
      let before = value
      value += phase.travel[0]
      return
        "{ \"targets\": [\(JSONWriter.string(name))], \(timing(phase, in: fit.phases)), \"keyframes\": ["
        + "{ \"rotate\": \(number(degrees(before))) }, { \"rotate\": \(number(degrees(value))) }] }"
    }
  }

  func opacitySteps(_ fit: TrackFit, of name: String) -> [String] {
    var value = fit.origin[0]
    return fit.phases.map { phase in
      let before = value
      value += phase.travel[0]
      return
        "{ \"targets\": [\(JSONWriter.string(name))], \(timing(phase, in: fit.phases)), \"keyframes\": ["
        + "{ \"opacity\": \(share(before)) }, { \"opacity\": \(share(value)) }] }"
    }
  }

  /// Formats a corner radius; a radius that is too small to be visible becomes 0.
  private func radius(_ pixels: Double) -> String { pixels < 1.5 ? "0" : points(pixels) }

  private func cornerSteps(_ fit: TrackFit, of name: String) -> [String] {
    var value = fit.origin[0]
    return fit.phases.map { phase in
      let before = value
      value += phase.travel[0]
      return
        "{ \"targets\": [\(JSONWriter.string(name))], \(timing(phase, in: fit.phases)), \"keyframes\": ["
        + "{ \"cornerRadius\": \(radius(before)) }, { \"cornerRadius\": \(radius(value)) }] }"
    }
  }

  /// Returns the steps of a shadow that appears and possibly disappears again. At the point of measurement, three
  /// quarters of the shadow are visible.
  private func shadowSteps(_ fit: TrackFit, of name: String) -> [String] {
    guard let first = fit.phases.first, first.travel[0] > 0 else { return [] }
    let opacity = share(min(1, first.travel[0] / 0.77))
    return fit.phases.prefix(2).enumerated().map { number, phase in
      "{ \"animator\": \"shadow-lift\", \"layers\": { \"subject\": \(JSONWriter.string(name)) }, "
        + timing(phase, in: fit.phases) + (number == 1 ? ", \"direction\": \"reverse\"" : "")
        + ", \"params\": { \"opacity\": \(opacity) } }"
    }
  }

  /// Returns the start, the duration and the easing of a phase. If another phase follows in the same track, this phase
  /// ends before the next phase starts, even after both times are rounded.
  func timing(_ phase: Phase, in all: [Phase] = []) -> String {
    func rounded(_ time: Double) -> Double { (max(0, time - start) * 10_000).rounded() / 10_000 }
    let begin = rounded(phase.start)
    var end = rounded(phase.end)
    let next = all.map(\.start).filter { $0 > phase.start }.min()
    if let next { end = min(end, rounded(next)) }
    // A spring that the next phase interrupts is written only up to the start of that phase.
    if let settling = phase.curve.settlingSeconds, let next, phase.start + settling > next {
      let length = max(0.001, rounded(next) - begin)
      let stops = (0...24).map {
        number(
          (phase.progress(at: phase.start + length * Double($0) / 24) * 10_000).rounded() / 10_000)
      }
      return "\"at\": \(seconds(begin)), \"duration\": \(seconds(length)), "
        + "\"easing\": \"linear(\(stops.joined(separator: ", ")))\""
    }
    // A spring has no written duration, because it determines its own duration.
    let length =
      phase.curve.settlingSeconds == nil
      ? "\"duration\": \(seconds(max(0.0001, end - begin))), " : ""
    return "\"at\": \(seconds(begin)), \(length)\"easing\": \(phase.curve.easing)"
  }
}

extension Curve {
  /// The easing in the notation of documents.
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
    case .steps(let count): return "\"steps(\(count))\""
    case .bezier(let x1, let y1, let x2, let y2):
      return "[\([x1, y1, x2, y2].map(short).joined(separator: ", "))]"
    case .spring(let frequency, let damping):
      let response = JSONWriter.number((2 * Portable.pi / frequency * 10_000).rounded() / 10_000)
      let bounce = damping <= 1 ? 1 - damping : 1 / damping - 1
      return "{ \"spring\": { \"response\": \(response), \"bounce\": \(short(bounce)) } }"
    }
  }
}
