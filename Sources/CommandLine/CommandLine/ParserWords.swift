package import ArgumentParser
internal import Documents
internal import Files
import JSON

/// Creates messages about invalid arguments, each on one line and with a suggestion.
package struct ParserWords {
  /// The message of the argument parser, without the lines about usage.
  private let message: String
  /// The help text of the argument; empty if the argument has none.
  private let about: String
  private let words: [String]
  private let place: Place

  /// The message about the arguments `words`, for which the parser printed `lines`.
  package static func line(
    _ lines: [String], of words: [String], for root: any ParsableCommand.Type
  ) -> String {
    ParserWords(lines, of: words, root).line
  }

  private init(
    _ lines: [String], of words: [String], _ root: any ParsableCommand.Type
  ) {
    let said = lines.prefix { !$0.hasPrefix("Help:  ") && !$0.hasPrefix("Usage: ") }
    let text = said.map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }.joined(separator: "\n")
    message = text.hasPrefix("Error: ") ? String(text.dropFirst("Error: ".count)) : text
    let help = lines.first { $0.hasPrefix("Help:  ") } ?? ""
    about = help.split(separator: "  ", maxSplits: 2).dropFirst(2).joined()
    self.words = words
    place = Place(words, root)
  }

  private var line: String {
    for answer in [unexpected, unknownOption, missing, withoutValue, wrongValue, needless] {
      if let line = answer() { return line }
    }
    // Errors that the commands report themselves already have the style of this program.
    let parts: [String] = message.split(separator: "\n").map(Self.withoutPeriod)
    return parts.joined(separator: "; ")
  }

  private static func withoutPeriod(_ line: Substring) -> String {
    String(line.hasSuffix(".") ? line.dropLast() : line)
  }

  private var more: String { "; \(place.path) --help says more" }

  /// The message about unexpected arguments; nil if there are none.
  private func unexpected() -> String? {
    guard message.hasPrefix("Unexpected argument") || message.contains(" unexpected arguments: ")
    else { return nil }
    if let unknown = place.unknownCommand { return unknown }
    guard let first = Self.quoted(in: message).first else { return nil }
    if let option = place.options.first(where: { $0.drop { $0 == "-" } == first }) {
      return "\"\(first)\" is an unexpected word; did you mean \"\(option)\"?\(more)"
    }
    let extra = Self.quoted(in: message).map { "\"\($0)\"" }.joined(separator: ", ")
    return "too many words: \(extra); the form is \(place.usage)"
  }

  private func unknownOption() -> String? {
    guard message.hasPrefix("Unknown option "), let name = Self.quoted(in: message).first else {
      return nil
    }
    if let unknown = place.unknownCommand { return unknown }
    let near = name.hasPrefix("--") ? NearestWord.find(name, in: place.options) : nil
    return "no option \"\(name)\"" + (near.map { "; did you mean \"\($0)\"?" } ?? "")
      + "; \(place.path) --help lists them"
  }

  /// The message about missing required arguments; nil if none are missing. The parser stops at the first
  /// missing argument, so it is called again with a placeholder for each missing argument. All other
  /// command-line errors take precedence.
  private func missing() -> String? {
    guard message.hasPrefix("Missing expected argument") else { return nil }
    var list: [String] = []
    var words = words
    var current = self
    while current.message.hasPrefix("Missing expected argument"), list.count < 8,
      let synopsis = Self.quoted(in: current.message).first
    {
      let argument = Self.plain(synopsis) + current.said
      guard !list.contains(argument) else { break }
      list.append(argument)
      let option = synopsis.split(separator: " ").first.map(String.init) ?? ""
      words += option.hasPrefix("-") ? [option, "0"] : ["0"]
      do {
        _ = try place.root.parseAsRoot(words)
        break
      } catch {
        let text = place.root.fullMessage(for: error)
        current = ParserWords(text.split(separator: "\n").map(String.init), of: words, place.root)
      }
    }
    if let unknown = current.unknownOption() { return unknown }
    guard let last = list.last else { return nil }
    let all = list.count > 1 ? "\(list.dropLast().joined(separator: ", ")) and \(last)" : last
    let isHere = list[0].hasPrefix("FILE.json") && System.exists("pipeline.json")
    return "\(all) \(list.count == 1 ? "is" : "are") missing"
      + (isHere ? "; did you mean pipeline.json, which is here?" : "") + more
  }

  private func withoutValue() -> String? {
    guard message.hasPrefix("Missing value for "), let name = Self.quoted(in: message).first else {
      return nil
    }
    let option = name.split(separator: " ").first ?? ""
    if let place = words.firstIndex(of: String(option)), words.indices.contains(place + 1) {
      let next = words[place + 1]
      return "\(Self.plain(name)) has no value\(said): \"\(next)\" looks like an option; "
        + "to give a value that begins with -, write \(option)=\(next)"
    }
    return "\(Self.plain(name)) has no value\(said)\(more)"
  }

  private func wrongValue() -> String? {
    guard let found = message.firstMatch(of: /The value '(.*)' is invalid for '([^']*)'(?:: )?(.*)/)
    else { return nil }
    let value = String(found.output.1)
    let reason = String(found.output.3)
    let list = message.split(separator: "\n").filter { $0.hasPrefix("- ") }
      .map { String($0.dropFirst(2)) }
    let known =
      list.isEmpty && reason.contains("lease provide one of") ? Self.quoted(in: reason) : list
    let words = Self.plain(String(found.output.2)).split(separator: " ")
    let name = words.first.map(String.init) ?? ""
    let line = "\(name): \"\(value)\" "
    guard known.isEmpty else {
      let near = NearestWord.find(value, in: known).map { "; did you mean \"\($0)\"?" } ?? ""
      return line + "is not one of \(known.joined(separator: ", "))" + near
    }
    if let wrong = ExpectedValue.problem(with: value, of: words.joined(separator: " ")) {
      return line + wrong + more
    }
    return line + "is not valid" + (reason.isEmpty || reason == "." ? said : ": \(reason)") + more
  }

  /// The message about a flag with a value, or about flags that contradict each other; nil for other errors.
  private func needless() -> String? {
    let names = Self.quoted(in: message)
    if message.contains("does not take any value"), names.count >= 2 {
      return "\(names[0]) takes no value, but the command line has \"\(names[1])\"\(more)"
    }
    if message.hasPrefix("Value to be set with"), names.count >= 2 {
      return "\(names[0]) and \(names[names.count - 1]) cannot be combined\(more)"
    }
    return nil
  }

  /// The help text of the command-line argument, in brackets.
  private var said: String {
    let text = about.hasSuffix(".") ? about.dropLast() : about[...]
    guard let first = text.first else { return "" }
    return " (\(first.lowercased())\(text.dropFirst()))"
  }

  private static func quoted(in text: String) -> [String] {
    text.matches(of: /'([^']*)'/).map { String($0.output.1) }
  }

  /// The option `--at <T>` in the form in which a user types it.
  private static func plain(_ synopsis: String) -> String {
    synopsis.replacing("<", with: "").replacing(">", with: "").replacing(" ...", with: "")
  }

  package static func names(of commands: [any ParsableCommand.Type]) -> [String] {
    var names: [String] = []
    for command in commands {
      let configuration = command.configuration
      if configuration.shouldDisplay, let name = configuration.commandName { names.append(name) }
    }
    return names
  }
}

/// The command that the arguments select.
private struct Place {
  /// The command in the form in which a user types it, beginning with the name of the program.
  private(set) var path = "pipeline"
  /// The root command that the parser starts with.
  let root: any ParsableCommand.Type
  private var command: any ParsableCommand.Type
  /// The message about an unknown command; nil if the command is known.
  private(set) var unknownCommand: String?

  init(_ words: [String], _ root: any ParsableCommand.Type) {
    self.root = root
    command = root
    for word in words {
      let commands = command.configuration.subcommands
      guard !commands.isEmpty else { return }
      if let next = commands.first(where: { $0.configuration.commandName == word }) {
        command = next
        path += " \(word)"
        continue
      }
      guard !word.hasPrefix("-") else { return }
      let known = ParserWords.names(of: commands) + (path == "pipeline" ? ["help"] : [])
      let near = NearestWord.find(word, in: known)
      unknownCommand =
        "no command \"\(word)\"" + (near.map { "; did you mean \"\($0)\"?" } ?? "")
        + "; \(path) --help lists them"
      return
    }
  }

  private var help: [String] {
    root.helpMessage(for: command, columns: 400).split(separator: "\n").map(String.init)
  }

  /// The long names of all options of the command.
  var options: [String] {
    help.filter { $0.hasPrefix("  -") }.flatMap { line in
      line.matches(of: /(?:^|[ \/,])(--[a-z0-9-]+)/).map { String($0.output.1) }
    }
  }

  /// The usage line of the command.
  var usage: String {
    help.first { $0.hasPrefix("USAGE: ") }.map { String($0.dropFirst("USAGE: ".count)) } ?? path
  }
}
