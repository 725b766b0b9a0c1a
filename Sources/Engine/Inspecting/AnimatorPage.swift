import JSON
internal import PluginHosting
package import PluginModel
internal import Documents
internal import Reporting
internal import Scenes

/// The description of an animator for people and as JSON.
package struct AnimatorPage: JSONEncodable {
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

  /// The properties of the animator that documents refer to or depend on, each with a short description.
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

  /// JSON for a text that a plugin declares: the text itself if it is valid JSON, otherwise a JSON string.
  private static func json(_ text: String) -> any JSONEncodable {
    JSONNode(json: text) == nil ? text : JSONFragment(text)
  }

  package var json: String {
    let roles: [JSONObject] = animator.roles.map {
      [
        "name": $0.name, "minimum": $0.minimum, "maximum": $0.maximum, "doc": $0.doc,
        "create": $0.createJSON.map(Self.json) ?? JSONFragment.null,
      ]
    }
    let parameters: [JSONObject] = animator.parameters.map {
      [
        "name": $0.name, "type": $0.type.name, "unit": $0.unit.name,
        "default": Self.json($0.defaultJSON), "minimum": $0.minimum, "maximum": $0.maximum,
        "choices": $0.choices, "doc": $0.doc,
      ]
    }
    let all: JSONObject = [
      "id": animator.id, "title": animator.title, "version": animator.version,
      "kind": animator.kind.rawValue, "doc": animator.doc, "aliases": animator.aliases,
      "duration": animator.durationSeconds,
      "easing": animator.easingJSON.map(Self.json) ?? JSONFragment.null, "animates": properties,
      "reads": reads(now: "now", moments: "moments"), "table": animator.hasTable,
      "finger": animator.readsFinger, "licence": animator.licence, "author": animator.author,
      "url": animator.url, "bundled": animator.isBundled, "plugin": animator.plugin,
      "roles": roles, "parameters": parameters,
    ]
    return all.json
  }
}

extension AnimatorPage {
  /// A description of the times at which the animator reads its layers; nil for stills.
  private func reads(now: String, moments: String) -> String? {
    animator.hasTimes ? moments : animator.readsLiveInputs ? now : nil
  }
}
