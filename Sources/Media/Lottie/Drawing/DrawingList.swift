internal import CMedia
internal import Formats
import Scenes

/// The drawing commands for a Lottie file at one time, which `pipeline-lottie` executes: words of 64 bits, as
/// lottie_message.h describes. The bounding box of each group is recorded, so that only visible parts are drawn.
package struct DrawingList: Sendable {
  /// The words of all commands: for each command its number and the number of its arguments, then the arguments.
  package private(set) var words: [UInt64] = []
  private let width: Double
  private let height: Double
  private var groups: [Group] = []
  /// The bounding box of all drawing outside groups.
  private var outer = Box()
  private var matrix = Matrix.identity
  private var written = Matrix.identity

  /// A rectangle of the picture in pixels.
  struct Box {
    var left = Double.infinity
    var top = Double.infinity
    var right = -Double.infinity
    var bottom = -Double.infinity

    mutating func take(_ x: Double, _ y: Double, reach: Double = 0) {
      left = min(left, x - reach)
      top = min(top, y - reach)
      right = max(right, x + reach)
      bottom = max(bottom, y + reach)
    }
    mutating func take(_ other: Box) {
      guard other.left <= other.right else { return }
      take(other.left, other.top)
      take(other.right, other.bottom)
    }
  }

  private struct Group {
    let place: Int
    var box = Box()
    /// The distances in pixels by which the group's effects extend its drawing.
    let reach: (x: Double, y: Double)
    /// The distances in pixels outside the picture from which the group's effects, and those of surrounding groups,
    /// read pixels.
    let margin: (x: Double, y: Double)
  }

  init(width: Int, height: Int) {
    self.width = Double(width)
    self.height = Double(height)
  }

  private mutating func put(_ command: lottie_command, _ numbers: [Double]) {
    words.append(UInt64(command.rawValue) | UInt64(numbers.count) << 32)
    for number in numbers { words.append(number.bitPattern) }
  }

  mutating func place(_ matrix: Matrix) { self.matrix = matrix }

  private mutating func putMatrix() {
    guard matrix != written else { return }
    put(
      LOTTIE_MATRIX, [matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f].map(Self.bounded))
    written = matrix
  }

  /// Clamps a number to the range of cairo's coordinates, which have 24 bits.
  private static func bounded(_ number: Double) -> Double {
    number.isFinite ? min(max(number, -4e6), 4e6) : 0
  }

  private static func share(_ number: Double) -> Double {
    number.isFinite ? min(max(number, 0), 1) : 0
  }

  private mutating func take(_ x: Double, _ y: Double, reach: Double = 0) {
    let place = matrix.map(x, y)
    guard place.x.isFinite, place.y.isFinite else { return }
    if groups.isEmpty {
      outer.take(place.x, place.y, reach: reach)
    } else {
      groups[groups.count - 1].box.take(place.x, place.y, reach: reach)
    }
  }

  // MARK: Paths

  /// Adds a path; `reach` is the distance in points by which the drawing extends beyond the path.
  mutating func path(_ outlines: [Outline], reach: Double = 0) {
    putMatrix()
    put(LOTTIE_NEW_PATH, [])
    let size = (abs(matrix.a) + abs(matrix.b) + abs(matrix.c) + abs(matrix.d)) * reach + 1
    for outline in outlines {
      guard let first = outline.vertices.first else { continue }
      func numbers(_ points: Outline.Point...) -> [Double] {
        points.flatMap { [Self.bounded($0.x), Self.bounded($0.y)] }
      }
      put(LOTTIE_MOVE, numbers(first.point))
      take(first.point.x, first.point.y, reach: size)
      for index in 0..<outline.curveCount {
        let curve = outline.curve(index)
        if curve.isStraight {
          put(LOTTIE_LINE, numbers(curve.end))
        } else {
          put(LOTTIE_CURVE, numbers(curve.leaving, curve.arriving, curve.end))
          take(curve.leaving.x, curve.leaving.y, reach: size)
          take(curve.arriving.x, curve.arriving.y, reach: size)
        }
        take(curve.end.x, curve.end.y, reach: size)
      }
      if outline.isClosed { put(LOTTIE_CLOSE, []) }
    }
  }

  mutating func fill(isEvenOdd: Bool = false, by operation: lottie_operator = LOTTIE_OVER) {
    put(LOTTIE_FILL, [isEvenOdd ? 1 : 0, Double(operation.rawValue)])
  }

  struct Pen {
    var width = 1.0
    /// The cap and the join in Lottie's numbers, from 1: butt, round, square; miter, round, bevel.
    var cap = 1.0
    var join = 1.0
    var miterLimit = 4.0
    var dashes: [Double] = []
    var dashOffset = 0.0

    /// The distance by which the stroke extends beyond its path.
    var reach: Double { width / 2 * (join == 1 ? max(1, miterLimit) : 1.5) }
  }

  mutating func stroke(_ pen: Pen, by operation: lottie_operator = LOTTIE_OVER) {
    put(
      LOTTIE_STROKE,
      [pen.width, pen.cap, pen.join, pen.miterLimit, Double(operation.rawValue), pen.dashOffset]
        .map(Self.bounded) + pen.dashes.map(Self.bounded))
  }

  /// Clips to the path until the clip is undone.
  mutating func clip() { put(LOTTIE_CLIP, []) }
  mutating func save() { put(LOTTIE_SAVE, []) }
  mutating func restore() {
    put(LOTTIE_RESTORE, [])
    written = Matrix(a: .nan)
  }

  /// Fills the whole picture with a colour, and also the area outside the picture from which effects read.
  mutating func fillAll(by operation: lottie_operator = LOTTIE_OVER) {
    let margin = groups.last?.margin ?? (x: 0, y: 0)
    place(Matrix.identity.moved(-margin.x, -margin.y))
    path([.rectangle(width: width + 2 * margin.x, height: height + 2 * margin.y)])
    fill(by: operation)
  }

  // MARK: Paints

  mutating func color(_ color: Paint.Color, alpha: Double) {
    put(LOTTIE_COLOR, [color.red, color.green, color.blue, color.alpha * alpha].map(Self.share))
  }

  mutating func gradient(_ gradient: Paint.Gradient, alpha: Double) {
    putMatrix()
    let stops = gradient.stops.flatMap { stop in
      [stop.offset, stop.color.red, stop.color.green, stop.color.blue, stop.color.alpha * alpha]
        .map(Self.share)
    }
    put(
      gradient.isRadial ? LOTTIE_RADIAL : LOTTIE_LINEAR, gradient.places.map(Self.bounded) + stops)
  }

  /// Draws a picture over width × height points.
  mutating func picture(_ index: Int, width: Double, height: Double, alpha: Double) {
    putMatrix()
    for corner in [(0, 0), (width, 0), (0, height), (width, height)] {
      take(corner.0, corner.1, reach: 1)
    }
    put(
      LOTTIE_PICTURE, [Double(index), Self.bounded(width), Self.bounded(height), Self.share(alpha)])
  }

  // MARK: Groups

  /// Starts a group, which is drawn separately up to its end; `reach` is the distance in pixels by which its effects
  /// extend beyond its drawing.
  mutating func beginGroup(reach: (x: Double, y: Double) = (0, 0)) {
    let outer = groups.last?.margin ?? (x: 0, y: 0)
    // The margin is limited so that the memory of a group is at most that of four pictures.
    let margin = (
      x: min(outer.x + reach.x, width / 2).rounded(.up),
      y: min(outer.y + reach.y, height / 2).rounded(.up)
    )
    groups.append(Group(place: words.count, reach: reach, margin: margin))
    put(LOTTIE_GROUP, [0, 0, 0, 0])
    written = Matrix(a: .nan)
  }

  /// Ends a group, and composites it with the pixels below.
  mutating func endGroup(alpha: Double = 1, by operation: lottie_operator = LOTTIE_OVER) {
    close(isShown: true)
    put(LOTTIE_END, [Self.share(alpha), Double(operation.rawValue)])
    written = Matrix(a: .nan)
  }

  /// Ends a mask, which keeps the picture below where the mask is opaque.
  mutating func endMask(isInverted: Bool = false, isLuminance: Bool = false) {
    close(isShown: false)
    put(LOTTIE_END_MASK, [isInverted ? 1 : 0, isLuminance ? 1 : 0])
    written = Matrix(a: .nan)
  }

  private mutating func close(isShown: Bool) {
    let group = groups.removeLast()
    let (place, margin) = (group.place, group.margin)
    var box = group.box
    if box.left <= box.right {
      box.left -= group.reach.x
      box.right += group.reach.x
      box.top -= group.reach.y
      box.bottom += group.reach.y
    }
    let edges = [
      max(-margin.x, box.left.rounded(.down)), max(-margin.y, box.top.rounded(.down)),
      min(width + margin.x, box.right.rounded(.up)),
      min(height + margin.y, box.bottom.rounded(.up)),
    ]
    let isEmpty = !(edges[0] < edges[2] && edges[1] < edges[3])
    for (index, edge) in edges.enumerated() {
      words[place + 1 + index] = (isEmpty ? 0 : edge).bitPattern
    }
    guard isShown else { return }
    if groups.isEmpty { outer.take(box) } else { groups[groups.count - 1].box.take(box) }
  }

  /// Applies a filter to the pixels of the innermost group.
  mutating func filter(_ command: lottie_command, _ numbers: [Double]) {
    put(command, numbers.map(Self.bounded))
  }
}

extension Outline {
  static func rectangle(width: Double, height: Double) -> Outline {
    Outline(
      [Point(0, 0), Point(width, 0), Point(width, height), Point(0, height)].map {
        Vertex($0)
      }, isClosed: true)
  }
}
