import CProcess
import Foundation
import Glibc
import Scenes

/// Runs headless Chromium, and communicates with it over the pipe of the DevTools protocol: JSON messages that end with
/// a zero byte, on its descriptors 3 (to it) and 4 (from it).
///
/// The browser ends together with the tests, however they end; `close` ends the browser normally, reaps its process and
/// removes its files.
final class Browser {
  struct Failure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = "the browser \(description)" }
  }
  /// The time limit for a page, on a machine that also does other work.
  private static let seconds = 480.0

  private let process: pid_t
  private let toBrowser: Int32
  private let fromBrowser: Int32
  private let profile: URL
  private let deadline = ContinuousClock.now + .seconds(Browser.seconds)
  private var number = 0
  private var bytes: [UInt8] = []
  private var events: Set<String> = []

  /// The renderer of shapes. On Chromium's graphics device an edge has a few steps of coverage, which differ between
  /// devices; the processor computes the covered area.
  enum Raster: String {
    case graphics = "--enable-gpu-rasterization"
    case processor = "--disable-gpu-rasterization"
  }

  /// Returns the arguments; the browser composites with its own software Vulkan, so that the machine's graphics do not
  /// matter.
  private static func arguments(_ profile: URL, _ raster: Raster) -> [String] {
    [
      "chromium", "--headless=new", "--remote-debugging-pipe", "--no-sandbox",
      "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist",
      raster.rawValue, "--hide-scrollbars", "--force-color-profile=srgb",
      "--force-device-scale-factor=1", "--disable-lcd-text", "--no-first-run",
      "--disable-extensions", "--disable-background-networking", "--disable-component-update",
      "--disable-breakpad", "--disable-dev-shm-usage", "--allow-file-access-from-files",
      "--user-data-dir=\(profile.path())", "about:blank",
    ]
  }

  init(raster: Raster = .graphics) throws {
    guard let program = Self.find("chromium") else {
      throw Failure("is not installed: apt-get install chromium, or make deps")
    }
    profile = FileManager.default.temporaryDirectory.appending(
      path: "oracle-browser-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: profile, withIntermediateDirectories: true)
    var (to, from): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    // Safety: pipe writes two numbers.
    guard unsafe pipe(&to) == 0, unsafe pipe(&from) == 0 else {
      throw Failure("got no pipes: errno \(errno)")
    }
    for descriptor in to + from { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    var id: pid_t = 0
    // Safety: the copies are freed below.
    var arguments = unsafe Self.arguments(profile, raster).map { unsafe strdup($0) } + [nil]
    let passed = [to[0], from[1]]
    // Safety: the C function reads the request only during the call.
    let problem = unsafe program.withCString { path in
      unsafe arguments.withUnsafeMutableBufferPointer { arguments in
        unsafe passed.withUnsafeBufferPointer { passed in
          var request = unsafe process_request(
            path: path, arguments: arguments.baseAddress!, environment: nil, input: -1,
            output: -1, error: -1, passed: passed.baseAddress, passed_count: 2,
            dies_with_parent: true)
          return unsafe process_start(&request, &id)
        }
      }
    }
    // Safety: each string was created by strdup above.
    for i in unsafe arguments.indices { unsafe free(arguments[i]) }
    Glibc.close(to[0])
    Glibc.close(from[1])
    (toBrowser, fromBrowser, process) = (to[1], from[0], id)
    guard problem == 0 else {
      try? FileManager.default.removeItem(at: profile)
      throw Failure("cannot be started: errno \(problem)")
    }
    // If the browser has ended, a write returns an error instead of ending the tests.
    signal(SIGPIPE, SIG_IGN)
  }

  /// Ends the browser, by a signal if it does not end within ten seconds.
  func close() {
    _ = try? ask("Browser.close")
    Glibc.close(toBrowser)
    Glibc.close(fromBrowser)
    var status: Int32 = 0
    if unsafe process_wait(process, 10_000, &status) != 0 {
      _ = unsafe process_kill(process, &status)
    }
    try? FileManager.default.removeItem(at: profile)
  }

  static func find(_ program: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return (folders.map(String.init) + ["/usr/bin"]).map { "\($0)/\(program)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  // MARK: Messages

  /// Returns the result of a method of the protocol.
  @discardableResult
  func ask(
    _ method: String, session: String? = nil, _ parameters: [String: Any] = [:]
  ) throws -> [String: Any] {
    number += 1
    var message: [String: Any] = ["id": number, "method": method, "params": parameters]
    if let session { message["sessionId"] = session }
    try send(JSONSerialization.data(withJSONObject: message) + [0])
    while true {
      let answer = try receive()
      if answer["id"] as? Int == number {
        guard let result = answer["result"] as? [String: Any] else {
          throw Failure("refused \(method): \(answer["error"] ?? "")")
        }
        return result
      }
    }
  }

  /// Waits for an event, unless it arrived before another answer.
  func wait(for event: String) throws {
    while events.remove(event) == nil { _ = try receive() }
  }

  private func send(_ data: Data) throws {
    var rest = ArraySlice(data)
    while !rest.isEmpty {
      // Safety: the call reads the bytes only while it runs.
      let count = unsafe rest.withUnsafeBytes { unsafe write(toBrowser, $0.baseAddress!, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw Failure("has ended") }
      rest = rest.dropFirst(count)
    }
  }

  private func receive() throws -> [String: Any] {
    var searched = 0
    var end = bytes.firstIndex(of: 0)
    while end == nil {
      searched = bytes.count
      try readMore()
      end = bytes[searched...].firstIndex(of: 0)
    }
    let message = Data(bytes[..<end!])
    bytes.removeSubrange(...end!)
    guard let object = try JSONSerialization.jsonObject(with: message) as? [String: Any] else {
      throw Failure("sent no object")
    }
    if let event = object["method"] as? String { events.insert(event) }
    return object
  }

  private func readMore() throws {
    let left = ContinuousClock.now.duration(to: deadline)
    var entry = pollfd(fd: fromBrowser, events: Int16(POLLIN), revents: 0)
    // Safety: the calls write into the entry and into the buffer, within their sizes.
    let ready = unsafe poll(&entry, 1, Int32(max(0, left / .milliseconds(1))))
    if ready < 0 && errno == EINTR { return }
    guard ready > 0 else { throw Failure("did not answer within \(Self.seconds) s") }
    var part = [UInt8](repeating: 0, count: 1 << 20)
    let count = unsafe part.withUnsafeMutableBytes {
      unsafe read(fromBrowser, $0.baseAddress!, $0.count)
    }
    if count < 0 && errno == EINTR { return }
    guard count > 0 else { throw Failure("has ended") }
    bytes += part[..<count]
  }
}

/// A page of the browser.
struct BrowserTab {
  let browser: Browser
  private let session: String
  private let target: String

  init(_ browser: Browser) throws {
    self.browser = browser
    let made = try browser.ask("Target.createTarget", ["url": "about:blank"])
    target = made["targetId"] as? String ?? ""
    let attached = try browser.ask("Target.attachToTarget", ["targetId": target, "flatten": true])
    guard let session = attached["sessionId"] as? String else {
      throw Browser.Failure("attached no page")
    }
    self.session = session
    try browser.ask("Page.enable", session: session)
  }

  func close() throws { try browser.ask("Target.closeTarget", ["targetId": target]) }

  /// Opens a page and waits until it has loaded.
  func open(_ page: URL) throws {
    try browser.ask("Page.navigate", session: session, ["url": page.absoluteString])
    try browser.wait(for: "Page.loadEventFired")
  }

  /// Returns the value of an expression; waits if the value is a promise.
  @discardableResult
  func evaluate(_ expression: String) throws -> Any? {
    let answer = try browser.ask(
      "Runtime.evaluate", session: session,
      ["expression": expression, "awaitPromise": true, "returnByValue": true])
    if let exception = answer["exceptionDetails"] {
      throw Browser.Failure("could not evaluate \(expression): \(exception)")
    }
    return (answer["result"] as? [String: Any])?["value"]
  }

  /// Sets the size of the window, with `scale` pixels for each point.
  func resize(width: Int, height: Int, scale: Int = 1) throws {
    try browser.ask(
      "Emulation.setDeviceMetricsOverride", session: session,
      ["deviceScaleFactor": scale, "mobile": false, "width": width, "height": height])
  }

  /// Sets a user preference that pages may query, such as a dark `prefers-color-scheme`.
  func prefer(_ name: String, _ value: String) throws {
    try browser.ask(
      "Emulation.setEmulatedMedia", session: session,
      ["features": [["name": name, "value": value]]])
  }

  /// Sends an event of the left mouse button: `mousePressed`, `mouseMoved` while it is held, `mouseReleased`.
  func mouse(_ event: String, _ x: Double, _ y: Double) throws {
    try browser.ask(
      "Input.dispatchMouseEvent", session: session,
      [
        "type": event, "x": x, "y": y, "button": "left", "clickCount": 1,
        "buttons": event == "mouseReleased" ? 0 : 1,
      ])
  }

  /// Sends an event of fingers on the screen: `touchStart`, `touchMove`, or `touchEnd` without positions.
  func touch(_ event: String, _ places: [(x: Double, y: Double)]) throws {
    try browser.ask(
      "Input.dispatchTouchEvent", session: session,
      [
        "type": event,
        "touchPoints": places.enumerated().map { ["x": $1.x, "y": $1.y, "id": $0] },
      ])
  }

  /// Returns a small picture of the window as WebP.
  func screen() throws -> Data {
    let shot = try browser.ask(
      "Page.captureScreenshot", session: session, ["format": "webp", "quality": 82])
    guard let data = (shot["data"] as? String).flatMap({ Data(base64Encoded: $0) }) else {
      throw Browser.Failure("took no picture")
    }
    return data
  }

  /// Returns the PNG of the page's upper left, with `scale` pixels for each point.
  func picture(width: Int, height: Int, scale: Int) throws -> Data {
    try resize(width: width, height: height, scale: scale)
    try evaluate(
      """
      new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))
      """)
    let shot = try browser.ask(
      "Page.captureScreenshot", session: session, ["format": "png", "optimizeForSpeed": true])
    guard let text = shot["data"] as? String, let data = Data(base64Encoded: text) else {
      throw Browser.Failure("took no picture")
    }
    return data
  }
}
