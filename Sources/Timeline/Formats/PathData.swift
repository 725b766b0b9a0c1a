package import Scenes

/// Parses SVG path data with the commands M L H V C S Q T A Z in upper and lower case. Quadratic curves and
/// arcs of SVG path data are converted to cubic curves.
package struct PathData {
  /// The reason why parsing stopped, and the byte offset in the text, from 0.
  package struct Problem: Error {
    package var offset: Int
    package var message: String
  }

  /// The limits for parsing path data, and the accuracy of arcs.
  package struct Limits: Sendable {
    /// The largest absolute value of a number in SVG path data.
    package var number: Double
    package var elements: Int
    /// The excess over a whole number of eighths of a turn for which an SVG arc gets no additional cubic.
    package var arcSlack: Double

    package init(number: Double, elements: Int, arcSlack: Double) {
      self.number = number
      self.elements = elements
      self.arcSlack = arcSlack
    }
  }

  /// The path elements that precede the first problem in the path data.
  package private(set) var elements: [PathElement] = []
  package private(set) var problem: Problem?

  private var scanner: NumberScanner
  private let limits: Limits
  private var current = Point.zero
  private var start = Point.zero
  /// The last control point, which the commands S and T reflect.
  private var control: (kind: Character, point: Point)?

  package init(_ text: String, limits: Limits) {
    scanner = NumberScanner(text)
    self.limits = limits
    do throws(Problem) { try read() } catch { problem = error }
  }

  private mutating func read() throws(Problem) {
    var command: Character?
    scanner.skip()
    while !scanner.isAtEnd {
      if let letter = scanner.letter() {
        command = letter
        if elements.isEmpty, letter != "m", letter != "M" {
          throw Problem(offset: scanner.at - 1, message: "the path must start with the command M")
        }
      } else if command == nil || command == "z" || command == "Z" {
        throw Problem(offset: scanner.at, message: "expected a command such as L")
      }
      try draw(command!)
      // Further pairs of numbers after a move command are lines.
      if command == "M" { command = "L" }
      if command == "m" { command = "l" }
      if elements.count > limits.elements {
        throw Problem(offset: scanner.at, message: "more than \(limits.elements) elements")
      }
      scanner.skip()
    }
  }

  private mutating func draw(_ command: Character) throws(Problem) {
    let origin = command.isLowercase ? current : .zero
    let previous = control
    control = nil
    switch command {
    case "m", "M":
      current = try point(origin)
      start = current
      elements.append(.move(current))
    case "l", "L": line(to: try point(origin))
    case "h", "H": line(to: Point(origin.x + (try number()), current.y))
    case "v", "V": line(to: Point(current.x, origin.y + (try number())))
    case "c", "C":
      let first = try point(origin)
      let second = try point(origin)
      cubic(first, second, try point(origin))
    case "s", "S":
      let first = reflected(previous, of: "c")
      let second = try point(origin)
      cubic(first, second, try point(origin))
    case "q", "Q":
      let middle = try point(origin)
      quadratic(middle, try point(origin))
    case "t", "T":
      let middle = reflected(previous, of: "q")
      quadratic(middle, try point(origin))
    case "a", "A": try arc(origin)
    case "z", "Z":
      elements.append(.close)
      current = start
    default:
      throw Problem(
        offset: scanner.at - 1,
        message: "no command \(command); the commands are M L H V C S Q T A Z")
    }
  }

  private mutating func line(to end: Point) {
    elements.append(.line(end))
    current = end
  }

  private mutating func cubic(_ first: Point, _ second: Point, _ end: Point) {
    elements.append(.cubic(control1: first, control2: second, end: end))
    control = ("c", second)
    current = end
  }

  /// Adds the cubic that equals a quadratic curve: each of its control points is two thirds of the way from
  /// an end point to the quadratic control point.
  private mutating func quadratic(_ middle: Point, _ end: Point) {
    func toward(_ a: Point) -> Point {
      Point(a.x + (middle.x - a.x) * 2 / 3, a.y + (middle.y - a.y) * 2 / 3)
    }
    elements.append(.cubic(control1: toward(current), control2: toward(end), end: end))
    control = ("q", middle)
    current = end
  }

  private mutating func arc(_ origin: Point) throws(Problem) {
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
    var cubics = arc.cubics(slack: limits.arcSlack)
    // The last cubic of an arc ends exactly at the point in the path data.
    if case .cubic(let first, let second, _)? = cubics.last {
      cubics[cubics.count - 1] = .cubic(control1: first, control2: second, end: end)
    }
    elements += cubics
    current = end
  }

  private func reflected(_ previous: (kind: Character, point: Point)?, of kind: Character) -> Point
  {
    guard let previous, previous.kind == kind else { return current }
    return Point(2 * current.x - previous.point.x, 2 * current.y - previous.point.y)
  }

  private mutating func point(_ origin: Point) throws(Problem) -> Point {
    let x = try number()
    let y = try number()
    return Point(origin.x + x, origin.y + y)
  }

  private mutating func number() throws(Problem) -> Double {
    scanner.skip()
    let begin = scanner.at
    guard let value = scanner.next() else {
      throw Problem(offset: begin, message: "expected a number")
    }
    guard abs(value) <= limits.number else {
      let most = Int64(limits.number)
      throw Problem(offset: begin, message: "expected a number from -\(most) to \(most)")
    }
    return value
  }

  private mutating func flag() throws(Problem) -> Bool {
    guard let flag = scanner.flag() else {
      throw Problem(offset: scanner.at, message: "expected 0 or 1 for a flag of the command A")
    }
    return flag == 1
  }
}
