/// Converts names in GLSL to names in C++.
enum GLSLNames {
  /// The GLSL functions that the C++ header provides.
  static let functions: Set<String> = [
    "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "exp", "log", "exp2",
    "log2", "sqrt", "inversesqrt", "abs", "sign", "floor", "ceil", "trunc", "round", "fract",
    "radians", "degrees", "mod", "min", "max", "pow", "clamp", "mix", "step", "smoothstep", "dot",
    "length", "distance", "normalize", "reflect", "refract", "faceforward", "cross", "lessThan",
    "lessThanEqual", "greaterThan", "greaterThanEqual", "equal", "notEqual", "all", "any", "not",
    "texture2D", "texture", "transpose", "getFromColor", "getToColor",
  ]

  /// Words that have a meaning in C++ or in the GLSL header, but not in GLSL.
  private static let taken: Set<String> = [
    "and", "or", "not", "xor", "new", "delete", "this", "class", "template", "operator", "char",
    "auto", "private", "public", "protected", "namespace", "using", "try", "catch", "throw",
    "union", "short", "long", "double", "signed", "unsigned", "typename", "virtual", "friend",
    "explicit", "bitand", "bitor", "compl", "mutable", "static", "register", "default", "extern",
    "final", "override", "base", "draw", "enum", "typedef", "goto", "sizeof", "switch", "case",
    "volatile", "inline", "asm", "nullptr", "noexcept", "decltype", "constexpr", "concept",
    "requires", "alignas", "alignof", "export", "thread_local", "wchar_t", "const_cast",
    "static_cast", "dynamic_cast", "reinterpret_cast", "typeid", "static_assert", "not_eq",
    "and_eq", "or_eq", "xor_eq", "char16_t", "char32_t", "Float", "Int", "Bool", "Mask", "Masked",
    "Parts", "parts", "pick", "vec", "matrix", "array", "lanes", "floats", "ints", "doubles",
    "screens", "shader", "parameters", "glsl", "to_int", "negate", "on", "left", "result",
    "unix", "linux", "errno", "NULL", "assert", "I", "M_PI", "NAN", "INFINITY",
  ]

  /// Whether a name has the form of a generated name: a mask such as `on1`, `loop2` or `skip3`, or a
  /// condition such as `so4`.
  private static func isOurs(_ name: String) -> Bool {
    ["on", "loop", "skip", "so"].contains { start in
      name.hasPrefix(start) && name.count > start.count
        && name.dropFirst(start.count).allSatisfy(\.isNumber)
    }
  }

  /// The name of a parameter in documents; a `_` is appended if another name becomes the same C++ name.
  static func parameter(_ name: String) -> String {
    taken.contains(name) || functions.contains(name) || isOurs(name)
      || GLSLParser.types.contains(name)
      ? name + "_" : name
  }

  /// Whether a parameter in documents may have this name, followed by `_x`.
  static func isParameter(_ name: String) -> Bool {
    name.utf8.count <= 60
      && name.utf8.first.map { $0 != 0x5f && !(0x30...0x39).contains($0) } ?? false
  }

  // The following functions give each GLSL identifier a C++ name of a separate form, which differs from all
  // C++ keywords, macros and names in the header, and which no other identifier gets.

  /// The C++ name of a variable, with a number if another variable with the same name is visible.
  static func variable(_ name: String, number: Int?) -> String {
    "v\(number.map { "\($0)" } ?? "")_\(name)"
  }
  static func function(_ name: String) -> String { "f_\(name)" }
  static func uniform(_ name: String) -> String { "u_\(name)" }
  /// Returns the C++ name of a GLSL struct member. Names that are also components of vectors are not changed.
  static func member(_ name: String) -> String {
    ["x", "y", "z", "w"].contains(name) ? name : "m_\(name)"
  }

  /// A C++ type with one number for each pixel, or with one number for all pixels, or a struct of the text.
  static func type(_ name: String, isSingle: Bool = false) -> String {
    switch name {
    case "float" where !isSingle: "Float"
    case "int" where !isSingle, "uint" where !isSingle: "Int"
    case "uint": "int"
    case "bool" where !isSingle: "Bool"
    default: GLSLParser.types.contains(name) ? name : "s_\(name)"
    }
  }

  /// A number in C++ syntax; nil if the text is not a number.
  static func number(_ text: String) -> String? {
    var rest = Substring(text)
    let isWhole = rest.last == "u" || rest.last == "U"
    if isWhole { rest.removeLast() }
    if rest.hasPrefix("0x") || rest.hasPrefix("0X") {
      guard let value = UInt32(rest.dropFirst(2), radix: 16), rest.dropFirst(2).first != "+" else {
        return nil
      }
      return "0x\(String(value, radix: 16))\(isWhole ? "u" : "")"
    }
    if !rest.isEmpty, rest.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      let isOctal = rest.first == "0" && rest.count > 1
      guard let value = UInt32(rest, radix: isOctal ? 8 : 10) else { return nil }
      return (isOctal ? "0" + String(value, radix: 8) : "\(value)") + (isWhole ? "u" : "")
    }
    for ending in ["lf", "LF", "f", "F"] where rest.hasSuffix(ending) {
      rest.removeLast(ending.count)
      break
    }
    // The text consists of digits with a point or an exponent, such as 1. or .5 or 1.5e-3 or 2E5.
    let parts = rest.split(omittingEmptySubsequences: false) { $0 == "e" || $0 == "E" }
    func isDigits(_ text: Substring) -> Bool { text.utf8.allSatisfy { (0x30...0x39).contains($0) } }
    let halves = parts[0].split(separator: ".", omittingEmptySubsequences: false)
    guard !isWhole, parts.count <= 2, halves.count <= 2, halves.allSatisfy(isDigits),
      halves.contains(where: { !$0.isEmpty }), text.utf8.count <= 100
    else { return nil }
    if parts.count == 2 {
      let digits = parts[1].first == "-" || parts[1].first == "+" ? parts[1].dropFirst() : parts[1]
      guard !digits.isEmpty, isDigits(digits) else { return nil }
    }
    let isPlain = halves.count == 1 && parts.count == 1
    return "\(rest)\(isPlain ? "." : "")f"
  }

  /// The components of a swizzle in terms of x, y, z and w; nil if the text is not a swizzle.
  static func swizzle(_ text: String) -> String? {
    for letters in ["xyzw", "rgba", "stpq"] where (1...4).contains(text.count) {
      let places = text.compactMap { letter in letters.firstIndex(of: letter) }
      if places.count == text.count {
        return String(
          places.map {
            "xyzw"[
              "xyzw".index(
                "xyzw".startIndex, offsetBy: letters.distance(from: letters.startIndex, to: $0))]
          })
      }
    }
    return nil
  }
}
