/// Names of GLSL and what they are called in C++.
enum GLSLNames {
  /// GLSL's own functions that the header has.
  static let functions: Set<String> = [
    "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "exp", "log", "exp2",
    "log2", "sqrt", "inversesqrt", "abs", "sign", "floor", "ceil", "trunc", "round", "fract",
    "radians", "degrees", "mod", "min", "max", "pow", "clamp", "mix", "step", "smoothstep", "dot",
    "length", "distance", "normalize", "reflect", "refract", "faceforward", "cross", "lessThan",
    "lessThanEqual", "greaterThan", "greaterThanEqual", "equal", "notEqual", "all", "any", "not",
    "texture2D", "texture", "transpose", "getFromColor", "getToColor",
  ]

  /// Words that mean something in C++ or in our header and nothing in GLSL.
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

  /// Masks are `on1`, `loop2`, `skip3`, conditions `so4`.
  private static func isOurs(_ name: String) -> Bool {
    ["on", "loop", "skip", "so"].contains { start in
      name.hasPrefix(start) && name.count > start.count
        && name.dropFirst(start.count).allSatisfy(\.isNumber)
    }
  }

  /// A parameter's or a variable's: `_` stands behind what another thing is called.
  static func variable(_ name: String) -> String {
    taken.contains(name) || functions.contains(name) || isOurs(name)
      || GLSLParser.types.contains(name)
      ? name + "_" : name
  }

  /// A type of numbers for each pixel, or of one number for all of them.
  static func type(_ name: String, isSingle: Bool = false) -> String {
    switch name {
    case "float" where !isSingle: "Float"
    case "int" where !isSingle, "uint" where !isSingle: "Int"
    case "uint": "int"
    case "bool" where !isSingle: "Bool"
    default: name
    }
  }

  static func number(_ text: String) -> String {
    let isHex = text.hasPrefix("0x") || text.hasPrefix("0X")
    guard !isHex, text.contains(where: { ".eE".contains($0) }) else {
      return text.last == "f" && !isHex ? String(text.dropLast()) + ".f" : text
    }
    return text.last.map { "fF".contains($0) } == true ? text : text + "f"
  }

  /// The parts that a swizzle names, as x, y, z and w.
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
