package import Scenes

/// A text with the settings for its layout.
package struct Typesetting: Hashable, Sendable {
  /// The alignment of lines; start and end follow the direction of each paragraph.
  package enum Alignment: Hashable, Sendable { case left, center, right, start, end }

  /// A run of the text in which all letters have the same style.
  package struct Run: Hashable, Sendable {
    package var text = ""
    package var font = Font()
    /// The size of the letters in points.
    package var size = 17.0
    /// The font weight, 100 … 900 as in OpenType; 400 is regular.
    package var weight = 400
    package var isItalic = false
    package var color = Color.black
    /// The additional space between letters in points.
    package var letterSpacing = 0.0
    /// The distance in points by which letters are raised above the baseline.
    package var baseline = 0.0
    package var features: [Setting] = []
    package var stroke: Stroke?
    /// The colour behind the letters.
    package var highlight: Color?
    package init(_ text: String = "") { self.text = text }
  }

  /// The value of a font axis or a feature, by OpenType's tag of four letters.
  package struct Setting: Hashable, Sendable {
    package var tag: String
    package var value: Double
    package init(tag: String, value: Double) {
      self.tag = tag
      self.value = value
    }
  }

  package struct Font: Hashable, Sendable {
    /// The name of an installed font family; nil means Inter if it is installed, otherwise the system's default font.
    package var family: String?
    /// The font file that replaces the family.
    package var file: HeldFile?
    package var axes: [Setting] = []
    package init() {}
  }

  package struct Stroke: Hashable, Sendable {
    /// The width of the stroke in points.
    package var width: Double
    package var color: Color
    /// Whether the outline is outside the letters; otherwise it is centred on their edges, above them.
    package var isOutside: Bool
    package init(width: Double, color: Color, isOutside: Bool = false) {
      self.width = width
      self.color = color
      self.isOutside = isOutside
    }
  }

  package var runs: [Run]
  package var alignment = Alignment.start
  /// The line height as a multiple of the font's own line height.
  package var lineHeight = 1.0
  /// The part that an ellipsis replaces if the text does not fit: everything after the last line, or a part
  /// of the only line.
  package enum Ellipsis: Sendable { case end, middle, start }
  package var ellipsis = Ellipsis.end
  /// Whether the letters are filled with a gradient, so that the parts behind and above them are drawn separately.
  package var isFilledByGradient = false
  /// Whether the text's lines are made about equally wide.
  package var isBalanced = false
  package init(_ runs: [Run]) { self.runs = runs }

  /// Returns the approximate cost of the letters in units of `RenderCost`, at `scale` pixels for each point; a wide
  /// outline costs as much as its area, which is limited to the frame.
  func work(scale: Double, within frame: Size) -> Double {
    let widest = (frame.width + frame.height) * scale
    return runs.reduce(0) { sum, run in
      let outline = run.stroke.map { 15_000 + 2_400 * min($0.width * scale, widest) } ?? 0
      return sum + Double(run.text.unicodeScalars.count) * (5_000 + outline)
    }
  }

  /// Whether the text has strokes or highlights in addition to letters.
  var hasMoreThanLetters: Bool { runs.contains { $0.stroke != nil || $0.highlight != nil } }
}

/// The parts of a text's picture, from bottom to top.
package struct TextParts: OptionSet, Hashable, Sendable {
  package let rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }
  /// The part with highlights, and with strokes outside letters.
  package static let behind = TextParts(rawValue: 1)
  package static let letters = TextParts(rawValue: 2)
  /// The part with the strokes that are above letters.
  package static let above = TextParts(rawValue: 4)
  package static let all: TextParts = [.behind, .letters, .above]
}
