import CommandLine
import ArgumentParser
import Documents
import JSON
import Reporting

/// Implements commands such as `pipeline help spring`, which print the reference page of a form, a key or a
/// value. A command with the same name takes precedence, and `pipeline help form transition` prints the form;
/// a form takes precedence over a key with the same name.
enum FormHelp {
  /// The help page for these words; nil if there is none.
  static func page(_ words: [String]) throws(EngineError) -> [String]? {
    guard words.first == "help" else { return nil }
    if words.count == 2, words[1] == "form" {
      return ["The forms of a document; pipeline help form NAME prints one.", ""]
        + FormPage.all.map { "  \($0.name)" }
    }
    if words.count == 3, words[1] == "form" {
      if let page = FormPage.named(words[2]) { return lines(page) }
      let hint = FormPage.nearest(to: words[2]).map { "; did you mean \"\($0)\"?" } ?? ""
      throw .usage("no form \"\(words[2])\"\(hint); pipeline help form lists them")
    }
    guard words.count == 2, !words[1].hasPrefix("-"), !isCommand(words[1]) else { return nil }
    if let topic = HelpTopic(rawValue: words[1]) { return topic.lines }
    if let page = FormPage.named(words[1]) { return lines(page) }
    let values = value(words[1])
    if let lines = key(words[1]) { return lines + (values.isEmpty ? [] : [""] + values) }
    if !values.isEmpty { return [words[1]] + values }
    let names = FormPage.all.flatMap { [$0.name] + $0.keys.map(\.name) }
    let commands = ParserWords.names(of: Pipeline.configuration.subcommands)
    let topics = HelpTopic.allCases.map(\.rawValue)
    let all =
      commands + topics + names + FormPage.all.flatMap { $0.words + $0.keys.flatMap(\.words) }
    let hint = NearestWord.find(words[1], in: all).map { "; did you mean \"\($0)\"?" } ?? ""
    throw .usage("no command, form, key or value \"\(words[1])\"\(hint)")
  }

  /// The help for all forms that have a key with this name; nil if there are none.
  private static func key(_ name: String) -> [String]? {
    var said: [(forms: [String], key: FormPage.Key)] = []
    for page in FormPage.all {
      guard let key = page.keys.first(where: { $0.name == name }) else { continue }
      if let same = said.firstIndex(where: { $0.key.value == key.value && $0.key.doc == key.doc }) {
        said[same].forms.append(page.name)
      } else {
        said.append(([page.name], key))
      }
    }
    guard !said.isEmpty else { return nil }
    var lines = [name]
    for (forms, key) in said {
      lines.append("")
      lines += wrapped("In \(forms.joined(separator: ", ")):", indent: 2)
      lines += wrapped(key.value, indent: 6)
      lines += wrapped(key.doc, indent: 6)
    }
    return lines
  }

  /// The help for the keys and forms that accept a word as their value; empty if there are none.
  private static func value(_ word: String) -> [String] {
    var lines: [String] = []
    for page in FormPage.all {
      if page.words.contains(word) {
        lines += ["", "  A value of \(page.name):"]
        lines += wrapped(page.value, indent: 6)
        if !page.doc.isEmpty { lines += wrapped(page.doc, indent: 6) }
      }
      for key in page.keys where key.words.contains(word) {
        lines += ["", "  A value of \(key.name) in \(page.name):"]
        lines += wrapped(key.value, indent: 6) + wrapped(key.doc, indent: 6)
      }
    }
    return lines
  }

  /// The lines of a page for a terminal with 80 columns.
  private static func lines(_ page: FormPage) -> [String] {
    var lines = [page.name, ""] + wrapped(page.doc, indent: 2) + [""]
    if page.keys.isEmpty { lines += wrapped("It is \(page.value).", indent: 2) }
    for key in page.keys {
      lines.append("  \(key.name)\(key.isRequired ? " (required)" : "")")
      lines += wrapped(key.value, indent: 6) + wrapped(key.doc, indent: 6)
    }
    guard let example = page.example else { return lines }
    return lines + ["", "  Example:", ""]
      + example.split(separator: "\n").map { "    \($0)" }
  }

  private static func wrapped(_ text: String, indent: Int) -> [String] {
    Text.wrap(text.filter { $0 != "`" }, width: 80, indent: String(repeating: " ", count: indent))
  }

  private static func isCommand(_ word: String) -> Bool {
    word == "help"
      || Pipeline.configuration.subcommands.contains { $0.configuration.commandName == word }
  }
}
