import Documents
import Evaluation
import Scenes

/// Finds when the status bar is black and when it is white.
extension WallPlanner {
  /// Nothing where it has one colour all the time.
  func statusTracks(of bars: [(layer: Int, isWhite: Bool)]) -> [any WallTrack] {
    guard bars.count == 2 else { return [] }
    var changes: [StatusBarTrack.Change] = []
    var isWhite = needsWhite(at: .zero)
    let first = isWhite
    for transition in transitions {
      let next = needsWhite(at: transition.times.end)
      if next != isWhite {
        changes.append(
          .init(start: transition.times.start, end: transition.times.end, isWhite: next))
      }
      isWhite = next
    }
    return bars.map {
      StatusBarTrack(
        layer: $0.layer, isWhite: $0.isWhite, beginsWhite: first, changes: changes, clock: clock)
    }
  }

  /// Whether what lies below the clock and the battery is dark.
  private func needsWhite(at time: FrameTime) -> Bool {
    guard let scene = try? plan.scene(at: time) else { return false }
    let bounds = values.stage.bounds(of: values.stage.container)
    guard let space = placement(of: values.stage.container, in: scene) else { return false }
    var sum = 0.0
    let shares = [0.1, 0.16, 0.22, 0.78, 0.84, 0.9]
    for share in shares {
      let place = Self.map(
        Point(bounds.x + bounds.width * share, bounds.y + min(30, bounds.height * 0.04)),
        by: space.toCanvas)
      sum += brightness(at: place, in: scene)
    }
    return sum / Double(shares.count) < 0.55
  }

  private static func map(_ point: Point, by matrix: Homography) -> Point {
    let w = matrix.p * point.x + matrix.q * point.y + matrix.w
    return Point(
      (matrix.a * point.x + matrix.c * point.y + matrix.tx) / w,
      (matrix.b * point.x + matrix.d * point.y + matrix.ty) / w)
  }

  /// 0 is black, as a screen without a colour is, 1 white. What shapes and effects do is not looked at.
  private func brightness(at place: Point, in scene: Scene) -> Double {
    var brightness = 0.0
    scene.visit { layer, properties, placement in
      guard isScreen(layer, in: scene), let inverse = placement.toCanvas.inverse else { return }
      let own = Self.map(place, by: inverse)
      let bounds = placement.bounds
      let (x, y) = ((own.x - bounds.x) / bounds.width, (own.y - bounds.y) / bounds.height)
      guard (0..<1).contains(x), (0..<1).contains(y) else { return }
      func paint(_ color: Color) {
        let own = 0.2126 * color.red + 0.7152 * color.green + 0.0722 * color.blue
        brightness += (own - brightness) * color.alpha * properties.opacity
      }
      if let color = properties.backgroundColor { paint(color) }
      switch properties.contents {
      case .color(let color): paint(color)
      case .gradient(let gradient):
        guard !gradient.stops.isEmpty else { return }
        let share = min(x + y, 1.999) / 2 * Double(gradient.stops.count)
        paint(gradient.stops[Int(clamped: share, rounded: .down)].color)
      case .picture(let picture) where !picture.source.isSetInFrame:
        if let color = Self.color(of: picture, x, y) { paint(color) }
      default: break
      }
    }
    return brightness
  }

  private static func color(of picture: PictureContents, _ x: Double, _ y: Double) -> Color? {
    guard let bitmap = try? picture.source.picture(at: picture.time, width: 64, height: 64) else {
      return nil
    }
    return bitmap.color(
      Int(clamped: x * Double(bitmap.width), rounded: .down),
      Int(clamped: y * Double(bitmap.height), rounded: .down))
  }

  /// It is seen, and lies in the screens' container below the bar.
  private func isScreen(_ layer: Int, in scene: Scene) -> Bool {
    var index = layer
    while index >= 0 {
      if index == values.stage.container { return true }
      if scene.properties(of: index).isHidden || bars.contains(where: { $0.layer == index }) {
        return false
      }
      index = scene.stage.nodes[index].parent
    }
    return false
  }
}
