import PluginHosting
import PluginModel
import Conformance
import Scenes

/// Implements check 16, which examines the typed functions that documents call.
enum FunctionChecks {
  static let rounds = 100

  static func signatures(_ subject: PluginUnderTest) throws -> Verdict {
    let functions = try subject.contents().functions
    if functions.isEmpty { return .inapplicable("the plugin adds no typed function") }
    var random = SeededRandom(subject.seed)
    var warning = ""
    for callable in functions {
      let function = callable.description
      CheckMain.memo?.begin(function.id)
      var answered = 0
      var last: AnimatorFault?
      for _ in 0..<rounds {
        let arguments = function.arguments.map { value($0, &random) }
        do {
          let (a, b) = (try callable.call(arguments), try callable.call(arguments))
          guard bits(a) == bits(b) else {
            throw CheckFailure("\(function.signature) gives different results for two equal calls")
          }
          answered += 1
        } catch let fault as AnimatorFault {
          last = fault
        }
      }
      guard let last else { continue }
      guard answered > 0 else {
        throw CheckFailure("\(function.signature): every call \(last.message)")
      }
      warning = "\(function.id): \(rounds - answered) of \(rounds) calls: \(last.message)"
    }
    return warning.isEmpty ? .passed : .warned(warning)
  }

  /// A typical value of a type, with numbers from 0 to 100.
  private static func value(_ type: ParameterType, _ random: inout SeededRandom) -> ParameterValue {
    func number() -> Double { .random(in: 0...100, using: &random) }
    switch type {
    case .bool: return .bool(Bool.random(using: &random))
    case .int32, .choice: return .int32(.random(in: 0...100, using: &random))
    case .color:
      return .color(
        Color(red: number() / 100, green: number() / 100, blue: number() / 100, alpha: 1))
    case .string: return .string("abc")
    case .curve: return .curve { $0 }
    default: return Bench.value(type, number)!
    }
  }

  private static func bits(_ value: ParameterValue) -> [UInt64] {
    if case .bool(let isTrue) = value { return [isTrue ? 1 : 0] }
    return value.numbers.map(\.bitPattern)
  }
}
