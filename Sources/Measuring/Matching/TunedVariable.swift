package import Documents
internal import Files
package import JSON
internal import Scenes

/// A variable that is tuned, as the numbers in its value. The value is a number, a string with a number and a unit such
/// as `250ms`, a colour, or a list or an object of such values: a point, a frame, a spring.
package struct TunedVariable: Sendable {
  /// The positions of the numbers in the value.
  private indirect enum Form: Sendable {
    case number
    /// The value is a number in a string, before its unit.
    case text(unit: String)
    /// The value is a colour with red, green and blue from 0 to 255, and alpha if the colour is not opaque.
    case color(hasAlpha: Bool)
    case list([Form])
    case object([(key: String, form: Form)])
    /// A part of the value that is not a number and does not change.
    case fixed(String)
  }

  package let name: String
  package var numbers: [Double]
  private let form: Form

  /// Creates a variable with a value; nil for a value without a number.
  package init?(name: String, _ node: JSONNode) {
    self.name = name
    var numbers: [Double] = []
    form = Self.form(node, &numbers)
    guard !numbers.isEmpty else { return nil }
    self.numbers = numbers
  }

  private static func form(_ node: JSONNode, _ numbers: inout [Double]) -> Form {
    if let number = node.number {
      numbers.append(number)
      return .number
    }
    if let text = node.string { return form(text, &numbers) ?? .fixed(node.json) }
    if let elements = node.elements { return .list(elements.map { form($0, &numbers) }) }
    if let members = node.members {
      return .object(members.map { ($0.key, form($0.value, &numbers)) })
    }
    return .fixed(node.json)
  }

  private static func form(_ text: String, _ numbers: inout [Double]) -> Form? {
    if let color = ColorText.parse(text) {
      let hasAlpha = color.alpha < 1
      numbers += [color.red, color.green, color.blue].map { 255 * $0 }
      if hasAlpha { numbers.append(255 * color.alpha) }
      return .color(hasAlpha: hasAlpha)
    }
    let head = text.prefix { $0.isNumber || $0 == "." || $0 == "-" }
    guard let number = Double(head), head.count < text.count else { return nil }
    numbers.append(number)
    return .text(unit: String(text[head.endIndex...]))
  }

  // MARK: How it is tuned

  package var hasColors: Bool { Self.hasColors(form) }

  private static func hasColors(_ form: Form) -> Bool {
    switch form {
    case .color: true
    case .list(let forms): forms.contains(where: hasColors)
    case .object(let members): members.contains { hasColors($0.form) }
    case .number, .text, .fixed: false
    }
  }

  /// Returns the steps for derivatives, which are a fraction `share` of each number.
  func steps(_ share: Double) -> [Double] {
    var rest = numbers[...]
    return Self.leaves(form).flatMap { form -> [Double] in
      let own = rest.prefix(form.count)
      rest = rest.dropFirst(form.count)
      // A colour's levels are whole numbers in a picture, so their step is the same for all levels.
      if form.count > 1 { return own.map { _ in 300 * share } }
      return own.map { share * max(0.05, $0.magnitude) }
    }
  }

  /// The indices of the numbers that are scaled in the first scan; the two numbers of a point are scaled together.
  /// Colours are not scanned, because frames change evenly with them.
  var scanned: [Range<Int>] {
    var (place, spans) = (0, [Range<Int>]())
    let leaves = Self.leaves(form)
    for form in leaves {
      if form.count == 1 { spans.append(place..<place + 1) }
      place += form.count
    }
    guard case .list = form, spans.count == leaves.count, spans.count == 2 || spans.count == 4
    else { return spans }
    return [0..<2] + spans.dropFirst(2)
  }

  private static func leaves(_ form: Form) -> [(form: Form, count: Int)] {
    switch form {
    case .number, .text: [(form, 1)]
    case .color(let hasAlpha): [(form, hasAlpha ? 4 : 3)]
    case .list(let forms): forms.flatMap(leaves)
    case .object(let members): members.flatMap { leaves($0.form) }
    case .fixed: []
    }
  }

  // MARK: As JSON

  /// The value as JSON, with only as many digits as a recording can determine.
  package var json: String { text(isFine: false) }

  /// The value as an argument of `--set`: a string without its quotes.
  package var setting: String { setting(isFine: false) }

  /// The value as an argument of `--set` with all digits.
  var fineSetting: String { setting(isFine: true) }

  private func setting(isFine: Bool) -> String {
    switch form {
    case .text, .color: JSONNode(json: text(isFine: isFine))?.string ?? ""
    case .number, .list, .object, .fixed: text(isFine: isFine)
    }
  }

  /// The values that are written, each with its pointer below the variable.
  package var leaves: [(pointer: String, json: String)] {
    var rest = numbers[...]
    return Self.written(form, "", &rest)
  }

  private static func written(
    _ form: Form, _ pointer: String, _ rest: inout ArraySlice<Double>
  ) -> [(pointer: String, json: String)] {
    var all: [(pointer: String, json: String)] = []
    switch form {
    case .number, .text, .color: all.append((pointer, text(form, &rest, isFine: false)))
    case .list(let forms):
      for (place, form) in forms.enumerated() { all += written(form, "\(pointer)/\(place)", &rest) }
    case .object(let members):
      for (key, form) in members {
        let escaped = EscapedText.pointerPart(key)
        all += written(form, "\(pointer)/\(escaped)", &rest)
      }
    case .fixed: break
    }
    return all
  }

  private func text(isFine: Bool) -> String {
    var rest = numbers[...]
    return Self.text(form, &rest, isFine: isFine)
  }

  private static func text(
    _ form: Form, _ rest: inout ArraySlice<Double>, isFine: Bool
  ) -> String {
    func number() -> String {
      let number = rest.removeFirst()
      return JSONWriter.number(isFine ? number : short(number))
    }
    switch form {
    case .number: return number()
    case .text(let unit): return JSONWriter.string(number() + unit)
    case .color(let hasAlpha):
      let parts = rest.prefix(hasAlpha ? 4 : 3).map { min(255, max(0, $0)) }
      rest = rest.dropFirst(parts.count)
      return JSONWriter.string(isFine ? function(parts) : hexadecimal(parts))
    case .list(let forms):
      let texts = forms.map { text($0, &rest, isFine: isFine) }
      return "[" + texts.joined(separator: ", ") + "]"
    case .object(let members):
      let texts = members.map {
        "\(JSONWriter.string($0.key)): \(text($0.form, &rest, isFine: isFine))"
      }
      return "{ " + texts.joined(separator: ", ") + " }"
    case .fixed(let json): return json
    }
  }

  private static func function(_ parts: [Double]) -> String {
    var texts = parts.prefix(3).map(JSONWriter.number)
    if parts.count == 4 { texts.append(JSONWriter.number(parts[3] / 255)) }
    return "rgba(\(texts.joined(separator: ", "))\(parts.count == 3 ? ", 1" : ""))"
  }

  private static func hexadecimal(_ parts: [Double]) -> String {
    "#"
      + parts.map {
        let level = Int(clamped: $0, rounded: .toNearestOrAwayFromZero, to: 0...255)
        return (level < 16 ? "0" : "") + String(level, radix: 16)
      }.joined()
  }

  private static func short(_ number: Double) -> Double {
    let places = 3 - (Portable.log(max(1e-6, number.magnitude)) / 2.302585).rounded(.down)
    // Portable.pow is exact only for integral powers of ten.
    let power = Portable.pow(10, places.magnitude).rounded()
    return places < 0 ? (number / power).rounded() * power : (number * power).rounded() / power
  }
}
