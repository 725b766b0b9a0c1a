package import PluginModel
internal import Synchronization

/// The frame to which a message refers.
package struct FramePlace: Hashable, Sendable {
  /// The index of the frame, from 0; nil if the time is not that of a frame.
  package var frame: Int?
  /// The time of the frame since the start, in seconds.
  package var time: Double

  package init(frame: Int?, time: Double) {
    self.frame = frame
    self.time = time
  }

  package var words: String { "\(frame.map { "frame \($0)" } ?? "the frame") at \(time) s" }
}

/// A receiver of the engine's messages. A `Diagnostics` value is passed down the calls, and no engine module
/// writes to a terminal.
package struct Diagnostics: Sendable {
  /// The severity of a message.
  package enum Level: Hashable, Sendable {
    /// A warning: a picture or a sound differs from the document's request.
    case warning
    case note
    /// A detail, which is printed only if the user requests verbose output.
    case detail
  }

  package struct Message: Hashable, Sendable {
    package var level: Level
    /// The complete message as one line, including its position if it has one.
    package var text: String
    /// The frame to which the message refers; nil if it refers to no frame.
    package var place: FramePlace?
    /// The step of the document and the plugin to which the message refers; nil if it refers to no step.
    package var step: String?
    package var plugin: String?
  }

  package enum Event: Sendable {
    case message(Message)
    /// Reports the number of finished frames and the total number.
    case progress(done: Int, of: Int)
    /// Reports the end of the progress, for any reason.
    case ended
  }

  private let receive: @Sendable (Event) -> Void
  /// The reports of plugins that have not been printed yet.
  package let plugins: PluginReports

  package init(_ receive: @escaping @Sendable (Event) -> Void) {
    self.receive = receive
    plugins = PluginReports()
  }

  /// Diagnostics that discard all messages.
  package static var silent: Diagnostics { Diagnostics { _ in } }

  package func warn(_ text: String) { tell(Message(level: .warning, text: text)) }
  package func note(_ text: String) { tell(Message(level: .note, text: text)) }
  package func detail(_ text: String) { tell(Message(level: .detail, text: text)) }
  package func tell(_ message: Message) { receive(.message(message)) }
  package func progress(done: Int, of total: Int) { receive(.progress(done: done, of: total)) }
  package func end() { receive(.ended) }

  /// Reports the messages that plugins produced while a frame was drawn; nil means that no frame was being
  /// drawn.
  package func tellPlugins(at place: FramePlace?) {
    for var message in plugins.take(at: place) {
      message.place = place
      tell(message)
    }
  }

  /// Reports how many further steps with failed plugins were left out.
  package func sumUpPlugins() {
    tellPlugins(at: nil)
    for message in plugins.takeSum() { tell(message) }
  }
}

/// Stores the reports of plugins until the renderer takes them; each report then gets the frame at which it
/// occurred.
package final class PluginReports: Sendable {
  private enum Report {
    /// A plugin returned an invalid value, which was corrected.
    case mended(String)
    /// A plugin returned an invalid value, which is corrected in the same way in all later frames.
    case general(String)
    case skipped(AnimatorFault)
    case said(PluginLogLine)
  }
  /// The output lines of a plugin that have been printed.
  private struct Shown {
    var lines = 0
    var bytes = 0
    var skipped = 0
  }
  private struct State {
    var reports: [Report] = []
    /// The number of times that each step has been left out.
    var skipped: [String: Int] = [:]
    var isTold: Set<String> = []
    /// The printed lines, by the file of the plugin or the name of its animator.
    var shown: [String: Shown] = [:]
  }
  private let state = Mutex(State())
  /// The number of frames for which a skipped step is reported individually; further frames are only counted.
  private static let toldOneByOne = 10

  package func warn(_ line: String) { state.withLock { $0.reports.append(.mended(line)) } }

  /// Reports a warning that applies to later frames too, and is therefore printed only once.
  package func warnOnce(_ line: String) {
    state.withLock { state in
      if state.isTold.insert(line).inserted { state.reports.append(.general(line)) }
    }
  }

  /// The maximum number of lines and bytes of one plugin that are printed; further lines are only counted.
  private static let shownLines = 100
  private static let shownBytes = 64 << 10

  package func said(_ word: PluginLogLine) {
    let name = word.plugin.isEmpty ? word.animator : word.plugin
    let bytes = word.text.utf8.count
    state.withLock { state in
      var shown = state.shown[name] ?? Shown()
      if shown.lines < Self.shownLines, shown.bytes + bytes <= Self.shownBytes {
        shown.lines += 1
        shown.bytes += bytes
        state.reports.append(.said(word))
      } else {
        shown.skipped += 1
      }
      shown.skipped += word.followerCount
      state.shown[name] = shown
    }
  }

  package func skippedStep(_ fault: AnimatorFault) {
    state.withLock { $0.reports.append(.skipped(fault)) }
  }

  fileprivate func take(at place: FramePlace?) -> [Diagnostics.Message] {
    let head = place.map { $0.words + ": " } ?? ""
    return state.withLock { state in
      defer { state.reports = [] }
      return state.reports.compactMap { report in
        switch report {
        case .mended(let line): return Diagnostics.Message(level: .warning, text: head + line)
        case .general(let line): return Diagnostics.Message(level: .warning, text: line)
        case .said(let word): return Self.message(word, head)
        case .skipped(let fault):
          let name = fault.step.isEmpty ? fault.animator : "step \(fault.step)"
          let count = state.skipped[name, default: 0] + 1
          state.skipped[name] = count
          guard count <= Self.toldOneByOne else { return nil }
          return Diagnostics.Message(
            level: .warning, text: "\(head)\(fault); the step is left out", step: fault.step,
            plugin: fault.animator)
        }
      }
    }
  }

  private static func message(_ word: PluginLogLine, _ head: String) -> Diagnostics.Message {
    let level: Diagnostics.Level =
      switch word.level {
      case .detail: .detail
      case .note: .note
      case .warning: .warning
      }
    return Diagnostics.Message(
      level: level, text: head + word.sentence, step: word.step.isEmpty ? nil : word.step,
      plugin: word.animator.isEmpty ? word.plugin : word.animator)
  }

  /// The messages about counts; each message is returned only once.
  fileprivate func takeSum() -> [Diagnostics.Message] {
    let (counts, shown) = state.withLock { state in
      defer {
        state.skipped = [:]
        for name in state.shown.keys { state.shown[name]?.skipped = 0 }
      }
      return (state.skipped, state.shown)
    }
    let unsaid = shown.sorted { $0.key < $1.key }.filter { $0.value.skipped > 0 }.map {
      let name = $0.key.split(separator: "/").last.map(String.init) ?? $0.key
      let count = $0.value.skipped
      return Diagnostics.Message(
        level: .note,
        text:
          "\(count) more \(count == 1 ? "line" : "lines") from \(name) "
          + "\(count == 1 ? "is" : "are") not shown"
      )
    }
    return unsaid
      + counts.sorted { $0.key < $1.key }.filter { $0.value > Self.toldOneByOne }
      .map {
        Diagnostics.Message(level: .warning, text: "\($0.key) was left out \($0.value) times")
      }
  }
}
