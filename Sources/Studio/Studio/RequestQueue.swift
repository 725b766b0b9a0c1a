package import PluginHosting
internal import Dispatch
internal import Files
package import StudioProtocol
internal import Synchronization

/// A request of the page that the server forwards to the renderer.
package struct StudioRequest: Sendable {
  package var number: String
  /// The HTTP method, `GET` or `POST`.
  package var method: String
  /// The path's components, without the leading slash.
  package var path: [String]
  /// The query as it was sent, without decoding.
  package var query: [(name: String, value: String)]
  package var body: [UInt8]
  /// The handler of the request's route; nil if no route matches.
  let handler: StudioHandler?

  package init(_ message: PipeMessage) {
    number = message.word(0)
    method = message.word(1)
    path = message.word(2).split(separator: "/", omittingEmptySubsequences: true).map(String.init)
    query = message.word(3).split(separator: "&").map { pair in
      let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (String(halves[0]), halves.count == 2 ? String(halves[1]) : "")
    }
    handler = StudioHandler.find(method, message.word(2))
    body = message.parts.count > 4 ? message.parts[4] : []
  }

  /// Returns the value of a parameter; nil unless the query contains the parameter exactly once.
  package func parameter(_ name: String) -> String? {
    let values = query.filter { $0.name == name }
    return values.count == 1 ? values[0].value : nil
  }

  package var isFrame: Bool { handler?.urgency == .frame }
  package var isUrgent: Bool { handler?.urgency == .urgent }
}

/// The queue of the renderer: requests that a thread reads from the server, and changes of files.
package final class RequestQueue: Sendable {
  package enum StudioMessage: Sendable {
    case request(StudioRequest)
    case filesChanged
    /// The server has closed the connection.
    case end
  }

  private struct State {
    var letters: [StudioMessage] = []
    var frames: [StudioRequest] = []
    /// Whether the current work may be cancelled.
    var canBeGivenUp = false
  }

  private let state = Mutex(State())
  /// The object that cancels plugin calls.
  private let cancellation: CallCancellation
  private let bell = DispatchSemaphore(value: 0)
  /// The maximum number of bytes in a request.
  private static let limitBytes = 80 << 20

  package init(_ cancellation: CallCancellation) { self.cancellation = cancellation }

  /// Reads requests until the server closes the descriptor.
  func read(from descriptor: Int32) {
    DispatchQueue(label: "requests").async { [self] in
      while let message = PipeMessage.receive(from: descriptor, limitBytes: Self.limitBytes) {
        put(.request(StudioRequest(message)))
      }
      put(.end)
    }
  }

  package func put(_ letter: StudioMessage) {
    state.withLock { state in
      switch letter {
      case .request(let request) where request.isFrame: state.frames.append(request)
      case .filesChanged where state.letters.contains(where: \.isChange): break
      default: state.letters.append(letter)
      }
      if state.canBeGivenUp, letter.isUrgent { cancellation.cancel() }
    }
    bell.signal()
  }

  /// Returns the next message: requests for frames come after all other messages, latest first.
  package func take() -> StudioMessage? {
    state.withLock { state in
      if !state.letters.isEmpty { return state.letters.removeFirst() }
      return state.frames.popLast().map { .request($0) }
    }
  }

  /// The error of work that is cancelled for more urgent work and has to be repeated later.
  package struct GivenUp: Error {}

  /// Runs work that may be cancelled. When an urgent message arrives, the running plugin call gets a little more time
  /// and is then cancelled; work that calls no plugin continues.
  package func whileNothingIsUrgent<Result>(_ work: () throws -> Result) throws -> Result {
    state.withLock { state in
      state.canBeGivenUp = true
      if state.letters.contains(where: \.isUrgent) { cancellation.cancel() }
    }
    defer {
      state.withLock { state in
        state.canBeGivenUp = false
        cancellation.resume()
      }
    }
    do {
      return try work()
    } catch {
      if cancellation.isCancelled { throw GivenUp() }
      throw error
    }
  }

  /// Cancels the current work after some seconds, if it may be cancelled and is still running.
  func giveUp(after seconds: Double) -> DispatchWorkItem {
    let late = DispatchWorkItem { [self] in
      state.withLock { if $0.canBeGivenUp { cancellation.cancel() } }
    }
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds, execute: late)
    return late
  }

  /// Waits at most two seconds for a message; the limit is for systems that do not report changes of files.
  func wait(seconds: Double = 2) {
    // Discards the signals of requests that were taken in the meantime.
    while bell.wait(timeout: .now()) == .success {}
    let isEmpty = state.withLock { $0.letters.isEmpty && $0.frames.isEmpty }
    if isEmpty { _ = bell.wait(timeout: .now() + seconds) }
  }
}

extension RequestQueue.StudioMessage {
  fileprivate var isUrgent: Bool {
    if case .request(let request) = self { request.isUrgent } else { false }
  }
  fileprivate var isChange: Bool { if case .filesChanged = self { true } else { false } }
}
