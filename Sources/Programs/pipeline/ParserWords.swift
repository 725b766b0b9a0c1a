import ArgumentParser
import Documents

/// What the parser of the command line says, in the words that all messages have, with the word that was
/// probably meant.
enum ParserWords {
  /// The lines of a message about `words`, the words of the call.
  static func lines(_ message: [String], of words: [String]) -> [String] {
    guard let first = message.first, first.hasPrefix("Error: ") else { return message }
    var rest = message.dropFirst()
    var line = String(first.dropFirst("Error: ".count))
    if line.hasPrefix("Unexpected argument") || line.contains(" unexpected arguments: ") {
      if let command = unknownCommand(in: words) {
        line = command
        rest = []
      }
    } else if let value = line.firstMatch(of: /The value '(.+)' is invalid for/)?.output.1 {
      let list = rest.prefix { $0.hasPrefix("  - ") }.map { String($0.dropFirst(4)) }
      let quoted = (line.split(separator: "Please provide one of").last ?? "")
        .matches(of: /'([^']*)'/).map { String($0.output.1) }
      let known = list.isEmpty ? quoted : list
      if let near = NearestWord.find(String(value), in: known) {
        line = "\(line.split(separator: ". Please")[0]); did you mean \"\(near)\"?"
        rest = rest.dropFirst(list.count)
      }
    }
    return [line] + rest
  }

  /// What people call commands.
  static func names(of commands: [any ParsableCommand.Type]) -> [String] {
    var names: [String] = []
    for command in commands {
      let configuration = command.configuration
      if configuration.shouldDisplay, let name = configuration.commandName { names.append(name) }
    }
    return names
  }

  /// What is said of a word that stands where a command would, and is none.
  private static func unknownCommand(in words: [String]) -> String? {
    var commands = Pipeline.configuration.subcommands
    var path = "pipeline"
    for word in words {
      let known = names(of: commands)
      if let next = commands.first(where: { $0.configuration.commandName == word }) {
        commands = next.configuration.subcommands
        if commands.isEmpty { return nil }
        path += " \(word)"
        continue
      }
      guard !word.hasPrefix("-") else { return nil }
      let near = NearestWord.find(word, in: known + (path == "pipeline" ? ["help"] : []))
      return "no command \"\(word)\"" + (near.map { "; did you mean \"\($0)\"?" } ?? "")
        + "; \(path) --help lists them"
    }
    return nil
  }
}
