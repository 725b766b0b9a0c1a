internal import CMedia
internal import Files
internal import Glibc
package import Scenes

/// A text and how it is set.
package struct Typesetting: Sendable {
  package enum Alignment: Sendable { case left, center, right }
  package var text = ""
  /// A family that is installed; nil: Inter where it is, else what the system prefers.
  package var family: String?
  /// Points.
  package var size = 17.0
  /// 100 … 900, as in OpenType; 400 is regular.
  package var weight = 400
  package var isItalic = false
  package var color = Color.black
  package var alignment = Alignment.left
  /// A multiple of the font's own.
  package var lineHeight = 1.0
  package init() {}
}

/// Sets text and draws SVG through one `pipeline-draw`, started when the first is asked for.
package final class DrawingReader {
  private let limits: ImageLimits
  private let helper: PictureHelper

  /// `helperPath` is where `pipeline-draw` lies when not in its usual place.
  package init(helperPath: String? = nil, limits: ImageLimits = ImageLimits(), seconds: Int = 60) {
    self.limits = limits
    helper = PictureHelper(.draw, path: helperPath, limits: limits, seconds: seconds)
  }

  /// A text in a box of `size` points at `scale` pixels a point, in the middle of the box's height;
  /// what does not fit ends with an ellipsis. The picture has the box's pixels, rounded up.
  /// `name` is what an error names.
  package func set(
    _ typesetting: Typesetting, size: Size, scale: Double, name: String
  ) throws(MediaError) -> Bitmap {
    let width = Int32(clamped: size.width * scale, rounded: .up)
    let height = Int32(clamped: size.height * scale, rounded: .up)
    guard width >= 1, height >= 1, width <= limits.side, height <= limits.side,
      Int(width) * Int(height) <= limits.pixels
    else { throw .unusable(path: name, reason: "has a box of \(width)×\(height) pixels") }
    var head = media_text()
    head.box_width = size.width
    head.box_height = size.height
    head.width = UInt32(width)
    head.height = UInt32(height)
    head.describe(typesetting)
    let text = Array(typesetting.text.utf8)
    head.text_bytes = UInt32(text.count)
    let headBytes = MemoryLayout<media_text>.size
    guard let memory = SharedMemory(byteCount: headBytes + max(1, text.count)) else {
      throw .unusable(path: name, reason: "there is no memory for the text")
    }
    // Unsafe: the memory was made for just these two.
    unsafe memory.address.copyMemory(from: &head, byteCount: headBytes)
    unsafe (memory.address + headBytes).copyMemory(from: text, byteCount: text.count)
    var message = limits.message(MEDIA_TYPESET)
    message.bytes = UInt64(headBytes + text.count)
    return try helper.picture(message, passing: memory.descriptor, for: name)
  }

  /// The picture in an SVG file, at `scale` pixels for each of its own units.
  func read(_ file: PlainFile, scale: Double) throws(MediaError) -> Bitmap {
    var message = limits.message(MEDIA_LOAD)
    message.scale = UInt32(
      clamped: scale * 65536, rounded: .toNearestOrAwayFromZero, to: 1...64 * 65536)
    return try helper.picture(message, passing: file.descriptor, for: file.path)
  }

  /// Ends the helper; a later call starts another.
  package func close() { helper.close() }
}

extension media_text {
  fileprivate mutating func describe(_ typesetting: Typesetting) {
    size = typesetting.size
    line_height = typesetting.lineHeight
    weight = UInt32(typesetting.weight)
    italic = typesetting.isItalic ? 1 : 0
    red = typesetting.color.red
    green = typesetting.color.green
    blue = typesetting.color.blue
    alpha = typesetting.color.alpha
    switch typesetting.alignment {
    case .left: alignment = MEDIA_LEFT.rawValue
    case .center: alignment = MEDIA_CENTER.rawValue
    case .right: alignment = MEDIA_RIGHT.rawValue
    }
    // Unsafe: the name is cut so that its end fits.
    unsafe withUnsafeMutableBytes(of: &family) { bytes in
      unsafe bytes.copyBytes(from: (typesetting.family ?? "").utf8.prefix(bytes.count - 1))
    }
  }
}
