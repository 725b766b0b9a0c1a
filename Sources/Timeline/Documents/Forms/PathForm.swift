import Scenes

/// Reads the path data of SVG: M L H V C S Q T A Z, upper and lower case. Arcs become cubics.
struct PathText {
  /// The offset in the text, from 0, at which reading stopped, and the reason.
  struct PathError: Error {
    var offset: Int
    var message: String
  }
  private static let maximumElements = 100_000

  private let bytes: [UInt8]
  private var i = 0
  private var elements: [PathElement] = []
  private var current = Point.zero
  private var start = Point.zero
  /// The last control point, for S and T.
  private var control: (kind: UInt8, point: Point)?

  private init(_ text: String) { bytes = Array(text.utf8) }

  static func parse(_ text: String) throws(PathError) -> [PathElement] {
    var reader = PathText(text)
    return try reader.read()
  }

  private mutating func read() throws(PathError) -> [PathElement] {
    var command: UInt8 = 0
    skipSpace()
    while i < bytes.count {
      let isLetter = bytes[i] | 0x20 >= UInt8(ascii: "a") && bytes[i] | 0x20 <= UInt8(ascii: "z")
      if isLetter {
        command = bytes[i]
        i += 1
        if elements.isEmpty, command | 0x20 != UInt8(ascii: "m") {
          throw PathError(offset: i - 1, message: "a path starts with M")
        }
      } else if command == 0 || command | 0x20 == UInt8(ascii: "z") {
        throw PathError(offset: i, message: "expected a command such as L")
      }
      try draw(command)
      // Pairs after a move are lines.
      if command == UInt8(ascii: "M") { command = UInt8(ascii: "L") }
      if command == UInt8(ascii: "m") { command = UInt8(ascii: "l") }
      if elements.count > Self.maximumElements {
        throw PathError(offset: i, message: "more than \(Self.maximumElements) elements")
      }
      skipSpace()
    }
    guard elements.count > 1 else {
      throw PathError(offset: 0, message: "a path that draws nothing")
    }
    return elements
  }

  private mutating func draw(_ command: UInt8) throws(PathError) {
    let isRelative = command >= UInt8(ascii: "a")
    let kind = command | 0x20
    let origin = isRelative ? current : .zero
    let previous = control
    control = nil
    switch kind {
    case UInt8(ascii: "m"):
      current = try point(origin)
      start = current
      elements.append(.move(current))
    case UInt8(ascii: "l"): line(to: try point(origin))
    case UInt8(ascii: "h"): line(to: Point(origin.x + (try number()), current.y))
    case UInt8(ascii: "v"): line(to: Point(current.x, origin.y + (try number())))
    case UInt8(ascii: "c"):
      let first = try point(origin)
      let second = try point(origin)
      cubic(first, second, try point(origin))
    case UInt8(ascii: "s"):
      let first = reflected(previous, of: UInt8(ascii: "c"))
      let second = try point(origin)
      cubic(first, second, try point(origin))
    case UInt8(ascii: "q"):
      let middle = try point(origin)
      quadratic(middle, try point(origin))
    case UInt8(ascii: "t"):
      let middle = reflected(previous, of: UInt8(ascii: "q"))
      quadratic(middle, try point(origin))
    case UInt8(ascii: "a"): try arc(origin)
    case UInt8(ascii: "z"):
      elements.append(.close)
      current = start
    default:
      let letter = String(decoding: [command], as: UTF8.self)
      throw PathError(offset: i - 1, message: "no command \(letter); there are M L H V C S Q T A Z")
    }
  }

  private mutating func line(to end: Point) {
    elements.append(.line(end))
    current = end
  }

  private mutating func cubic(_ first: Point, _ second: Point, _ end: Point) {
    elements.append(.cubic(control1: first, control2: second, end: end))
    control = (UInt8(ascii: "c"), second)
    current = end
  }

  /// Adds the cubic that is the same curve: its controls lie two thirds of the way to the one.
  private mutating func quadratic(_ middle: Point, _ end: Point) {
    func toward(_ a: Point) -> Point {
      Point(a.x + (middle.x - a.x) * 2 / 3, a.y + (middle.y - a.y) * 2 / 3)
    }
    elements.append(.cubic(control1: toward(current), control2: toward(end), end: end))
    control = (UInt8(ascii: "q"), middle)
    current = end
  }

  private mutating func arc(_ origin: Point) throws(PathError) {
    let radius = Size(try number(), try number())
    let degrees = try number()
    let isLarge = try flag()
    let isClockwise = try flag()
    let end = try point(origin)
    let arc = EllipticalArc(
      from: current, to: end, radius: radius, degrees: degrees, isLarge: isLarge,
      isClockwise: isClockwise)
    guard let arc else {
      if end != current { line(to: end) }
      return
    }
    var cubics = arc.cubics
    // The last one ends where the text says, to the bit.
    if case .cubic(let first, let second, _)? = cubics.last {
      cubics[cubics.count - 1] = .cubic(control1: first, control2: second, end: end)
    }
    elements += cubics
    current = end
  }

  /// 0 or 1, which need no space behind them.
  private mutating func flag() throws(PathError) -> Bool {
    skipSpace()
    guard i < bytes.count, bytes[i] == UInt8(ascii: "0") || bytes[i] == UInt8(ascii: "1") else {
      throw PathError(offset: i, message: "expected the flag 0 or 1")
    }
    i += 1
    return bytes[i - 1] == UInt8(ascii: "1")
  }

  private func reflected(_ previous: (kind: UInt8, point: Point)?, of kind: UInt8) -> Point {
    guard let previous, previous.kind == kind else { return current }
    return Point(2 * current.x - previous.point.x, 2 * current.y - previous.point.y)
  }

  private mutating func point(_ origin: Point) throws(PathError) -> Point {
    let x = try number()
    let y = try number()
    return Point(origin.x + x, origin.y + y)
  }

  private mutating func number() throws(PathError) -> Double {
    skipSpace()
    let begin = i
    if i < bytes.count, bytes[i] == UInt8(ascii: "-") || bytes[i] == UInt8(ascii: "+") { i += 1 }
    var hasPoint = false
    while i < bytes.count {
      if bytes[i] == UInt8(ascii: "."), !hasPoint {
        hasPoint = true
      } else if bytes[i] | 0x20 == UInt8(ascii: "e"), i > begin {
        if i + 1 < bytes.count,
          bytes[i + 1] == UInt8(ascii: "-") || bytes[i + 1] == UInt8(ascii: "+")
        {
          i += 1
        }
        hasPoint = true
      } else if bytes[i] < UInt8(ascii: "0") || bytes[i] > UInt8(ascii: "9") {
        break
      }
      i += 1
    }
    let from = begin < i && bytes[begin] == UInt8(ascii: "+") ? begin + 1 : begin
    let text = String(decoding: bytes[from..<i], as: UTF8.self)
    guard let value = Tokens.number(text[...]) else {
      throw PathError(offset: begin, message: "expected a number")
    }
    guard abs(value) <= 1e6 else {
      throw PathError(offset: begin, message: "expected a number from -1000000 to 1000000")
    }
    return value
  }

  private mutating func skipSpace() {
    while i < bytes.count, [0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ",")].contains(bytes[i]) { i += 1 }
  }
}

extension ValueSchema where Value == [PathElement] {
  static var pathData: ValueSchema {
    let expected = "a path such as \"M 0 0 L 10 0 L 10 10 Z\""
    return ValueSchema(expected) { _ in
      ["type": "string"]
    } read: { node, reading in
      guard let text = node.string else {
        reading.mismatch(node, expected)
        return nil
      }
      do throws(PathText.PathError) {
        return try PathText.parse(text)
      } catch {
        reading.fail("\(error.message) at character \(error.offset + 1) of the path", at: node)
        return nil
      }
    }
  }
}
