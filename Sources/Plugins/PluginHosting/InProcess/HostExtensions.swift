internal import PluginModel
internal import CAnimator
internal import CHosting
internal import Files
internal import Glibc
internal import Synchronization

/// The extensions that the host offers to plugins through `host->extension`.
enum HostExtensions {
  /// The interface with this name, which exists until the process ends; nil for an unknown name.
  static func find(_ id: UnsafePointer<CChar>?) -> UnsafeRawPointer? {
    switch unsafe PluginText.strict(id, limit: DescriptionReader.nameLimit) {
    case ANIMATOR_LOG: unsafe log
    case ANIMATOR_PIXELS: unsafe hosting_pixels()
    default: nil
    }
  }

  // Safety: the interface is created once, and is never freed or written again.
  private nonisolated(unsafe) static let log: UnsafeRawPointer = {
    let table = UnsafeMutablePointer<animator_log>.allocate(capacity: 1)
    unsafe table.initialize(
      to: animator_log(log: { context, level, message in
        let text = unsafe PluginText.sanitised(message)
        // Safety: the context belongs to the host and exists during its call.
        let call = unsafe context.map { unsafe PluginCall.of($0) }
        PluginLog.tell(text, level: level, from: call)
      }))
    return UnsafeRawPointer(table)
  }()
}

/// The destination of the log messages from plugins in this process.
package enum PluginLog {
  private static let sink = Mutex<@Sendable (PluginLogLine) -> Void>({ _ in })

  /// Sets the receiver of all messages that plugins send.
  static func send(to receive: @escaping @Sendable (PluginLogLine) -> Void) {
    sink.withLock { $0 = receive }
  }

  static func tell(_ text: String, level: UInt32, from call: PluginCall?) {
    let word = PluginLogLine(
      plugin: "", animator: call?.animator ?? "", step: call?.step ?? "",
      level: PluginLogLine.Level(rawValue: level) ?? .note, text: text, isPrinted: false)
    // A log message during a call is sent to the registry of the call; a log message while the plugin is
    // loaded is sent to the most recent registry.
    (call?.said ?? sink.withLock { $0 })(word)
  }

  /// Makes a worker write marked log lines to standard error, in the same order as the lines that the plugin
  /// prints.
  static func writeMarkedLines() {
    hosting_print_lines()
    send { word in
      fflush(nil)
      _ = FileBytes.write(
        Array("\n\(WorkerOutput.mark)log \(word.level.rawValue) \(word.text)\n".utf8), to: 2)
    }
  }
}
