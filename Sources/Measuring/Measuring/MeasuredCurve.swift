internal import Scenes

/// A number that was measured over time and the curve that was fitted to it, for charts.
package struct MeasuredCurve: Sendable {
  /// The name of the layer or, for the screens, of the measured quantity.
  package let subject: String
  /// The label of the number, with its unit.
  package let label: String
  package let unit: String
  package let times: [Double]
  /// The value at each time; NaN if the value was not measured.
  package let values: [Double]
  /// The minimum extent of a chart's axis, so that the chart does not magnify noise.
  package let leastExtent: Double
  private let fit: TrackFit
  private let channel: Int
  /// The factor by which the numbers of the fit are multiplied for the chart.
  private let factor: Double

  init(
    _ subject: String, _ label: String, unit: String, _ times: [Double], _ values: [Double],
    leastExtent: Double, _ fit: TrackFit, channel: Int = 0, factor: Double = 1
  ) {
    self.subject = subject
    self.label = label
    self.unit = unit
    self.times = times
    self.values = values
    self.leastExtent = leastExtent
    self.fit = fit
    self.channel = channel
    self.factor = factor
  }

  package var phases: [Phase] { fit.phases }
  package var isUnexplained: Bool { fit.isUnexplained }
  /// The deviation of the measured values from the fit.
  package var residual: Double { fit.residual[channel] * factor }
  package func fitted(at time: Double) -> Double { fit.values(at: time)[channel] * factor }
  package func travel(of phase: Phase) -> Double { phase.travel[channel] * factor }
}

extension Measurement {
  /// All measured curves, layer by layer, and then the curves of the screens.
  package var measuredCurves: [MeasuredCurve] {
    layers.flatMap(Self.curves)
      + curves.flatMap { curve in
        curve.channels.enumerated().map { channel, values in
          let label = curve.labels[channel]
          let isShare = label == "from 0 to 1" || label.hasPrefix("radius, of")
          return MeasuredCurve(
            curve.name, label, unit: isShare ? "" : "px", screens.times,
            zip(values, curve.isSeen).map { $1 ? $0 : .nan }, leastExtent: isShare ? 1 : 4,
            curve.fit, channel: channel)
        }
      }
  }

  private static func curves(_ layer: LayerAnalysis) -> [MeasuredCurve] {
    let samples = layer.track.samples
    let (name, times) = (layer.track.name, samples.map(\.time))
    let paths: [(String, KeyPath<TrackSample, Double>)] = [
      ("centre x", \.pose.x), ("centre y", \.pose.y), ("width", \.pose.width),
      ("height", \.pose.height),
    ]
    var all = paths.enumerated().map { channel, path in
      MeasuredCurve(
        name, path.0, unit: "px", times,
        samples.map { $0.hasPose ? $0[keyPath: path.1] : .nan }, leastExtent: 4, layer.place,
        channel: channel)
    }
    if !layer.angle.phases.isEmpty {
      let factor = 180 / Portable.pi
      all.append(
        MeasuredCurve(
          name, "angle, degrees", unit: "°", times, samples.map { $0.pose.angle * factor },
          leastExtent: 4, layer.angle, factor: factor))
    }
    all.append(
      MeasuredCurve(
        name, "opacity", unit: "", times, samples.map(\.opacity), leastExtent: 1, layer.opacity))
    return all
  }
}
