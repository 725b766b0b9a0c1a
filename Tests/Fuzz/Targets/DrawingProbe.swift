import CDrawing
import CMedia
import CProcess
import Glibc
import Scenes
import SVG

/// Fuzzes the drawing of `pipeline-draw`, which otherwise runs in a separate process.
enum DrawingProbe {
  /// Restricts the fonts to those of the headline example, because all installed fonts would be listed again for each
  /// font file.
  private static let fewFonts: Void = {
    let folder = "\(#filePath)".split(separator: "/").dropLast(3).joined(separator: "/")
    // Safety: the function copies both texts. A file with a path is used, because fontconfig requests the real path of
    // its configuration.
    _ = unsafe setenv("FONTCONFIG_FILE", "/\(folder)/Fixtures/fonts.conf", 1)
  }()

  private static func question() -> media_message {
    var asked = media_message()
    (asked.side_limit, asked.pixel_limit) = (256, 65_536)
    (asked.width, asked.height) = (24, 16)
    return asked
  }

  /// Reads the picture and simplifies it.
  static func readsSVG(_ bytes: [UInt8]) -> Bool {
    guard let vector = try? VectorFile(bytes) else { return false }
    precondition(vector.size.width > 0 && vector.size.height > 0, "a picture without a size")
    for image in vector.images { vector.leaveOut(image, because: "it is not read here") }
    let plain = vector.plain(covering: vector.size, width: 24, height: 16)
    precondition(isMarkup(plain), "what is made plain has what no element is")
    // The simplified picture can be read again, without further remarks.
    precondition((try? VectorFile(plain)) != nil, "what is made plain is broken")
    return true
  }

  /// Returns whether a text consists of elements with plain names and quoted values, without markup between them, which
  /// proves that no name or value of a file became markup.
  private static func isMarkup(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    func take(_ holds: (UInt8) -> Bool) -> Int {
      let count = rest.prefix(while: holds).count
      rest = rest.dropFirst(count)
      return count
    }
    func takes(_ text: String) -> Bool {
      guard rest.starts(with: text.utf8) else { return false }
      rest = rest.dropFirst(text.utf8.count)
      return true
    }
    func isName(_ byte: UInt8) -> Bool {
      (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
        || "-_:".utf8.contains(byte)
    }
    while !rest.isEmpty {
      _ = take { $0 != 0x3c && $0 != 0x3e }
      if rest.isEmpty { return true }
      guard takes("<") else { return false }
      let isEnd = takes("/")
      guard take(isName) > 0 else { return false }
      while !isEnd, takes(" ") {
        guard take(isName) > 0, takes("=\"") else { return false }
        _ = take { $0 != 0x22 && $0 != 0x3c && $0 != 0x3e }
        guard takes("\"") else { return false }
      }
      _ = takes("/")
      guard takes(">") else { return false }
    }
    return true
  }

  /// Draws a word with a font file, an axis and features.
  static func readsFont(_ bytes: [UInt8]) -> Bool {
    _ = fewFonts
    return MemoryFile.with(bytes) { file in
      var asked = question()
      var answer = media_message()
      let text = word
      let drawing = unsafe drawing_of_text(text, text.count, [file], 1, &asked, &answer)
      defer { drawing_forget_fonts() }
      return unsafe isWhole(drawing)
    }
  }

  /// The description of a word in the first font file.
  private static let word: [UInt8] = {
    let letters = Array("Ag 1fi".utf8)
    var head = media_text()
    (head.box_width, head.box_height) = (24, 16)
    head.map = (1, 0, 0, 1, 0, 0)
    (head.width, head.height, head.line_height) = (24, 16, 1)
    head.parts =
      MEDIA_BEHIND_LETTERS.rawValue | MEDIA_LETTERS.rawValue | MEDIA_OVER_LETTERS.rawValue
    (head.font_count, head.run_count, head.text_bytes) = (1, 1, UInt32(letters.count))
    var font = media_font()
    font.file = 1
    var run = media_run()
    (run.text_bytes, run.weight, run.size) = (UInt32(letters.count), 400, 9)
    run.color.3 = 1
    // Safety: the texts fit into arrays that are zero after them, and the values are copied as they are in memory.
    unsafe withUnsafeMutableBytes(of: &font.axes) { unsafe $0.copyBytes(from: "wght=650".utf8) }
    unsafe withUnsafeMutableBytes(of: &run.features) {
      unsafe $0.copyBytes(from: "\"tnum\" 1".utf8)
    }
    var bytes: [UInt8] = []
    unsafe withUnsafeBytes(of: &head) { unsafe bytes += Array($0) }
    unsafe withUnsafeBytes(of: &font) { unsafe bytes += Array($0) }
    unsafe withUnsafeBytes(of: &run) { unsafe bytes += Array($0) }
    return bytes + letters
  }()

  /// Returns whether all pixels of the drawing can be written, and no channel exceeds its alpha.
  private static func isWhole(_ drawing: OpaquePointer?) -> Bool {
    guard let drawing = unsafe drawing else { return false }
    let width = unsafe Int(drawing_width(drawing))
    let height = unsafe Int(drawing_height(drawing))
    // Safety: the memory has exactly the size of the pixels, so that the address sanitizer detects the next byte.
    let pixels = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: width * height * 4)
    defer { unsafe pixels.deallocate() }
    unsafe drawing_store(drawing, pixels.baseAddress!, width * 4)
    for i in pixels.indices {
      precondition(unsafe pixels[i] <= pixels[i | 3], "a channel above its alpha")
    }
    var closed: OpaquePointer? = unsafe drawing
    unsafe drawing_close(&closed)
    return true
  }
}
