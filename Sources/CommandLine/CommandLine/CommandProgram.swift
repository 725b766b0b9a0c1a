package import ArgumentParser
internal import CProcess
internal import Files
internal import Glibc
internal import PluginHosting
internal import Reporting

/// The main function of the command-line programs: `pipeline`, and the programs that replace it.
package enum CommandProgram {
  /// Executes the command below `root` that the arguments name. If `page` returns a text for the arguments,
  /// the program prints the text instead of executing a command.
  package static func main(
    _ root: any ParsableCommand.Type,
    page: ([String]) throws -> [String]? = { _ in nil },
    perform: (any ParsableCommand) throws -> Void
  ) {
    let words = SystemLimits.words
    do {
      try SystemLimits.checkWords()
      try SystemLimits.prepare(for: words)
      OutOfMemoryHandler.install()
      ControlGroups.allow()
      MachineMemory.setLimit()
      try Interruption.install()
      endWithParent()
      try StandardOutput.check(words, of: root)
      if let page = try page(words) {
        return Console.result(page)
      }
      try perform(parsed(words, root))
      try Interruption.cancellation.check()
      Console.diagnostics.sumUpPlugins()
    } catch {
      end(with: error, words, root)
    }
  }

  /// Makes the program end together with its parent process, if the parent requested this.
  private static func endWithParent() {
    guard let parent = System.variable("PIPELINE_PARENT").flatMap({ pid_t($0) }) else { return }
    // Safety: only one thread exists at this point. The variable is removed, because programs that this
    // program starts have another parent.
    unsafe unsetenv("PIPELINE_PARENT")
    if !process_end_with(parent) { Glibc.exit(128 + SIGTERM) }
  }

  /// Prints the error that ended the program, and exits with its status.
  private static func end(
    with error: any Error, _ words: [String], _ root: any ParsableCommand.Type
  ) -> Never {
    Console.diagnostics.sumUpPlugins()
    if let status = Interruption.status {
      // The user has interrupted the program, which cancelled the work.
      Console.report(EngineError("interrupted", .cancelled))
      Interruption.leave(status)
    }
    if let failure = EngineError(any: error) {
      let shortage = SystemLimits.shortage(behind: failure)
      Console.report(shortage ?? failure)
      Glibc.exit((shortage ?? failure).exitStatus)
    }
    // The lines are the parser's text about help, the version, or an error in the arguments.
    let lines = root.fullMessage(for: error).split(
      separator: "\n", omittingEmptySubsequences: false
    ).map(String.init)
    let code = root.exitCode(for: error)
    if lines != [""] {
      if code.isSuccess {
        Console.result(lines)
      } else {
        Console.report(EngineError(ParserWords.line(lines, of: words, for: root), .usage))
      }
    }
    Glibc.exit(code.rawValue)
  }

  /// Parses the arguments below `root`. Messages quote each argument with escapes, so that a message stays on
  /// one line.
  private static func parsed(
    _ words: [String], _ root: any ParsableCommand.Type
  ) throws -> any ParsableCommand {
    do { return try root.parseAsRoot(words) } catch {
      _ = try root.parseAsRoot(words.map(EscapedText.line))
      throw error
    }
  }
}
