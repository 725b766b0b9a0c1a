import ArgumentParser
import Files
import Glibc
import Reporting

@main
struct Pipeline: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pipeline",
    abstract: "Renders UI transitions and animations, without a phone, a browser or a display.",
    discussion: """
      'pipeline init' begins a document that runs, and says where the guide and the examples lie. \
      'pipeline help spring' prints the page of a word of the document; 'pipeline help form' lists \
      those words.
      """,
    version: Version.text,
    subcommands: [
      RunCommand.self, FrameCommand.self, TransitionCommand.self, ValidateCommand.self,
      InspectCommand.self, InitCommand.self, DiffCommand.self, MeasureCommand.self,
      MatchCommand.self,
      CheckCommand.self,
      GoldenCommand.self, PreviewCommand.self, SubmitCommand.self, StatusCommand.self,
      JoinCommand.self,
      VerifyCommand.self,
      PluginCommand.self,
      PluginsCommand.self, SchemaCommand.self, DoctorCommand.self, ServeCommand.self,
    ])

  static func main() {
    let words = SystemLimits.words
    do {
      try SystemLimits.prepare(for: words)
      OutOfMemoryHandler.install()
      MachineMemory.setLimit()
      try Interruption.install()
      try StandardOutput.check(words)
      if let page = try FormHelp.page(words[...]) {
        return Console.result(page)
      }
      var command = try parsed(words)
      try command.run()
      try Interruption.cancellation.check()
      Console.diagnostics.sumUpPlugins()
    } catch {
      end(with: error, words)
    }
  }

  /// Says what ended the program, and ends it.
  private static func end(with error: any Error, _ words: [String]) -> Never {
    Console.diagnostics.sumUpPlugins()
    if let status = Interruption.status {
      // Whatever gave up did so since the user wanted it.
      Console.report(EngineError("interrupted", .cancelled))
      Interruption.leave(status)
    }
    if let failure = EngineError(any: error) {
      let shortage = SystemLimits.shortage(behind: failure)
      Console.report(shortage ?? failure)
      Glibc.exit((shortage ?? failure).exitStatus)
    }
    // Help, versions, and what is wrong with the words of the call.
    let lines = fullMessage(for: error).split(
      separator: "\n", omittingEmptySubsequences: false
    ).map(String.init)
    let code = exitCode(for: error)
    if lines != [""] {
      if code.isSuccess {
        Console.result(lines)
      } else {
        Console.report(EngineError(ParserWords.line(lines, of: words), .usage))
      }
    }
    Glibc.exit(code.rawValue)
  }

  /// Parses the words of the call. A message about them shows each as it may be shown, on one line.
  private static func parsed(_ words: [String]) throws -> any ParsableCommand {
    do { return try parseAsRoot(words) } catch {
      _ = try parseAsRoot(words.map(EscapedText.line))
      throw error
    }
  }
}
