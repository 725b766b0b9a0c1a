/// The cost of the visible outlines and strokes of a layer.
struct PathWork {
  private let map: Homography
  private let stretch: Double
  private let picture: Rect

  init(map: Homography, stretch: Double, picture: Rect) {
    self.map = map
    self.stretch = stretch
    self.picture = picture
  }

  /// The cost of reading and checking a path element, whether or not it is visible.
  private static let perElement = 60.0
  /// The cost of a point of an outline, which is created, mapped, clipped and sorted; memory is included.
  private static let perPoint = 120.0
  /// The cost of a chord of which only the length is measured, because dashes and partial strokes depend on
  /// the length.
  private static let perMeasured = 250.0
  /// The cost of a pixel that a side crosses in a row, including summing the coverage and drawing the soft
  /// edge.
  private static let perSpanned = 20.0
  /// The cost of a side in a row of pixels: a few sides are intersected, many sides are sorted in slabs, and
  /// a very large number of sides is sampled.
  private static func perCrossing(_ sidesInRow: Double) -> Double {
    if sidesInRow <= 40 { return 100 + 4 * sidesInRow * sidesInRow }
    return sidesInRow <= 1_024 ? 600 + sidesInRow * 0.8 : 300
  }

  /// The measurements of a path's visible part, in pixels.
  private struct Measure {
    var elements = 0.0
    /// The number of all chords, whether or not they are visible.
    var all = 0.0
    /// The number of visible chords, their total length, and their vertical length.
    var chords = 0.0
    var dashes = 0.0
    var length = 0.0
    var climb = 0.0
    /// The total horizontal extent of an area's sides, in pixels.
    var across = 0.0
    var top = Double.infinity
    var bottom = -Double.infinity

    /// Adds a segment from `from` to `to` with `count` chords; `room` is the visible area, extended by the
    /// reach of the pen.
    mutating func add(_ from: Point, _ to: Point, _ count: Double, in room: Rect, isPen: Bool) {
      let (low, high) = (min(from.y, to.y), max(from.y, to.y))
      guard high >= room.minY, low <= room.maxY else { return }
      let (top, bottom) = (max(low, room.minY), min(high, room.maxY))
      if isPen {
        guard let part = room.part(from: from, to: to) else { return }
        let (x, y) = (to.x - from.x, to.y - from.y)
        let share = part.upperBound - part.lowerBound
        length += share * (x * x + y * y).squareRoot()
        climb += share * abs(y)
      } else {
        climb += bottom - top
        let share = high > low ? (bottom - top) / (high - low) : 1
        let (left, right) = (min(from.x, to.x), max(from.x, to.x))
        across += share * max(0, min(right, room.maxX) - max(left, room.minX))
      }
      chords += count
      self.top = min(self.top, top)
      self.bottom = max(self.bottom, bottom)
    }
  }

  private func measure(_ path: Path, reach: Double, isPen: Bool) -> Measure {
    var sum = Measure()
    let room = picture.insetBy(dx: -reach, dy: -reach)
    func device(_ p: Point) -> Point { map.apply(p).point }
    var at = device(Point(0, 0))
    for element in path.elements {
      sum.elements += 1
      switch element {
      case .move(let p): at = device(p)
      case .line(let p):
        sum.all += 1
        let end = device(p)
        sum.add(at, end, 1, in: room, isPen: isPen)
        at = end
      case .cubic(let b, let c, let d):
        let chords = CubicChords(at, device(b), device(c), device(d), stretch: 1)
        sum.all += Double(chords.count)
        var last = (0, at)
        chords.visitParts(seenIn: room) { i, isSeen in
          let p = chords.point(i)
          sum.add(last.1, p, isSeen ? Double(i - last.0) : 1, in: room, isPen: isPen)
          last = (i, p)
        }
        at = device(d)
      case .close: break
      }
    }
    return sum
  }

  func outline(_ path: Path) -> Double {
    units(measure(path, reach: 0, isPen: false), sides: 1, reach: 0)
  }

  /// The cost of an outline or stroke in which each chord has `sides` sides at the distance `reach` from the
  /// chord.
  private func units(_ m: Measure, sides: Double, reach: Double) -> Double {
    let elements = Self.perElement * m.elements
    guard m.bottom >= m.top else { return elements }
    let tall = min(m.bottom - m.top + 2 * reach + 1, picture.height)
    let wide = min(reach, picture.height)
    // Both ends of each dash count, with the average over all directions of a dash.
    let ends = m.dashes * (1 + 2.5 * wide)
    let crossings = m.climb + m.chords * (1 + sides * wide) + ends
    let inRow = crossings / max(tall, 1)
    return elements + Self.perPoint * (m.chords + m.dashes) * max(sides, 1)
      + Self.perCrossing(inRow) * crossings + Self.perSpanned * m.across
  }

  func stroke(_ path: Path, _ drawing: PathDrawing) -> Double {
    let half = drawing.lineWidth / 2 * stretch
    // Few corners of a stroke extend farther than 1.5 half widths.
    var m = measure(path, reach: half * 1.5, isPen: true)
    let period = drawing.lineDashPattern.reduce(0, +) * stretch
    if period > 0 {
      let dashes = m.length / period * Double(drawing.lineDashPattern.count) / 2
      m.dashes = min(dashes, 20_000 * max(m.elements, 1))
    }
    let isMeasured = period > 0 || drawing.strokeStart > 0 || drawing.strokeEnd < 1
    // The sides of a stroke are its left and right sides, its ends, and a half circle with an error of at
    // most 1/128 pixel.
    let round = 2 + 3.2 * (max(half, 1) * 16).squareRoot()
    let isRound = drawing.lineJoin == .round || (period > 0 && drawing.lineCap == .round)
    m.climb *= 2
    return units(m, sides: 4, reach: half) + (isMeasured ? Self.perMeasured * m.all : 0)
      + Self.perPoint * (m.chords + m.dashes) * (isRound ? min(round, 4_096) : 0) / 2
  }
}
