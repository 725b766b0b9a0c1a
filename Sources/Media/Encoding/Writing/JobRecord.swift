internal import Files
internal import Scenes

/// The job of a run, in the form in which it is stored in the records of frames.
package struct JobRecord: Hashable, Sendable {
  /// The SHA-256, in hexadecimal, of everything that determines the pixels; it is the same for equal jobs.
  package let id: String
  /// The line that describes the job: `{"job":…,"facts":[…]}`.
  package let line: String

  package init(id: String, line: String) {
    self.id = id
    self.line = line
  }

  /// Returns the id at the start of a line that describes a job; nil for other lines.
  static func id(of line: ArraySlice<UInt8>) -> String? {
    let head = Array("{\"job\":\"".utf8)
    guard line.count > head.count + RecordLine.hashBytes, line.starts(with: head) else {
      return nil
    }
    let start = line.startIndex + head.count
    return String(decoding: line[start..<start + RecordLine.hashBytes], as: UTF8.self)
  }
}

/// A line that records a file: `{"file":…,"sha256":…,"job":…,"seconds":…,"host":…}`.
struct RecordLine {
  static let hashBytes = 64
  private static let head = Array("{\"file\":\"".utf8)
  private static let middle = Array("\",\"sha256\":\"".utf8)
  private static let second = Array("\",\"job\":\"".utf8)
  private static let end = Array("\",\"seconds\":".utf8)

  let file: String
  let sha256: String
  let job: String
  /// The duration of the work, and the machine that performed it.
  private let work: RecordedWork?

  init(file: String, sha256: String, job: String, _ work: RecordedWork) {
    self.file = file
    self.sha256 = sha256
    self.job = job
    self.work = work
  }

  /// Parses a line; nil if the line is incomplete after a crash, or is not a record.
  init?(_ line: ArraySlice<UInt8>) {
    // A name may contain any text, so the fields after the name are located from the end.
    guard line.last == UInt8(ascii: "}"), let tail = Self.tail(of: line) else { return nil }
    let fixed = Self.head.count + Self.middle.count + Self.second.count
    let nameBytes = tail - line.startIndex - fixed - 2 * Self.hashBytes
    guard nameBytes > 0 else { return nil }
    var place = line.startIndex
    func isNext(_ bytes: [UInt8]) -> Bool {
      line[place...].starts(with: bytes)
    }
    func text(_ count: Int) -> String {
      String(decoding: line[place..<place + count], as: UTF8.self)
    }
    guard isNext(Self.head) else { return nil }
    place += Self.head.count
    file = text(nameBytes)
    place += nameBytes
    guard isNext(Self.middle) else { return nil }
    place += Self.middle.count
    sha256 = text(Self.hashBytes)
    place += Self.hashBytes
    guard isNext(Self.second) else { return nil }
    place += Self.second.count
    job = text(Self.hashBytes)
    place += Self.hashBytes
    guard isNext(Self.end) else { return nil }
    work = nil
  }

  /// Returns the position of the last `end`, which is near the end of the line because a host name is short.
  private static func tail(of line: ArraySlice<UInt8>) -> Int? {
    let first = max(line.startIndex, line.endIndex - 400)
    return (first..<line.endIndex).last { line[$0...].starts(with: end) }
  }

  var text: String {
    "{\"file\":\"\(file)\",\"sha256\":\"\(sha256)\",\"job\":\"\(job)\"\(work?.members ?? "")}"
  }
}

/// The work in a record: the seconds since the previous record or the start of the run, and the machine's name.
struct RecordedWork: Hashable, Sendable {
  private let seconds: Double

  /// Creates the work from a start time and the current time.
  init(since start: ContinuousClock.Instant) {
    seconds = (ContinuousClock.now - start) / .seconds(1)
  }

  /// The host name, reduced to characters that JSON does not escape.
  private static let host: String = {
    let name = System.hostName.filter {
      $0.isASCII && ($0.isLetter || $0.isNumber || "-._".contains($0))
    }
    return String(name.prefix(255))
  }()

  var members: String {
    let milliseconds = Int(clamped: seconds * 1000, rounded: .toNearestOrAwayFromZero)
    return ",\"seconds\":\(Double(milliseconds) / 1000),\"host\":\"\(Self.host)\""
  }
}
