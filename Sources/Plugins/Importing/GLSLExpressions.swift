/// Translates GLSL expressions to C++.
extension GLSLWriter {
  /// Whether an expression has the same value for all pixels.
  func isSingle(_ expression: Tree.Expression) -> Bool {
    switch expression {
    case .number: true
    case .name(let token):
      token.text == "true" || token.text == "false" || (try? variable(token).isSingle) == true
    case .prefix(let sign, let one): sign != "++" && sign != "--" && isSingle(one)
    case .binary, .choice, .group: expression.parts.allSatisfy { isSingle($0) }
    case .call(let name, let all):
      ["float", "int", "bool"].contains(name.text) && all.count == 1 && isSingle(all[0])
        && !functions.contains(name.text)
    default: false
    }
  }

  func text(_ expression: Tree.Expression, _ place: Place) throws(Problem) -> String {
    switch expression {
    case .number(let number): return number
    case .name(let token):
      return ["true", "false"].contains(token.text) ? token.text : try variable(token).name
    case .group(let one): return "(\(try text(one, place)))"
    case .comma(let one, let two): return "\(try text(one, place)), \(try text(two, place))"
    case .prefix(let sign, let one):
      if sign == "++" || sign == "--" { return sign + (try target(one, place)) }
      let inner = try text(one, place)
      return sign + (inner.hasPrefix(sign) ? " " : "") + inner
    case .postfix(let sign, let one): return try target(one, place) + sign
    case .binary(let sign, let one, let two):
      if sign == "^^" { return "(\(try text(one, place))) != (\(try text(two, place)))" }
      return "\(try text(one, place)) \(sign) \(try text(two, place))"
    case .assign(let sign, let to, let value, _):
      return "\(try target(to, place)) \(sign) \(try text(value, place))"
    case .choice(let condition, let yes, let no):
      let parts = [try text(condition, place), try text(yes, place), try text(no, place)]
      return isSingle(condition)
        ? "(\(parts[0]) ? \(parts[1]) : \(parts[2]))" : "pick(\(parts.joined(separator: ", ")))"
    case .call(let name, let all): return try call(name, all, place)
    case .list(let type, let all):
      return "array<\(GLSLNames.type(type)), \(all.count)>(\(try list(all, place)))"
    case .member(let one, let name): return try member(one, name, place, isTarget: false)
    case .index(let one, let index, _):
      return "\(try text(one, place))[\(try text(index, place))]"
    }
  }

  private func list(_ all: [Tree.Expression], _ place: Place) throws(Problem) -> String {
    var texts: [String] = []
    for one in all { texts.append(try text(one, place)) }
    return texts.joined(separator: ", ")
  }

  private func call(
    _ name: GLSLToken, _ all: [Tree.Expression], _ place: Place
  ) throws(Problem) -> String {
    let arguments = try list(all, place)
    if functions.contains(name.text) {
      return
        "\(GLSLNames.function(name.text))(\(arguments)\(arguments.isEmpty ? "" : ", ")\(place.mask))"
    }
    if structures.contains(name.text) { return "\(GLSLNames.type(name.text)){\(arguments)}" }
    if GLSLParser.types.contains(name.text) {
      guard !all.isEmpty else { throw Problem(at: name, "\(name.text)() is made of nothing") }
      let isOne = all.count == 1 && isSingle(all[0])
      if name.text == "int", isOne { return "to_int(\(arguments))" }
      return "\(GLSLNames.type(name.text, isSingle: isOne))(\(arguments))"
    }
    guard GLSLNames.functions.contains(name.text) else {
      throw Problem(at: name, "there is no function \(name.text)")
    }
    return "\(name.text == "not" ? "negate" : name.text)(\(arguments))"
  }

  private func member(
    _ one: Tree.Expression, _ name: GLSLToken, _ place: Place, isTarget: Bool
  ) throws(Problem) -> String {
    let whole = isTarget ? try location(one, place) : try text(one, place)
    if fields.contains(name.text) { return "\(whole).\(GLSLNames.member(name.text))" }
    guard let parts = GLSLNames.swizzle(name.text) else {
      throw Problem(at: name, "a vector has no component .\(name.text)")
    }
    if parts.count == 1 { return "\(whole).\(parts)" }
    guard isTarget else { return "\(whole).\(parts)()" }
    let places = parts.map { letter in
      "\("xyzw".distance(from: "xyzw".startIndex, to: "xyzw".firstIndex(of: letter)!))"
    }
    guard Set(places).count == places.count else {
      throw Problem(at: name, ".\(name.text) names a part twice and is assigned")
    }
    return "parts<\(places.joined(separator: ", "))>(\(whole))"
  }

  /// The C++ target of a GLSL assignment that applies only to the pixels of the mask.
  private func target(_ expression: Tree.Expression, _ place: Place) throws(Problem) -> String {
    "\(place.mask)(\(try location(expression, place)))"
  }

  private func location(_ expression: Tree.Expression, _ place: Place) throws(Problem) -> String {
    switch expression {
    case .name(let token):
      guard try !variable(token).isSingle else {
        throw Problem(at: token, "\(token.text) cannot be assigned")
      }
      return try variable(token).name
    case .group(let one): return try location(one, place)
    case .member(let one, let name): return try member(one, name, place, isTarget: true)
    case .index(let one, let index, let token):
      guard isSingle(index) else {
        throw Problem(
          at: token, "an element whose index differs between pixels cannot be assigned")
      }
      return "\(try location(one, place))[\(try text(index, place))]"
    default:
      throw Problem(
        line: source.line, column: source.column,
        message: "the target of an assignment is not a variable")
    }
  }
}
