internal import Formats
import Scenes

/// A text layer: its text at each keyframe, the animators of its letters, and an optional path for the text.
struct TextLayer: Sendable {
  struct PathOptions: Sendable {
    let path: PathProperty
    let isReversed: Property
    let isPerpendicular: Property
    let isForced: Property
    let firstMargin: Property
  }

  private let documents: [(time: Double, document: TextDocument)]
  let animators: [TextAnimator]
  let pathOptions: PathOptions?
  /// The alignment of letters in percent of their anchor group.
  let alignment: Property

  init(
    _ value: Value, _ masks: [Value], fonts: Fonts, name: String, _ notes: inout UnsupportedFeatures
  ) {
    let more = value["m"]
    let grouping = Int(whole: more?.number("g") ?? 1) ?? 1
    documents = (value["d"]?.elements("k") ?? []).compactMap { key in
      key["s"].map { (key.number("t") ?? 0, TextDocument($0, fonts: fonts, grouping: grouping)) }
    }
    let lacks = (value["d"]?.elements("k") ?? []).contains { key in
      let font = key["s"]?.text("f") ?? ""
      return (key["s"]?.text("t") ?? "").contains { fonts.lacks($0, in: font) }
    }
    if lacks { notes.add(.letters, name) }
    let keys = value["d"]?.elements("k") ?? []
    if keys.contains(where: { !fonts.isListed($0["s"]?.text("f") ?? "") }) {
      notes.add(.font, name)
    }
    animators = value.elements("a").map(TextAnimator.init)
    alignment = Property(more?["a"], or: [0, 0])
    let path = value["p"]
    if let path, let number = path.number("m"), let place = Int(whole: number),
      masks.indices.contains(place)
    {
      pathOptions = PathOptions(
        path: PathProperty(masks[place]["pt"]), isReversed: Property(path["r"], or: [0]),
        isPerpendicular: Property(path["p"], or: [1]), isForced: Property(path["a"], or: [0]),
        firstMargin: Property(path["f"], or: [0]))
    } else {
      if path?.number("m") != nil { notes.add(.textPath, name) }
      pathOptions = nil
    }
    if animators.contains(where: \.hasMore) { notes.add(.text, name) }
    if animators.contains(where: \.selector.isRandom) { notes.add(.random, name) }
  }

  var mostLetters: Int { documents.map(\.document.letters.count).max() ?? 0 }
  var mostPoints: Int {
    documents.map {
      $0.document.letters.reduce(1) { $0 + $1.glyph.outlines.reduce(4) { $0 + $1.vertices.count } }
    }
    .max() ?? 1
  }

  func document(at time: Double) -> TextDocument? {
    documents.isEmpty
      ? nil
      : documents[KeySearch.index(time, count: documents.count) { documents[$0].time }].document
  }

  func draw(at time: Double, _ matrix: Matrix, to list: inout DrawingList) {
    guard let document = document(at: time) else { return }
    var layout = TextLayout(self, document, at: time)
    for letter in layout.letters() where letter.opacity > 0 {
      let outlines = letter.glyph.outlines.map {
        $0.mapped { Outline.Point($0.x * document.size / 100, $0.y * document.size / 100) }
      }
      guard !outlines.isEmpty else { continue }
      let isApart = letter.opacity < 1 && letter.stroke != nil
      let alpha = isApart ? 1 : letter.opacity
      if isApart { list.beginGroup() }
      list.place(letter.matrix.then(matrix))
      let pen = DrawingList.Pen(width: letter.strokeWidth, cap: 1, join: 2, miterLimit: 4)
      list.path(outlines, reach: pen.reach)
      if let fill = letter.fill {
        list.color(fill, alpha: alpha)
        list.fill()
      }
      if let stroke = letter.stroke, letter.strokeWidth > 0 {
        list.color(stroke, alpha: alpha)
        list.stroke(pen)
      }
      if isApart { list.endGroup(alpha: letter.opacity) }
    }
  }
}
