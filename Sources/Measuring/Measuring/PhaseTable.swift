internal import Documents
import JSON
internal import Scenes

/// One fitted phase as a row of a table.
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

/// Writes the table of a measurement for the terminal.
package enum PhaseTable {
  package static func rows(_ measurement: Measurement) -> [PhaseRow] {
    measurement.fits.flatMap { name, fit in
      fit.phases.map { phase in
        PhaseRow(
          track: name, start: time(phase.start, phase.startError),
          end: time(phase.end, phase.endError),
          curve: curveWords(phase, fit, measurement.isSure(fit, of: measurement.layer(of: name))),
          travel: phase.travel.map { number($0, fit.origin.count == 1 ? 1000 : 10) }
            .joined(separator: ", "),
          error: fit.residual.map { number($0, 1000) }.joined(separator: ", "))
      }
    }
  }

  /// Returns a line about the similarity of the recording and a render of the document.
  package static func agreement(_ measurement: Measurement) -> String? {
    measurement.agreement.map {
      "the document differs from the recording by \(number($0.distance, 100)) of 255 levels, and "
        + "explains "
        + "\(number($0.explained, 100) == "1" ? "all" : number($0.explained * 100, 1) + " %") of the changes"
    }
  }

  /// Returns remarks about observations that the tables do not contain.
  package static func remarks(_ measurement: Measurement) -> [String] {
    measurement.unexplained.map(\.text)
      + measurement.shadows.filter(\.fit.phases.isEmpty).map {
        "\($0.name): no change was detected"
      }
  }

  private static func curveWords(_ phase: Phase, _ fit: TrackFit, _ isSure: Bool) -> String {
    fit.isUnexplained ? "none fits" : words(phase.curve) + (isSure ? "" : " (doubted)")
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
    case .steps(let count): return "steps(\(count))"
    }
  }

  private static func time(_ seconds: Double, _ error: Double) -> String {
    error > 0 && error < 10
      ? "\(number(seconds, 10_000)) ± \(number(max(error, 0.0001), 10_000)) s"
      : "\(number(seconds, 10_000)) s"
  }

  package static func number(_ value: Double, _ parts: Double) -> String {
    JSONWriter.number((value * parts).rounded() / parts + 0)
  }
}
