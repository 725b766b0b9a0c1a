internal import Glibc
internal import Synchronization

/// The locations of the helper programs of this process, and of the bundled plugins.
package struct Installation: Hashable, Sendable {
  /// The folder that is searched first: the folder of an installation, with `bin` and `lib/pipeline`, or of a
  /// build. Nil means beside the executable.
  package var prefix: String?

  package init(prefix: String? = nil) { self.prefix = prefix }

  /// The folder of the executable, or of the `pipeline` that it replaced, with all links resolved.
  private static var executableFolder: String {
    let path = System.commandPath
    return path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }

  /// The folder of the programs, which is the executable's own folder unless there is a prefix.
  package var programFolder: String {
    guard let prefix else { return Self.executableFolder }
    return System.exists("\(prefix)/bin") ? "\(prefix)/bin" : prefix
  }

  /// The paths at which a program is searched for, in order.
  package func candidates(of program: String) -> [String] {
    let configured = prefix.map { ["\($0)/lib/pipeline", "\($0)/bin", $0] } ?? []
    let own = Self.executableFolder
    return (configured + [own, "\(own)/../lib/pipeline"]).map { "\($0)/\(program)" }
  }

  /// The path of an executable program; nil if no such path has the program.
  package func find(_ program: String) -> String? {
    // Safety: access reads the path as a C string.
    candidates(of: program).first { unsafe access($0, X_OK) == 0 }
  }
}

/// The state of one piece of work, such as the reading and rendering of one document: the location of its
/// helpers and the running helpers, the files that it has read, and the places of its outputs. The context is
/// passed with the settings; two contexts are independent of each other.
package final class EngineContext: Sendable {
  package let installation: Installation
  /// The files that the work has read, which it never overwrites.
  package let inputs = InputFiles()
  /// The identity of the output folders at its start.
  package let outputs = OutputPlaces()
  private let programs = Mutex(Programs())
  private struct Programs {
    var started: Set<String> = []
    var missing: Set<String> = []
    var hasFailed = false
    var versions: [String: String] = [:]
  }

  /// The vocabulary of messages for whoever started the work.
  package let vocabulary: Vocabulary

  package init(
    _ installation: Installation = Installation(), vocabulary: Vocabulary = .commandLine
  ) {
    self.installation = installation
    self.vocabulary = vocabulary
  }

  /// The path of a program; a missing program is recorded.
  package func find(_ program: String) -> String? {
    let path = installation.find(program)
    if path == nil { programs.withLock { _ = $0.missing.insert(program) } }
    return path
  }

  /// Notes that a program was started.
  package func noteStart(_ program: String) {
    programs.withLock { _ = $0.started.insert(program) }
  }

  /// Records that a program has ended by itself, hung or broken the protocol.
  package func noteFailure() { programs.withLock { $0.hasFailed = true } }

  /// Records the version that a program reported.
  package func note(version: String, of program: String) {
    programs.withLock { $0.versions[program] = version }
  }

  /// The version that a program reported; nil before the program was used.
  package func version(of program: String) -> String? {
    programs.withLock { $0.versions[program] }
  }

  /// The programs that were started, by name.
  package var started: [String] { programs.withLock { $0.started.sorted() } }
  package var hasFailedProgram: Bool { programs.withLock { $0.hasFailed } }
  /// The paths at which missing programs were searched for.
  package var placesTried: [String] {
    programs.withLock { $0.missing }.sorted().flatMap(installation.candidates)
  }
}
