internal import CMedia
import Scenes

/// The outlines of a font's letters as pipeline-draw reports them, in the numbers of its message OUTLINES.
struct FontOutlines: Sendable {
  private let unitsPerEm: Double
  private var letters: [Unicode.Scalar: (advance: Double, steps: ArraySlice<Double>)] = [:]

  init?(_ numbers: [Double], of scalars: [Unicode.Scalar]) {
    guard let first = numbers.first, first > 0 else { return nil }
    unitsPerEm = first
    var place = 1
    for scalar in scalars {
      guard place + 2 <= numbers.count, let count = Int(exactly: numbers[place + 1]), count >= 0,
        count <= numbers.count - place - 2
      else { return nil }
      let steps = numbers[place + 2..<place + 2 + count]
      if numbers[place] >= 0 { letters[scalar] = (numbers[place], steps) }
      place += 2 + count
    }
  }

  /// Returns the glyphs of a letter's scalars side by side; nil if the font lacks one of the scalars.
  func glyph(_ letter: Character) -> Glyph? {
    var (width, outlines) = (0.0, [Outline]())
    let scale = 100 / unitsPerEm
    for scalar in letter.unicodeScalars {
      guard let (advance, steps) = letters[scalar] else { return nil }
      let left = width
      outlines += Self.outlines(steps).map { outline in
        outline.mapped { Outline.Point($0.x * scale + left, -$0.y * scale) }
      }
      width += advance * scale
    }
    return Glyph(width: width, outlines: outlines)
  }

  private static func outlines(_ steps: ArraySlice<Double>) -> [Outline] {
    var outlines: [Outline] = []
    var rest = steps
    /// Takes the next point of the current step.
    func point() -> Outline.Point {
      defer { rest = rest.dropFirst(2) }
      return rest.count < 2 ? .init(0, 0) : .init(rest.first!, rest.dropFirst().first!)
    }
    func curve(_ leaving: Outline.Point, _ arriving: Outline.Point, to end: Outline.Point) {
      guard let last = outlines.last?.vertices.indices.last else { return }
      outlines[outlines.count - 1].vertices[last].leaving = leaving
      outlines[outlines.count - 1].vertices.append(.init(end, arriving: arriving))
    }
    while let kind = rest.popFirst() {
      let start = outlines.last?.vertices.last?.point ?? .init(0, 0)
      switch media_outline(UInt32(kind)) {
      case MEDIA_OUTLINE_MOVE:
        outlines.append(Outline([.init(point())], isClosed: true))
      case MEDIA_OUTLINE_CONIC:
        let (control, end) = (point(), point())
        curve(start.toward(control, 2 / 3), end.toward(control, 2 / 3), to: end)
      case MEDIA_OUTLINE_CUBIC:
        let (leaving, arriving) = (point(), point())
        curve(leaving, arriving, to: point())
      default:
        let end = point()
        curve(start, end, to: end)
      }
    }
    return outlines
  }
}
