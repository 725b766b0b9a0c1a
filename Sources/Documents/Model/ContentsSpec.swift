package import Scenes

/// The contents of a layer or an asset as a document writes them.
package enum ContentsSpec: Sendable {
  /// `null`.
  case none
  /// The name of an entry of `assets`; the reader has checked that it is there.
  case asset(Located<String>)
  case image(ImageSpec)
  case color(Color)
  case gradient(Gradient)
  case text(TextSpec)
  /// A still of the layer with this id; an expression names no pair.
  case snapshotOf(Located<String>)
}

/// An image file.
package struct ImageSpec: Sendable {
  /// Relative to the document.
  package var path = Located("")
  /// Pixels a point; nil: the canvas's scale.
  package var scale: Double?
  package init() {}
}

/// A text, set in its layer's width and in the middle of its height.
package struct TextSpec: Sendable {
  package enum Alignment: String, Hashable, Sendable, CaseIterable { case left, center, right }
  /// The weights of a font, in the order of OpenType's 100 … 900.
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
}

/// A named entry of `assets`: an image, a colour, a gradient or a text.
package struct AssetSpec: Sendable {
  package var name: Located<String>
  package var contents: ContentsSpec
  package init(name: Located<String>, contents: ContentsSpec) {
    self.name = name
    self.contents = contents
  }
}
