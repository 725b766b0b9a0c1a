/// Translates GLSL statements to C++, with masks if pixels take different branches.
extension GLSLWriter {
  /// Translates GLSL statements; returns true if no pixel reaches their end.
  mutating func write(_ statements: [Tree.Statement], _ place: Place) throws(Problem) -> Bool {
    scopes.append([:])
    defer { scopes.removeLast() }
    for statement in statements {
      source = statement.token.place
      if try write(statement, place) { return true }
      narrow(behind: statement, place)
    }
    return false
  }

  /// Removes pixels that leave a block in one of its statements from the mask of the block.
  private mutating func narrow(behind statement: Tree.Statement, _ place: Place) {
    var isNarrowed = false
    if leavesApart, statement.leaves {
      emit("\(place.mask) &= ~left;", place)
      isNarrowed = true
    }
    if let loop = place.loops.last {
      if statement.stops {
        emit("\(place.mask) &= loop\(loop.number);", place)
        isNarrowed = true
      }
      if statement.skips {
        emit("\(place.mask) &= ~skip\(loop.number);", place)
        isNarrowed = true
      }
      if isNarrowed { emit("if (!\(place.mask)) continue;", place) }
    } else if isNarrowed, place.isShared {
      emit("if (!\(place.mask)) return\(returnType == "void" ? "" : " result");", place)
    }
  }

  private mutating func write(_ statement: Tree.Statement, _ place: Place) throws(Problem) -> Bool {
    switch statement.kind {
    case .nothing: return false
    case .declare:
      try declare(statement, place, isGlobal: false)
      return false
    case .expression(let one):
      emit(try text(one, place) + ";", place)
      return false
    case .block(let all):
      emit("{", place)
      var inner = place
      inner.indent += "  "
      let ends = try write(all, inner)
      emit("}", place)
      return ends
    case .test(let condition, let yes, let no):
      return try test(condition, yes, no, place)
    case .loop, .doLoop:
      try loop(statement, place)
      return false
    case .leave(let value):
      try leave(value, place)
      return true
    case .stop, .next:
      guard let loop = place.loops.last else {
        throw Problem(at: statement.token, "\(statement.token.text) is outside a loop")
      }
      var isStop = false
      if case .stop = statement.kind { isStop = true }
      if place.isSharedInLoop && !(isStop && loop.skips) {
        emit(isStop ? "break;" : "continue;", place)
      } else {
        emit(
          isStop ? "loop\(loop.number) &= ~\(place.mask);" : "skip\(loop.number) |= \(place.mask);",
          place)
      }
      return true
    }
  }

  private mutating func leave(_ value: Tree.Expression?, _ place: Place) throws(Problem) {
    let text = try value.map { (value) throws(Problem) in try self.text(value, place) }
    let isApart = !place.loops.isEmpty || !place.isShared
    if isApart { leavesApart = true }
    if leavesApart, let text { emit("\(place.mask)(result) = \(text);", place) }
    guard isApart else {
      let given = returnType == "void" ? "" : leavesApart ? " result" : " \(text ?? "{}")"
      return emit("return\(given);", place)
    }
    emit("left |= \(place.mask);", place)
    for loop in place.loops { emit("loop\(loop.number) &= ~\(place.mask);", place) }
  }

  // MARK: - Declarations

  mutating func declare(
    _ statement: Tree.Statement, _ place: Place, isGlobal: Bool
  ) throws(Problem) {
    guard case .declare(let isConstant, let type, let variables) = statement.kind else { return }
    for variable in variables {
      let name = variable.name.text
      let value = try variable.value.map { (value) throws(Problem) in try text(value, place) }
      var isPlain = ["float", "int", "bool"].contains(type) && variable.size == nil
      isPlain = isPlain && variable.value.map { isSingle($0) } == true
      isPlain = isPlain && (isConstant || !assigned.contains(name))
      var written = GLSLNames.type(type, isSingle: isPlain)
      if let size = variable.size { written = "array<\(written), \(try text(size, place))>" }
      if isPlain {
        let isSize = isGlobal && type == "int" && isLiteral(variable.value!)
        written = (isSize ? "static constexpr " : "const ") + written
      }
      if type == "void" { throw Problem(at: variable.name, "\(name) has no type") }
      let initial = value.map { isGlobal && !isPlain ? " = \(written)(\($0))" : " = \($0)" }
      emit(
        "\(written) \(declare(name, isSingle: isPlain))\(initial ?? (isGlobal ? "" : "{}"));", place
      )
    }
  }

  private func isLiteral(_ expression: Tree.Expression) -> Bool {
    switch expression {
    case .number: true
    case .prefix(_, let one), .group(let one): isLiteral(one)
    case .binary(let sign, let one, let two):
      ["+", "-", "*"].contains(sign) && isLiteral(one) && isLiteral(two)
    default: false
    }
  }

  // MARK: - Tests

  private mutating func test(
    _ condition: Tree.Expression, _ yes: Tree.Statement, _ no: Tree.Statement?, _ place: Place
  ) throws(Problem) -> Bool {
    var inner = place
    inner.indent += "  "
    if isSingle(condition) {
      emit("if (\(try text(condition, place))) {", place)
      let first = try write(body(yes), inner)
      guard let no else {
        emit("}", place)
        return false
      }
      emit("} else {", place)
      let second = try write(body(no), inner)
      emit("}", place)
      return first && second
    }
    let number = fresh()
    (inner.mask, inner.isShared, inner.isSharedInLoop) = ("on\(number)", false, false)
    if let no {
      emit("const Bool so\(number) = \(try text(condition, place));", place)
      emit("if (Mask on\(number) = \(place.mask) & so\(number)) {", place)
      let first = try write(body(yes), inner)
      emit("}", place)
      emit("if (Mask on\(number) = \(place.mask) & !so\(number)) {", place)
      let second = try write(body(no), inner)
      emit("}", place)
      // The results of the branches are ignored, because the masks decide which pixels continue.
      _ = first && second
    } else {
      emit("if (Mask on\(number) = \(place.mask) & (\(try text(condition, place)))) {", place)
      _ = try write(body(yes), inner)
      emit("}", place)
    }
    return false
  }

  private func body(_ statement: Tree.Statement) -> [Tree.Statement] {
    if case .block(let all) = statement.kind { return all }
    return [statement]
  }

  // MARK: - Loops

  private mutating func loop(_ statement: Tree.Statement, _ place: Place) throws(Problem) {
    scopes.append([:])
    defer { scopes.removeLast() }
    if case .doLoop(let body, let condition) = statement.kind {
      let (inner, number) = masked(body, place)
      emit("do {", place)
      try write(loopBody: body, inner, number)
      emit("} while (loop\(number) &= \(try text(condition, place)));", place)
      return
    }
    guard case .loop(let start, let condition, let step, let body) = statement.kind else { return }
    if let head = try sharedHead(start, condition, step, body, place) {
      if body.leaves || body.stops || body.skips {
        let (inner, number) = masked(body, place)
        emit("\(head) {", place)
        try write(loopBody: body, inner, number)
      } else {
        emit("\(head) {", place)
        var inner = place
        inner.indent += "  "
        _ = try write(self.body(body), inner)
      }
      return emit("}", place)
    }
    let (inner, number) = masked(body, place)
    if let start {
      emit("{", place)
      _ = try write(start, place)
    }
    var stepping = place
    stepping.mask = "loop\(number)"
    let asked = try condition.map { (one) throws(Problem) in try text(one, place) } ?? "true"
    let stepped = try step.map { (one) throws(Problem) in try text(one, stepping) } ?? ""
    emit("for (; loop\(number) &= \(asked); \(stepped)) {", place)
    try write(loopBody: body, inner, number)
    emit("}", place)
    if start != nil { emit("}", place) }
  }

  /// Declares the mask of a loop, and returns the context for its body.
  private mutating func masked(_ body: Tree.Statement, _ place: Place) -> (Place, Int) {
    let number = fresh()
    emit("Mask loop\(number) = \(place.mask);", place)
    var inner = place
    inner.loops.append(Loop(number: number, skips: body.skips))
    (inner.mask, inner.isSharedInLoop) = ("on\(number)", true)
    inner.isShared = false
    inner.indent += "  "
    return (inner, number)
  }

  private mutating func write(
    loopBody body: Tree.Statement, _ place: Place, _ number: Int
  ) throws(Problem) {
    emit("Mask on\(number) = loop\(number);", place)
    emit("if (!on\(number)) break;", place)
    if body.skips { emit("Mask skip\(number)(false);", place) }
    _ = try write(self.body(body), place)
  }

  /// The C++ head of a loop that has the same number of iterations for all pixels; nil for any other loop.
  private mutating func sharedHead(
    _ start: Tree.Statement?, _ condition: Tree.Expression?, _ step: Tree.Expression?,
    _ body: Tree.Statement, _ place: Place
  ) throws(Problem) -> String? {
    guard let start, let step else {
      guard start == nil, step == nil, let condition, isSingle(condition) else { return nil }
      return "while (\(try text(condition, place)))"
    }
    guard case .declare(_, let type, let all) = start.kind, all.count == 1,
      let first = all[0].value,
      ["int", "float"].contains(type), all[0].size == nil, isSingle(first),
      !targets(in: [body]).contains(all[0].name.text)
    else { return nil }
    let value = try text(first, place)
    let name = declare(all[0].name.text, isSingle: true)
    let asked = condition.map { isSingle($0) } ?? true
    guard asked, let stepped = try sharedStep(step, all[0].name.text, place) else {
      scopes[scopes.count - 1][all[0].name.text] = nil
      return nil
    }
    let test = try condition.map { (one) throws(Problem) in try text(one, place) } ?? ""
    return "for (\(type) \(name) = \(value); \(test); \(stepped))"
  }

  private func sharedStep(
    _ step: Tree.Expression, _ counter: String, _ place: Place
  ) throws(Problem) -> String? {
    guard case .name(let token) = target(of: step), token.text == counter else { return nil }
    let name = try variable(token).name
    switch step {
    case .prefix(let sign, _), .postfix(let sign, _): return name + sign
    case .assign(let sign, _, let value, _) where isSingle(value):
      return "\(name) \(sign) \(try text(value, place))"
    default: return nil
    }
  }

  private func target(of step: Tree.Expression) -> Tree.Expression {
    switch step {
    case .prefix("++", let one), .prefix("--", let one), .postfix(_, let one),
      .assign(_, let one, _, _):
      one
    default: step
    }
  }
}
