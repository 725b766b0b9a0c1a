/// What a run is, as the records of its frames name it.
package struct JobRecord: Hashable, Sendable {
  /// A SHA-256 in hexadecimal of all that decides the pixels; equal for equal jobs.
  package let id: String
  /// The line that describes it: `{"job":…,"facts":[…]}`.
  package let line: String

  package init(id: String, line: String) {
    self.id = id
    self.line = line
  }

  /// The id at the beginning of such a line; nil for another one.
  static func id(of line: ArraySlice<UInt8>) -> String? {
    let head = Array("{\"job\":\"".utf8)
    guard line.count > head.count + RecordLine.hashBytes, line.starts(with: head) else {
      return nil
    }
    let start = line.startIndex + head.count
    return String(decoding: line[start..<start + RecordLine.hashBytes], as: UTF8.self)
  }
}

/// A line that notes a file: `{"file":…,"sha256":…,"job":…}`.
struct RecordLine {
  static let hashBytes = 64
  private static let head = Array("{\"file\":\"".utf8)
  private static let middle = Array("\",\"sha256\":\"".utf8)
  private static let second = Array("\",\"job\":\"".utf8)
  private static let end = Array("\"}".utf8)

  let file: String
  let sha256: String
  let job: String

  init(file: String, sha256: String, job: String) {
    self.file = file
    self.sha256 = sha256
    self.job = job
  }

  /// nil for a line that was torn by a crash, or is another one.
  init?(_ line: ArraySlice<UInt8>) {
    let fixed = Self.head.count + Self.middle.count + Self.second.count + Self.end.count
    let nameBytes = line.count - fixed - 2 * Self.hashBytes
    guard nameBytes > 0 else { return nil }
    var place = line.startIndex
    func isNext(_ bytes: [UInt8]) -> Bool {
      line[place..<place + bytes.count].elementsEqual(bytes)
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
  }

  var text: String { "{\"file\":\"\(file)\",\"sha256\":\"\(sha256)\",\"job\":\"\(job)\"}" }
}
