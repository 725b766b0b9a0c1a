package import PluginModel
internal import Synchronization

/// A frame that is being drawn, for messages.
package struct FramePlace: Hashable, Sendable {
  /// The frame's index, from 0; nil for a time that is not a frame.
  package var frame: Int?
  /// The time since the start, in seconds.
  package var time: Double

  package init(frame: Int?, time: Double) {
    self.frame = frame
    self.time = time
  }

  package var words: String { "\(frame.map { "frame \($0)" } ?? "the frame") at \(time) s" }
}

/// The receiver of the engine's messages. Diagnostics are passed down as a value: no module writes to a
/// terminal.
package struct Diagnostics: Sendable {
  /// The importance of a message.
  package enum Level: Hashable, Sendable {
    /// A picture or a sound differs from the document.
    case warning
    case note
    /// The message is only printed with more verbosity.
    case detail
  }

  package struct Message: Hashable, Sendable {
    package var level: Level
    /// The complete message in one line, including the place if there is one.
    package var text: String
    /// The frame to which the message refers; nil if it refers to no frame.
    package var place: FramePlace?
    /// The step of the document and the plugin to which the message refers, if there are any.
    package var step: String?
    package var plugin: String?
  }

  package enum Event: Sendable {
    case message(Message)
    /// The number of finished frames.
    case progress(done: Int, of: Int)
    /// Progress has ended, for any reason.
    case ended
  }

  private let receive: @Sendable (Event) -> Void
  /// The reports of plugins since they were last printed.
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

  /// Reports the messages of plugins while a frame was drawn; nil means outside a frame.
  package func tellPlugins(at place: FramePlace?) {
    for var message in plugins.take(at: place) {
      message.place = place
      tell(message)
    }
  }

  /// Reports the number of further steps that were left out.
  package func sumUpPlugins() {
    tellPlugins(at: nil)
    for message in plugins.takeSum() { tell(message) }
  }
}

/// Stores the reports of plugins until they are taken, and adds the frame.
package final class PluginReports: Sendable {
  private enum Report {
    /// A value of a plugin was corrected.
    case mended(String)
    /// A value was corrected, in the same way for the frames that follow.
    case general(String)
    case skipped(AnimatorFault)
    case said(PluginLogLine)
  }
  /// The lines of a plugin that were shown.
  private struct Shown {
    var lines = 0
    var bytes = 0
    var skipped = 0
  }
  private struct State {
    var reports: [Report] = []
    /// The number of times that each step was left out.
    var skipped: [String: Int] = [:]
    var isTold: Set<String> = []
    /// The messages that were shown, by the plugin's file or its animator's name.
    var shown: [String: Shown] = [:]
  }
  private let state = Mutex(State())
  /// The number of frames that are reported one by one for each step; all further frames are only counted.
  private static let toldOneByOne = 10

  package func warn(_ line: String) { state.withLock { $0.reports.append(.mended(line)) } }

  /// Warns with a line that applies to later frames as well, and is therefore printed only once.
  package func warnOnce(_ line: String) {
    state.withLock { state in
      if state.isTold.insert(line).inserted { state.reports.append(.general(line)) }
    }
  }

  /// The maximum number of lines and bytes of one plugin that are shown; all further lines are counted.
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

  /// The messages with their counts, each of which is returned once.
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
