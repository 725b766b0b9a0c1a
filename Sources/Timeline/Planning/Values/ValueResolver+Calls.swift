import JSON
import PluginModel
import Documents
import Evaluation
import Scenes

/// The context of a function call, which determines the variables that it may use.
enum CallScope {
  /// The call is evaluated only once, such as in a mask.
  case constant
  /// The call is in a parameter or keyframe of a step, or in a layer, whose step is the whole timeline.
  case step
  /// The call is in an easing, in which only `progress` is available.
  case easing
}

/// Converts values that may contain calls to formulas.
extension ValueResolver {
  /// Reads a formula of one of the given types; a value without a function call has the first type.
  mutating func formula(
    _ node: JSONNode, as types: [ParameterType], _ scope: CallScope, roles: [String: Int] = [:],
    literal: (inout ValueResolver, JSONNode) -> ParameterValue?
  ) -> CallExpression? {
    if Self.isCall(node) { return call(node, as: types, scope, roles: roles) }
    let type = types[0]
    if node.kind == .array, let names = Self.parts[type], node.elements?.count == names.count,
      node.elements!.contains(where: { $0.kind == .object || variable($0) != nil })
    {
      return list(node, type, scope, roles: roles)
    }
    return literal(&self, node).map { .constant($0) }
  }

  static func isCall(_ node: JSONNode) -> Bool { node.kind == .object && node["call"] != nil }

  // MARK: Calls

  private mutating func call(
    _ node: JSONNode, as types: [ParameterType], _ scope: CallScope, roles: [String: Int]
  ) -> CallExpression? {
    guard case .call(let name, let arguments)? = read({ $0.expression(node) }),
      let callable = function(name)
    else { return nil }
    let function = callable.description
    var isRight = true
    let fits = types.contains(function.result)
    if !fits, !(types.contains(.double) && function.result == .int32) {
      let wanted = types.map(\.phrase).joined(separator: " or ")
      problems.add(
        "expected \(wanted)",
        found: "a call of \(function.id), whose result is \(function.result.phrase)",
        at: node.origin)
      isRight = false
    }
    var given = arguments
    // A function of one number that is used as an easing may be written without arguments; it is called with
    // the fraction.
    if scope == .easing, given.isEmpty, function.arguments == [.double],
      let progress = JSONNode(json: "\"progress\"", origin: node.origin)
    {
      given = [progress]
    }
    guard given.count == function.arguments.count else {
      problems.add(
        "\(function.signature) takes \(function.arguments.count) argument"
          + "\(function.arguments.count == 1 ? "" : "s")", found: "\(given.count)",
        at: node["args"]?.origin ?? node.origin)
      return nil
    }
    var formulas: [CallExpression] = []
    for (argument, type) in zip(given, function.arguments) {
      guard let formula = self.argument(argument, type, scope, roles: roles) else {
        isRight = false
        continue
      }
      formulas.append(formula)
    }
    guard isRight else { return nil }
    let formula = CallExpression.call(callable, formulas)
    return folded(fits ? formula : .widened(formula), at: node.origin)
  }

  /// The value of a formula that is constant, or the formula itself; nil after a problem.
  private mutating func folded(_ formula: CallExpression, at origin: Origin) -> CallExpression? {
    guard !formula.isVarying else { return formula }
    do throws(AnimatorFault) {
      return .constant(try formula.value(at: .none))
    } catch {
      report.fail(.animator(error, time: nil, frame: nil, origin: origin))
      return nil
    }
  }

  private mutating func function(_ name: Sourced<String>) -> (any CallableFunction)? {
    if let function = inputs.registry.findFunction(name.value) {
      functions.insert(function.description.id)
      return function
    }
    if inputs.registry.findAnimator(name.value) != nil {
      problems.add("\(name.value) is an animator, not a function", at: name.origin)
    } else {
      refuse("function", name) { $0.functionNames }
    }
    return nil
  }

  /// Reports that an animator or function does not exist. `known` returns all existing names, from which
  /// suggestions are made.
  mutating func refuse(
    _ what: String, _ name: Sourced<String>, known: (any AnimatorFinding) -> [String]
  ) {
    let registry = inputs.registry
    if let problem = registry.problem(withVersionOf: name.value) {
      problems.add(problem, at: name.origin)
      return
    }
    if let refusal = registry.refusal(ofAnimatorNamed: name.value) {
      if refusal.kind != .unusable, refusal.kind != .duplicate {
        report.fail(.refused(refusal, name: name.value, origin: name.origin))
      }
      problems.add("no \(what) \"\(name.value)\": \(refusal)", at: name.origin)
    } else {
      let unread = registry.unreadableFiles(for: name.value).map { "; " + $0 } ?? ""
      problems.add(
        "no \(what) \"\(name.value)\"\(unread)", at: name.origin,
        suggestion: NearestWord.find(name.value, in: known(registry)))
    }
  }

  // MARK: Arguments

  private mutating func argument(
    _ node: JSONNode, _ type: ParameterType, _ scope: CallScope, roles: [String: Int]
  ) -> CallExpression? {
    if type == .double || type == .int32, node.kind == .string {
      return variable(node, as: type, scope)
    }
    return formula(node, as: [type], scope, roles: roles) { $0.literal($1, type, roles: roles) }
  }

  private func variable(_ node: JSONNode) -> CallExpression.Variable? {
    node.string.flatMap(CallExpression.Variable.init)
  }

  private mutating func variable(
    _ node: JSONNode, as type: ParameterType, _ scope: CallScope
  ) -> CallExpression? {
    let names = CallExpression.Variable.allCases.map(\.rawValue)
    guard let variable = variable(node) else {
      let known = names.map { "\"\($0)\"" }.joined(separator: ", ")
      problems.add(
        "expected \(type.phrase), \(known) or a call", found: "\"\(node.string ?? "")\"",
        at: node.origin,
        suggestion: NearestWord.find(node.string ?? "", in: names))
      return nil
    }
    switch scope {
    case .constant:
      problems.add(
        "the value is computed only once: \"\(variable.rawValue)\" is available in properties of "
          + "layers, parameters and keyframes", at: node.origin)
      return nil
    case .easing where variable != .progress:
      problems.add("only \"progress\" is available in an easing", at: node.origin)
      return nil
    case .easing, .step: break
    }
    if variable.type == type { return .variable(variable) }
    guard type == .double else {
      problems.add("expected \(type.phrase)", found: "\"\(variable.rawValue)\"", at: node.origin)
      return nil
    }
    return .widened(.variable(variable))
  }

  /// The types that are written as lists, and for each number the extent to which its percentages refer.
  private static let parts: [ParameterType: [any KeyPath<Size, Double> & Sendable]] = [
    .point: [\.width, \.height], .size: [\.width, \.height],
    .rect: [\.width, \.height, \.width, \.height],
  ]

  private mutating func list(
    _ node: JSONNode, _ type: ParameterType, _ scope: CallScope, roles: [String: Int]
  ) -> CallExpression? {
    var parts: [CallExpression] = []
    for (element, extent) in zip(node.elements ?? [], Self.parts[type]!) {
      let part: CallExpression?
      if element.string?.hasSuffix("%") == true {
        part = read { $0.dimension(element) }.map {
          .constant(.double($0.points(of: bounds.size[keyPath: extent])))
        }
      } else {
        part = argument(element, .double, scope, roles: roles)
      }
      if let part { parts.append(part) }
    }
    guard parts.count == node.elements?.count else { return nil }
    return folded(.list(type, parts), at: node.origin)
  }
}

extension ParameterType {
  /// The name of the parameter type with its article.
  fileprivate var phrase: String {
    (["a", "e", "i", "o", "u"].contains(name.first) ? "an " : "a ") + name
  }
}
