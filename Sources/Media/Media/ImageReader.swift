internal import CMedia
package import Files
package import Scenes

/// The limits of a picture that is read.
package struct ImageLimits: Hashable, Sendable {
  /// The maximum width and height in pixels.
  package var side = 16_384
  package var pixels = 64_000_000
  /// The names that messages use for settings.
  package var vocabulary = Vocabulary.commandLine
  package init() {}

  /// Returns advice for the end of a message about a picture with too many pixels.
  func hint(_ width: Int, _ height: Int) -> String {
    max(width, height) > side
      ? "a side has at most \(side) pixels, which no limit changes; scale it down" : hint
  }

  /// The end of every other message about a picture that is too large.
  var hint: String {
    "the limit is \(side) pixels a side and \(Double(pixels) / 1e6) megapixels"
      + vocabulary.allowing("pixels")
  }
}

/// Reads pictures, each in the helper for its format, which starts at the first request. The formats are PNG; JPEG,
/// WebP, HEIC, AVIF, GIF (its first frame), BMP, TIFF and QOI, for which FFmpeg's libraries take about 50 ms to load;
/// and SVG. Formats are recognised by the first bytes of a file. Colours are converted to sRGB with the file's profile.
package final class ImageReader {
  /// The maximum size of a picture's file in bytes.
  private static let fileLimit = 512 << 20
  package let settings: MediaSettings
  private var limits: ImageLimits { settings.limits }
  private let pngs: PictureHelper
  private let others: PictureHelper
  /// The reader of SVG and text.
  package let drawings: DrawingReader

  /// Creates a reader; `helperPath` is the path of the helper for pictures, unless the helper is in its usual
  /// place.
  package init(_ settings: MediaSettings = MediaSettings(), helperPath: String? = nil) {
    self.settings = settings
    pngs = PictureHelper(.png, settings, path: helperPath, seconds: 60)
    others = PictureHelper(.media, settings, path: helperPath, seconds: 60)
    drawings = DrawingReader(settings)
  }

  /// Returns the picture in a file: upright, premultiplied, with its opacity determined. `scale` is the number of
  /// pixels for each unit of an SVG.
  package func read(_ path: String, scale: Double = 1) throws(MediaError) -> Bitmap {
    try read(try RegularFile.media(path, in: settings.context), scale: scale)
  }

  /// Reads a picture from an open file, whose descriptor is passed to the helper.
  package func read(_ file: RegularFile, scale: Double = 1) throws(MediaError) -> Bitmap {
    let (bitmap, remark) = try reading(file, scale: scale)
    if let remark { settings.warn("\(file.path): \(remark)") }
    return bitmap
  }

  /// Reads a picture, and returns the remark about its colours to the caller.
  package func reading(
    _ file: RegularFile, scale: Double = 1
  ) throws(MediaError) -> (bitmap: Bitmap, remark: String?) {
    let kind = try kind(of: file)
    if kind == .markup {
      let picture = try vector(try HeldFile(file))
      func pixels(_ length: Double) -> Int {
        Int(clamped: length * scale - 1e-6, rounded: .up, to: 1...Int(Int32.max))
      }
      let bitmap = try picture.raster(
        width: pixels(picture.size.width), height: pixels(picture.size.height))
      return (bitmap, picture.remarks.isEmpty ? nil : picture.remarks.joined(separator: "; "))
    }
    let helper = kind == .png ? pngs : others
    let (bitmap, answer) = try helper.picture(
      limits.message(MEDIA_LOAD), passing: [file.descriptor], for: file.path)
    return (bitmap, answer.remark)
  }

  /// Checks a picture: throws the errors of `reading`, and returns its results without the pixels. A PNG is unpacked
  /// without being stored; every other picture is read.
  package func checking(_ file: RegularFile) throws(MediaError) -> (size: Size, remark: String?) {
    guard try kind(of: file) == .png else {
      let (bitmap, remark) = try reading(file)
      return (Size(Double(bitmap.width), Double(bitmap.height)), remark)
    }
    let (sides, answer) = try pngs.check(
      limits.message(MEDIA_LOAD), passing: file.descriptor, for: file.path)
    return (Size(Double(sides.width), Double(sides.height)), answer.remark)
  }

  /// Reads an SVG picture; the pictures inside the SVG are read like all other pictures.
  package func vector(_ file: HeldFile) throws(MediaError) -> VectorPicture {
    try VectorPicture(file, by: drawings) { bytes throws(MediaError) in
      try read(bytes, path: "the picture")
    }
  }

  /// Reads a picture from bytes that are not SVG; `path` is the picture's name in messages.
  package func read(_ bytes: [UInt8], path: String) throws(MediaError) -> Bitmap {
    let file = try HeldFile(bytes, path: path)
    let isPNG = bytes.starts(with: RegularFile.signature)
    return try (isPNG ? pngs : others).picture(
      limits.message(MEDIA_LOAD), passing: [file.descriptor], for: path
    ).bitmap
  }

  private func kind(of file: RegularFile) throws(MediaError) -> RegularFile.PictureKind {
    try file.judgeAsMedia()
    guard file.byteCount <= Self.fileLimit else {
      throw .unusable(path: file.path, reason: "larger than \(Self.fileLimit) bytes")
    }
    return file.pictureKind
  }

  /// Ends the helpers; a later `read` starts them again. The helper for drawings continues to run, because
  /// pictures that are drawn on demand use it.
  package func close() {
    pngs.close()
    others.close()
  }
}

extension media_message {
  /// The helper's remark about a picture that it has loaded.
  fileprivate var remark: String? { words.isEmpty ? nil : words }
}
