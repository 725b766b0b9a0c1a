internal import Scenes
internal import Synchronization

/// Operations that are drawn on a separate picture and convolved with a Gaussian. The whole picture is drawn
/// when a part of it is first needed, and then cached.
///
/// A wide blur removes all detail, so it is computed on a picture of reduced size. Each halving and each
/// doubling of the picture adds a variance of 3/4 of a pixel, which is subtracted from the variance of the
/// Gaussian. The sigma is at least 1.9 pixels of the reduced picture, so that the result stays within 1/255
/// of the exact blur.
final class BlurredPicture: Sendable {
  /// The stored pixels: 8.8 channels, and rows without padding.
  struct Pixels: Sendable {
    let channels: Buffer<UInt16>
    /// The rectangle that the operations fill before the reduction of the resolution.
    let box: PixelRect
    /// Whether the stored picture has half as many pixels along each side as the visible picture.
    let isHalf: Bool
  }

  private let operations: [DrawOperation]
  private let move: PixelMove
  /// The standard deviation of the blur in device pixels.
  private let sigma: Size
  /// The visible part of the blurred picture.
  let box: PixelRect
  /// The rectangle whose outermost pixels are repeated outside; nil if the pixels outside are transparent.
  private let edge: PixelRect?
  /// Whether the pixels outside the edge are mirrored instead of repeated.
  private let mirrors: Bool
  /// The number of doublings that enlarge the operations to full size, if they belong to a reduced picture.
  private let doublings: Int
  private let kernels: Kernels
  private let made = Mutex<Pixels?>(nil)
  /// The number of bytes that the blurred picture will use. The bytes are counted before the drawing starts,
  /// so that a picture that does not fit in memory is refused in time.
  private let reserved: Int

  init(
    _ operations: [DrawOperation], movedBy move: PixelMove = .none, sigma: Size,
    box: PixelRect, edge: PixelRect?, mirrors: Bool = false, kernels: Kernels
  ) {
    self.operations = operations
    self.move = move
    self.sigma = Self.bounded(sigma)
    self.box = box
    self.edge = edge
    self.mirrors = mirrors
    doublings = 0
    self.kernels = kernels
    reserved = Self.reserve(box, isHalf: Self.halvings(self.sigma) > 0)
  }

  /// Creates the enlargement of a smooth picture that was drawn at a size reduced by `doublings` halvings;
  /// only the enlargement blurs the picture.
  init(doubling operations: [DrawOperation], _ doublings: Int, box: PixelRect, kernels: Kernels) {
    self.operations = operations
    move = .none
    sigma = .zero
    self.box = box
    edge = nil
    mirrors = false
    self.doublings = doublings
    self.kernels = kernels
    reserved = Self.reserve(box, isHalf: doublings > 0)
  }

  deinit {
    let isMade = made.withLock { $0 != nil }
    if !isMade { MemoryAccount.endPlan(reserved) }
  }

  private static func reserve(_ box: PixelRect, isHalf: Bool) -> Int {
    let bytes = box.pixelCount * 8 / (isHalf ? 4 : 1)
    let counted = Int(clamped: bytes, rounded: .up, to: 0...1 << 40)
    MemoryAccount.plan(counted)
    return counted
  }

  /// The blurred pixels, which are computed when they are first used.
  var pixels: Pixels {
    made.withLock { made in
      if let made { return made }
      let pixels = draw()
      made = pixels
      // The reservation ends because the buffer itself is counted from its allocation on.
      MemoryAccount.endPlan(reserved)
      return pixels
    }
  }

  // MARK: Sizes

  /// Whether the stored picture has half the size of the visible picture.
  var isHalf: Bool { doublings > 0 || Self.halvings(sigma) > 0 }

  /// Limits a sigma so that the picture fits in memory: to 2,048 pixels, because everything within three
  /// sigmas is drawn, and to 1,024 pixels of the reduced picture. The limit of 1,024 reduced pixels applies
  /// only if one direction has a far larger sigma than the other.
  static func bounded(_ sigma: Size) -> Size {
    let most = Double(min(2_048, 1_024 << halvings(sigma)))
    return Size(min(sigma.width, most), min(sigma.height, most))
  }

  /// The number of times a picture is halved before it is blurred.
  static func halvings(_ sigma: Size) -> Int {
    let least = min(sigma.width, sigma.height)
    var count = 0
    while count < 12, rest(least, count + 1) >= 3.6 { count += 1 }
    return count
  }

  /// The variance that remains for the Gaussian after `count` halvings, in pixels of the reduced picture.
  private static func rest(_ sigma: Double, _ count: Int) -> Double {
    if count == 0 { return sigma * sigma }
    let size = Double(1 << (2 * count))
    return (sigma * sigma + 0.5) / size - 0.5
  }

  /// The weights of a Gaussian after `count` halvings; `part` is the offset of the picture in 1/256 pixels.
  private static func taps(_ sigma: Double, _ count: Int, movedBy part: Int = 0) -> Kernels.Taps {
    let rest = rest(sigma, count).squareRoot()
    if part == 0 { return .centred(Gaussian.taps(sigma: rest)) }
    return .moved(Gaussian.taps(sigma: rest, movedBy: Double(part) / Double(256 << count)))
  }

  /// The distance in pixels up to which a pixel affects the blurred picture.
  static func reach(_ sigma: Size) -> PixelReach {
    let (sigma, count) = (bounded(sigma), halvings(sigma))
    func reach(_ sigma: Double) -> Int {
      let radius = taps(sigma, count).radius
      return count == 0 ? radius : (radius + 4) << count
    }
    return PixelReach(x: reach(sigma.width), y: reach(sigma.height))
  }

  // MARK: Drawing

  /// The number of channels in a strip; a strip fits in the cache.
  private static let stripChannels = 131_072
  /// The largest number of pixels of a picture that is stored at half size, unless the blur needs more.
  private static let mostPixels = 1 << 22

  private func draw() -> Pixels {
    let count = max(doublings, Self.halvings(sigma))
    var shown = [box]
    for _ in 0..<count { shown.append(shown[shown.count - 1].halved) }
    var picture = doublings > 0 ? drawn(shown[count]) : blurred(shown[count], halvings: count)
    for level in stride(from: count - 1, to: 0, by: -1) {
      let larger = Self.buffer(shown[level].width, shown[level].height)
      kernels.enlargeTwice(picture, shown[level + 1], into: larger, shown[level])
      picture = larger
    }
    return Pixels(channels: picture, box: shown[min(count, 1)], isHalf: count > 0)
  }

  private func drawn(_ box: PixelRect) -> Buffer<UInt16> {
    let picture = Self.buffer(box.width, box.height)
    paint(box, into: picture)
    return picture
  }

  /// The blurred pixels in `last`, a rectangle of the picture that was halved `count` times.
  private func blurred(_ last: PixelRect, halvings count: Int) -> Buffer<UInt16> {
    let across = Self.taps(sigma.width, count, movedBy: move.x.part)
    let down = Self.taps(sigma.height, count, movedBy: move.y.part)
    var seen = edge ?? operations.bounds.movedBy(move.x.whole, move.y.whole)
    for _ in 0..<count { seen = seen.halvedOnto }
    let wide = last.insetBy(dx: -across.radius, dy: -down.radius)
    if edge != nil { seen = seen.insetBy(dx: -1, dy: -1) }
    if mirrors { seen = wide }
    let source = source(wide.intersection(seen), halvings: count)
    let padded = pad(source, to: wide)
    let rows = Self.buffer(last.width, wide.height)
    kernels.convolveAcross(
      padded, to: rows, width: last.width, height: wide.height, taps: across)
    let picture = Self.buffer(last.width, last.height)
    kernels.convolveDown(rows, to: picture, width: last.width, height: last.height, taps: down)
    return picture
  }

  private static func buffer(_ width: Int, _ height: Int) -> Buffer<UInt16> {
    // The padding is needed because kernels read whole vectors.
    let made = Buffer<UInt16>(roomFor: width * height * 4 + 64)
    for i in width * height * 4..<made.count { made[i] = 0 }
    return made
  }

  private struct Part {
    var channels: Buffer<UInt16>
    var box: PixelRect
  }

  /// The unblurred pixels in `box`, a rectangle of the picture that was halved `halvings` times.
  private func source(_ box: PixelRect, halvings: Int) -> Part? {
    if box.isEmpty { return nil }
    if halvings == 0 {
      return Part(channels: drawn(box), box: box)
    }
    var boxes = [box]
    for _ in 0..<halvings { boxes.insert(boxes[0].doubled, at: 0) }
    // A huge picture is never stored at half its size.
    let isHuge = boxes[1].width > Self.mostPixels / boxes[1].height
    let first = isHuge ? min(halvings, 3) : 1
    var picture = strips(boxes[0...first])
    for level in stride(from: first + 1, through: halvings, by: 1) {
      let smaller = Self.buffer(boxes[level].width, boxes[level].height)
      kernels.shrink(
        picture, to: smaller, from: 0, width: boxes[level].width, height: boxes[level].height,
        room: Self.buffer(boxes[level - 1].width, 1))
      picture = smaller
    }
    return Part(channels: picture, box: box)
  }

  /// Draws the first box strip by strip, and halves each strip through the sizes of the other boxes.
  private func strips(_ boxes: ArraySlice<PixelRect>) -> Buffer<UInt16> {
    let (whole, last, halvings) = (boxes[0], boxes[boxes.endIndex - 1], boxes.count - 1)
    let made = Self.buffer(last.width, last.height)
    let rows = max(
      halvings > 1 ? 16 : 4, min(last.height, Self.stripChannels / (whole.width * 8)))
    func heights(_ rows: Int) -> [Int] {
      var heights = [rows]
      for _ in 0..<halvings { heights.insert(2 * heights[0] + 2, at: 0) }
      return heights
    }
    let strips = zip(boxes, heights(rows)).dropLast().map { Self.buffer($0.width, $1) }
    let room = Self.buffer(whole.width, 1)
    for y in stride(from: 0, to: last.height, by: rows) {
      let heights = heights(min(rows, last.height - y))
      paint(
        PixelRect(whole.x, whole.y + y << halvings, whole.width, heights[0]), into: strips[0])
      for level in 1...halvings {
        let isLast = level == halvings
        kernels.shrink(
          strips[level - 1], to: isLast ? made : strips[level],
          from: isLast ? y * last.width * 4 : 0, width: boxes[level].width,
          height: heights[level], room: room)
      }
    }
    return made
  }

  /// Draws the operations; if there is an edge, the outermost pixels inside it are repeated outside.
  private func paint(_ window: PixelRect, into picture: Buffer<UInt16>) {
    picture.clear(window.width * window.height * 4)
    let target = Target(group: window.movedBy(-move.x.whole, -move.y.whole), in: picture)
    guard let edge else { return operations.draw(in: target, kernels: kernels) }
    if mirrors { return paintMirrored(window, at: edge, into: picture) }
    // Window pixels outside the edge repeat the nearest pixels inside the edge.
    let rows = window.y < edge.maxY && window.maxY > edge.y
    let columns = window.x < edge.maxX && window.maxX > edge.x
    precondition(columns)
    if !rows {
      let y = window.y >= edge.maxY ? edge.maxY - 1 : edge.y
      let line = PixelRect(window.x, y, window.width, 1)
      paint(line, into: picture)
      for row in 1..<max(1, window.height) {
        picture.copy(window.width * 4, from: 0, to: row * window.width * 4)
      }
      return
    }
    let inside = window.intersection(edge)
    operations.draw(in: target.narrowed(to: inside), kernels: kernels)
    for y in inside.y..<inside.maxY {
      let row = (y - window.y) * window.width * 4
      let first = row + (inside.x - window.x) * 4
      for x in window.x..<inside.x { picture.copy(4, from: first, to: row + (x - window.x) * 4) }
      let last = row + (inside.maxX - 1 - window.x) * 4
      for x in inside.maxX..<max(inside.maxX, window.maxX) {
        picture.copy(4, from: last, to: row + (x - window.x) * 4)
      }
    }
    let length = window.width * 4
    for y in window.y..<inside.y {
      picture.copy(length, from: (inside.y - window.y) * length, to: (y - window.y) * length)
    }
    for y in inside.maxY..<window.maxY {
      picture.copy(
        length, from: (inside.maxY - 1 - window.y) * length, to: (y - window.y) * length)
    }
  }

  /// Draws the pixels inside the edge that a window needs, and mirrors them to the outside.
  private func paintMirrored(
    _ window: PixelRect, at edge: PixelRect, into picture: Buffer<UInt16>
  ) {
    let columns = (window.x..<window.maxX).map { Self.mirrored($0, edge.x, edge.maxX) }
    let rows = (window.y..<window.maxY).map { Self.mirrored($0, edge.y, edge.maxY) }
    guard let left = columns.min(), let right = columns.max(), let top = rows.min(),
      let bottom = rows.max()
    else { return }
    let drawn = PixelRect(left, top, right + 1 - left, bottom + 1 - top)
    if drawn == window {
      return operations.draw(
        in: Target(group: window.movedBy(-move.x.whole, -move.y.whole), in: picture),
        kernels: kernels)
    }
    let inside = Self.buffer(drawn.width, drawn.height)
    inside.clear(drawn.width * drawn.height * 4)
    operations.draw(
      in: Target(group: drawn.movedBy(-move.x.whole, -move.y.whole), in: inside),
      kernels: kernels)
    // Each run of consecutive pixels is copied in one step.
    var runs: [(from: Int, to: Int, count: Int)] = []
    for (x, column) in columns.enumerated() {
      if let last = runs.last, last.from + last.count == column {
        runs[runs.count - 1].count += 1
      } else {
        runs.append((column, x, 1))
      }
    }
    for (y, row) in rows.enumerated() {
      let from = (row - drawn.y) * drawn.width - drawn.x
      let to = y * window.width
      for run in runs {
        picture.copy(
          run.count * 4, of: inside, from: (from + run.from) * 4, to: (to + run.to) * 4)
      }
    }
  }

  /// The position inside `start`..<`end` of which a position is the mirror image.
  private static func mirrored(_ place: Int, _ start: Int, _ end: Int) -> Int {
    let count = end - start
    let turn = (place - start) % (2 * count)
    let along = turn < 0 ? turn + 2 * count : turn
    return start + (along < count ? along : 2 * count - 1 - along)
  }

  /// The picture with a margin, which is transparent or repeats its outermost pixels.
  private func pad(_ source: Part?, to box: PixelRect) -> Buffer<UInt16> {
    let made = Self.buffer(box.width, box.height)
    guard let source else {
      made.clear(made.count)
      return made
    }
    let inner = source.box
    if inner == box { return source.channels }
    let length = box.width * 4
    if edge == nil { made.clear(made.count) }
    for y in inner.y..<inner.maxY {
      let row = (y - box.y) * length
      let first = row + (inner.x - box.x) * 4
      made.copy(
        inner.width * 4, of: source.channels, from: (y - inner.y) * inner.width * 4, to: first)
      if edge == nil { continue }
      for x in box.x..<inner.x { made.copy(4, from: first, to: row + (x - box.x) * 4) }
      let last = row + (inner.maxX - 1 - box.x) * 4
      for x in inner.maxX..<box.maxX { made.copy(4, from: last, to: row + (x - box.x) * 4) }
    }
    if edge == nil { return made }
    for y in box.y..<inner.y {
      made.copy(length, from: (inner.y - box.y) * length, to: (y - box.y) * length)
    }
    for y in inner.maxY..<box.maxY {
      made.copy(length, from: (inner.maxY - 1 - box.y) * length, to: (y - box.y) * length)
    }
    return made
  }
}

extension Buffer where Element == UInt16 {
  /// Sets the first `count` elements of the buffer to 0.
  fileprivate func clear(_ count: Int) {
    precondition(count <= self.count)
    unsafe base.update(repeating: 0, count: count)
  }

  /// Copies `count` elements within this buffer; the two ranges must not overlap.
  fileprivate func copy(_ count: Int, from: Int, to: Int) {
    copy(count, of: self, from: from, to: to)
  }

  fileprivate func copy(_ count: Int, of other: Buffer, from: Int, to: Int) {
    precondition(from >= 0 && to >= 0 && from + count <= other.count && to + count <= self.count)
    unsafe (base + to).update(from: other.base + from, count: count)
  }
}

extension PixelRect {
  /// The pixels of the half-size picture that are needed to show this rectangle.
  var halved: PixelRect {
    PixelRect(
      left: (x >> 1) - 1, top: (y >> 1) - 1, right: ((maxX - 1) >> 1) + 2,
      bottom: ((maxY - 1) >> 1) + 2)
  }

  /// The pixels at double size that this rectangle affects when the picture is enlarged.
  var doubledOnto: PixelRect {
    isEmpty ? .zero : PixelRect(2 * x - 1, 2 * y - 1, 2 * width + 2, 2 * height + 2)
  }

  /// The pixels at half size that this rectangle affects when the picture is halved.
  fileprivate var halvedOnto: PixelRect {
    isEmpty
      ? .zero
      : PixelRect(
        left: (x - 1) >> 1, top: (y - 1) >> 1, right: (maxX >> 1) + 1, bottom: (maxY >> 1) + 1)
  }

  /// The area of the double-size picture from which the pixels of this rectangle are averaged.
  fileprivate var doubled: PixelRect {
    PixelRect(2 * x - 1, 2 * y - 1, 2 * width + 2, 2 * height + 2)
  }

  fileprivate init(left: Int, top: Int, right: Int, bottom: Int) {
    self.init(left, top, right - left, bottom - top)
  }

  /// The rectangle with each side moved inwards, or outwards if the inset is negative.
  func insetBy(dx: Int, dy: Int) -> PixelRect {
    PixelRect(x + dx, y + dy, width - 2 * dx, height - 2 * dy)
  }
}
