import CommandLine
import Comparing
import Conformance
import Encoding
import Scenes

/// Draws each failed check of a plugin as a picture: the expected picture, the actual picture, and their
/// difference.
struct FailureGallery {
  private let folder: String
  /// The name of the tested plugin's file without its extension.
  private let name: String
  /// The factor by which each pixel of a small picture is enlarged.
  private static let magnification = 6

  init(folder: String, plugin: String) {
    self.folder = folder
    let file = plugin.split(separator: "/").last.map(String.init) ?? plugin
    name = file.hasSuffix(".so") ? String(file.dropLast(3)) : file
  }

  /// Draws the picture of a failed check and returns its path; nil if the check has no picture.
  func draw(_ result: ConformanceRun.Result) -> String? {
    guard let picture = result.picture else { return nil }
    let file = "\(name).check-\(result.check.number).png"
    let path = folder == "." ? file : "\(folder)/\(file)"
    let (a, b) = (Self.magnified(picture.expected), Self.magnified(picture.seen))
    let difference = PictureComparer(ComparisonRules()).difference(of: a, and: b)
    do throws(EncodingError) {
      let output = try AtomicFile(path, context: .ofProgram)
      try output.write(
        SmallPNG.encode(DifferencePicture.draw(a, b, difference), isOpaque: true, level: 6))
      try output.commit()
      return path
    } catch {
      Console.warn("\(path): the picture of check \(result.check.number) cannot be written")
      return nil
    }
  }

  private static func magnified(_ small: Bitmap) -> Bitmap {
    let times = max(1, min(magnification, 768 / max(small.width, small.height)))
    let large = Bitmap(width: small.width * times, height: small.height * times)
    for y in 0..<large.height {
      // Safety: the rows are addressed with the stride of each bitmap.
      let from = unsafe small.pixels + y / times * small.strideBytes
      let to = unsafe large.pixels + y * large.strideBytes
      for i in 0..<large.width * 4 { unsafe to[i] = from[i / (4 * times) * 4 + i & 3] }
    }
    return large
  }
}
