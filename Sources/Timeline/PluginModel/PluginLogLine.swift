/// One line of a plugin's output.
package struct PluginLogLine: Sendable, Hashable {
  package enum Level: UInt32, Sendable {
    case detail
    case note
    case warning
  }
  /// The plugin's file; empty if the file is unknown.
  package var plugin: String
  /// The animator; empty while the plugin is loaded, and if the animator is unknown.
  package var animator: String
  /// The step's label; empty if there is none.
  package var step: String
  package var level: Level
  package var text: String
  /// Whether it came from standard output or standard error.
  package var isPrinted: Bool
  /// The number of lines after it that were dropped.
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

  /// The line with its plugin, step and frame.
  package var sentence: String {
    let file = plugin.split(separator: "/").last.map(String.init) ?? "a plugin"
    let who = animator.isEmpty ? file : animator
    return "\(step.isEmpty ? "" : "step \(step): ")\(who)\(isPrinted ? " printed" : ""): \(text)"
  }
}
