internal import Formats
import Scenes

/// The outlines of a TrueType file: the glyph of a letter, its width, and its curves, by Apple's and
/// Microsoft's specifications of "cmap", "hmtx", "loca" and "glyf". A glyph with invalid data is treated as
/// missing.
struct TrueTypeFont: Sendable {
  private let bytes: [UInt8]
  private var tables: [String: Range<Int>] = [:]
  private let unitsPerEm: Double
  private let hasLongPlaces: Bool
  private let advanceCount: Int

  init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    guard bytes.count >= 12 else { return nil }
    func number(_ place: Int, _ count: Int) -> Int {
      guard place >= 0, place + count <= bytes.count else { return 0 }
      return bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
    }
    for index in 0..<number(4, 2) {
      let entry = 12 + 16 * index
      guard entry + 16 <= bytes.count else { break }
      let (start, count) = (number(entry + 8, 4), number(entry + 12, 4))
      guard start <= bytes.count, count <= bytes.count - start else { continue }
      tables[String(decoding: bytes[entry..<entry + 4], as: UTF8.self)] = start..<start + count
    }
    guard let head = tables["head"], head.count >= 54, let wide = tables["hhea"], wide.count >= 36,
      tables["glyf"] != nil, tables["loca"] != nil, tables["cmap"] != nil, tables["hmtx"] != nil
    else { return nil }
    unitsPerEm = Double(max(1, number(head.lowerBound + 18, 2)))
    hasLongPlaces = number(head.lowerBound + 50, 2) != 0
    advanceCount = number(wide.lowerBound + 34, 2)
  }

  private func unsigned(_ table: String, _ place: Int, _ count: Int = 2) -> Int {
    guard let range = tables[table], place >= 0, place + count <= range.count else { return 0 }
    let start = range.lowerBound + place
    return bytes[start..<start + count].reduce(0) { $0 << 8 | Int($1) }
  }

  private func signed(_ table: String, _ place: Int) -> Int {
    let value = unsigned(table, place)
    return value < 0x8000 ? value : value - 0x10000
  }

  func glyph(_ letter: Character) -> Glyph? {
    var (width, outlines) = (0.0, [Outline]())
    let scale = 100 / unitsPerEm
    for scalar in letter.unicodeScalars {
      let number = number(of: Int(scalar.value))
      guard number != 0 else { return nil }
      let place = min(number, max(0, advanceCount - 1))
      let left = width
      outlines += contours(number, depth: 0).map { contour in
        Self.outline(contour).mapped { Outline.Point($0.x * scale + left, -$0.y * scale) }
      }
      width += Double(unsigned("hmtx", place * 4)) * scale
    }
    return Glyph(width: width, outlines: outlines)
  }

  // MARK: Letters to glyphs

  private func number(of scalar: Int) -> Int {
    for index in 0..<min(unsigned("cmap", 2), 64) {
      let platform = unsigned("cmap", 4 + 8 * index)
      guard platform == 0 || platform == 3 else { continue }
      let place = unsigned("cmap", 8 + 8 * index, 4)
      let found =
        switch unsigned("cmap", place) {
        case 4: segment(place, scalar)
        case 12: group(place, scalar)
        default: 0
        }
      if found != 0 { return found }
    }
    return 0
  }

  private func segment(_ place: Int, _ scalar: Int) -> Int {
    let count = unsigned("cmap", place + 6) / 2
    for index in 0..<count where unsigned("cmap", place + 14 + 2 * index) >= scalar {
      let start = unsigned("cmap", place + 16 + 2 * (count + index))
      guard start <= scalar else { return 0 }
      let delta = unsigned("cmap", place + 16 + 2 * (2 * count + index))
      let at = place + 16 + 2 * (3 * count + index)
      let offset = unsigned("cmap", at)
      if offset == 0 { return (scalar + delta) & 0xFFFF }
      let glyph = unsigned("cmap", at + offset + 2 * (scalar - start))
      return glyph == 0 ? 0 : (glyph + delta) & 0xFFFF
    }
    return 0
  }

  private func group(_ place: Int, _ scalar: Int) -> Int {
    var (low, high) = (0, unsigned("cmap", place + 12, 4) - 1)
    while low <= high {
      let middle = (low + high) / 2
      let entry = place + 16 + 12 * middle
      if scalar < unsigned("cmap", entry, 4) {
        high = middle - 1
      } else if scalar > unsigned("cmap", entry + 4, 4) {
        low = middle + 1
      } else {
        return unsigned("cmap", entry + 8, 4) + scalar - unsigned("cmap", entry, 4)
      }
    }
    return 0
  }

  // MARK: Glyphs to curves

  private struct Dot {
    var point: Outline.Point
    let isOnCurve: Bool
  }

  /// The most parts that a glyph is put together from, each of parts.
  private static let mostDepth = 6

  private func contours(_ glyph: Int, depth: Int) -> [[Dot]] {
    let start: Int
    let end: Int
    if hasLongPlaces {
      (start, end) = (unsigned("loca", 4 * glyph, 4), unsigned("loca", 4 * glyph + 4, 4))
    } else {
      (start, end) = (2 * unsigned("loca", 2 * glyph), 2 * unsigned("loca", 2 * glyph + 2))
    }
    guard end > start, depth < Self.mostDepth else { return [] }
    let count = signed("glyf", start)
    return count >= 0 ? simple(start + 10, count) : composed(start + 10, depth)
  }

  private func simple(_ start: Int, _ count: Int) -> [[Dot]] {
    guard count > 0 else { return [] }
    let ends = (0..<count).map { unsigned("glyf", start + 2 * $0) }
    let points = ends.last! + 1
    var place = start + 2 * count
    place += 2 + unsigned("glyf", place)
    var flags: [Int] = []
    while flags.count < points {
      let flag = unsigned("glyf", place, 1)
      place += 1
      var times = 1
      if flag & 8 != 0 {
        times += unsigned("glyf", place, 1)
        place += 1
      }
      flags += Array(repeating: flag, count: min(times, points - flags.count))
    }
    func axis(_ short: Int, _ same: Int) -> [Int] {
      var value = 0
      return flags.map { flag in
        if flag & short != 0 {
          value += (flag & same != 0 ? 1 : -1) * unsigned("glyf", place, 1)
          place += 1
        } else if flag & same == 0 {
          value += signed("glyf", place)
          place += 2
        }
        return value
      }
    }
    let x = axis(2, 16)
    let y = axis(4, 32)
    var first = 0
    return ends.map { end in
      defer { first = max(first, end + 1) }
      guard first <= end, end < points else { return [] }
      return (first...end).map {
        Dot(point: .init(Double(x[$0]), Double(y[$0])), isOnCurve: flags[$0] & 1 != 0)
      }
    }
  }

  private func composed(_ start: Int, _ depth: Int) -> [[Dot]] {
    var place = start
    var result: [[Dot]] = []
    for _ in 0..<32 {
      let (flags, glyph) = (unsigned("glyf", place), unsigned("glyf", place + 2))
      place += 4
      let areWords = flags & 1 != 0
      func offset(_ index: Int) -> Double {
        if areWords { return Double(signed("glyf", place + 2 * index)) }
        let value = unsigned("glyf", place + index, 1)
        return Double(value < 128 ? value : value - 256)
      }
      var matrix = Matrix(e: offset(0), f: offset(1))
      if flags & 2 == 0 { (matrix.e, matrix.f) = (0, 0) }
      place += areWords ? 4 : 2
      func factor() -> Double {
        defer { place += 2 }
        return Double(signed("glyf", place)) / 16384
      }
      if flags & 8 != 0 {
        matrix.a = factor()
        matrix.d = matrix.a
      } else if flags & 0x40 != 0 {
        matrix.a = factor()
        matrix.d = factor()
      } else if flags & 0x80 != 0 {
        matrix.a = factor()
        matrix.b = factor()
        matrix.c = factor()
        matrix.d = factor()
      }
      result += contours(glyph, depth: depth + 1).map { dots in
        dots.map {
          let at = matrix.map($0.point.x, $0.point.y)
          return Dot(point: .init(at.x, at.y), isOnCurve: $0.isOnCurve)
        }
      }
      if flags & 0x20 == 0 { break }
    }
    return result
  }

  /// Converts quadratic curves to cubic ones; between two control points there is an implied point on the
  /// curve.
  private static func outline(_ dots: [Dot]) -> Outline {
    var outline = Outline(isClosed: true)
    guard !dots.isEmpty else { return outline }
    let first = dots.firstIndex(where: \.isOnCurve)
    let start =
      first.map { dots[$0].point } ?? dots[0].point.toward(dots[dots.count - 1].point, 0.5)
    outline.vertices.append(.init(start))
    func curve(_ control: Outline.Point, to end: Outline.Point) {
      let last = outline.vertices.count - 1
      outline.vertices[last].leaving = outline.vertices[last].point.toward(control, 2 / 3)
      outline.vertices.append(.init(end, arriving: end.toward(control, 2 / 3)))
    }
    var control: Outline.Point?
    let from = first.map { $0 + 1 } ?? 0
    let rest = (0..<dots.count - (first == nil ? 0 : 1)).map { dots[(from + $0) % dots.count] }
    for dot in rest {
      switch (control, dot.isOnCurve) {
      case (nil, true): outline.vertices.append(.init(dot.point))
      case (nil, false): control = dot.point
      case (let known?, true):
        curve(known, to: dot.point)
        control = nil
      case (let known?, false):
        curve(known, to: known.toward(dot.point, 0.5))
        control = dot.point
      }
    }
    if let control { curve(control, to: start) }
    return outline
  }
}
