package import ArgumentParser
package import Files
internal import Glibc
internal import Reporting

/// A command that another program performs, which replaces the process of `pipeline`. The command's options
/// are declared here, so that help, completions and errors are the same as for any other command; the other
/// program parses the arguments again.
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
    // The program that replaces this one reports the path of `pipeline`, not its own.
    try Interruption.become(path, [System.commandPath] + SystemLimits.words)
  }
}
