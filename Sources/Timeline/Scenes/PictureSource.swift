/// A source of pixels for contents: an image, a laid-out text, or a picture that depends on time or size.
///
/// The answers of a source depend only on the arguments. A source may be called on any thread, several times
/// at once.
package protocol PictureSource: AnyObject, Sendable {
  /// The natural size in points, which gravity uses.
  var size: Size { get }
  /// Whether its picture changes over time. If not, it is only called with its first time.
  var isMoving: Bool { get }
  /// The identity of the pictures: two sources with the same identity and size show the same pictures.
  var identity: any AnyObject & Sendable { get }
  /// The time in the file at the plan's `time`, or at the time that a layer requests. Converts times with the
  /// same picture to one time, so that the picture is not drawn again.
  func ownTime(at time: FrameTime, asked: FrameTime?) -> FrameTime
  /// Whether the source is laid out again in the frame of its layer, like a text, so that it always fills the
  /// frame.
  var isSetInFrame: Bool { get }
  /// The number of pixels up to which the source is drawn separately for each size and position; nil means
  /// the usual number.
  var mostOwnPixels: Double? { get }
  /// The bitmap at the source's own time `time`, with its opacity known, over `size` points; this is the
  /// source's own size unless the source is laid out in its layer's frame. `density` is the number of visible
  /// pixels for each point, across and down, after the frame and all transforms; for large pictures, the
  /// density is one of a few steps, so that it changes rarely. `phase` is the offset of the picture's start
  /// to the right of and below a whole pixel, 0 … 1, if its pixels are those of the canvas; otherwise zero.
  func shown(
    at time: FrameTime, over size: Size, density: Size, phase: Point
  ) throws -> ShownPicture
  /// Draws the result of `shown` for a view together with the results of some later views, if the source is
  /// drawn separately for each view.
  func prepare(_ view: DrawingView, before coming: () -> [DrawingView]) throws
  /// The bitmaps of a drawing at `time` over `size` points, drawn through `map` for the pixels of the canvas,
  /// width × height; nil for a source that has its own pixels.
  func drawn(
    at time: FrameTime, over size: Size, through map: PointMap, width: Int, height: Int
  ) throws -> ShownPicture?
  /// The bitmap of a source that shows a whole bitmap, of which about width × height pixels are visible. A
  /// picture with other pixels is scaled.
  ///
  /// The compositor calls this several times for a frame, and caches data of a bitmap by the bitmap's
  /// identity: a source that makes pixels keeps its last bitmaps.
  func picture(at time: FrameTime, width: Int, height: Int) throws -> Bitmap
}

extension PictureSource {
  package var isMoving: Bool { false }
  package var identity: any AnyObject & Sendable { self }
  package func ownTime(at time: FrameTime, asked: FrameTime?) -> FrameTime { asked ?? time }
  package var isSetInFrame: Bool { false }
  package var mostOwnPixels: Double? { nil }
  package func prepare(_ view: DrawingView, before coming: () -> [DrawingView]) {}
  package func drawn(
    at time: FrameTime, over size: Size, through map: PointMap, width: Int, height: Int
  ) throws -> ShownPicture? { nil }

  package func shown(
    at time: FrameTime, over size: Size, density: Size, phase: Point
  ) throws -> ShownPicture {
    func pixels(_ length: Double) -> Int {
      Int(clamped: length, rounded: .toNearestOrAwayFromZero, to: 1...1_000_000)
    }
    return ShownPicture(
      try picture(
        at: time, width: pixels(size.width * density.width),
        height: pixels(size.height * density.height)))
  }
}

/// A size and a position at which a drawing is seen: `density` pixels for each point, starting `phase` pixels, 0 … 1,
/// right of and below the first.
package struct DrawingView: Hashable, Sendable {
  package var density: Size, phase: Point
  package init(density: Size, phase: Point) { (self.density, self.phase) = (density, phase) }
}

/// The mapping from points of a picture to pixels: x' = a x + c y + x0, y' = b x + d y + y0.
package struct PointMap: Hashable, Sendable {
  package var a: Double, b: Double, c: Double, d: Double, x0: Double, y0: Double
  package init(a: Double, b: Double, c: Double, d: Double, x0: Double, y0: Double) {
    (self.a, self.b, self.c, self.d, self.x0, self.y0) = (a, b, c, d, x0, y0)
  }

  /// The mapping with that many pixels for each point across and down, starting at a part of a pixel.
  package init(density: Size, phase: Point) {
    self.init(a: density.width, b: 0, c: 0, d: density.height, x0: phase.x, y0: phase.y)
  }

  package var isFinite: Bool { [a, b, c, d, x0, y0].allSatisfy(\.isFinite) }
}

/// A bitmap, and the part of it that covers the picture's size.
package struct ShownPicture: Sendable {
  package let bitmap: Bitmap
  /// The visible part, in fractions of the bitmap.
  package let part: Rect
  /// A bitmap of the same size below this one, such as the background of letters; no gradient applies to it.
  package let behind: Bitmap?
  package let above: Bitmap?

  package init(
    _ bitmap: Bitmap, part: Rect = Rect(0, 0, 1, 1), behind: Bitmap? = nil, above: Bitmap? = nil
  ) {
    self.bitmap = bitmap
    self.part = part
    self.behind = behind
    self.above = above
  }
}

/// A bitmap that is shown at every time and size.
package final class StillPicture: PictureSource {
  package let bitmap: Bitmap
  package let size: Size

  package init(_ bitmap: Bitmap, size: Size) {
    self.bitmap = bitmap
    self.size = size
  }

  package var identity: any AnyObject & Sendable { bitmap }
  package func picture(at time: FrameTime, width: Int, height: Int) -> Bitmap { bitmap }
}

/// A source, and the time at which it is shown.
package struct PictureContents: Sendable, Equatable {
  package var source: any PictureSource
  /// The time in the source; zero for a source that does not move.
  package var time: FrameTime
  /// Whether the contents are stretched with the layer's frame even if the source could be laid out again.
  package var isStretched: Bool
  /// The gradient that replaces the source's own colours, with its alpha.
  package var gradient: Gradient?

  package init(
    _ source: any PictureSource, time: FrameTime = .zero, isStretched: Bool = false,
    gradient: Gradient? = nil
  ) {
    self.source = source
    self.time = time
    self.isStretched = isStretched
    self.gradient = gradient
  }

  package static func == (a: PictureContents, b: PictureContents) -> Bool {
    guard a.time == b.time, a.isStretched == b.isStretched, a.gradient == b.gradient else {
      return false
    }
    return a.source === b.source
      || a.source.identity === b.source.identity && a.source.size == b.source.size
  }
}

extension Contents {
  /// A bitmap of `size` points.
  package static func image(_ bitmap: Bitmap, size: Size) -> Contents {
    .picture(PictureContents(StillPicture(bitmap, size: size)))
  }

  /// Whether the contents change over time.
  package var isMoving: Bool {
    if case .picture(let picture) = self { picture.source.isMoving } else { false }
  }

  /// Moving contents at the plan's `time`, or at the time of their own that a layer requests; nil for
  /// contents that do not move.
  package func moved(to time: FrameTime, asked: FrameTime?) -> Contents? {
    guard case .picture(var picture) = self, picture.source.isMoving else { return nil }
    picture.time = picture.source.ownTime(at: time, asked: asked)
    return .picture(picture)
  }
}

extension PictureContents {
  /// The natural size in points if the source's layer has `bounds`: the source's own size, or the size of the
  /// bounds if the text is laid out in them. Bounds with the same proportions scale the size, and the bounds
  /// of a pair do too, because a pair has the contents of two frames.
  package func naturalSize(in bounds: Rect) -> Size {
    let own = source.size
    guard source.isSetInFrame, !isStretched, own.width > 0, own.height > 0 else { return own }
    let (across, down) = (bounds.width / own.width, bounds.height / own.height)
    return abs(across - down) <= 1e-6 * max(across, down) ? own : bounds.size
  }
}

extension Contents {
  /// The contents, stretched with the layer's frame.
  package var stretched: Contents {
    guard case .picture(var picture) = self else { return self }
    picture.isStretched = true
    return .picture(picture)
  }
}
