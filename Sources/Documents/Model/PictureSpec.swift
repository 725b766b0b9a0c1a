package import Scenes

/// What a document says of contents that have pixels of their own, which a reader of its kind makes.
package protocol PictureSpec: Sendable {
  /// Whether the picture is made for its layer's frame, so that there is none in an empty one.
  var isSetInFrame: Bool { get }
  /// What it is, as members of a JSON object: first `kind`, then its values.
  var members: [(String, String)] { get }
}

extension PictureSpec {
  package var isSetInFrame: Bool { false }
}

/// An image file.
package struct ImageSpec: PictureSpec {
  /// Relative to the document.
  package var path = Sourced("")
  /// Pixels a point; nil: the canvas's scale.
  package var scale: Double?
  package init() {}

  package var members: [(String, String)] {
    [
      ("kind", JSONWriter.string("image")), ("image", JSONWriter.string(path.value)),
      ("scale", scale.map(JSONWriter.number) ?? "null"),
    ]
  }
}

/// A text, set in its layer's width and in the middle of its height.
package struct TextSpec: PictureSpec {
  package enum Alignment: String, Hashable, Sendable, CaseIterable { case left, center, right }
  /// In the order of OpenType's 100 … 900.
  package enum Weight: String, Hashable, Sendable, CaseIterable {
    case ultraLight, thin, light, regular, medium, semibold, bold, heavy, black
  }
  package var text = ""
  /// Points.
  package var size = 17.0
  package var color = Color.black
  /// A family; nil: Inter where it is installed, else the system's sans serif.
  package var font: String?
  package var weight = Weight.regular
  package var isItalic = false
  package var alignment = Alignment.left
  /// A multiple of the font's own line height.
  package var lineHeight = 1.0
  package init() {}

  package var isSetInFrame: Bool { true }
  package var members: [(String, String)] {
    let components = color.numbers.map(JSONWriter.number)
    return [
      ("kind", JSONWriter.string("text")), ("text", JSONWriter.string(text)),
      ("fontSize", JSONWriter.number(size)), ("color", "[\(components.joined(separator: ","))]"),
      ("font", font.map(JSONWriter.string) ?? "null"),
      ("weight", JSONWriter.string(weight.rawValue)), ("italic", "\(isItalic)"),
      ("alignment", JSONWriter.string(alignment.rawValue)),
      ("lineHeight", JSONWriter.number(lineHeight)),
    ]
  }
}
