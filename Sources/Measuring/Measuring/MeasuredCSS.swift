internal import Evaluation
internal import Planning
internal import Scenes

extension Phase {
  /// The curve in the notation of each platform.
  var curveName: CurveName {
    let timing: TimingFunction =
      switch curve {
      case .named(let index): NamedCurve.all[index].function
      case .bezier(let x1, let y1, let x2, let y2):
        .cubicBezier(x1: Self.short(x1), y1: Self.short(y1), x2: Self.short(x2), y2: Self.short(y2))
      case .steps(let count): .steps(count: count, jump: .end)
      case .spring(let frequency, let damping): .spring(Curve.spring(frequency, damping))
      }
    return CurveName(timing, duration: ((end - start) * 10_000).rounded() / 10_000)
  }

  private static func short(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }

  /// The curve in the notation of each platform that supports it.
  var platformWords: [(platform: String, words: String)] {
    let name = curveName
    let framer = name.framer.map { members in
      "{ " + members.map { "\($0.0): \($0.1)" }.joined(separator: ", ") + " }"
    }
    let all: [(String, String?)] = [
      ("css", name.css), ("uiKit", name.uiKit), ("swiftUI", name.swiftUI), ("framer", framer),
      ("compose", name.compose),
    ]
    return all.compactMap { platform, words in words.map { (platform, $0) } }
  }
}

/// Writes the measured layers as CSS rules: elements have the layers' initial positions, and the animation starts with
/// the first phase.
package struct MeasuredCSS {
  private let measurement: Measurement

  package init(_ measurement: Measurement) { self.measurement = measurement }

  package var lines: [String] {
    let begin = measurement.times.lowerBound
    var rules: [String] = []
    for layer in measurement.layers {
      let size = (layer.place.origin[2], layer.place.origin[3])
      let origin = layer.place.origin
      let animations = [
        animation(layer, "place", layer.place, begin) { values in
          let (x, y) = (points(values[0] - origin[0]), points(values[1] - origin[1]))
          let (wide, high) = (number(values[2] / size.0, 4), number(values[3] / size.1, 4))
          let scales = layer.place.phases.contains {
            max($0.travel[2].magnitude, $0.travel[3].magnitude) > 0.5
          }
          return "translate: \(x)px \(y)px;" + (scales ? " scale: \(wide) \(high);" : "")
        },
        animation(layer, "angle", layer.angle, begin) {
          "rotate: \(number($0[0] * 180 / Portable.pi, 2))deg;"
        },
        animation(layer, "opacity", layer.opacity, begin) { "opacity: \(number($0[0], 3));" },
      ].compactMap { $0 }
      guard !animations.isEmpty else { continue }
      let name = layer.track.name
      let list = animations.map(\.use).joined(separator: ",\n    ")
      rules.append(".\(Self.identifier(name)) {\n  animation:\n    \(list);\n}")
      rules += animations.map(\.keyframes)
    }
    for curve in measurement.curves {
      for phase in curve.fit.phases {
        let (start, length) = (phase.start - begin, phase.end - phase.start)
        rules.append(
          "/* \(curve.name): \(milliseconds(length)) \(phase.curveName.css) \(milliseconds(start)) */"
        )
      }
    }
    return rules.flatMap { $0.split(separator: "\n").map(String.init) }
  }

  /// Returns one animation for all phases of a track; each keyframe contains the easing to the next keyframe.
  private func animation(
    _ layer: LayerAnalysis, _ what: String, _ fit: TrackFit, _ begin: Double,
    _ declarations: ([Double]) -> String
  ) -> (use: String, keyframes: String)? {
    guard let first = fit.phases.first, let last = fit.phases.map(\.end).max(), last > first.start
    else { return nil }
    let name = "\(Self.identifier(layer.track.name))-\(what)"
    let length = last - first.start
    var (values, lines) = (fit.origin, [String]())
    func frame(_ time: Double, _ easing: String?) {
      let place = min(100, max(0, (time - first.start) / length * 100))
      let timing = easing.map { " animation-timing-function: \($0);" } ?? ""
      lines.append("  \(number(place, 2))% { \(declarations(values))\(timing) }")
    }
    for (index, phase) in fit.phases.enumerated() {
      frame(phase.start, phase.curveName.css)
      for channel in values.indices { values[channel] += phase.travel[channel] }
      let next = index + 1 < fit.phases.count ? fit.phases[index + 1].start : .infinity
      if next > phase.end + 0.0005 { frame(phase.end, nil) }
    }
    return (
      "\(name) \(milliseconds(length)) \(milliseconds(first.start - begin)) both",
      "@keyframes \(name) {\n\(lines.joined(separator: "\n"))\n}"
    )
  }

  private static func identifier(_ name: String) -> String {
    name.first?.isNumber == true ? "layer-" + name : name
  }

  private func points(_ pixels: Double) -> String { number(pixels / measurement.scale, 2) }
  private func milliseconds(_ seconds: Double) -> String { number(seconds * 1000, 1) + "ms" }
  private func number(_ value: Double, _ places: Int) -> String {
    let parts = Portable.pow(10, Double(places)).rounded()
    return PhaseTable.number(value, parts)
  }
}
