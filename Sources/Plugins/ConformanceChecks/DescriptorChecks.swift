import JSON
import PluginHosting
import PluginModel
import Conformance
import Documents

/// Implements the checks 14 to 23. Loading already refuses invalid descriptions; the checks in this file
/// examine further declarations.
enum DescriptorChecks {
  static func fine(_ subject: PluginUnderTest) throws -> Verdict {
    _ = try subject.contents()
    return .passed
  }

  static func schema(_ subject: PluginUnderTest) throws -> Verdict {
    try subject.each { bench in
      _ = try bench.defaults()
      if let easing = bench.animator.easingJSON {
        var reader = ValueReader(Problems(file: ""))
        guard let node = JSONNode(json: easing), reader.easing(node) != nil else {
          throw CheckFailure("its easing \(easing) is invalid")
        }
      }
    }
  }

  static func duration(_ subject: PluginUnderTest) throws -> Verdict {
    try subject.each { bench in
      for values in [try bench.defaults(), try bench.extremes(.least), try bench.extremes(.most)] {
        _ = try bench.bound(values).duration()
      }
    }
  }

  static func roles(_ subject: PluginUnderTest) throws -> Verdict {
    try subject.each { bench in
      let missing = bench.animator.missingScreens
      guard missing.isEmpty else {
        throw CheckFailure(
          "it is a transition without "
            + missing.map { "the role \"\($0)\"" }.joined(separator: " and "))
      }
      for role in bench.animator.roles {
        guard let json = role.createJSON else { continue }
        var reader = ValueReader(Problems(file: ""))
        guard let node = JSONNode(json: json), reader.layer(node) != nil else {
          throw CheckFailure("role \(role.name): \(json) is no layer")
        }
      }
    }
  }
}
