package import JSON
package import Scenes

/// A text that fills the width of its layer and is centred vertically.
package struct TextSpec: PictureSpec {
  package enum Alignment: String, Hashable, Sendable, CaseIterable {
    case left, center, right
    /// The alignments that depend on the direction of the text.
    case start, end
  }
  /// The runs of the text in order; a run inherits the values that it does not set from the text.
  package var runs: [TextRun] = []
  /// The style for all values that the runs leave out.
  package var style = TextStyle()
  package var alignment = Alignment.start
  /// The line height as a multiple of the font's line height.
  package var lineHeight = 1.0
  /// The treatment of a text that does not fit in its frame.
  package enum Fit: String, Hashable, Sendable, CaseIterable {
    case cut
    /// All letters shrink by the same factor until the text fits.
    case shrink
  }
  package var fit = Fit.cut
  /// The part of a cut text that an ellipsis replaces.
  package enum Ellipsis: String, Hashable, Sendable, CaseIterable {
    case end
    /// An ellipsis in the middle or at the start, which only a single line can have.
    case middle, start
  }
  package var ellipsis = Ellipsis.end
  /// The minimum size in points of the largest letters; text that does not fit at this size is cut off.
  package var minimumSize = 8.0
  /// The gradient that replaces the colours of the text's letters.
  package var gradient: Gradient?
  /// Whether the lines of the text have about the same width, as in captions.
  package var isBalanced = false
  package init() {}

  package var text: String { runs.map(\.text).joined() }

  package var isSetInFrame: Bool { true }
  package var members: JSONObject {
    var members: JSONObject =
      ["kind": "text", "text": text] + style.members + [
        "alignment": alignment.rawValue, "lineHeight": lineHeight, "fit": fit.rawValue,
      ]
    if ellipsis != .end { members.add("ellipsis", ellipsis.rawValue) }
    members.add("runs", runs.map { ["text": $0.text] + $0.style.members })
    return members
  }
}

/// A part of a text with one style.
package struct TextRun: Sendable {
  package var text = ""
  package var style = TextStyle()
  package init() {}
}

/// The style of a text run. A value that is nil is inherited from the text; if the text has no value either,
/// the default applies.
package struct TextStyle: Sendable {
  /// The font weights in the order of OpenType's numbers 100 … 900.
  package enum Weight: String, Hashable, Sendable, CaseIterable {
    case ultraLight, thin, light, regular, medium, semibold, bold, heavy, black
  }
  /// The font size of the text in points; the default is 17.
  package var size: Double?
  /// The colour of the text; the default is black.
  package var color: Color?
  /// The font of the text; the default is Inter if it is installed, otherwise the sans serif of the system.
  package var font: FontSpec?
  package var weight: Weight?
  package var isItalic: Bool?
  /// The additional space between letters in points.
  package var letterSpacing: Double?
  /// The distance in points by which the baseline is raised.
  package var baselineOffset: Double?
  package var features: [FontSetting]?
  package var stroke: TextStroke?
  /// The colour that is drawn behind the letters of the text.
  package var highlight: Color?
  package init() {}

  /// Fills the missing values of this text style with those of `other`.
  package func filled(from other: TextStyle) -> TextStyle {
    var style = self
    style.size = size ?? other.size
    style.color = color ?? other.color
    style.font = font ?? other.font
    style.weight = weight ?? other.weight
    style.isItalic = isItalic ?? other.isItalic
    style.letterSpacing = letterSpacing ?? other.letterSpacing
    style.baselineOffset = baselineOffset ?? other.baselineOffset
    style.features = features ?? other.features
    style.stroke = stroke ?? other.stroke
    style.highlight = highlight ?? other.highlight
    return style
  }

  package var members: JSONObject {
    func settings(_ list: [FontSetting]) -> JSONObject {
      JSONObject(list.map { ($0.tag, $0.value) })
    }
    let stroke: JSONObject? = stroke.map {
      ["width": $0.width, "color": $0.color.numbers, "place": $0.place.rawValue]
    }
    return [
      "fontSize": size ?? 17, "color": (color ?? .black).numbers, "font": font?.family,
      "fontFile": font?.file?.value, "axes": settings(font?.axes ?? []),
      "weight": (weight ?? .regular).rawValue, "italic": isItalic ?? false,
      "letterSpacing": letterSpacing ?? 0, "baselineOffset": baselineOffset ?? 0,
      "features": settings(features ?? []), "stroke": stroke, "highlight": highlight?.numbers,
    ]
  }
}

/// A font: the name of an installed family, or a file.
package struct FontSpec: Sendable {
  package var family: String?
  /// The path of the font file, relative to the document.
  package var file: Sourced<String>?
  /// The variable-font axes of the text, sorted by their tags.
  package var axes: [FontSetting] = []
  package init() {}

  /// A text that identifies the font: two fonts with equal texts are the same font.
  var words: String {
    "\(family ?? "")/\(file?.value ?? "")/\(axes.map { "\($0.tag)\($0.value)" })"
  }
}

/// The value of an axis or feature of a font, with its OpenType tag of four letters.
package struct FontSetting: Hashable, Sendable {
  package var tag: String
  package var value: Double
  package init(tag: String, value: Double) {
    self.tag = tag
    self.value = value
  }
}

package struct TextStroke: Sendable {
  package enum Place: String, Hashable, Sendable, CaseIterable {
    /// The stroke is centred on the outlines of the letters and drawn above the fill.
    case center
    /// The stroke is drawn outside of the letters of a text.
    case outside
  }
  /// The width of a text's stroke in points.
  package var width = 0.0
  package var color = Color.black
  package var place = Place.center
  package init() {}
}
