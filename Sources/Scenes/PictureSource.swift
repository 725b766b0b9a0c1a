/// What gives contents pixels of their own: an image or a text that has been set, and whatever shows
/// other pixels at other times or at other sizes.
///
/// Answers depend on what is asked alone. Questions come on any thread, several at once.
package protocol PictureSource: AnyObject, Sendable {
  /// Its own size in points, by which gravity places it.
  var size: Size { get }
  /// Whether it shows something else as time passes. One that does not is never asked for a time but
  /// the first.
  var isMoving: Bool { get }
  /// What it is known by: two of one identity and size show the same.
  var identity: any AnyObject & Sendable { get }
  /// What it shows at `time` of the plan, with its opacity known, where it covers about
  /// width × height pixels before its layer's transforms. A picture of other pixels is scaled.
  ///
  /// The compositor asks several times for a frame, and keeps what it makes of a bitmap by the bitmap's
  /// identity: a source that makes pixels keeps the last ones.
  func picture(at time: FrameTime, width: Int, height: Int) throws -> Bitmap
}

extension PictureSource {
  package var isMoving: Bool { false }
  package var identity: any AnyObject & Sendable { self }
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

/// A source, and the time at which it is seen.
package struct PictureContents: Sendable, Equatable {
  package var source: any PictureSource
  /// Of the plan; zero for a source that does not move.
  package var time: FrameTime

  package init(_ source: any PictureSource, time: FrameTime = .zero) {
    self.source = source
    self.time = time
  }

  package static func == (a: PictureContents, b: PictureContents) -> Bool {
    guard a.time == b.time else { return false }
    return a.source === b.source
      || a.source.identity === b.source.identity && a.source.size == b.source.size
  }
}

extension Contents {
  /// A bitmap of `size` points.
  package static func image(_ bitmap: Bitmap, size: Size) -> Contents {
    .picture(PictureContents(StillPicture(bitmap, size: size)))
  }

  /// Whether they are others as time passes.
  package var isMoving: Bool {
    if case .picture(let picture) = self { picture.source.isMoving } else { false }
  }

  /// Moving contents as they are at `time` of the plan; nil for contents that do not move.
  package func moved(to time: FrameTime) -> Contents? {
    guard case .picture(let picture) = self, picture.source.isMoving else { return nil }
    return .picture(PictureContents(picture.source, time: time))
  }
}
