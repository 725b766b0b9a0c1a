import Scenes

extension LayerProperties {
  /// The largest distance, in the layer's own points, by which an edge of its drawing moves when its
  /// properties change to `other`: an edge of a stroked path, a shadow, a border or a corner. The movement of
  /// the layer as a whole does not count.
  func shapeWay(to other: LayerProperties) -> Double {
    var way = 0.0
    if drawing != other.drawing { way = drawing.way(to: other.drawing) }
    if shadows != other.shadows { way = max(way, LayerEffect.way(shadows, other.shadows)) }
    if filters != other.filters { way = max(way, LayerEffect.way(filters, other.filters)) }
    let (width, height) = (
      max(frame.width, other.frame.width), max(frame.height, other.frame.height)
    )
    let (part, next) = (contentsRect, other.contentsRect)
    return max(
      way, abs((border?.width ?? 0) - (other.border?.width ?? 0)),
      abs(cornerRadius - other.cornerRadius) / 2,
      shadowOffset.way(to: other.shadowOffset) + abs(shadowRadius - other.shadowRadius),
      shadowPath?.way(to: other.shadowPath) ?? 0, mask?.path?.way(to: other.mask?.path) ?? 0,
      abs(part.x - next.x) / max(part.width, 1e-6) * width,
      abs(part.y - next.y) / max(part.height, 1e-6) * height)
  }
}

extension LayerEffect {
  /// The largest distance between corresponding shadows of two lists with the same functions.
  fileprivate static func way(_ a: [LayerEffect], _ b: [LayerEffect]) -> Double {
    var farthest = 0.0
    for i in 0..<max(a.count, b.count) {
      let kind = (i < a.count ? a[i] : b[i]).kind
      guard [.shadow, .innerShadow, .dropShadow].contains(kind) else { continue }
      let from = i < a.count ? a[i] : LayerEffect(kind, kind.neutral)
      let to = i < b.count ? b[i] : LayerEffect(kind, kind.neutral)
      guard from.kind == to.kind else { continue }
      let spread = kind == .dropShadow ? 0 : abs(from.spread - to.spread)
      farthest = max(
        farthest, from.offset.way(to: to.offset) + abs(from.radius - to.radius) + spread)
    }
    return farthest
  }
}

extension PathDrawing {
  /// The largest distance by which an edge of the stroke or the fill moves.
  fileprivate func way(to other: PathDrawing) -> Double {
    guard let path, let otherPath = other.path else { return 0 }
    var way = path == otherPath ? 0 : path.way(to: otherPath)
    guard isStroked || other.isStroked else { return way }
    let length = max(path.polygonLength, otherPath.polygonLength)
    way = max(way, abs(lineWidth - other.lineWidth))
    way = max(way, length * abs(strokeStart - other.strokeStart))
    way = max(way, length * abs(strokeEnd - other.strokeEnd))
    guard !lineDashPattern.isEmpty || !other.lineDashPattern.isEmpty else { return way }
    // If dashes become longer, the last dash moves the farthest.
    let (from, to) = (lineDashPattern.reduce(0, +), other.lineDashPattern.reduce(0, +))
    let growth = min(1, abs(from - to) / max(min(from, to), 1e-6))
    let change = zip(lineDashPattern, other.lineDashPattern).reduce(0) { $0 + abs($1.0 - $1.1) }
    return max(way, abs(lineDashPhase - other.lineDashPhase) + change + growth * length)
  }
}

extension Path {
  /// The largest distance between corresponding points of two paths with the same number of points; 0 for
  /// other paths.
  fileprivate func way(to other: Path?) -> Double {
    guard let other, elements.count == other.elements.count else { return 0 }
    let (a, b) = (numbers, other.numbers)
    guard a.count == b.count else { return 0 }
    return stride(from: 0, to: a.count, by: 2).reduce(0) { farthest, i in
      max(farthest, Point(a[i], a[i + 1]).way(to: Point(b[i], b[i + 1])))
    }
  }

  /// The total length of the lines between points and control points, which is at least the length of the
  /// path.
  fileprivate var polygonLength: Double {
    var (sum, at, start) = (0.0, Point(0, 0), Point(0, 0))
    func go(_ point: Point) {
      sum += at.way(to: point)
      at = point
    }
    for element in elements {
      switch element {
      case .move(let point): (at, start) = (point, point)
      case .line(let point): go(point)
      case .cubic(let control1, let control2, let end):
        for point in [control1, control2, end] { go(point) }
      case .close: go(start)
      }
    }
    return sum
  }
}

extension Point {
  fileprivate func way(to other: Point) -> Double {
    let (dx, dy) = (other.x - x, other.y - y)
    return (dx * dx + dy * dy).squareRoot()
  }
}

extension Mask {
  fileprivate var path: Path? {
    if case .path(let path) = kind { path } else { nil }
  }
}
