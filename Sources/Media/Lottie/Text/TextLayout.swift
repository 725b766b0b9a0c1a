internal import Formats
import Scenes

/// Computes the positions of the letters of a text at one time.
struct TextLayout {
  struct Placed {
    let glyph: Glyph
    let matrix: Matrix
    let opacity: Double
    let fill: Paint.Color?
    let stroke: Paint.Color?
    let strokeWidth: Double
  }

  private let layer: TextLayer
  private let document: TextDocument
  private let time: Double
  private let alignment: [Double]
  /// The fraction of each letter, for each animator.
  private let shares: [[Double]]
  private let way: TextWay?

  init(_ layer: TextLayer, _ document: TextDocument, at time: Double) {
    (self.layer, self.document, self.time) = (layer, document, time)
    alignment = layer.alignment.value(at: time)
    shares = layer.animators.map { animator in
      let numbers = animator.selector.numbers(document.letters)
      let share = animator.selector.share(
        count: numbers.count, letters: document.letters.count, at: time)
      return numbers.of.map(share)
    }
    way = layer.pathOptions.flatMap { TextWay($0, at: time) }
  }

  /// Returns the sum of the animators' values for a letter, weighted by the letter's fractions.
  private func sum(
    _ index: Int, _ key: KeyPath<TextAnimator, Property?>, _ axis: Int = 0
  ) -> Double {
    zip(layer.animators, shares).reduce(0) { sum, pair in
      guard let property = pair.0[keyPath: key] else { return sum }
      let value = property.value(at: time)
      return sum + (axis < value.count ? value[axis] : 0) * pair.1[index]
    }
  }

  /// The position of the next letter, on a line or along a path.
  private struct Cursor {
    var x = 0.0
    var y = 0.0
    var isFirstLine = true
    var line = -1
    var group = -1
    var along: Double
  }

  mutating func letters() -> [Placed] {
    var placed: [Placed] = []
    var cursor = Cursor(along: way?.margin ?? 0)
    let offsets = justifications()
    for (index, letter) in document.letters.enumerated() {
      if letter.isLineEnd {
        cursor.x = 0
        cursor.y += document.lineHeight + (cursor.isFirstLine ? 1 : 0)
        cursor.isFirstLine = false
        cursor.along = way?.margin ?? 0
        continue
      }
      let matrix =
        way.map { place(letter, index, along: $0, &cursor) }
        ?? place(letter, index, offset: offsets[index], &cursor)
      placed.append(look(letter, matrix, index))
    }
    return placed
  }

  /// Returns the offset of a letter from its centre to its group's anchor, across and down.
  private func anchor(_ letter: TextDocument.Letter) -> (across: Double, down: Double) {
    (alignment[0] * letter.groupWidth * 0.005, alignment[1] * document.size * 1.2 * 0.714 * 0.01)
  }

  /// Returns the tracking before a letter; 0 for the first letter of a line.
  private func tracking(_ index: Int, _ cursor: Cursor) -> Double {
    cursor.x != 0 || document.justification != 0 ? sum(index, \.tracking) : 0
  }

  private func place(
    _ letter: TextDocument.Letter, _ index: Int, along way: TextWay, _ cursor: inout Cursor
  ) -> Matrix {
    let all = document.letters
    let (across, down) = anchor(letter)
    if cursor.line != letter.line {
      let free = way.length - document.lineWidths[letter.line]
      cursor.along +=
        document.justification == 1 ? free : document.justification == 2 ? free / 2 : 0
      cursor.line = letter.line
    }
    if cursor.group != letter.group {
      if all.indices.contains(cursor.group) { cursor.along += all[cursor.group].extra }
      cursor.along += letter.groupWidth / 2
      cursor.group = letter.group
    }
    cursor.along += across
    if way.isForced {
      let (first, last) = (all[0].groupWidth / 2, all[all.count - 1].groupWidth / 2)
      cursor.along =
        first + way.margin
        + (way.length - way.margin - first - last) * Double(cursor.group)
        / Double(max(1, all.count - 1))
    }
    let spot = way.spot(at: cursor.along + sum(index, \.position, 0) + sum(index, \.anchor, 0))
    var matrix = Matrix.identity.moved(-across, -down)
      .moved(-(letter.groupWidth / 2 - letter.before), 0)
    cursor.along += tracking(index, cursor)
    matrix = animated(matrix, index).moved(0, sum(index, \.position, 1))
      .moved(0, -document.baselineShift + down + cursor.y)
    if way.isPerpendicular { matrix = matrix.turned(degrees: spot.degrees) }
    cursor.along -= across
    if index + 1 < all.count, cursor.group != all[index + 1].group {
      cursor.along += letter.groupWidth / 2 + document.tracking
    }
    return matrix.moved(spot.x, spot.y)
  }

  private func place(
    _ letter: TextDocument.Letter, _ index: Int, offset: Double, _ cursor: inout Cursor
  ) -> Matrix {
    let (across, down) = anchor(letter)
    let back = letter.groupWidth / 2 - letter.before
    cursor.x += tracking(index, cursor)
    var matrix = animated(Matrix.identity.moved(-back, 0).moved(-across, -down), index)
      .moved(sum(index, \.position, 0), sum(index, \.position, 1)).moved(cursor.x, cursor.y)
    if let box = document.box { matrix = matrix.moved(box.x, box.y + document.ascent) }
    let free = document.boxWidth - document.lineWidths[letter.line]
    switch document.justification {
    case 1: matrix = matrix.moved(offset + document.justifyOffset + free, 0)
    case 2: matrix = matrix.moved(offset + document.justifyOffset + free / 2, 0)
    default: break
    }
    cursor.x += letter.width + document.tracking
    return matrix.moved(back + across, down - document.baselineShift)
  }

  private func animated(_ matrix: Matrix, _ index: Int) -> Matrix {
    var matrix = matrix
    for (animator, share) in zip(layer.animators, shares) {
      if let anchor = animator.anchor?.value(at: time) {
        matrix = matrix.moved(-anchor[0] * share[index], -anchor[1] * share[index])
      }
    }
    for (animator, share) in zip(layer.animators, shares) {
      if let scale = animator.scale?.value(at: time) {
        matrix = matrix.scaled(
          1 + (scale[0] / 100 - 1) * share[index], 1 + (scale[1] / 100 - 1) * share[index])
      }
    }
    for (animator, share) in zip(layer.animators, shares) {
      if let skew = animator.skew?.number(at: time) {
        matrix = matrix.skewed(
          degrees: skew * share[index], axis: animator.skewAxis.number(at: time) * share[index])
      }
      if let rotation = animator.rotation?.number(at: time) {
        matrix = matrix.turned(degrees: rotation * share[index])
      }
    }
    return matrix
  }

  private func look(_ letter: TextDocument.Letter, _ matrix: Matrix, _ index: Int) -> Placed {
    var opacity = 1.0
    var (fill, stroke, width) = (document.fill, document.stroke, document.strokeWidth)
    for (animator, shares) in zip(layer.animators, shares) {
      let share = shares[index]
      if let own = animator.opacity?.number(at: time) {
        opacity += (own / 100 * share - opacity) * share
      }
      if let own = animator.strokeWidth?.number(at: time) { width += own * share }
      if let own = animator.stroke?.value(at: time) {
        stroke = (stroke ?? Paint.Color([0, 0, 0])).mixed(
          with: Paint.Color(Array(own.prefix(3))), share)
      }
      if let own = animator.fill?.value(at: time), let known = fill {
        fill = known.mixed(with: Paint.Color(Array(own.prefix(3))), share)
      }
    }
    return Placed(
      glyph: letter.glyph, matrix: matrix, opacity: min(max(opacity, 0), 1), fill: fill,
      stroke: stroke, strokeWidth: max(0, width))
  }

  /// Returns the distances by which animated tracking moves the letters of each centred or right-aligned line.
  private func justifications() -> [Double] {
    let letters = document.letters
    var result = Array(repeating: 0.0, count: letters.count)
    guard document.justification == 1 || document.justification == 2 else { return result }
    let part = document.justification == 2 ? -0.5 : -1
    var (offset, first, start, isNewLine) = (0.0, 0.0, 0, true)
    func end(_ index: Int) {
      let own = offset == 0 ? 0 : offset + first
      for place in start..<index { result[place] = own }
      start = index
    }
    for (index, letter) in letters.enumerated() {
      if letter.isLineEnd {
        end(index)
        (offset, isNewLine) = (0, true)
        continue
      }
      for animator in layer.animators where isNewLine && document.justification == 2 {
        first += (animator.tracking?.number(at: time) ?? 0) * part
      }
      offset += sum(index, \.tracking) * part
      isNewLine = false
    }
    end(letters.count)
    return result
  }
}

/// The path that a text follows.
struct TextWay {
  struct Spot {
    let x: Double
    let y: Double
    let degrees: Double
  }
  let margin: Double
  let isForced: Bool
  let isPerpendicular: Bool
  let length: Double
  private let curves: [(curve: Curve, lengths: [Double])]
  private let isClosed: Bool

  /// Creates the path; nil if its length is 0.
  init?(_ options: TextLayer.PathOptions, at time: Double) {
    var outline = options.path.outline(at: time)
    if options.isReversed.number(at: time) != 0 { outline = outline.reversed }
    curves = outline.curves.map { ($0, $0.lengths) }.filter { $0.1.last! > 0 }
    length = curves.reduce(0) { $0 + $1.lengths.last! }
    isClosed = outline.isClosed
    guard length > 0 else { return nil }
    margin = options.firstMargin.number(at: time)
    isForced = options.isForced.number(at: time) != 0
    isPerpendicular = options.isPerpendicular.number(at: time) != 0
  }

  /// Returns a position on the path. Beyond its ends an open path continues straight, and a closed path repeats.
  func spot(at place: Double) -> Spot {
    var rest = place
    if isClosed { rest -= (rest / length).rounded(.down) * length }
    for (index, entry) in curves.enumerated() {
      let own = entry.lengths.last!
      if rest > own, index < curves.count - 1 {
        rest -= own
        continue
      }
      let t = entry.curve.parameter(at: rest, entry.lengths)
      let inner = min(max(t, 1e-4), 1 - 1e-4)
      let way = entry.curve.linearized.derivative(at: inner)
      let size = way.length
      let over = rest < 0 ? rest : max(0, rest - own)
      let point = entry.curve.point(at: t) + (size > 0 ? way * (over / size) : .init(0, 0))
      return Spot(
        x: point.x, y: point.y, degrees: Portable.angle(way.x, way.y) * (180 / Portable.pi))
    }
    return Spot(x: 0, y: 0, degrees: 0)
  }
}
