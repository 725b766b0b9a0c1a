import Scenes

/// The text of a text layer at one time, with its style and the position of each letter.
struct TextDocument: Sendable {
  struct Letter: Sendable {
    let glyph: Glyph
    let character: Character
    let isLineEnd: Bool
    let line: Int
    /// The width of the letter.
    let width: Double
    /// The width of the letter's anchor group, the distance from the group's start, and the index of the group.
    var groupWidth: Double
    var before: Double
    var group: Int
    /// The additional advance after the last letter of a group.
    var extra = 0.0
  }

  let size: Double
  let tracking: Double
  let lineHeight: Double
  let baselineShift: Double
  let justification: Int
  let fill: Paint.Color?
  let stroke: Paint.Color?
  let strokeWidth: Double
  let box: (x: Double, y: Double, width: Double)?
  let ascent: Double
  let letters: [Letter]
  let lineWidths: [Double]
  let boxWidth: Double
  let justifyOffset: Double

  /// Lays out a text; `grouping` is the unit that shares an anchor: letters, words, lines, or the whole text.
  init(_ value: Value, fonts: Fonts, grouping: Int) {
    let font = value.text("f") ?? ""
    let size = value.number("s") ?? 0
    self.size = size
    tracking = (value.number("tr") ?? 0) / 1000 * size
    let height = value.number("lh") ?? 0
    lineHeight = height != 0 ? height : size * 1.2
    baselineShift = value.number("ls") ?? 0
    justification = Int(clamped: value.number("j") ?? 0, rounded: .down, to: 0...10)
    fill = value["fc"]?.numbers.map { Paint.Color($0) }
    stroke = value["sc"]?.numbers.map { Paint.Color($0) }
    strokeWidth = value.number("sw") ?? 0
    ascent = (fonts.font(font)?.ascent ?? 75) * size / 100
    var text = Array((value.text("t") ?? "").replacing("\r\n", with: "\r").prefix(Self.mostLetters))
    if value.number("ca") == 1 { text = text.flatMap { Array(String($0).uppercased()) } }
    func width(_ letter: Character) -> Double {
      Self.endsLine(letter) ? 0 : fonts.glyph(letter, in: font).width * size / 100
    }
    if let extent = value["sz"]?.numbers, extent.count > 1 {
      text = Self.broken(text, width: extent[0], tracking: tracking, width)
      let place = value["ps"]?.numbers ?? [0, 0]
      box = (place[0], place.count > 1 ? place[1] : 0, extent[0])
    } else {
      box = nil
    }
    (letters, lineWidths) = Self.letters(text, tracking: tracking, grouping: grouping) {
      (fonts.glyph($0, in: font), width($0))
    }
    boxWidth = box?.width ?? lineWidths.max() ?? 0
    justifyOffset =
      box != nil ? 0 : justification == 1 ? -boxWidth : justification == 2 ? -boxWidth / 2 : 0
  }

  /// The maximum number of letters in a text; a file with a longer text is refused.
  static let mostLetters = 20_000

  private static func endsLine(_ letter: Character) -> Bool {
    letter == "\r" || letter == "\u{3}" || letter == "\n"
  }

  /// Breaks a text into lines no wider than a box, at spaces, or within a word that is too long for a line.
  private static func broken(
    _ text: [Character], width most: Double, tracking: Double, _ width: (Character) -> Double
  ) -> [Character] {
    var result: [Character] = []
    var (used, space) = (0.0, Int?.none)
    for letter in text {
      let own = width(letter)
      if endsLine(letter) {
        (used, space) = (0, nil)
      } else if letter == " " {
        space = result.count
      } else if used + own > most, !result.isEmpty {
        if let place = space {
          result[place] = "\r"
          used = result[(place + 1)...].reduce(0) { $0 + width($1) + tracking }
        } else {
          result.append("\r")
          used = 0
        }
        space = nil
      }
      result.append(letter)
      if !endsLine(letter) { used += own + tracking }
    }
    return result
  }

  private static func letters(
    _ text: [Character], tracking: Double, grouping: Int,
    _ measure: (Character) -> (Glyph, Double)
  ) -> (letters: [Letter], lineWidths: [Double]) {
    var letters: [Letter] = []
    var lineWidths: [Double] = []
    var (lineWidth, spaces, line) = (-tracking, 0.0, 0)
    var (group, groupWidth, first) = (0, 0.0, 0)
    for (index, character) in text.enumerated() {
      let isEnd = endsLine(character)
      let (glyph, width) = measure(character)
      if isEnd {
        lineWidths.append(lineWidth)
        (lineWidth, spaces) = (-2 * tracking, 0)
        line += 1
      }
      if character == " " {
        spaces += width + tracking
      } else {
        lineWidth += width + tracking + spaces
        spaces = 0
      }
      letters.append(
        Letter(
          glyph: glyph, character: character, isLineEnd: isEnd, line: line, width: width,
          groupWidth: width, before: groupWidth, group: group))
      guard grouping == 2 || grouping == 3 else {
        group += 1
        continue
      }
      let divides = isEnd || grouping == 2 && character == " "
      groupWidth += width
      if divides || index == text.count - 1 {
        if divides { groupWidth -= width }
        for place in first...index {
          letters[place].groupWidth = groupWidth
          letters[place].group = group
          letters[place].extra = width
        }
        first = index + 1
        group += 1
        groupWidth = 0
      }
    }
    return (letters, lineWidths + [lineWidth])
  }
}
