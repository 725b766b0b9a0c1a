internal import Media
package import Files
internal import Glibc

/// The list of all files that a run will write, which ensures that no file is an input and that all files are different.
package struct WrittenFiles {
  /// The reason why a file must not be written, with the names of both files.
  package struct Clash: Error, Hashable, Sendable {
    package let path: String
    package let reason: String
    package var description: String { "\(path): \(reason)" }
  }

  private struct Numbered {
    let name: NumberedName
    let frames: ClosedRange<Int>
    let shown: String
  }
  /// The names of files in messages, by folder (with links resolved) and by file name.
  private var files: [String: [String: String]] = [:]
  private var numbered: [String: [Numbered]] = [:]

  private let inputs: InputFiles

  /// Creates an empty list; `inputs` are the files that must not be overwritten.
  package init(_ inputs: InputFiles) { self.inputs = inputs }

  /// Adds one file, unless it is standard output.
  package mutating func add(_ path: String, updatesGolden: Bool = false) throws(Clash) {
    if Self.isStandardOutput(path), let input = inputs.input(openAs: STDOUT_FILENO) {
      throw Self.clash("the standard output", input)
    }
    if Self.isStream(path) { return }
    if let input = inputs.input(at: path, updatesGolden: updatesGolden) {
      throw Self.clash(path, input)
    }
    let plain = FilePath.withoutLinks(path)
    let (folder, name) = (FilePath.folder(of: plain), FilePath.name(of: plain))
    let twin =
      files[folder]?[name]
      ?? numbered[folder]?.first { $0.name.holds(name, of: $0.frames) }?.shown
    if let twin { throw Self.twins(path, twin) }
    files[folder, default: [:]][name] = path
  }

  /// Adds the files of an output: `frames` are their numbers, if they are numbered.
  package mutating func add(
    _ path: String, _ format: OutputFormat, frames: ClosedRange<Int>
  ) throws(Clash) {
    guard let name = format.sequence else { return try add(path) }
    let first = name.path(frames.lowerBound)
    let folder = FilePath.folder(of: FilePath.withoutLinks(first))
    if let input = input(of: name, frames, in: folder) { throw Self.clash(path, input) }
    let file = files[folder]?.first { name.holds($0.key, of: frames) }?.value
    let other = numbered[folder]?.first { Self.overlap($0, name, frames) }?.shown
    if let twin = file ?? other { throw Self.twins(path, twin) }
    numbered[folder, default: []].append(Numbered(name: name, frames: frames, shown: path))
  }

  /// Returns the input that is one of the numbered files, or whose name matches their pattern.
  private func input(
    of name: NumberedName, _ frames: ClosedRange<Int>, in folder: String
  ) -> String? {
    // The first frame's path is tested first, which is enough for equal patterns; then the names in the folder are tested.
    if let input = inputs.input(at: name.path(frames.lowerBound)) { return input }
    let open = try? OpenFolder(existing: folder)
    let names =
      inputs.names(in: folder) + (open.map { FileTree.names(in: $0.descriptor) } ?? [])
    for known in names where name.holds(known, of: frames) {
      if let input = inputs.input(at: "\(folder)/\(known)") { return input }
    }
    return nil
  }

  /// Returns whether two sequences in one folder have a file in common. Sequences whose names differ around the number
  /// are compared by their first files.
  private static func overlap(
    _ one: Numbered, _ name: NumberedName, _ frames: ClosedRange<Int>
  ) -> Bool {
    if one.name.fileName(0) == name.fileName(0) { return one.frames.overlaps(frames) }
    return frames.prefix(1_000).contains { one.name.holds(name.fileName($0), of: one.frames) }
  }

  private static func isStandardOutput(_ path: String) -> Bool { path == "-" || path == "-.mp4" }

  private static func isStream(_ path: String) -> Bool {
    if isStandardOutput(path) { return true }
    var about = stat()
    // Safety: stat reads the path as a C string and fills the struct.
    return unsafe stat(path, &about) == 0 && [S_IFCHR, S_IFIFO].contains(about.st_mode & S_IFMT)
  }

  private static func clash(_ path: String, _ input: String) -> Clash {
    Clash(
      path: path,
      reason:
        "the output is also the input \(input), and pipeline never replaces an input: "
        + "choose another name"
    )
  }

  private static func twins(_ path: String, _ other: String) -> Clash {
    Clash(
      path: path,
      reason: "the output would be the same file as \(other): two outputs cannot share a file")
  }
}

extension NumberedName {
  /// Returns whether a file with the given name in the sequence's folder is one of the frames.
  func holds(_ name: String, of frames: ClosedRange<Int>) -> Bool {
    let (before, after) = ends
    guard name.hasPrefix(before), name.hasSuffix(after),
      let number = Int(name.dropFirst(before.count).dropLast(after.count)), number >= 0
    else { return false }
    return frames.contains(number) && fileName(number) == name
  }

  /// Returns the name of a frame's file, without its folder.
  func fileName(_ index: Int) -> String { FilePath.name(of: path(index)) }
}
