package import ArgumentParser
package import Files
internal import Glibc
internal import Reporting

/// A command that is performed by another program, which replaces the process of `pipeline`. The options of
/// the command are declared in this module, so that help, completions and errors are the same as for all
/// other commands; the other program parses the arguments again.
package protocol DelegatedCommand: ParsableCommand {
  static var program: CompanionProgram { get }
}

extension DelegatedCommand {
  package func run() throws {
    guard let path = EngineContext.ofProgram.find(Self.program.rawValue) else {
      throw EngineError(
        "\(Self.program.rawValue) is not installed next to pipeline or in ../lib/pipeline",
        .unavailable)
    }
    // The program is started under the path of `pipeline`, which it reports in messages instead of its own
    // path.
    try Interruption.become(path, [System.commandPath] + SystemLimits.words)
  }
}
