package import Files
package import Scenes
internal import Synchronization

/// The pixels of a picture's file. They are let go where others need the room, and read again.
package final class FilePixels: Sendable {
  /// In pixels.
  package let size: Size
  /// What the user should know of the picture's colours.
  package let remark: String?
  private let file: RegularFile?
  /// What stands for the pixels where nobody draws them.
  private let standIn: Bitmap?
  private let kept = RasterCache<Bool>()
  /// What reads pictures again.
  private let again: PictureReloader?

  /// A picture that was just read from the file; `again` reads it again.
  package init(
    _ bitmap: Bitmap, remark: String?, of file: RegularFile, by again: PictureReloader
  ) throws(MediaError) {
    self.again = again
    size = Size(Double(bitmap.width), Double(bitmap.height))
    self.remark = remark
    self.file = file
    standIn = nil
    _ = try kept.bitmap(for: true) { () throws(MediaError) in bitmap }
  }

  /// A picture that is not drawn, only placed.
  package init(placed size: Size, remark: String? = nil) {
    self.size = size
    self.remark = remark
    file = nil
    again = nil
    standIn = Bitmap(width: 1, height: 1)
  }

  package func bitmap() throws(MediaError) -> Bitmap {
    guard let file, let again else { return standIn! }
    return try kept.bitmap(for: true) { () throws(MediaError) in try again.bitmap(of: file) }
  }
}

/// Reads pictures again whose pixels were let go, whoever asks and on any thread.
package final class PictureReloader: Sendable {
  private let reader: Mutex<ImageReader>

  package init(_ settings: MediaSettings) { reader = Mutex(ImageReader(settings)) }

  func bitmap(of file: RegularFile) throws(MediaError) -> Bitmap {
    try reader.withLock { reader throws(MediaError) in try reader.reading(file).bitmap }
  }
}

/// A picture file that is shown at every time and size.
package final class FilePicture: PictureSource {
  private let pixels: FilePixels
  package let size: Size

  package init(_ pixels: FilePixels, size: Size) {
    self.pixels = pixels
    self.size = size
  }

  package var identity: any AnyObject & Sendable { pixels }
  package func picture(at time: FrameTime, width: Int, height: Int) throws -> Bitmap {
    try pixels.bitmap()
  }
}
