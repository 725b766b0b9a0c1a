internal import Evaluation
internal import Planning
internal import Scenes

/// The velocities of the layers' numbers at a time, in units per second. At a jump of a value, its velocity
/// is that after the jump.
struct LayerVelocities {
  /// The layers on the canvas at the requested time, and at two times shortly after it or, at the end,
  /// shortly before it.
  private let rows: [[Int: LayerRow]]
  private let seconds: Double
  private static let interval = FrameTime(seconds: 1e-4)

  /// Computes the velocities; nil if the times nearby cannot be evaluated.
  init?(of planned: PlannedDocument, at scene: Scene) {
    let isAtEnd = scene.time + Self.interval + Self.interval > planned.duration
    var step = Self.interval
    if isAtEnd { step = .zero - step }
    seconds = step.seconds
    var rows: [[Int: LayerRow]] = []
    for count in 0..<3 {
      let time = scene.time + FrameTime(ticks: step.ticks * Int64(count))
      guard time >= .zero, let there = try? planned.playback.scene(at: time) else { return nil }
      rows.append(
        Dictionary(LayerRow.all(of: there).map { ($0.layer, $0) }, uniquingKeysWith: { $1 }))
    }
    self.rows = rows
  }

  /// The velocities of a layer's bounding box and properties that are not 0; nil if all of them are 0.
  func of(_ row: LayerRow) -> [(name: String, numbers: [Double])]? {
    guard let a = rows[0][row.layer], let b = rows[1][row.layer],
      let c = rows[2][row.layer]
    else { return nil }
    if a.frame == b.frame, a.properties == b.properties { return nil }
    var found: [(name: String, numbers: [Double])] = []
    func add(_ name: String, _ p: [Double], _ q: [Double], _ r: [Double]) {
      guard p.count == q.count, p.count == r.count else { return }
      let speeds = p.indices.map { (4 * q[$0] - 3 * p[$0] - r[$0]) / (2 * seconds) }
        .map { abs($0) < 1e-6 ? 0 : $0 }
      if speeds.contains(where: { $0 != 0 }) { found.append((name, speeds)) }
    }
    add("box", a.frame.numbers, b.frame.numbers, c.frame.numbers)
    for property in LayerProperty.all where !property.isView {
      add(
        property.name, property.value(of: a.properties).numbers,
        property.value(of: b.properties).numbers, property.value(of: c.properties).numbers)
    }
    return found.isEmpty ? nil : found
  }
}
