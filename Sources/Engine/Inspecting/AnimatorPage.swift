import JSON
internal import PluginHosting
package import PluginModel
internal import Documents
internal import Reporting
internal import Scenes

/// The description of an animator.
package struct AnimatorPage {
  private let animator: AnimatorDescription
  package init(_ animator: AnimatorDescription) { self.animator = animator }

  package var lines: [String] {
    var lines = ["\(animator.id) \(animator.version): \(animator.title)", ""]
    lines += Text.wrap(animator.doc, width: 80, indent: "  ")
    lines.append("")
    lines.append("kind      \(animator.kind.rawValue)")
    if !animator.aliases.isEmpty {
      lines.append("aliases   \(animator.aliases.joined(separator: ", "))")
    }
    lines.append("duration  \(Text.number(animator.durationSeconds)) s")
    if let easing = animator.easingJSON { lines.append("easing    \(easing)") }
    if animator.hasLayout { lines.append("animates  \(properties.joined(separator: ", "))") }
    if let reads = reads(
      now: "its layers at the current time", moments: "its layers at several moments")
    {
      lines.append("reads     \(reads)")
    }
    if animator.readsFinger { lines.append("reads     the finger") }
    lines.append("from      \(animator.plugin)")
    for (name, text) in [
      ("licence ", animator.licence), ("author  ", animator.author), ("url     ", animator.url),
    ] {
      if let text { lines.append("\(name)  \(text)") }
    }
    if !animator.roles.isEmpty { lines += ["", "roles"] }
    for role in animator.roles { lines += describe(role) }
    if !animator.parameters.isEmpty { lines += ["", "parameters"] }
    for parameter in animator.parameters { lines += describe(parameter) }
    return lines
  }

  private var properties: [String] { animator.animates.properties.map(\.name) }

  /// Everything that documents name or rely on, each with a short description.
  package var facts: [(name: String, text: String)] {
    let duration = "\(animator.kind.rawValue), \(Text.number(animator.durationSeconds)) s"
    return [
      ("", [duration, animator.easingJSON].compactMap { $0 }.joined(separator: ", ")),
      ("licence", animator.licence ?? "not said"),
    ] + animator.aliases.map { ("alias \($0)", "") }
      + animator.roles.map { ("role \($0.name)", words($0)) }
      + animator.parameters.map { ("parameter \($0.name)", words($0)) }
  }

  private func words(_ role: RoleDescription) -> String {
    let count =
      role.minimum == role.maximum
      ? "\(role.minimum)" : "\(role.minimum)…\(role.maximum)"
    let words = "(\(count) layer\(role.maximum == 1 ? "" : "s"))"
    return words + (role.createJSON.map { ", made when not bound: \($0)" } ?? "")
  }

  private func describe(_ role: RoleDescription) -> [String] {
    ["  \(role.name) \(words(role))"] + Text.wrap(role.doc, width: 80, indent: "      ")
  }

  private func words(_ parameter: ParameterDescription) -> String {
    var words = parameter.type.name
    if !parameter.choices.isEmpty { words += " \(parameter.choices.joined(separator: " | "))" }
    if !parameter.unit.name.isEmpty { words += ", \(parameter.unit.name)" }
    if let minimum = parameter.minimum, let maximum = parameter.maximum {
      words += ", \(Text.number(minimum))…\(Text.number(maximum))"
    }
    return words + ", default \(parameter.defaultJSON)"
  }

  private func describe(_ parameter: ParameterDescription) -> [String] {
    ["  \(parameter.name): \(words(parameter))"]
      + Text.wrap(parameter.doc, width: 80, indent: "      ")
  }

  /// A text that a plugin declares as JSON: unchanged if it is valid JSON, otherwise written as a string.
  private static func json(_ text: String) -> String {
    JSONNode(json: text) == nil ? JSONWriter.string(text) : text
  }

  package var json: String {
    func list(_ words: [String]) -> String {
      "[" + words.map(JSONWriter.string).joined(separator: ",") + "]"
    }
    func text(_ text: String?) -> String { text.map(JSONWriter.string) ?? "null" }
    func optional(_ number: Double?) -> String { number.map(JSONWriter.number) ?? "null" }
    let roles = animator.roles.map { role in
      "{\"name\":\(JSONWriter.string(role.name)),\"minimum\":\(role.minimum),"
        + "\"maximum\":\(role.maximum),\"doc\":\(JSONWriter.string(role.doc)),"
        + "\"create\":\(role.createJSON.map(Self.json) ?? "null")}"
    }
    let parameters = animator.parameters.map { p in
      "{\"name\":\(JSONWriter.string(p.name)),\"type\":\(JSONWriter.string(p.type.name)),"
        + "\"unit\":\(JSONWriter.string(p.unit.name)),\"default\":\(Self.json(p.defaultJSON)),"
        + "\"minimum\":\(optional(p.minimum)),\"maximum\":\(optional(p.maximum)),"
        + "\"choices\":\(list(p.choices)),\"doc\":\(JSONWriter.string(p.doc))}"
    }
    return "{\"id\":\(JSONWriter.string(animator.id)),"
      + "\"title\":\(JSONWriter.string(animator.title)),"
      + "\"version\":\(JSONWriter.string(animator.version)),"
      + "\"kind\":\(JSONWriter.string(animator.kind.rawValue)),"
      + "\"doc\":\(JSONWriter.string(animator.doc)),\"aliases\":\(list(animator.aliases)),"
      + "\"duration\":\(JSONWriter.number(animator.durationSeconds)),"
      + "\"easing\":\(animator.easingJSON.map(Self.json) ?? "null"),\"animates\":\(list(properties)),"
      + "\"reads\":\(text(reads(now: "now", moments: "moments"))),\"table\":\(animator.hasTable),"
      + "\"finger\":\(animator.readsFinger),"
      + "\"licence\":\(text(animator.licence)),\"author\":\(text(animator.author)),"
      + "\"url\":\(text(animator.url)),\"bundled\":\(animator.isBundled),\"plugin\":\(JSONWriter.string(animator.plugin)),"
      + "\"roles\":[\(roles.joined(separator: ","))],"
      + "\"parameters\":[\(parameters.joined(separator: ","))]}"
  }
}

extension AnimatorPage {
  /// The times at which the animator reads its layers; nil for stills.
  private func reads(now: String, moments: String) -> String? {
    animator.hasTimes ? moments : animator.readsLiveInputs ? now : nil
  }
}
