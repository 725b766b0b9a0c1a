internal import PluginModel
internal import Files
internal import Glibc

/// The output of a worker's process: lines that its plugin prints, and marked lines of the worker itself.
struct WorkerOutput {
  enum Line {
    /// The sandbox has refused a system call with the given name.
    case refusal(String)
    case printed(String)
    case logged(PluginLogLine.Level, String)
  }

  /// The mark at the start of the worker's own lines, HOSTING_MARK; a plugin's line starts with it only if
  /// the plugin forges it.
  static let mark = "\u{1e}"
  /// The maximum number of lines that are stored until they are read; further lines are only counted.
  private static let keptLines = 200
  private static let lineBytes = 1_000
  private static let tailBytes = 300

  private var lines: [Line] = []
  private var lostLines = 0
  /// The beginning of an incomplete line; `length` is its length so far.
  private var rest: [UInt8] = []
  /// The last bytes that the worker printed.
  private var tail: [UInt8] = []
  private(set) var crash: CrashReport?

  /// The last lines that the worker printed, joined to one line.
  var said: String { PluginText.joined(tail) }

  /// Reads all bytes in the pipe; returns whether there were any.
  @discardableResult mutating func take(from pipe: Int32) -> Bool {
    var isAny = false
    while true {
      let part = unsafe [UInt8](unsafeUninitializedCapacity: 64 << 10) { buffer, filled in
        // Safety: read writes into the array's own storage.
        filled = max(0, unsafe read(pipe, buffer.baseAddress!, buffer.count))
      }
      if part.isEmpty { return isAny }
      isAny = true
      add(part)
    }
  }

  private mutating func add(_ bytes: [UInt8]) {
    var start = 0
    while let end = Self.lineEnd(in: bytes, from: start) {
      // Lines beyond the limit are only counted, unless they are marked.
      if lines.count >= Self.keptLines, rest.isEmpty, bytes[start] != 0x1e {
        if end > start { lostLines += 1 }
      } else {
        rest += bytes[start..<min(end, start + Self.lineBytes)]
        endLine()
      }
      start = end + 1
    }
    let room = max(0, 2 * Self.lineBytes - rest.count)
    rest += bytes[start...].prefix(room)
  }

  private static func lineEnd(in bytes: [UInt8], from start: Int) -> Int? {
    // Safety: the search stays inside the array's own bytes.
    unsafe bytes.withUnsafeBytes { bytes in
      guard start < bytes.count, let first = bytes.baseAddress,
        let end = unsafe memchr(first + start, 10, bytes.count - start)
      else { return nil }
      return unsafe first.distance(to: end)
    }
  }

  /// Processes an incomplete line of output as if it had ended.
  mutating func endLine() {
    guard !rest.isEmpty else { return }
    let text = PluginText.joined(rest.prefix(Self.lineBytes).map { $0 == 0 ? 32 : $0 })
    let bytes = rest
    rest = []
    if bytes.first == 0x1e, addMarked(text, bytes.dropFirst()) { return }
    tail = (tail + bytes + [UInt8(ascii: "\n")]).suffix(Self.tailBytes)
    if text.hasPrefix("sandbox: refused ") {
      keep(.refusal("sandbox" + text.dropFirst(8)))
    } else if !text.isEmpty {
      keep(.printed(text))
    }
  }

  private mutating func addMarked(_ shown: String, _ bytes: ArraySlice<UInt8>) -> Bool {
    let words = bytes.split(separator: 32, maxSplits: 3, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    if words.first == "crash", words.count == 4, let signal = Int32(words[1]) {
      crash = CrashReport(
        signal: signal, isOverflow: words[2] == "1", address: UInt64(words[3], radix: 16) ?? 0)
      return true
    }
    guard words.first == "log", words.count > 2, let number = UInt32(words[1]),
      let level = PluginLogLine.Level(rawValue: number)
    else { return false }
    let text = words[2...].joined(separator: " ")
    keep(.logged(level, EscapedText.line(text)))
    return true
  }

  private mutating func keep(_ line: Line) {
    if lines.count < Self.keptLines { lines.append(line) } else { lostLines += 1 }
  }

  /// Returns the lines since the last call, and the number of lines beyond the limit.
  mutating func takeLines() -> (lines: [Line], lost: Int) {
    defer { (lines, lostLines) = ([], 0) }
    return (lines, lostLines)
  }
}

/// The report about a crash from a worker's signal handler. The report is not trusted; it only affects a
/// message.
struct CrashReport {
  let signal: Int32
  let isOverflow: Bool
  /// The address in the plugin's file; 0 if no code of the plugin was running.
  let address: UInt64
}
