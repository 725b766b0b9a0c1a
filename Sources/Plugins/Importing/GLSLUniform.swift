/// A uniform of a transition: a picture becomes a role of the animator, and any other uniform becomes a
/// parameter.
package struct GLSLUniform: Equatable {
  package enum Kind: String, CaseIterable {
    case float, int, bool, vec2, ivec2, vec3, vec4, sampler2D
  }
  package var kind: Kind
  /// The name in GLSL; `name` is the name of the parameter in documents.
  package var source: String
  package var name: String
  /// The numbers of the default value, in which a Boolean is 0 or 1.
  package var numbers: [Double]
  /// The range of the numbers; nil if the comment specifies none.
  package var range: ClosedRange<Double>?
  /// The description of the uniform in the GLSL comment.
  package var doc: String?

  /// Parses the range and the description after a default value, such as `= 0.5 [0, 1] how soft the edge is`.
  static func said(in text: String) -> (range: ClosedRange<Double>?, doc: String?) {
    var rest = text[...]
    var range: ClosedRange<Double>?
    if let open = rest.firstIndex(of: "["), let close = rest[open...].firstIndex(of: "]") {
      let ends = rest[rest.index(after: open)..<close].split(separator: ",").map {
        GLSLNumber.list(in: String($0)).first
      }
      if ends.count == 2, let low = ends[0], let high = ends[1], low < high, isFloat(low),
        isFloat(high)
      {
        range = low...high
      }
      rest = rest[rest.index(after: close)...]
    } else if let end = rest.firstIndex(of: ";") {
      rest = rest[rest.index(after: end)...]
    } else {
      return (nil, nil)
    }
    let words = rest.split(whereSeparator: { $0.isWhitespace || "/*".contains($0) })
    let doc = GLSLSource.plain(words.joined(separator: " "))
    return (range, doc.contains { $0.isLetter } ? String(doc.prefix(200)) : nil)
  }

  /// Whether a C++ float can represent the number.
  static func isFloat(_ number: Double) -> Bool { abs(number) <= 3e38 }

  /// The number of components that the GLSL uniform has.
  var count: Int {
    switch kind {
    case .float, .int, .bool: 1
    case .vec2, .ivec2: 2
    case .vec3: 3
    case .vec4: 4
    case .sampler2D: 0
    }
  }

  /// Whether a vector of three or four numbers is a colour, which depends on its default value.
  var isColor: Bool {
    (kind == .vec3 || kind == .vec4) && numbers.allSatisfy { (0...1).contains($0) }
  }

  /// A field of the C++ parameter struct: its name in documents, its C type, and its default value as JSON.
  struct Field {
    var name: String
    var type: String
    var json: String
    /// The name of the uniform's field in C++.
    var member: String { "p_\(name)" }
  }

  var fields: [Field] {
    let whole = numbers.map { "\(GLSLNumber.text($0.rounded(.towardZero)))" }
    switch kind {
    case .float: return [Field(name: name, type: "double", json: GLSLNumber.text(numbers[0]))]
    case .int: return [Field(name: name, type: "int32_t", json: whole[0])]
    case .bool:
      return [Field(name: name, type: "bool", json: numbers[0] == 0 ? "false" : "true")]
    case .vec2, .ivec2:
      let pair = (kind == .vec2 ? numbers.map(GLSLNumber.text) : whole).joined(separator: ", ")
      return [Field(name: name, type: "animator_point", json: "[\(pair)]")]
    case .vec3, .vec4:
      if isColor {
        return [
          Field(name: name, type: "animator_color", json: "\"#\(GLSLNumber.hex(numbers))\"")
        ]
      }
      return zip(["x", "y", "z", "w"], numbers).map { letter, number in
        Field(name: "\(name)_\(letter)", type: "double", json: GLSLNumber.text(number))
      }
    case .sampler2D: return []
    }
  }

  /// The C++ expression for the uniform's value, from the parameters `p`.
  var value: String {
    switch kind {
    case .float: "(float)p.p_\(name)"
    case .int: "p.p_\(name)"
    case .bool: "p.p_\(name)"
    case .vec2: "vec2(p.p_\(name).x, p.p_\(name).y)"
    case .ivec2: "ivec2(p.p_\(name).x, p.p_\(name).y)"
    case .vec3 where isColor: "vec3(p.p_\(name).red, p.p_\(name).green, p.p_\(name).blue)"
    case .vec4 where isColor:
      "vec4(p.p_\(name).red, p.p_\(name).green, p.p_\(name).blue, p.p_\(name).alpha)"
    case .vec3, .vec4:
      "\(kind.rawValue)(\(fields.map { "p.\($0.member)" }.joined(separator: ", ")))"
    case .sampler2D: "{}"
    }
  }
}

/// Writes numbers in the syntax of C++ and JSON.
enum GLSLNumber {
  static func text(_ number: Double) -> String {
    let text = "\(number)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  static func hex(_ numbers: [Double]) -> String {
    numbers.map { number in
      // The numbers are components of colours, so the range is 0 to 255.
      let level = (number * 255).rounded()
      let value = (0...255).first { Double($0) == level } ?? 0
      let digits = String(value, radix: 16)
      return digits.count == 1 ? "0\(digits)" : digits
    }.joined()
  }

  /// The numbers in a default value such as `vec2(10.0, 5)`, `true` or `.5`; two numbers with * or / between
  /// them count as one number.
  static func list(in text: String) -> [Double] {
    var found: [Double] = []
    var pending: Character?
    var isNegative = false
    for token in GLSLToken.split(text) {
      switch token.kind {
      case .number:
        guard var number = value(token.text) else { continue }
        if isNegative { number = -number }
        if let sign = pending, let before = found.popLast() {
          found.append(sign == "*" ? before * number : before / number)
        } else {
          found.append(number)
        }
        (pending, isNegative) = (nil, false)
      case .word where token.text == "true": found.append(1)
      case .word where token.text == "false": found.append(0)
      case .sign where token.text == "-": isNegative = true
      case .sign where (token.text == "*" || token.text == "/") && !found.isEmpty:
        pending = token.text.first
      case .sign where token.text == ";" || token.text == "[": return found
      default: break
      }
    }
    return found
  }

  static func value(_ text: String) -> Double? {
    var text = text
    while let last = text.last, "fFuU".contains(last) { text.removeLast() }
    if text.hasSuffix(".") { text += "0" }
    if text.hasPrefix(".") { text = "0" + text }
    return Double(text.replacing(".e", with: ".0e"))
  }
}
