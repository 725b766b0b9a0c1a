/// A line of text that a plugin printed or logged.
package struct PluginLogLine: Sendable, Hashable {
  package enum Level: UInt32, Sendable {
    case detail
    case note
    case warning
  }
  /// The file of the plugin; empty if it is unknown.
  package var plugin: String
  /// The id of the animator; empty while the plugin is being loaded, and if the animator is unknown.
  package var animator: String
  /// The label of the step; empty if there is none.
  package var step: String
  package var level: Level
  package var text: String
  /// Whether the line was written to standard output or standard error.
  package var isPrinted: Bool
  /// The number of dropped lines that followed this line of output.
  package var followerCount = 0

  package init(
    plugin: String, animator: String, step: String, level: Level, text: String, isPrinted: Bool
  ) {
    self.plugin = plugin
    self.animator = animator
    self.step = step
    self.level = level
    self.text = text
    self.isPrinted = isPrinted
  }

  /// The line for the user, with its plugin, step and frame.
  package var sentence: String {
    let file = plugin.split(separator: "/").last.map(String.init) ?? "a plugin"
    let who = animator.isEmpty ? file : animator
    return "\(step.isEmpty ? "" : "step \(step): ")\(who)\(isPrinted ? " printed" : ""): \(text)"
  }
}
