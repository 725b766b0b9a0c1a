/// The functions of a GLSL text with the functions that each of them calls. A function must not call itself,
/// even indirectly: GLSL has no recursion (OpenGL ES Shading Language 3.00, 6.1), and the stack of a plugin
/// is limited.
struct GLSLCalls {
  private let functions: [GLSLTree.Function]
  /// The calls of each function for which there is only one definition. If several functions have the same
  /// number of parameters, their types determine which of them is called; only the C++ compiler compares
  /// types.
  private let calls: [[(callee: Int, token: GLSLToken)]]

  init(_ items: [GLSLTree.Item]) {
    let functions = items.compactMap { item in
      if case .function(let function) = item { function } else { nil }
    }
    let byName = Dictionary(grouping: functions.indices) { functions[$0].name.text }
    self.functions = functions
    calls = functions.map { function in
      var found: [(callee: Int, token: GLSLToken)] = []
      Self.visit(function.body) { token, arguments in
        let meant = (byName[token.text] ?? []).filter {
          functions[$0].parameters.count == arguments
        }
        if meant.count == 1 { found.append((meant[0], token)) }
      }
      return found
    }
  }

  /// Throws a problem at a call through which a function calls itself.
  func check() throws(GLSLSource.Problem) {
    for start in functions.indices {
      var seen: Set<Int> = []
      var waiting = calls[start]
      while let call = waiting.popLast() {
        guard call.callee != start else {
          throw GLSLSource.Problem(
            at: call.token,
            "\(call.token.text) is called before its own call has returned; GLSL has no recursion: "
              + "write it as a loop")
        }
        if seen.insert(call.callee).inserted { waiting += calls[call.callee] }
      }
    }
  }

  private static func visit(
    _ statements: [GLSLTree.Statement], _ found: (GLSLToken, Int) -> Void
  ) {
    for statement in statements {
      let parts = statement.parts
      for expression in parts.expressions { visit(expression, found) }
      visit(parts.statements, found)
    }
  }

  private static func visit(_ expression: GLSLTree.Expression, _ found: (GLSLToken, Int) -> Void) {
    if case .call(let token, let arguments) = expression { found(token, arguments.count) }
    for part in expression.parts { visit(part, found) }
  }
}
