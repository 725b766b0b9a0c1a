package import ArgumentParser
internal import Files
internal import Glibc
package import Reporting

/// Refuses a standard output that is also a file named by an argument, because printing would change the file
/// while it is read. Command names and help topics are not files, and a file that the shell has just
/// truncated contains no data to protect.
package enum StandardOutput {
  package static func check(_ words: [String], of root: any ParsableCommand.Type)
    throws(EngineError)
  {
    var output = stat()
    // Safety: fstat and stat fill the structs, and stat reads a C string.
    guard unsafe fstat(STDOUT_FILENO, &output) == 0, output.st_mode & S_IFMT == S_IFREG,
      output.st_size > 0, words.first != "help"
    else { return }
    for word in afterCommands(words, of: root) where !word.hasPrefix("-") {
      var about = stat()
      guard unsafe stat(word, &about) == 0, about.st_dev == output.st_dev,
        about.st_ino == output.st_ino
      else { continue }
      throw .usage(
        "\(word): the input file is also the standard output, and would change during the run")
    }
  }

  private static func afterCommands(
    _ words: [String], of root: any ParsableCommand.Type
  ) -> ArraySlice<String> {
    var (rest, commands) = (words[...], root.configuration.subcommands)
    while let next = commands.first(where: { $0.configuration.commandName == rest.first }) {
      rest = rest.dropFirst()
      commands = next.configuration.subcommands
    }
    return rest
  }
}
