internal import Formats

/// The outlines of a letter at a size of 100 points; y points downwards from the baseline.
struct Glyph: Sendable {
  let width: Double
  let outlines: [Outline]

  static let nothing = Glyph(width: 0, outlines: [])
}

extension Outline {
  /// The outline with its tangents converted from offsets to positions.
  fileprivate var withPlacedTangents: Outline {
    Outline(
      vertices.map {
        Vertex($0.point, arriving: $0.arriving - $0.point, leaving: $0.leaving - $0.point)
      }, isClosed: isClosed)
  }
}

/// Reads the outlines of letters in a font file and returns the numbers of the message OUTLINES, or nil if the file
/// cannot be read.
package typealias FontReading = (_ font: [UInt8], _ letters: [Unicode.Scalar]) -> [Double]?

/// The fonts of a Lottie file: outlines that the file contains, and font files.
struct Fonts: Sendable {
  struct Font: Sendable {
    let family: String
    let style: String
    /// The font's ascent in percent of its size.
    let ascent: Double
    let outlines: FontOutlines?
    /// Whether the Lottie file embeds the font's file, even if the font file cannot be read.
    let isEmbedded: Bool
  }
  private struct Letter: Hashable { var text: String, family: String, style: String }

  private let fonts: [String: Font]
  /// The font of texts whose own font is not listed in the file.
  private let first: Font?
  private let glyphs: [Letter: Glyph]

  init(_ root: Value, reading read: FontReading) {
    let letters = Self.letters(root)
    var fonts: [String: Font] = [:]
    var first: Font?
    for font in root["fonts"]?.elements("list") ?? [] {
      guard let name = font.text("fName") else { continue }
      let font = Font(
        family: font.text("fFamily") ?? "", style: font.text("fStyle") ?? "",
        ascent: font.number("ascent") ?? 75,
        outlines: font.text("fPath").flatMap(DataURI.bytes).flatMap { read($0, letters) }
          .flatMap { FontOutlines($0, of: letters) },
        isEmbedded: font.text("fPath")?.hasPrefix("data:") ?? false)
      fonts[name] = font
      first = first ?? font
    }
    self.fonts = fonts
    self.first = first
    // Before version 4.8, the tangents of letters were absolute positions, not offsets from their vertices.
    let version = (root.text("v") ?? "").split(separator: ".").map { Int($0) ?? 0 }
    let isOld = version.count >= 2 && (version[0], version[1]) < (4, 8)
    var glyphs: [Letter: Glyph] = [:]
    for letter in root.elements("chars") {
      guard let text = letter.text("ch") else { continue }
      let key = Letter(
        text: text, family: letter.text("fFamily") ?? "", style: letter.text("style") ?? "")
      let items = letter["data"]?.elements("shapes") ?? []
      glyphs[key] = Glyph(
        width: letter.number("w") ?? 0,
        outlines: items.flatMap { $0.elements("it") }.filter { $0.text("ty") == "sh" }.map {
          let outline = PathProperty($0["ks"]).outline(at: 0)
          return isOld ? outline.withPlacedTangents : outline
        })
    }
    self.glyphs = glyphs
  }

  /// Returns the letters of all texts, in lower and upper case.
  private static func letters(_ root: Value) -> [Unicode.Scalar] {
    let lists = [root.elements("layers")] + root.elements("assets").map { $0.elements("layers") }
    var letters: Set<Unicode.Scalar> = []
    for key in lists.joined().flatMap({ $0["t"]?["d"]?.elements("k") ?? [] }) {
      guard let text = key["s"]?.text("t") else { continue }
      letters.formUnion(text.unicodeScalars)
      letters.formUnion(text.uppercased().unicodeScalars)
    }
    return letters.sorted()
  }

  /// Returns whether an embedded font has no outline for a letter.
  func lacks(_ text: Character, in name: String) -> Bool {
    guard let font = font(name), font.isEmbedded, !text.isWhitespace, text != "\u{3}" else {
      return false
    }
    let key = Letter(text: String(text), family: font.family, style: font.style)
    return glyphs[key] == nil && font.outlines?.glyph(text) == nil
  }

  func font(_ name: String) -> Font? { fonts[name] ?? first }

  /// Returns whether the file lists a font; true if the file lists no fonts, because then no text is drawn.
  func isListed(_ name: String) -> Bool { first == nil || fonts[name] != nil }

  func glyph(_ text: Character, in name: String) -> Glyph {
    guard let font = font(name) else { return .nothing }
    let key = Letter(text: String(text), family: font.family, style: font.style)
    return glyphs[key] ?? font.outlines?.glyph(text) ?? .nothing
  }
}
