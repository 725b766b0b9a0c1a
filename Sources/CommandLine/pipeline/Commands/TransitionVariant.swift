import Documents
import JSON
import Reporting
import Scaffolding

/// One of the variants that `--try` shows side by side.
struct TransitionVariant {
  let label: String
  let animator: String
  let document: TransitionDocument

  private static let most = 24

  /// Creates the transition variants for an option value `NAME=V1,V2,…`.
  static func all(
    _ text: String, of document: TransitionDocument, named animator: String
  ) throws(EngineError) -> [TransitionVariant] {
    guard let (name, list) = OptionText.assignment(text), let values = OptionText.list(list) else {
      throw .usage("--try takes NAME=V1,V2,…, found \"\(text)\"")
    }
    guard values.count <= most else {
      throw .usage("--try shows at most \(most) variants, found \(values.count)")
    }
    var variants: [TransitionVariant] = []
    for value in values {
      var (changed, id) = (document, animator)
      switch name {
      case "easing": changed.easing = value
      case "duration": changed.duration = value
      case "animator": id = value
      case "operation":
        guard let operation = TransitionSpec.Operation(rawValue: value) else {
          let known = TransitionSpec.Operation.allCases.map(\.rawValue)
          let meant = NearestWord.find(value, in: known).map { "; did you mean \"\($0)\"?" } ?? ""
          throw .usage("--try operation: no \"\(value)\"\(meant)")
        }
        changed.operation = operation
      default:
        changed.parameters.removeAll { $0.name == name }
        changed.parameters.append((name, value))
      }
      variants.append(
        TransitionVariant(label: "\(name)=\(value)", animator: id, document: changed))
    }
    return variants
  }
}
