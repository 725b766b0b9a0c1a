internal import Glibc
internal import Synchronization

/// Finds the helper programs of this process and the bundled plugins.
package struct Installation: Hashable, Sendable {
  /// The folder that is searched first: that of an installation, with `bin` and `lib/pipeline`, or that of a
  /// build. If the prefix is nil, the folder of the executable is searched.
  package var prefix: String?

  package init(prefix: String? = nil) { self.prefix = prefix }

  /// The folder of the executable, or of the `pipeline` that it replaced, with links resolved.
  private static var executableFolder: String {
    let path = System.commandPath
    return path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }

  /// The folder that contains the programs, which is the folder of the executable if there is no prefix.
  package var programFolder: String {
    guard let prefix else { return Self.executableFolder }
    return System.exists("\(prefix)/bin") ? "\(prefix)/bin" : prefix
  }

  /// The paths at which a program is searched, in order.
  package func candidates(of program: String) -> [String] {
    let configured = prefix.map { ["\($0)/lib/pipeline", "\($0)/bin", $0] } ?? []
    let own = Self.executableFolder
    return (configured + [own, "\(own)/../lib/pipeline"]).map { "\($0)/\(program)" }
  }

  /// The path of an executable program; nil if the program is at none of the paths.
  package func find(_ program: String) -> String? {
    // Safety: access reads the path as a C string.
    candidates(of: program).first { unsafe access($0, X_OK) == 0 }
  }
}

/// The state of one piece of work, such as reading and rendering a document: the paths of helpers, the
/// running helpers, the files that were read, and the output folders. The context is passed along with the
/// settings, and different contexts are independent.
package final class EngineContext: Sendable {
  package let installation: Installation
  /// The files that the work has read and therefore never overwrites.
  package let inputs = InputFiles()
  /// The identities that the output folders had at the start of the work.
  package let outputs = OutputPlaces()
  private let programs = Mutex(Programs())
  private struct Programs {
    var started: Set<String> = []
    var missing: Set<String> = []
    var hasFailed = false
    var versions: [String: String] = [:]
  }

  /// The vocabulary for messages, which depends on whether a command or a library caller started the work.
  package let vocabulary: Vocabulary

  package init(
    _ installation: Installation = Installation(), vocabulary: Vocabulary = .commandLine
  ) {
    self.installation = installation
    self.vocabulary = vocabulary
  }

  /// Finds the path of a program; a program that is not found is recorded as missing.
  package func find(_ program: String) -> String? {
    let path = installation.find(program)
    if path == nil { programs.withLock { _ = $0.missing.insert(program) } }
    return path
  }

  /// Records that a helper program was started.
  package func noteStart(_ program: String) {
    programs.withLock { _ = $0.started.insert(program) }
  }

  /// Records that a helper has crashed, stopped responding, or violated the protocol.
  package func noteFailure() { programs.withLock { $0.hasFailed = true } }

  /// Records the version that a helper program has reported.
  package func note(version: String, of program: String) {
    programs.withLock { $0.versions[program] = version }
  }

  /// The version that a program has reported; nil before the program is used.
  package func version(of program: String) -> String? {
    programs.withLock { $0.versions[program] }
  }

  /// The names of the helper programs that were started.
  package var started: [String] { programs.withLock { $0.started.sorted() } }
  package var hasFailedProgram: Bool { programs.withLock { $0.hasFailed } }
  /// The paths at which missing helper programs were searched.
  package var placesTried: [String] {
    programs.withLock { $0.missing }.sorted().flatMap(installation.candidates)
  }
}
