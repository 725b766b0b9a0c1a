internal import Documents
internal import Encoding
internal import Formats
import JSON
internal import Scenes

/// Writes a measurement as JSON: the phases, and each curve with its fit.
package struct MeasurementJSON {
  private let moves: [Measurement]
  /// The flow with the effect of each move on the stack of screens; nil for a single move.
  private let flow: MeasuredFlow?

  package init(_ moves: [Measurement], flow: MeasuredFlow? = nil) {
    self.moves = moves
    self.flow = flow
  }

  /// The number of times at which the values of a fitted curve are written.
  private static let moments = 240

  package var text: String {
    let (first, count) = (moves[0], Double(moves.count))
    func mean(_ value: KeyPath<(distance: Double, explained: Double), Double>) -> Double {
      number(moves.reduce(0.0) { $0 + ($1.agreement?[keyPath: value] ?? .nan) } / count)
    }
    var all: JSONObject = [
      "width": first.width, "height": first.height, "scale": number(first.scale),
      "interval": number(first.interval), "from": number(first.times.lowerBound),
      "to": number(moves[moves.count - 1].times.upperBound),
      "screens": moves.map(screens).joined(separator: "; "),
      "fits": moves.allSatisfy(\.isExplained), "distance": mean(\.distance),
      "explained": mean(\.explained),
      "unexplained": moves.flatMap { $0.unexplained.map(unexplained) },
      "tracks": moves.flatMap { move in move.fits.map { track($0.name, $0.fit, move) } },
      "curves": moves.flatMap { $0.measuredCurves.map(curve) },
      "remarks": moves.flatMap(PhaseTable.remarks),
      "strip": moves.flatMap { $0.strip.map(picture) },
    ]
    if let flow {
      let operations: [JSONObject] = zip(moves, flow.operations).map { move, what in
        [
          "from": number(move.times.lowerBound), "to": number(move.times.upperBound),
          "operation": what.operation.rawValue, "screen": what.screen, "tracks": move.fits.count,
        ]
      }
      all.add("moves", operations)
      let taps: [JSONObject] = flow.taps.map {
        [
          "from": number($0.times.lowerBound), "to": number($0.times.upperBound),
          "x": number($0.center.x), "y": number($0.center.y),
        ]
      }
      all.add("taps", taps)
    }
    return all.json
  }

  /// Returns a description of the screens' motion.
  private func screens(_ measurement: Measurement) -> String {
    switch measurement.screens.kind {
    case .none: "the screen stays"
    case .unknown(let words): words
    default: measurement.screens.curves.map(\.name).joined(separator: ", ")
    }
  }

  /// The number with five decimals.
  private func number(_ value: Double) -> Double { (value * 100_000).rounded() / 100_000 + 0 }

  private func pairs(_ times: [Double], _ values: [Double]) -> [[Double]] {
    zip(times, values).map { [number($0), number($1)] }
  }

  private func track(_ name: String, _ fit: TrackFit, _ measurement: Measurement) -> JSONObject {
    let phases: [JSONObject] = fit.phases.map { phase in
      [
        "from": number(phase.start), "to": number(phase.end),
        "fromError": number(phase.startError), "toError": number(phase.endError),
        "kind": phase.curve.name,
        "words": fit.isUnexplained ? "none fits" : PhaseTable.words(phase.curve),
        "easing": JSONFragment(phase.curve.easing),
        "names": JSONObject(phase.platformWords.map { ("\($0.platform)", $0.words) }),
      ]
    }
    return [
      "name": name, "fits": measurement.isSure(fit, of: measurement.layer(of: name)),
      "error": fit.residual.map(number), "phases": phases,
    ]
  }

  private func curve(_ curve: MeasuredCurve) -> JSONObject {
    var fitted: [Double] = []
    var moments: [Double] = []
    if let first = curve.times.first, let last = curve.times.last, first < last {
      moments = (0...Self.moments).map {
        first + (last - first) * Double($0) / Double(Self.moments)
      }
      fitted = moments.map { curve.fitted(at: $0) }
    }
    return [
      "subject": curve.subject, "label": curve.label, "unit": curve.unit,
      "fits": !curve.isUnexplained, "error": number(curve.residual),
      "least": number(curve.leastExtent),
      "travel": curve.phases.map { number(curve.travel(of: $0)) },
      "phases": curve.phases.map { [number($0.start), number($0.end)] },
      "measured": pairs(curve.times, curve.values), "fitted": pairs(moments, fitted),
    ]
  }

  private func unexplained(_ doubt: Unexplained) -> JSONObject {
    [
      "layer": doubt.layer, "from": number(doubt.times.lowerBound),
      "to": number(doubt.times.upperBound),
      "frames": [doubt.frames.lowerBound, doubt.frames.upperBound],
      "distance": number(doubt.distance ?? .nan), "words": doubt.words,
    ]
  }

  private func picture(_ moment: (time: Double, picture: Bitmap)) -> JSONObject {
    let bytes = SmallPNG.encode(moment.picture, isOpaque: true, level: 6)
    return ["time": number(moment.time), "png": Base64.encoded(bytes)]
  }
}
