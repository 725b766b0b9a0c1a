import CommandLine
import Encoding
import Files
import Importing
import PluginHosting
import PluginModel
import Reporting

extension PluginExportCommand {
  func perform() throws {
    let registry = plugins.registry()
    let bridge = try Bridges.bytes(of: "libexport-bridge.so")
    let animators =
      try ids.isEmpty
      ? registry.animators
      : ids.map { id in
        guard let found = registry.animator(named: id) else {
          throw Plugins.unknown(id, in: registry)
        }
        return found.description
      }
    let home = System.variable("HOME").map { "\($0)/.frei0r-1/lib" }
    let target = try ImportFolder(folder ?? home, vendor: "frei0r")
    for animator in animators where !animator.id.hasPrefix("frei0r.") {
      guard let kind = FilterKind(animator) else {
        Console.note("left out: \(animator.id) needs more than two pictures")
        continue
      }
      let effect = ExportedEffect(
        program: System.commandPath, id: animator.id, isMixer: kind == .mixer,
        title: "pipeline_\(animator.id)", doc: animator.doc,
        parameters: animator.parameters.compactMap(Self.parameter))
      guard let bytes = effect.written(into: bridge) else {
        Console.note("left out: \(animator.id) has a description that is too long")
        continue
      }
      let name = "pipeline_\(animator.id).so"
      try target.write(bytes, to: name)
      Console.result("\(target.path)/\(name)")
    }
  }

  /// A parameter of the exported effect; sizes, rectangles, positions and curves have no equivalent in frei0r
  /// and keep their default values.
  private static func parameter(_ p: ParameterDescription) -> ExportedEffect.Parameter? {
    let types: [ParameterType: Character] = [
      .bool: "b", .int32: "n", .double: "n", .color: "c", .string: "s", .choice: "s",
    ]
    guard let type = types[p.type] else { return nil }
    var value = p.defaultJSON
    if value.count >= 2, value.hasPrefix("\""), value.hasSuffix("\"") {
      value = String(value.dropFirst().dropLast())
    }
    var range: ClosedRange<Double>?
    if let low = p.minimum, let high = p.maximum, low < high { range = low...high }
    let words = p.choices.isEmpty ? "" : " One of \(p.choices.joined(separator: ", "))."
    let ends = range.map { " 0 to 1 is \($0.lowerBound) to \($0.upperBound)." } ?? ""
    return .init(
      name: p.name, type: type, value: value, range: range,
      doc: p.doc + words + (type == "n" ? ends : ""))
  }
}

/// The bridge libraries of the program, which exports and imports copy.
enum Bridges {
  static func bytes(of file: String) throws -> [UInt8] {
    let places =
      Installation().candidates(of: "bridges/\(file)") + Installation().candidates(of: file)
    for place in places where System.exists(place) {
      if let bytes = try? RegularFile(place).read(limitBytes: 16 << 20) { return bytes }
    }
    throw EngineError("\(file) is not installed in the folder of pipeline", .unavailable)
  }
}
