internal import Documents
internal import Encoding
internal import Files
import JSON
internal import Media

/// The frames of a job that exist and have a record of the job, which is recognised by the document, its
/// files, the variables and the scale. The command `verify` checks all other facts.
struct RecordedFrames {
  private let name: NumberedName
  /// The names of the files that have a record of this job, and the names of the files that have a record of
  /// any job.
  private let own: Set<String>
  private let all: Set<String>

  /// Reads the records of a job; nil if the job renders rows or parts of a video, or if no frame has been
  /// rendered.
  init?(_ job: JSONNode) {
    guard let path = job["frames"]?["path"]?.string, let name = NumberedName(path),
      path.hasSuffix(".png"), let open = try? OpenFolder(existing: Folder.of(path)),
      let records = try? FrameRecords(
        folder: Folder.of(path), job: JobRecord(id: "", line: ""), onlyLooks: true)
    else { return nil }
    let there = Set(FileTree.names(in: open.descriptor))
    self.name = name
    all = records.names.intersection(there)
    let facts = Self.facts(of: job)
    var own: Set<String> = []
    for (id, line) in records.jobs where facts.isSubset(of: Self.facts(of: line)) {
      let known = try? FrameRecords(
        folder: Folder.of(path), job: JobRecord(id: id, line: line), onlyLooks: true)
      own.formUnion(known?.ownNames.intersection(there) ?? [])
    }
    self.own = own
  }

  func count(_ frames: ClosedRange<Int>, ofAnyJob isAny: Bool) -> Int {
    let names = isAny ? all : own
    return frames.count { names.contains(Folder.name(of: name.path($0))) }
  }

  /// The facts that every record of this job must contain, as names and values.
  private static func facts(of job: JSONNode) -> Set<[String]> {
    var facts: Set<[String]> = []
    let document = job["document"]?.string
    for file in job["files"]?.elements ?? [] {
      guard let path = file["path"]?.string, let hash = file["sha256"]?.string else { continue }
      if path == document {
        facts.insert(["document", hash])
      } else if path.hasPrefix("document/") {
        facts.insert(["file \(path.dropFirst("document/".count))", hash])
      }
    }
    let words = job["options"]?.elements?.compactMap(\.string) ?? []
    var variables: [String: String] = [:]
    for (option, value) in zip(words, words.dropFirst()) {
      if option == "--scale" { facts.insert(["scale", value]) }
      if option == "--set", let set = OptionText.assignment(value) {
        variables["variable \(set.name)"] = set.value
      }
    }
    return facts.union(variables.map { [$0.key, $0.value] })
  }

  private static func facts(of line: String) -> Set<[String]> {
    let list = JSONNode(json: line)?["facts"]?.elements ?? []
    return Set(list.map { $0.elements?.compactMap(\.string) ?? [] })
  }
}
