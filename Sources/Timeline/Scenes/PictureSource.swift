/// A source of pixels for contents: an image, a laid-out text, or a picture that depends on time or size.
///
/// The results of a picture source depend only on the arguments. Several threads may call a picture source at
/// the same time.
package protocol PictureSource: AnyObject, Sendable {
  /// The natural size of the picture in points, which contentsGravity uses.
  var size: Size { get }
  /// Whether the picture changes over time. A picture that does not change is requested only for its first
  /// time.
  var isMoving: Bool { get }
  /// The identity of the pictures: two sources with equal identities and sizes show the same pictures.
  var identity: any AnyObject & Sendable { get }
  /// Converts the plan's `time`, or the time that a layer requests, to a time in the file. Times with the
  /// same picture are converted to one time, so that the picture is not drawn again.
  func ownTime(at time: FrameTime, asked: FrameTime?) -> FrameTime
  /// Whether the source is laid out again in the frame of its layer, like a text, and so always fills the
  /// frame.
  var isSetInFrame: Bool { get }
  /// The number of pixels up to which the source is drawn separately for each size and position; nil means
  /// the default number.
  var mostOwnPixels: Double? { get }
  /// Returns the bitmap at the file time `time`, with its opacity computed, for `size` points: the natural
  /// size, unless the source is laid out in its layer's frame. `density` is the number of visible pixels per
  /// point, horizontally and vertically, after the frame and all transforms; for large pictures it is one of
  /// a few steps, so that it changes rarely. `phase` is the offset (0 … 1) of the picture's start to the
  /// right of and below a whole pixel, if its pixels coincide with those of the canvas; otherwise zero.
  func shown(
    at time: FrameTime, over size: Size, density: Size, phase: Point
  ) throws -> ShownPicture
  /// Draws the result of `shown` for a view together with those of some later views, if the source is drawn
  /// separately for each view.
  func prepare(_ view: DrawingView, before coming: () -> [DrawingView]) throws
  /// Draws a drawing at `time` over `size` points through `map` for width × height pixels of the canvas; nil
  /// for a source with its own pixels.
  func drawn(
    at time: FrameTime, over size: Size, through map: PointMap, width: Int, height: Int
  ) throws -> ShownPicture?
  /// The bitmap of a source that shows a whole bitmap, of which about width × height pixels are visible. A
  /// picture with a different number of pixels is scaled.
  ///
  /// The compositor calls the method several times for a frame, and caches data by the identity of a bitmap;
  /// a source that creates bitmaps therefore keeps its latest bitmaps.
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

/// The size and position at which a drawing is visible: `density` pixels per point, starting `phase` pixels
/// (0 … 1) to the right of and below the first pixel.
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

  /// Creates a map with `density` pixels per point horizontally and vertically, and an offset of a fraction
  /// of a pixel.
  package init(density: Size, phase: Point) {
    self.init(a: density.width, b: 0, c: 0, d: density.height, x0: phase.x, y0: phase.y)
  }

  package var isFinite: Bool { [a, b, c, d, x0, y0].allSatisfy(\.isFinite) }
}

/// A bitmap, and the part of it that corresponds to the picture's size.
package struct ShownPicture: Sendable {
  package let bitmap: Bitmap
  /// The visible part of the picture, in fractions of the bitmap.
  package let part: Rect
  /// A bitmap of the same size that is drawn below, such as the background of letters; gradients do not apply
  /// to it.
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

/// A source that shows the same bitmap at every time and size.
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

/// The contents that show a picture source at one time.
package struct PictureContents: Sendable, Equatable {
  package var source: any PictureSource
  /// The time in the picture source; zero for a source that does not change over time.
  package var time: FrameTime
  /// Whether the contents are stretched with the layer's frame even if the source could be laid out again.
  package var isStretched: Bool
  /// The gradient that replaces the source's colours and keeps their alpha.
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
  /// Creates contents that show a bitmap with `size` points.
  package static func image(_ bitmap: Bitmap, size: Size) -> Contents {
    .picture(PictureContents(StillPicture(bitmap, size: size)))
  }

  /// Whether the contents change over time.
  package var isMoving: Bool {
    if case .picture(let picture) = self { picture.source.isMoving } else { false }
  }

  /// Moving contents at the plan's `time`, or at the time that a layer requests; nil for contents that do not
  /// move.
  package func moved(to time: FrameTime, asked: FrameTime?) -> Contents? {
    guard case .picture(var picture) = self, picture.source.isMoving else { return nil }
    picture.time = picture.source.ownTime(at: time, asked: asked)
    return .picture(picture)
  }
}

extension PictureContents {
  /// The natural size in points if the layer has `bounds`: the size of the source, or that of the bounds if
  /// the source is laid out in them. Bounds with the same aspect ratio scale the size, as do the bounds of a
  /// matched pair, whose contents belong to two frames.
  package func naturalSize(in bounds: Rect) -> Size {
    let own = source.size
    guard source.isSetInFrame, !isStretched, own.width > 0, own.height > 0 else { return own }
    let (across, down) = (bounds.width / own.width, bounds.height / own.height)
    return abs(across - down) <= 1e-6 * max(across, down) ? own : bounds.size
  }
}

extension Contents {
  /// The picture contents with stretching enabled.
  package var stretched: Contents {
    guard case .picture(var picture) = self else { return self }
    picture.isStretched = true
    return .picture(picture)
  }
}
