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
    func mean(_ value: KeyPath<(distance: Double, explained: Double), Double>) -> String {
      number(moves.reduce(0.0) { $0 + ($1.agreement?[keyPath: value] ?? .nan) } / count)
    }
    var members = [
      "\"width\":\(first.width)", "\"height\":\(first.height)",
      "\"scale\":\(number(first.scale))", "\"interval\":\(number(first.interval))",
      "\"from\":\(number(first.times.lowerBound))",
      "\"to\":\(number(moves[moves.count - 1].times.upperBound))",
      "\"screens\":\(JSONWriter.string(moves.map(screens).joined(separator: "; ")))",
      "\"fits\":\(moves.allSatisfy(\.isExplained))",
      "\"distance\":\(mean(\.distance))", "\"explained\":\(mean(\.explained))",
      "\"unexplained\":\(list(moves.flatMap { $0.unexplained.map(unexplained) }))",
      "\"tracks\":\(list(moves.flatMap { move in move.fits.map { track($0.name, $0.fit, move) } }))",
      "\"curves\":\(list(moves.flatMap { $0.measuredCurves.map(curve) }))",
      "\"remarks\":\(list(moves.flatMap { PhaseTable.remarks($0).map(JSONWriter.string) }))",
      "\"strip\":\(list(moves.flatMap { $0.strip.map(picture) }))",
    ]
    if let flow {
      let all = zip(moves, flow.operations).map { move, what in
        "{\"from\":\(number(move.times.lowerBound)),\"to\":\(number(move.times.upperBound)),"
          + "\"operation\":\"\(what.operation.rawValue)\",\"screen\":\(JSONWriter.string(what.screen)),"
          + "\"tracks\":\(move.fits.count)}"
      }
      members.append("\"moves\":\(list(all))")
      let taps = flow.taps.map {
        "{\"from\":\(number($0.times.lowerBound)),\"to\":\(number($0.times.upperBound)),"
          + "\"x\":\(number($0.center.x)),\"y\":\(number($0.center.y))}"
      }
      members.append("\"taps\":\(list(taps))")
    }
    return "{\(members.joined(separator: ","))}"
  }

  /// Returns a description of the screens' motion.
  private func screens(_ measurement: Measurement) -> String {
    switch measurement.screens.kind {
    case .none: "the screen stays"
    case .unknown(let words): words
    default: measurement.screens.curves.map(\.name).joined(separator: ", ")
    }
  }

  private func list(_ items: [String]) -> String { "[\(items.joined(separator: ","))]" }

  private func number(_ value: Double) -> String {
    value.isFinite ? JSONWriter.number((value * 100_000).rounded() / 100_000 + 0) : "null"
  }

  private func pairs(_ times: [Double], _ values: [Double]) -> String {
    list(zip(times, values).map { "[\(number($0)),\(number($1))]" })
  }

  private func track(
    _ name: String, _ fit: TrackFit, _ measurement: Measurement
  ) -> String {
    let phases = fit.phases.map { phase in
      let words = fit.isUnexplained ? "none fits" : PhaseTable.words(phase.curve)
      let easing = phase.curve.easing
      let names = phase.platformWords.map { "\"\($0.platform)\":\(JSONWriter.string($0.words))" }
      return "{\"from\":\(number(phase.start)),\"to\":\(number(phase.end)),"
        + "\"fromError\":\(number(phase.startError)),\"toError\":\(number(phase.endError)),"
        + "\"kind\":\(JSONWriter.string(phase.curve.name)),\"words\":\(JSONWriter.string(words)),"
        + "\"easing\":\(easing),\"names\":{\(names.joined(separator: ","))}}"
    }
    let isSure = measurement.isSure(fit, of: measurement.layer(of: name))
    return "{\"name\":\(JSONWriter.string(name)),\"fits\":\(isSure),"
      + "\"error\":\(list(fit.residual.map(number))),\"phases\":\(list(phases))}"
  }

  private func curve(_ curve: MeasuredCurve) -> String {
    var fitted: [Double] = []
    var moments: [Double] = []
    if let first = curve.times.first, let last = curve.times.last, first < last {
      moments = (0...Self.moments).map {
        first + (last - first) * Double($0) / Double(Self.moments)
      }
      fitted = moments.map { curve.fitted(at: $0) }
    }
    let travel = curve.phases.map { number(curve.travel(of: $0)) }
    let phases = curve.phases.map { "[\(number($0.start)),\(number($0.end))]" }
    return "{\"subject\":\(JSONWriter.string(curve.subject)),"
      + "\"label\":\(JSONWriter.string(curve.label)),\"unit\":\(JSONWriter.string(curve.unit)),"
      + "\"fits\":\(!curve.isUnexplained),\"error\":\(number(curve.residual)),"
      + "\"least\":\(number(curve.leastExtent)),\"travel\":\(list(travel)),"
      + "\"phases\":\(list(phases)),\"measured\":\(pairs(curve.times, curve.values)),"
      + "\"fitted\":\(pairs(moments, fitted))}"
  }

  private func unexplained(_ doubt: Unexplained) -> String {
    "{\"layer\":\(doubt.layer.map(JSONWriter.string) ?? "null"),"
      + "\"from\":\(number(doubt.times.lowerBound)),\"to\":\(number(doubt.times.upperBound)),"
      + "\"frames\":[\(doubt.frames.lowerBound),\(doubt.frames.upperBound)],"
      + "\"distance\":\(number(doubt.distance ?? .nan)),\"words\":\(JSONWriter.string(doubt.words))}"
  }

  private func picture(_ moment: (time: Double, picture: Bitmap)) -> String {
    let bytes = SmallPNG.encode(moment.picture, isOpaque: true, level: 6)
    return "{\"time\":\(number(moment.time)),\"png\":\"\(Base64.encoded(bytes))\"}"
  }
}
