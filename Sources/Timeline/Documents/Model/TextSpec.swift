package import JSON
package import Scenes

/// A text that is laid out across its layer's width and centred vertically.
package struct TextSpec: PictureSpec {
  package enum Alignment: String, Hashable, Sendable, CaseIterable {
    case left, center, right
    /// Alignments that follow the direction of the text.
    case start, end
  }
  /// The runs of the text, in order, each with its missing values filled in from the text.
  package var runs: [TextRun] = []
  /// The style for all values that runs do not set.
  package var style = TextStyle()
  package var alignment = Alignment.start
  /// A multiple of the font's own line height.
  package var lineHeight = 1.0
  /// The treatment of a text that is larger than its frame.
  package enum Fit: String, Hashable, Sendable, CaseIterable {
    case cut
    /// All letters shrink by the same factor, until the text fits.
    case shrink
  }
  package var fit = Fit.cut
  /// The part of a cut text that an ellipsis replaces.
  package enum Ellipsis: String, Hashable, Sendable, CaseIterable {
    case end
    /// Positions for a single line of text.
    case middle, start
  }
  package var ellipsis = Ellipsis.end
  /// The minimum size of the largest letters in points; a text that still does not fit is cut off.
  package var minimumSize = 8.0
  /// The gradient that replaces the colours of the letters.
  package var gradient: Gradient?
  /// Whether the lines of the text are made about equally wide, as in captions.
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

/// A run of a text with the same style.
package struct TextRun: Sendable {
  package var text = ""
  package var style = TextStyle()
  package init() {}
}

/// The style of letters. A nil value is taken from the text, and then from the defaults.
package struct TextStyle: Sendable {
  /// The weights, in the order of OpenType's 100 … 900.
  package enum Weight: String, Hashable, Sendable, CaseIterable {
    case ultraLight, thin, light, regular, medium, semibold, bold, heavy, black
  }
  /// The size in points; 17 by default.
  package var size: Double?
  /// The colour; black by default.
  package var color: Color?
  /// The font; by default Inter if it is installed, otherwise the system's sans serif.
  package var font: FontSpec?
  package var weight: Weight?
  package var isItalic: Bool?
  /// The additional space between letters in points.
  package var letterSpacing: Double?
  /// The distance in points by which the baseline is raised.
  package var baselineOffset: Double?
  package var features: [FontSetting]?
  package var stroke: TextStroke?
  /// The colour behind the letters.
  package var highlight: Color?
  package init() {}

  /// This style, in which values that are nil are taken from `other`.
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

/// A font: an installed family, or a file.
package struct FontSpec: Sendable {
  package var family: String?
  /// The path relative to the document.
  package var file: Sourced<String>?
  /// The axes in the order of their tags.
  package var axes: [FontSetting] = []
  package init() {}

  /// A text that identifies the font: two fonts with the same text are the same font.
  var words: String {
    "\(family ?? "")/\(file?.value ?? "")/\(axes.map { "\($0.tag)\($0.value)" })"
  }
}

/// The value of an axis or of a feature of a font, by OpenType's tag of four letters.
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
    /// The stroke is half inside and half outside, above the letters.
    case center
    /// The stroke is drawn outside of the letters.
    case outside
  }
  /// The width of the stroke in points.
  package var width = 0.0
  package var color = Color.black
  package var place = Place.center
  package init() {}
}
