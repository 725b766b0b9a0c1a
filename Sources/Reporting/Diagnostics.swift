package import Animators
internal import Synchronization

/// A frame that is being drawn, for messages.
package struct FramePlace: Hashable, Sendable {
  /// From 0; nil for a moment that is no frame.
  package var frame: Int?
  /// Seconds since the start.
  package var time: Double

  package init(frame: Int?, time: Double) {
    self.frame = frame
    self.time = time
  }

  package var words: String { "\(frame.map { "frame \($0)" } ?? "the frame") at \(time) s" }
}

/// What the engine tells while it works. It is a value that is handed down: nothing writes to a terminal.
package struct Diagnostics: Sendable {
  /// How important a message is.
  package enum Level: Hashable, Sendable {
    /// A picture or a sound is not as it was asked for.
    case warning
    case note
    /// It is told to those who ask for more.
    case detail
  }

  package struct Message: Hashable, Sendable {
    package var level: Level
    /// One line, whole: with the place in words where there is one.
    package var text: String
    /// The frame at which it happened, where it happened at one.
    package var place: FramePlace?
    /// The step of the document and the plugin that it is about, where it is about one.
    package var step: String?
    package var plugin: String?
  }

  package enum Event: Sendable {
    case message(Message)
    /// So many of the frames are done.
    case progress(done: Int, of: Int)
    /// No more progress will be told, for whatever reason.
    case ended
  }

  private let receive: @Sendable (Event) -> Void
  /// What plugins did since it was told last.
  package let plugins: PluginReports

  package init(_ receive: @escaping @Sendable (Event) -> Void) {
    self.receive = receive
    plugins = PluginReports()
  }

  /// Tells nobody anything.
  package static var silent: Diagnostics { Diagnostics { _ in } }

  package func warn(_ text: String) { tell(Message(level: .warning, text: text)) }
  package func note(_ text: String) { tell(Message(level: .note, text: text)) }
  package func detail(_ text: String) { tell(Message(level: .detail, text: text)) }
  package func tell(_ message: Message) { receive(.message(message)) }
  package func progress(done: Int, of total: Int) { receive(.progress(done: done, of: total)) }
  package func end() { receive(.ended) }

  /// Tells what plugins did while a frame was drawn; nil: while none was.
  package func tellPlugins(at place: FramePlace?) {
    for var message in plugins.take(at: place) {
      message.place = place
      tell(message)
    }
  }

  /// Tells of steps that were left out more often than was told.
  package func sumUpPlugins() {
    tellPlugins(at: nil)
    for message in plugins.sum { tell(message) }
  }
}

/// Keeps what plugins did until the one who draws takes it, and says of which frame it is.
package final class PluginReports: Sendable {
  private enum Report {
    /// Something was put right.
    case mended(String)
    /// The same, as true of the next frame.
    case general(String)
    case leftOut(AnimatorFault)
  }
  private struct State {
    var reports: [Report] = []
    /// The number of times that each step was left out.
    var leftOut: [String: Int] = [:]
    var isTold: Set<String> = []
  }
  private let state = Mutex(State())
  /// Frames that are told one by one for each step; of the rest only the number.
  private static let toldOneByOne = 10

  package func warn(_ line: String) { state.withLock { $0.reports.append(.mended(line)) } }

  /// Warns with a line that is as true of the next frame, and therefore once only.
  package func warnOnce(_ line: String) {
    state.withLock { state in
      if state.isTold.insert(line).inserted { state.reports.append(.general(line)) }
    }
  }

  package func leftOut(_ fault: AnimatorFault) {
    state.withLock { $0.reports.append(.leftOut(fault)) }
  }

  fileprivate func take(at place: FramePlace?) -> [Diagnostics.Message] {
    let head = place.map { $0.words + ": " } ?? ""
    return state.withLock { state in
      defer { state.reports = [] }
      return state.reports.compactMap { report in
        switch report {
        case .mended(let line): return Diagnostics.Message(level: .warning, text: head + line)
        case .general(let line): return Diagnostics.Message(level: .warning, text: line)
        case .leftOut(let fault):
          let name = fault.step.isEmpty ? fault.animator : "step \(fault.step)"
          let count = state.leftOut[name, default: 0] + 1
          state.leftOut[name] = count
          guard count <= Self.toldOneByOne else { return nil }
          return Diagnostics.Message(
            level: .warning, text: "\(head)\(fault); the step is left out", step: fault.step,
            plugin: fault.animator)
        }
      }
    }
  }

  fileprivate var sum: [Diagnostics.Message] {
    let counts = state.withLock { $0.leftOut }
    return counts.sorted { $0.key < $1.key }.filter { $0.value > Self.toldOneByOne }
      .map {
        Diagnostics.Message(level: .warning, text: "\($0.key) was left out \($0.value) times")
      }
  }
}
