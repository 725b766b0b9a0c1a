package import Files
internal import Glibc

/// The records of a sequence's finished frames, as lines of JSON in the sequence's folder. With the records, an
/// interrupted render can continue, and other programs can check the result. A run of all frames records them in
/// `frames.jsonl`, and a part in `frames-FIRST-LAST.jsonl`, so that machines that share a folder do not write to the
/// same file. The first line describes the job; the line of a frame is `{"file":…,"sha256":…,"job":…}`, with its
/// duration and machine. A frame counts as finished only if its file has the recorded hash and its job is the same. A
/// line that is incomplete after a crash is ignored. Records and frames are regular files of this folder, never links.
package final class FrameRecords {
  /// The size limit of a file of records; the records of a million frames have a third of this size.
  private static let limitBytes = 512 << 20
  private let folder: OpenFolder
  private let job: JobRecord
  /// The name of the file to which this run appends its records.
  private let ownName: String
  private var descriptor: Int32 = -1
  /// Whether the file of this run already describes the job.
  private var isDescribed = false
  /// Whether a crash has truncated the last line in the file of this run.
  private var isTorn = false
  /// The recorded hashes of this job's files, by file name.
  private var known: [String: String] = [:]
  /// The latest records of other jobs, by file name.
  private var foreign: [String: (sha256: String, job: String)] = [:]
  /// The lines that describe other jobs, by id.
  private var described: [String: String] = [:]
  /// The versions of the incomplete files that were checked, by file name.
  private(set) var seen: [String: SeenFile] = [:]
  /// The time at which the last frame was recorded.
  private var noted = ContinuousClock.now

  /// The state of a frame's file.
  package enum State: Hashable, Sendable {
    /// The file exists and is the one that this job wrote.
    case whole
    case missing
    /// The file has no record.
    case unrecorded
    /// The file differs from its record.
    case damaged
    /// The file belongs to another job; the value is the line that describes the other job, if there is such a line.
    case foreign(job: String?)
  }

  /// Reads the records of the frames of `job`. If `frames` is given, only the records of these frames are read, and new
  /// records go to the file of this part. If a root is given, the folder must be inside the root. A folder that is only
  /// read is not created.
  package init(
    folder path: String, beneath root: RootFolder? = nil, job: JobRecord,
    frames: ClosedRange<Int>? = nil, onlyLooks: Bool = false,
    context: EngineContext? = nil
  ) throws(EncodingError) {
    self.job = job
    ownName = frames.map { "frames-\($0.lowerBound)-\($0.upperBound).jsonl" } ?? "frames.jsonl"
    do throws(FileError) {
      folder =
        onlyLooks
        ? try OpenFolder(existing: path, beneath: root, context: context)
        : try OpenFolder(path, beneath: root, context: context)
    } catch {
      throw .unwritable(path: path, reason: error.reason)
    }
    if !onlyLooks {
      // Lines are appended through the same descriptor that was checked.
      do throws(FileError) {
        descriptor = try folder.ownLog(ownName, making: false)
      } catch {
        throw Self.refusal("\(path)/\(ownName)", error)
      }
      if descriptor >= 0 {
        guard let bytes = FileBytes.read(descriptor, limit: Self.limitBytes) else {
          throw .unwritable(path: "\(path)/\(ownName)", reason: "the record cannot be read")
        }
        try take(bytes, of: ownName)
        isDescribed = bytes.split(separator: UInt8(ascii: "\n")).contains {
          JobRecord.id(of: $0) == job.id
        }
        isTorn = bytes.last.map { $0 != UInt8(ascii: "\n") } ?? false
      }
    }
    for name in FileTree.names(in: folder.descriptor).sorted() {
      guard let part = Self.frames(ofLog: name), onlyLooks || name != ownName,
        frames.map({ $0.overlaps(part) }) ?? true
      else { continue }
      let bytes: [UInt8]
      do throws(FileError) {
        bytes = try folder.ownFile(name).read(limitBytes: Self.limitBytes)
      } catch {
        throw Self.refusal("\(path)/\(name)", error)
      }
      try take(bytes, of: name)
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Returns the frames to which a file of records refers; nil if the name is not the name of a file of records.
  private static func frames(ofLog name: String) -> ClosedRange<Int>? {
    if name == "frames.jsonl" { return 0...FrameRangeText.end }
    guard name.hasPrefix("frames-"), name.hasSuffix(".jsonl") else { return nil }
    return FrameRangeText.range(String(name.dropFirst(7).dropLast(6)))
  }

  /// Reads the contents of a file of records.
  private func take(_ bytes: [UInt8], of name: String) throws(EncodingError) {
    guard bytes.count <= Self.limitBytes else {
      throw .unwritable(
        path: "\(folder.path)/\(name)",
        reason: "the record is larger than \(Self.limitBytes) bytes")
    }
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      if let record = RecordLine(line) {
        if record.job == job.id {
          known[record.file] = record.sha256
        } else {
          foreign[record.file] = (record.sha256, record.job)
        }
      } else if let id = JobRecord.id(of: line), id != job.id {
        described[id] = String(decoding: line, as: UTF8.self)
      }
    }
  }

  /// The names of all files that have a record.
  package var names: Set<String> { ownNames.union(foreign.keys) }

  /// The names of the files that this job recorded.
  package var ownNames: Set<String> { Set(known.keys) }

  /// The lines that describe other jobs, by id.
  package var jobs: [String: String] { described }

  /// Returns whether a file in the folder is the file that this job wrote; false if the file exceeds the limit.
  package func isDone(_ name: String, limitBytes: Int) -> Bool {
    known[name] != nil && look(at: name, limitBytes: limitBytes).state == .whole
  }

  /// Returns the state of a frame, and the frame's file if it is intact.
  package func look(at name: String, limitBytes: Int) -> (state: State, file: RegularFile?) {
    let file: RegularFile
    do throws(FileError) { file = try folder.ownFile(name) } catch {
      if case .missing = error { return (.missing, nil) }
      return (.damaged, nil)
    }
    let (state, whole) = judge(file, name, limitBytes: limitBytes)
    if state != .whole { seen[name] = .file(file.version) }
    return (state, whole)
  }

  private func judge(
    _ file: RegularFile, _ name: String, limitBytes: Int
  ) -> (state: State, file: RegularFile?) {
    guard known[name] != nil || foreign[name] != nil else { return (.unrecorded, nil) }
    guard file.byteCount <= limitBytes, let hash = try? file.sha256() else {
      return (.damaged, nil)
    }
    if hash == known[name] { return (.whole, file) }
    if let other = foreign[name], other.sha256 == hash {
      return (.foreign(job: described[other.job]), nil)
    }
    return (.damaged, nil)
  }

  /// Records a file that was moved into place.
  func add(_ name: String, _ bytes: [UInt8]) throws(EncodingError) {
    let place = "\(folder.path)/\(ownName)"
    if descriptor < 0 {
      do throws(FileError) {
        descriptor = try folder.ownLog(ownName, making: true)
      } catch {
        throw Self.refusal(place, error)
      }
    }
    if isTorn { try write("\n", to: place) }
    isTorn = false
    if !isDescribed { try write("\(job.line)\n", to: place) }
    isDescribed = true
    var hash = SHA256()
    hash.add(bytes)
    let work = RecordedWork(since: noted)
    noted = .now
    try write(
      RecordLine(file: name, sha256: hash.hexadecimal(), job: job.id, work).text + "\n", to: place)
  }

  /// Appends a line with one system call, so that runs that share a file do not interleave their lines.
  private func write(_ text: String, to place: String) throws(EncodingError) {
    // Safety: the count passed to the call is the array's count.
    let count = unsafe Array(text.utf8).withUnsafeBytes {
      unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
    }
    guard count == text.utf8.count else {
      throw .unwritable(path: place, reason: Errno.words(count < 0 ? errno : ENOSPC))
    }
  }

  private static func refusal(_ place: String, _ error: FileError) -> EncodingError {
    var reason = error.reason
    if case .notPlain = error {
      reason =
        "the path \(reason), and a record is a plain file; "
        + "remove it"
    }
    return .unwritable(path: place, reason: reason)
  }
}
