/// The syntax tree of a GLSL text.
enum GLSLTree {
  indirect enum Expression {
    case number(String)
    case name(GLSLToken)
    case prefix(String, Expression)
    case postfix(String, Expression)
    case binary(String, Expression, Expression)
    case assign(String, Expression, Expression, GLSLToken)
    case choice(Expression, Expression, Expression)
    case call(GLSLToken, [Expression])
    /// An array constructor, such as `float[3](…)`.
    case list(String, [Expression])
    case member(Expression, GLSLToken)
    case index(Expression, Expression, GLSLToken)
    case group(Expression)
    case comma(Expression, Expression)
  }

  struct Variable {
    var name: GLSLToken
    var size: Expression?
    var value: Expression?
  }

  indirect enum Kind {
    case declare(isConstant: Bool, type: String, [Variable])
    case expression(Expression)
    case block([Statement])
    case test(Expression, Statement, Statement?)
    case loop(start: Statement?, Expression?, step: Expression?, Statement)
    case doLoop(Statement, Expression)
    case leave(Expression?)
    case stop
    case next
    case nothing
  }

  struct Statement {
    var kind: Kind
    var token: GLSLToken
  }

  struct Parameter {
    var type: String
    var name: GLSLToken
    var size: Expression?
    var isOutput: Bool
  }

  struct Function {
    var type: String
    var name: GLSLToken
    var parameters: [Parameter]
    var body: [Statement]
  }

  struct Structure {
    var name: GLSLToken
    var members: [(type: String, variable: Variable)]
  }

  enum Item {
    case function(Function)
    case global(Statement)
    case structure(Structure)
  }
}

extension GLSLTree.Expression {
  /// The direct subexpressions of the GLSL expression.
  var parts: [Self] {
    switch self {
    case .number, .name: []
    case .prefix(_, let one), .postfix(_, let one), .member(let one, _), .group(let one): [one]
    case .binary(_, let one, let two), .assign(_, let one, let two, _), .index(let one, let two, _),
      .comma(let one, let two):
      [one, two]
    case .choice(let one, let two, let three): [one, two, three]
    case .call(_, let all), .list(_, let all): all
    }
  }

  /// The variable to which an lvalue belongs, such as `a` in `a.xy` and `a[1]`.
  var root: String? {
    switch self {
    case .name(let token): token.text
    case .member(let one, _), .index(let one, _, _), .group(let one): one.root
    default: nil
    }
  }
}

extension GLSLTree.Statement {
  /// The expressions of the statement itself, and the statements directly inside it.
  var parts: (expressions: [GLSLTree.Expression], statements: [Self]) {
    switch kind {
    case .declare(_, _, let variables): (variables.compactMap(\.value), [])
    case .expression(let one): ([one], [])
    case .block(let all): ([], all)
    case .test(let condition, let yes, let no): ([condition], [yes] + (no.map { [$0] } ?? []))
    case .loop(let start, let condition, let step, let body):
      ([condition, step].compactMap { $0 }, (start.map { [$0] } ?? []) + [body])
    case .doLoop(let body, let condition): ([condition], [body])
    case .leave(let value): (value.map { [$0] } ?? [], [])
    case .stop, .next, .nothing: ([], [])
    }
  }

  var isLoop: Bool {
    switch kind {
    case .loop, .doLoop: true
    default: false
    }
  }

  /// Whether any part of the statement returns from the function.
  var leaves: Bool {
    if case .leave = kind { return true }
    return parts.statements.contains { $0.leaves }
  }

  /// Whether any part of the statement leaves its loop or continues with the next iteration.
  var stops: Bool {
    if case .stop = kind { return true }
    return !isLoop && parts.statements.contains { $0.stops }
  }
  var skips: Bool {
    if case .next = kind { return true }
    return !isLoop && parts.statements.contains { $0.skips }
  }
}
