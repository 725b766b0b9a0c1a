internal import Documents
internal import Encoding
internal import Formats
internal import Scenes

/// A measurement for programs: the phases, and each curve with what was fitted to it.
package struct MeasurementJSON {
  private let measurement: Measurement

  package init(_ measurement: Measurement) { self.measurement = measurement }

  /// Moments at which a fitted curve is told.
  private static let moments = 240

  package var text: String {
    let times = measurement.times
    let members = [
      "\"width\":\(measurement.width)", "\"height\":\(measurement.height)",
      "\"scale\":\(number(measurement.scale))", "\"interval\":\(number(measurement.interval))",
      "\"from\":\(number(times.lowerBound))", "\"to\":\(number(times.upperBound))",
      "\"screens\":\(JSONWriter.string(screens))",
      "\"fits\":\(measurement.isExplained)",
      "\"distance\":\(number(measurement.agreement?.distance ?? .nan))",
      "\"explained\":\(number(measurement.agreement?.explained ?? .nan))",
      "\"unexplained\":\(list(measurement.unexplained.map(unexplained)))",
      "\"tracks\":\(list(measurement.fits.map { track($0.name, $0.fit) }))",
      "\"curves\":\(list(measurement.measuredCurves.map(curve)))",
      "\"remarks\":\(list(PhaseTable.remarks(measurement).map(JSONWriter.string)))",
      "\"strip\":\(list(measurement.strip.map(picture)))",
    ]
    return "{\(members.joined(separator: ","))}"
  }

  /// What the screens do, in words.
  private var screens: String {
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

  private func track(_ name: String, _ fit: TrackFit) -> String {
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
