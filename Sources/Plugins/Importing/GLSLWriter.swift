/// Translates a GLSL text to C++ that computes eight pixels at a time. A C++ variable of the translated
/// shader contains one number for each pixel. Variables that are the same for all pixels and never change
/// remain single numbers, and conditions on them remain plain `if` statements. If pixels take different
/// branches, each statement applies only to the pixels of a mask, as in `on1(x) = v`.
struct GLSLWriter {
  typealias Tree = GLSLTree
  typealias Problem = GLSLSource.Problem

  /// A line of C++, with the position of its statement in the original file.
  struct Line {
    var text: String
    var source: (line: Int, column: Int)?
  }
  struct Variable {
    var name: String
    /// Whether the C++ variable is a single number for all pixels.
    var isSingle: Bool
  }
  /// A GLSL loop that pixels may leave in different iterations.
  struct Loop {
    var number: Int
    var skips: Bool
  }
  /// The context in which a GLSL statement is translated.
  struct Place {
    var mask = "on"
    /// Whether either all pixels of the function call reach the statement, or none of them.
    var isShared = true
    var loops: [Loop] = []
    /// Whether either all pixels of the innermost loop reach the statement, or none of them.
    var isSharedInLoop = true
    var indent = "    "
  }

  var lines: [Line] = []
  var scopes: [[String: Variable]] = [[:]]
  /// The names of global variables, and the names declared so far in the current function.
  var globals: Set<String> = []
  var locals: Set<String> = []
  var functions: Set<String> = []
  /// The names of the GLSL functions that write to their parameters.
  var writers: Set<String> = []
  var structures: Set<String> = []
  /// The names of the members of all GLSL structs.
  var fields: Set<String> = []
  /// The variables to which the current GLSL function assigns values.
  var assigned: Set<String> = []
  var counter = 0
  var returnType = "void"
  var leavesApart = false
  var source = (line: 1, column: 1)

  /// The global variables and functions as members of a C++ struct.
  static func write(_ items: [Tree.Item], uniforms: [GLSLUniform]) throws(Problem) -> [Line] {
    var writer = GLSLWriter()
    for name in ["progress", "ratio"] {
      writer.scopes[0][name] = Variable(name: name, isSingle: true)
    }
    for uniform in uniforms {
      let isSingle = [.float, .int, .bool].contains(uniform.kind)
      writer.scopes[0][uniform.source] = Variable(
        name: GLSLNames.uniform(uniform.source), isSingle: isSingle)
    }
    var everything: Set<String> = []
    for case .function(let function) in items {
      writer.functions.insert(function.name.text)
      if function.parameters.contains(where: \.isOutput) {
        writer.writers.insert(function.name.text)
      }
    }
    for case .function(let function) in items {
      everything.formUnion(writer.targets(in: function.body))
    }
    for item in items {
      switch item {
      case .structure(let structure): try writer.write(structure)
      case .global(let statement):
        writer.assigned = everything
        try writer.global(statement)
      case .function(let function): try writer.write(function)
      }
    }
    return writer.lines
  }

  // MARK: - Names

  mutating func fresh() -> Int {
    counter += 1
    return counter
  }

  func variable(_ token: GLSLToken) throws(Problem) -> Variable {
    for scope in scopes.reversed() { if let found = scope[token.text] { return found } }
    throw Problem(at: token, "there is no variable \(token.text)")
  }

  /// Declares a C++ variable and returns its name. The C++ name differs from that of a variable that it
  /// hides, because the initial value may still read the hidden variable.
  mutating func declare(_ name: String, isSingle: Bool) -> String {
    let isFirst =
      scopes.count == 1
      ? globals.insert(name).inserted : !globals.contains(name) && locals.insert(name).inserted
    let written = GLSLNames.variable(name, number: isFirst ? nil : fresh())
    scopes[scopes.count - 1][name] = Variable(name: written, isSingle: isSingle)
    return written
  }

  /// Returns the variables to which GLSL statements assign values.
  func targets(in statements: [Tree.Statement]) -> Set<String> {
    var found: Set<String> = []
    for statement in statements {
      let parts = statement.parts
      for expression in parts.expressions { add(&found, from: expression) }
      found.formUnion(targets(in: parts.statements))
    }
    return found
  }

  private func add(_ found: inout Set<String>, from expression: Tree.Expression) {
    switch expression {
    case .assign(_, let target, _, _): found.formUnion([target.root].compactMap { $0 })
    case .prefix("++", let target), .prefix("--", let target), .postfix(_, let target):
      found.formUnion([target.root].compactMap { $0 })
    case .call(let name, let arguments) where writers.contains(name.text):
      found.formUnion(arguments.compactMap(\.root))
    default: break
    }
    for part in expression.parts { add(&found, from: part) }
  }

  // MARK: - Lines

  mutating func emit(_ text: String, _ place: Place) {
    lines.append(Line(text: place.indent + text, source: source))
  }

  // MARK: - Structs, globals, functions

  private mutating func write(_ structure: Tree.Structure) throws(Problem) {
    source = structure.name.place
    let name = structure.name.text
    var place = Place()
    place.indent = "  "
    let type = GLSLNames.type(name)
    emit("struct \(type) {", place)
    var members: [String] = []
    for member in structure.members {
      let field = member.variable.name.text
      guard fields.insert(field).inserted || !members.contains(GLSLNames.member(field)) else {
        throw Problem(
          at: member.variable.name, "the struct \(name) declares the member \(field) twice")
      }
      members.append(GLSLNames.member(field))
      guard member.variable.size == nil else {
        throw Problem(at: member.variable.name, "an array in a struct is not supported")
      }
      emit("  \(GLSLNames.type(member.type)) \(GLSLNames.member(field));", place)
    }
    emit(
      "  friend GLSL_INLINE \(type) pick(Bool so, const \(type) &yes, const \(type) &no) {", place)
    let picked = members.map { "pick(so, yes.\($0), no.\($0))" }.joined(separator: ", ")
    emit("    return {\(picked)};", place)
    emit("  }", place)
    emit("};", place)
    structures.insert(name)
  }

  private mutating func global(_ statement: Tree.Statement) throws(Problem) {
    var place = Place()
    (place.mask, place.indent) = ("Mask(true)", "  ")
    source = statement.token.place
    try declare(statement, place, isGlobal: true)
  }

  private mutating func write(_ function: Tree.Function) throws(Problem) {
    scopes.append([:])
    defer { scopes.removeLast() }
    source = function.name.place
    var outer = Place()
    outer.indent = "  "
    lines.append(Line(text: "", source: nil))
    locals = []
    assigned = targets(in: function.body)
    var parameters: [String] = []
    for parameter in function.parameters {
      var type = GLSLNames.type(parameter.type)
      if let size = parameter.size { type = "array<\(type), \(try text(size, Place()))>" }
      let name = declare(parameter.name.text, isSingle: false)
      parameters.append("\(type) \(parameter.isOutput ? "&" : "")\(name)")
    }
    returnType = GLSLNames.type(function.type)
    leavesApart = false
    parameters.append("Mask on")
    emit(
      "\(returnType) \(GLSLNames.function(function.name.text))(\(parameters.joined(separator: ", "))) {",
      outer)
    let start = lines.count
    let ends = try write(function.body, Place())
    if leavesApart {
      let declared =
        returnType == "void" ? [] : [Line(text: "    \(returnType) result;", source: nil)]
      lines.insert(
        contentsOf: declared + [Line(text: "    Mask left(false);", source: nil)], at: start)
      if !ends, returnType != "void" { emit("return result;", Place()) }
    } else if !ends, returnType != "void" {
      emit("return {};", Place())
    }
    emit("}", outer)
  }
}
