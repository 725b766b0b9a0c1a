internal import Documents
internal import Scenes

/// One fitted phase in words, as a row of a table.
package struct PhaseRow: Sendable {
  package let track: String
  package let start: String
  package let end: String
  package let curve: String
  package let travel: String
  package let error: String

  package static let head = ["track", "from", "to", "curve", "travel", "error"]
  package var cells: [String] { [track, start, end, curve, travel, error] }
}

/// What a measurement found, in words.
package enum PhaseTable {
  package static func rows(_ measurement: Measurement) -> [PhaseRow] {
    measurement.fits.flatMap { name, fit in
      fit.phases.map { phase in
        PhaseRow(
          track: name, start: time(phase.start, phase.startError),
          end: time(phase.end, phase.endError),
          curve: fit.isUnexplained ? "none fits" : words(phase.curve),
          travel: phase.travel.map { number($0, fit.origin.count == 1 ? 1000 : 10) }
            .joined(separator: ", "),
          error: fit.residual.map { number($0, 1000) }.joined(separator: ", "))
      }
    }
  }

  /// What was seen and is not in the tables.
  package static func remarks(_ measurement: Measurement) -> [String] {
    var remarks: [String] = []
    for (name, fit) in measurement.fits where fit.isUnexplained {
      remarks.append("\(name): no curve fits it, so what is written is the nearest")
    }
    remarks += measurement.cuts + measurement.doubts
    if case .unknown(let words) = measurement.screens.kind {
      remarks.append(
        "the screens: \(words); the document shows the second one at once in the middle")
    }
    for shadow in measurement.shadows where shadow.fit.phases.isEmpty {
      remarks.append("\(shadow.name): none is seen to change")
    }
    for other in measurement.span.others {
      remarks.append(
        "it also moves from \(number(other.lowerBound, 100)) to \(number(other.upperBound, 100)) s, "
          + "which is left out; --from and --to name a part")
    }
    return remarks
  }

  static func words(_ curve: Curve) -> String {
    switch curve {
    case .named(let index):
      let named = NamedCurve.all[index]
      return named.isKeyword ? named.name : "\(named.name) \(curve.easing)"
    case .spring(let frequency, let damping):
      return "spring, response \(number(2 * Portable.pi / frequency, 1000)) s, damping ratio "
        + number(damping, 1000)
    case .bezier: return "cubic-bezier \(curve.easing)"
    }
  }

  private static func time(_ seconds: Double, _ error: Double) -> String {
    error > 0 && error < 10
      ? "\(number(seconds, 10_000)) ± \(number(max(error, 0.0001), 10_000)) s"
      : "\(number(seconds, 10_000)) s"
  }

  static func number(_ value: Double, _ parts: Double) -> String {
    JSONWriter.number((value * parts).rounded() / parts + 0)
  }
}

extension Measurement {
  /// What begins before the part that was measured, or ends after it, in words: its curve is known inside alone.
  fileprivate var cuts: [String] {
    guard let begin = strip.first?.time, let end = strip.last?.time else { return [] }
    let (first, last) = (begin - interval, end + interval)
    return fits.flatMap { name, fit -> [String] in
      let ends = fit.phases.filter { $0.curve.settlingSeconds == nil && $0.end > last }
      let begins = fit.phases.filter { $0.start < first }
      func told(_ what: String, _ time: Double) -> String {
        "\(name): it still moves at \(PhaseTable.number(time, 100)) s, where the part \(what), "
          + "so when it \(what) is a guess"
      }
      return (begins.isEmpty ? [] : [told("begins", begin)])
        + (ends.isEmpty ? [] : [told("ends", end)])
    }
  }

  /// Layers whose picture is not much like what was followed.
  fileprivate var doubts: [String] {
    layers.compactMap { layer in
      let all = layer.track.samples.filter(\.hasPose).map(\.confidence).sorted()
      guard !all.isEmpty, all[all.count * 3 / 4] < Self.leastLikeness else { return nil }
      return "\(layer.track.name): what was followed is not much like its picture (at best "
        + "\(PhaseTable.number(all[all.count - 1], 100)) of 1), and may be something else"
    }
  }
  private static let leastLikeness = 0.85
}
