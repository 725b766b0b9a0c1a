internal import CMedia
package import Scenes

/// The largest picture that is read.
package struct ImageLimits: Hashable, Sendable {
  /// Pixels.
  package var side = 16_384
  package var pixels = MediaSettings.current.pixels ?? 64_000_000
  package init() {}

  /// What the program can still hold: both sides at their greatest.
  package static let possiblePixels = 1...16_384 * 16_384

  /// The end of every message about a picture that is too large.
  var hint: String {
    "the limit is \(side) pixels a side and \(Double(pixels) / 1e6) megapixels; "
      + "--limit pixels=N allows more"
  }
}

/// Reads pictures through one `pipeline-media`, started when the first is asked for.
///
/// PNG, JPEG, WebP, GIF (its first picture), BMP, TIFF, QOI and, through `pipeline-draw`, SVG; by
/// what their bytes say.
package final class ImageReader {
  private let helperPath: String?
  private let limits: ImageLimits
  private let secondsLimit: Int
  private var helper: Helper?
  /// Draws SVG, and text.
  package let drawings: DrawingReader

  /// `helperPath` is where `pipeline-media` lies when not in its usual place.
  package init(helperPath: String? = nil, limits: ImageLimits = ImageLimits(), seconds: Int? = nil)
  {
    self.helperPath = helperPath
    self.limits = limits
    secondsLimit = seconds ?? MediaSettings.current.seconds ?? 60
    drawings = DrawingReader(limits: limits, seconds: secondsLimit)
  }

  /// Starts the helper ahead of the first picture: its libraries take some 50 ms to load.
  package func start() throws(MediaError) {
    if helper == nil { helper = try Helper(.media, path: helperPath) }
  }

  /// The picture in a file, upright, premultiplied; opacity is scanned. `scale` is how many pixels
  /// a unit of an SVG gets.
  package func read(_ path: String, scale: Double = 1) throws(MediaError) -> Bitmap {
    let file = try PlainFile(path)
    if file.isMarkup { return try drawings.read(file, scale: scale, for: path) }
    try start()
    do throws(MediaError) {
      let answer = try helper!.ask(
        limits.message(MEDIA_LOAD), passing: [file.descriptor], seconds: secondsLimit, for: path)
      return try helper!.picture(answer, limits, seconds: secondsLimit, for: path)
    } catch {
      // The next picture gets a fresh helper.
      if case .helper = error { helper = nil }
      throw error
    }
  }

  /// Ends the helpers; a later `read` starts another.
  package func close() {
    helper = nil
    drawings.close()
  }
}
