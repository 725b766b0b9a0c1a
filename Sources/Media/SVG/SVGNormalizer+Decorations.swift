internal import Formats

/// Draws the lines of `text-decoration` as browsers do: the lines' positions depend on the font size, and letters that cross
/// a line interrupt it. The engine underlines invisible letters, and each of these lines is stretched to its position.
extension SVGNormalizer {
  private static let lines = ["underline", "overline", "line-through"]
  private static let mostPieces = 16

  /// The letters of a text's part on one baseline, with the lines that the elements around them require.
  private struct Piece {
    let part: XMLElement
    let font: VectorFile.FontAnswer
    /// The indices of those children of the part that are letters.
    var letters: [Int]
    /// The baseline of the letters; nil if it is unknown or not horizontal.
    var baseline: Double?
  }

  /// Returns whether a text has decoration lines, which the text itself or an element around it or inside it requires.
  func isDecorated(_ text: XMLElement) -> Bool {
    guard inherited("text-decoration", of: text) == nil else { return true }
    var isFound = false
    text.forEach { if $0["text-decoration"] != nil { isFound = true } }
    return isFound
  }

  /// Replaces the decorations of all texts; `fonts` are the fonts that draw the letters of the texts' parts.
  func mendDecorations(_ fonts: [ObjectIdentifier: VectorFile.FontAnswer]) {
    var all: [(text: XMLElement, pieces: [Piece])] = []
    for text in texts where !meter.isSpent && isDecorated(text) {
      all.append((text, pieces(of: text, fonts)))
    }
    var asking: [ObjectIdentifier: [(line: String, from: XMLElement)]] = [:]
    for piece in all.flatMap(\.pieces) {
      asking[ObjectIdentifier(piece.part)] = Self.lines.compactMap { line in
        source(of: line, for: piece.part).map { (line, $0) }
      }
    }
    var words: [ObjectIdentifier: [String]] = [:]
    root.forEach { element in
      guard let value = element["text-decoration"] else { return }
      words[ObjectIdentifier(element)] = CSSText.words(value.lowercased())
      element["text-decoration"] = nil
    }
    for (text, pieces) in all {
      let pieces = pieces.filter { asking[ObjectIdentifier($0.part)]?.isEmpty == false }
      let isUpright = inherited("writing-mode", of: text).map {
        $0.hasPrefix("tb") || $0.hasPrefix("vertical")
      }
      let isClip = text.ancestor(["clipPath"]) != nil
      if isClip || isUpright == true || pieces.count > Self.mostPieces
        || pieces.contains(where: { $0.baseline == nil })
      {
        for piece in pieces {
          piece.part["text-decoration"] =
            asking[ObjectIdentifier(piece.part)]?.map(\.line).joined(separator: " ")
        }
        if !isClip, let first = pieces.first {
          say("text-decoration of the text is drawn differently than in browsers", first.part)
        }
        continue
      }
      var under: [XMLElement] = [], over: [XMLElement] = []
      for piece in pieces {
        for (line, from) in asking[ObjectIdentifier(piece.part)] ?? [] {
          let made = drawing(of: line, from: from, words[ObjectIdentifier(from)] ?? [], piece, text)
          if line == "line-through" { over.append(made) } else { under.append(made) }
        }
      }
      guard !pieces.isEmpty, !meter.isSpent else { continue }
      wrap(text)
      for one in under.reversed() { text.insert(one, at: 0) }
      for one in over { text.append(one) }
    }
  }

  /// Returns the nearest element around letters that requires a line.
  private func source(of line: String, for part: XMLElement) -> XMLElement? {
    var at: XMLElement? = part
    while let one = at {
      meter.spend(1, part)
      if let words = one["text-decoration"]?.lowercased(), CSSText.words(words).contains(line) {
        return one
      }
      at = one.parent
    }
    return nil
  }

  private func pieces(
    of text: XMLElement, _ fonts: [ObjectIdentifier: VectorFile.FontAnswer]
  ) -> [Piece] {
    var pieces: [Piece] = []
    var line: Double? = 0
    func shift(_ element: XMLElement) -> Double? {
      element["baseline-shift"].map { CSSLength.pixels($0, of: fontSize(of: element)) } ?? 0
    }
    func walk(_ element: XMLElement, raised: Double?) {
      if let y = element["y"] { line = CSSLength.pixels(y) }
      if let dy = element["dy"] {
        line = line.flatMap { line in CSSLength.pixels(dy).map { line + $0 } }
      }
      if element.name == "textPath" || element["rotate"] != nil { line = nil }
      let font = fonts[ObjectIdentifier(element)]
      for (i, node) in element.children.enumerated() {
        meter.spend(10, text)
        var raised = raised
        if case .element(let child) = node {
          raised = raised.flatMap { raised in shift(child).map { raised + $0 } }
          // Elements that are not in the file were created for letters of another element.
          var isOfFile = false
          child.forEach { if fonts[ObjectIdentifier($0)] != nil { isOfFile = true } }
          if isOfFile || child["y"] != nil || child["dy"] != nil {
            walk(child, raised: raised)
            continue
          }
        }
        guard let font else { continue }
        let baseline = line.flatMap { line in raised.map { line - $0 } }
        if let last = pieces.last, last.part === element, last.baseline == baseline {
          pieces[pieces.count - 1].letters.append(i)
        } else {
          pieces.append(Piece(part: element, font: font, letters: [i], baseline: baseline))
        }
      }
    }
    walk(text, raised: 0)
    return pieces
  }

  /// Returns a copy of a text without paints and lines.
  private func bare(_ text: XMLElement, fill: String) -> XMLElement {
    meter.spend(20 * (1 + text.children.count) + text.text.utf8.count, text)
    let copy = text.copy()
    for name in Self.around { copy[name] = nil }
    copy.forEach {
      for name in ["id", "text-decoration", "fill-opacity"] { $0[name] = nil }
      ($0["fill"], $0["stroke"]) = (fill, "none")
    }
    copy["fill-opacity"] = "1"
    return copy
  }

  /// Draws a line that an element requires along letters.
  private func drawing(
    of line: String, from source: XMLElement, _ words: [String], _ piece: Piece, _ text: XMLElement
  ) -> XMLElement {
    let size = fontSize(of: piece.part)
    let scale = letterScale(of: piece.part)
    let style = source["css:text-decoration-style"]?.lowercased()
    if let style = words.first(where: Self.styles.contains) ?? style, style != "solid" {
      say("text-decoration \"\(style)\" is drawn as a plain line", piece.part)
    }
    var thickness = max(1 / scale, size / 10)
    let said = source["css:text-decoration-thickness"].map { [$0] } ?? words
    if said.contains("from-font") {
      thickness = max(1 / scale, piece.font.underline.thickness * size)
    } else if let own = said.lazy.compactMap({ CSSLength.pixels($0, of: size) }).first {
      thickness = max(1, (own * scale).rounded()) / scale
    }
    let top: Double
    switch line {
    case "underline": top = max(1, (thickness * scale / 2).rounded(.up)) / scale
    case "overline":
      top =
        -whole(piece.font.ascent * size, of: piece.part)
        - (thickness * scale).rounded(.down) / scale
    default: top = -whole(piece.font.ascent * size, of: piece.part) / 3 - thickness / 2
    }
    piece.part["own:part"] = ""
    let copy = bare(text, fill: "none")
    piece.part["own:part"] = nil
    var part = copy
    copy.forEach { if $0["own:part"] != nil { part = $0 } }
    var paint = ["text-decoration": "underline"]
    for name in ["fill", "fill-opacity", "stroke", "stroke-opacity", "stroke-width"] {
      paint[name] = inherited(name, of: source) ?? Properties.initial[name]
    }
    if paint["stroke"] != "none" {
      say("the stroke of text-decoration is drawn differently than in browsers", piece.part)
    }
    for i in piece.letters {
      let lined = XMLElement("tspan", paint, at: piece.part.place)
      let letters = XMLElement("tspan", ["fill": "none", "stroke": "none"], at: piece.part.place)
      letters.children = [part.children[i]]
      for child in letters.elements { child.parent = letters }
      lined.append(letters)
      lined.parent = part
      part.children[i] = .element(lined)
    }
    let baseline = piece.baseline ?? 0
    let stretch = thickness / (piece.font.underline.thickness * size)
    let move =
      baseline + top + thickness / 2 - stretch * (baseline + piece.font.underline.place * size)
    let moved = XMLElement("g", ["transform": Matrix(d: stretch, f: move).words], at: text.place)
    moved.append(copy)
    let isCrossed = line == "underline" || line == "overline" && !text.text.allSatisfy(\.isASCII)
    guard isCrossed else { return moved }
    let whole = XMLElement("g", ["mask": "url(#\(gaps(in: text, min(thickness, 13 / scale))))"])
    whole.append(moved)
    return whole
  }

  private static let styles: Set = ["wavy", "dotted", "dashed", "double"]

  /// Defines a mask that leaves out everything whose horizontal distance to a letter is too small; returns the mask's id.
  private func gaps(in text: XMLElement, _ distance: Double) -> String {
    let letters = bare(text, fill: "black")
    letters["id"] = freshID()
    define(letters)
    let area = ["x": "-1e5", "y": "-1e5", "width": "2e5", "height": "2e5"]
    let mask = XMLElement(
      "mask", area.merging(["maskUnits": "userSpaceOnUse"]) { $1 }, at: text.place)
    let id = freshID()
    mask["id"] = id
    mask.append(XMLElement("rect", area.merging(["fill": "white", "stroke": "none"]) { $1 }))
    for i in -2...2 {
      mask.append(
        XMLElement(
          "use",
          ["href": "#\(letters["id"]!)", "transform": "translate(\(Double(i) / 2 * distance) 0)"]))
    }
    define(mask)
    return id
  }
}
