internal import Documents
import JSON
internal import Scenes

/// Writes the tracks as rows of numbers, one row for each frame of each layer.
package enum TrackTable {
  package static func text(_ measurement: Measurement) -> String {
    var rows = ["layer,seconds,x,y,width,height,rotation,opacity,confidence,repeated"]
    for layer in measurement.layers {
      for sample in layer.track.samples {
        let pose = sample.pose
        let numbers = [
          round(sample.time, 10_000), round(pose.x, 1000), round(pose.y, 1000),
          round(pose.width, 1000), round(pose.height, 1000),
          round(pose.angle * 180 / Portable.pi, 1000), round(min(1, sample.opacity), 1000),
          round(sample.confidence, 1000),
        ]
        rows.append(
          ([layer.track.name] + numbers + [sample.isRepeated ? "1" : "0"]).joined(separator: ","))
      }
    }
    for curve in measurement.curves {
      for (index, time) in measurement.screens.times.enumerated() {
        let values = curve.channels.map { curve.isSeen[index] ? round($0[index], 1000) : "" }
        let cells =
          values.count == 1
          ? ["", "", "", "", "", values[0]] : Array((values + ["", ""]).prefix(4)) + ["", ""]
        rows.append(
          ([curve.name, round(time, 10_000)] + cells + ["", ""]).joined(separator: ","))
      }
    }
    return rows.joined(separator: "\n") + "\n"
  }

  private static func round(_ value: Double, _ parts: Double) -> String {
    JSONWriter.number((value * parts).rounded() / parts + 0)
  }
}
