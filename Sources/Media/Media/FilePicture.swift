internal import CMedia
package import Files
package import Scenes
internal import Synchronization

/// The pixels of a picture's file. Pixels are released when other objects need the memory, and are read again later.
package final class FilePixels: Sendable {
  /// The size of the picture in pixels.
  package let size: Size
  /// A remark about the picture's colours for the user.
  package let remark: String?
  private let file: RegularFile?
  /// The bitmap that replaces the pixels if nothing is rendered.
  private let standIn: Bitmap?
  private let whole = RasterCache<Bool>()
  /// The averages of squares of 2ᵏ pixels, by k.
  private let averages = RasterCache<Int>()
  /// Whether a frame has needed all pixels; later frames may need them again.
  private let isSeenWhole = Atomic<Bool>(false)
  /// The object that reads the pixels again after their release.
  private let again: PictureReloader?

  /// The size in bytes beyond which a picture is cached at its visible size only.
  private static var largeBytes: Int { 16_000_000 }

  /// Creates the pixels of a picture that was just read from its file; `again` reads the file again.
  package init(
    _ bitmap: Bitmap, remark: String?, of file: RegularFile, by again: PictureReloader
  ) throws(MediaError) {
    self.again = again
    size = Size(Double(bitmap.width), Double(bitmap.height))
    self.remark = remark
    self.file = file
    standIn = nil
    _ = try whole.bitmap(for: true) { () throws(MediaError) in bitmap }
    if bitmap.byteCount > Self.largeBytes { again.noteUnseen(self, bytes: bitmap.byteCount) }
  }

  /// Creates a picture that is placed in layouts but never rendered.
  package init(placed size: Size, remark: String? = nil) {
    self.size = size
    self.remark = remark
    file = nil
    again = nil
    standIn = Bitmap(width: 1, height: 1)
  }

  /// Decodes all pixels of the picture.
  package func bitmap() throws(MediaError) -> Bitmap {
    guard let file, let again else { return standIn! }
    return try whole.bitmap(for: true) { () throws(MediaError) in try again.bitmap(of: file) }
  }

  /// Returns the pixels for a picture that covers width × height pixels; averages are returned if the picture is large
  /// and so small on the screen that the compositor would average too.
  func shown(width: Double, height: Double) throws(MediaError) -> ShownPicture {
    let level = averagedLevel(width, height)
    guard level > 0 else {
      isSeenWhole.store(true, ordering: .relaxed)
      return ShownPicture(try bitmap())
    }
    let bitmap = try averages.bitmap(for: level) { () throws(MediaError) in
      try self.bitmap().averaged(level)
    }
    if !isSeenWhole.load(ordering: .relaxed) { whole.letGo() }
    let side = Double(1 << level)
    return ShownPicture(
      bitmap,
      part: Rect(
        0, 0, size.width / (side * Double(bitmap.width)),
        size.height / (side * Double(bitmap.height))))
  }

  private func averagedLevel(_ width: Double, _ height: Double) -> Int {
    guard file != nil, size.width * size.height * 4 > Double(Self.largeBytes) else { return 0 }
    let stretch = min(size.width / max(width, 1), size.height / max(height, 1))
    // The compositor averages up to CK_FINEST_UPRIGHT pixels, about ten, into one pixel.
    return (0..<8).first { stretch <= 8 * Double(1 << $0) } ?? 8
  }

  /// Releases the pixels that no frame has needed yet.
  fileprivate func letGoOfUnseen() {
    if !isSeenWhole.load(ordering: .relaxed) { whole.letGo() }
  }
}

extension Bitmap {
  /// Returns the averages of squares of 2ᵏ pixels.
  fileprivate func averaged(_ level: Int) -> Bitmap {
    let side = 1 << level
    let made = Bitmap(width: (width + side - 1) / side, height: (height + side - 1) / side)
    // Safety: both bitmaps have rows of strideBytes, and a pixel of the second represents a square of the first.
    unsafe media_reduce(
      pixels, strideBytes, width, height, UInt32(level), made.pixels, made.strideBytes)
    return made
  }
}

/// Reads pictures again after the release of their pixels, on any thread.
package final class PictureReloader: Sendable {
  private struct Unseen {
    weak var pixels: FilePixels?
    let bytes: Int
  }
  private let reader: Mutex<ImageReader>
  /// The large pictures that were read but not yet shown in a frame, oldest first.
  private let unseen = Mutex<[Unseen]>([])
  /// The maximum memory for pictures that no frame has shown; the oldest are released first.
  private static var mostUnseenBytes: Int { 256 << 20 }

  package init(_ settings: MediaSettings) { reader = Mutex(ImageReader(settings)) }

  func bitmap(of file: RegularFile) throws(MediaError) -> Bitmap {
    try reader.withLock { reader throws(MediaError) in try reader.reading(file).bitmap }
  }

  func noteUnseen(_ pixels: FilePixels, bytes: Int) {
    unseen.withLock { unseen in
      unseen.append(Unseen(pixels: pixels, bytes: bytes))
      var sum = unseen.reduce(0) { $0 + $1.bytes }
      while unseen.count > 1, sum > Self.mostUnseenBytes {
        let oldest = unseen.removeFirst()
        sum -= oldest.bytes
        oldest.pixels?.letGoOfUnseen()
      }
    }
  }
}

/// A picture file whose contents are the same at every time and size.
package final class FilePicture: PictureSource {
  private let pixels: FilePixels
  package let size: Size

  package init(_ pixels: FilePixels, size: Size) {
    self.pixels = pixels
    self.size = size
  }

  package var identity: any AnyObject & Sendable { pixels }
  package func shown(
    at time: FrameTime, over size: Size, density: Size, phase: Point
  ) throws -> ShownPicture {
    try pixels.shown(width: size.width * density.width, height: size.height * density.height)
  }
  package func picture(at time: FrameTime, width: Int, height: Int) throws -> Bitmap {
    try pixels.bitmap()
  }
}
