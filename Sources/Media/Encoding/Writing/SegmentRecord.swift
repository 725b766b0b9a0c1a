package import Files

/// Describes a file with some of a video's frames, in two lines of JSON in `NAME.jsonl` beside the file. The first line
/// describes the job; the second is
/// `{"frames":[0,224],"of":900,"settings":"mp4","sha256":…,"job":…,"seconds":…,"host":…}`.
package struct SegmentRecord: Hashable, Sendable {
  package let frames: ClosedRange<Int>
  /// The number of frames of the whole render.
  package let total: Int
  /// The format and the quality, as a text that is equal for parts that can be joined.
  package let settings: String
  package let job: JobRecord
  /// The hash of the file's bytes in hexadecimal; empty before the file is written.
  package private(set) var sha256 = ""

  package init(frames: ClosedRange<Int>, total: Int, settings: String, job: JobRecord) {
    self.frames = frames
    self.total = total
    self.settings = settings
    self.job = job
  }

  /// Reads the record beside the file at `path`; nil if the file beside it contains no record.
  package init?(beside path: String) throws(FileError) {
    let file = try RegularFile(Self.path(for: path))
    let text = String(decoding: try file.read(limitBytes: 1 << 20), as: UTF8.self)
    let lines = text.split(separator: "\n")
    let form =
      /\{"frames":\[(\d{1,7}),(\d{1,7})\],"of":(\d{1,7}),"settings":"([^"]*)","sha256":"([0-9a-f]{64})","job":"([0-9a-f]{64})","seconds":[0-9.e-]+,"host":"[^"]*"\}/
    guard lines.count == 2, let found = lines[1].wholeMatch(of: form)?.output,
      let first = Int(found.1), let last = Int(found.2), let total = Int(found.3), first <= last,
      last < total, JobRecord.id(of: ArraySlice(lines[0].utf8)) == String(found.6)
    else { return nil }
    self.init(
      frames: first...last, total: total, settings: String(found.4),
      job: JobRecord(id: String(found.6), line: String(lines[0])))
    sha256 = String(found.5)
  }

  /// Writes the record of the file at `path`.
  func write(
    beside path: String, beneath root: RootFolder?, _ work: RecordedWork,
    context: EngineContext? = nil
  ) throws(EncodingError) {
    let hash: String
    do throws(FileError) {
      hash = try OpenFolder(existing: Folder.of(path), beneath: root)
        .ownFile(Folder.name(of: path)).sha256()
    } catch {
      throw .unwritable(path: path, reason: error.reason)
    }
    let line =
      "{\"frames\":[\(frames.lowerBound),\(frames.upperBound)],\"of\":\(total),"
      + "\"settings\":\"\(settings)\",\"sha256\":\"\(hash)\",\"job\":\"\(job.id)\"\(work.members)}"
    let file = try AtomicFile(Self.path(for: path), beneath: root, context: context)
    try file.write(Array("\(job.line)\n\(line)\n".utf8))
    try file.commit()
    try Folder.sync(Folder.of(path), beneath: root)
  }

  package static func path(for path: String) -> String { "\(path).jsonl" }
}
