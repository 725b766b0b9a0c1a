import ArgumentParser
import Documents

/// `pipeline help spring`: a page of the document's reference. Where a command has the same name, the
/// command wins, and `pipeline help form transition` prints the form.
enum FormHelp {
  /// The page that these words ask for; nil when they ask for something else.
  static func page(_ words: ArraySlice<String>) throws(Failure) -> String? {
    let words = Array(words)
    guard words.first == "help" else { return nil }
    if words.count == 2, words[1] == "form" {
      return "The forms of a document; pipeline help NAME prints one.\n\n"
        + FormPage.all.map { "  \($0.name)" }.joined(separator: "\n")
    }
    if words.count == 3, words[1] == "form" {
      if let page = FormPage.named(words[2]) { return page.text }
      let hint = FormPage.nearest(to: words[2]).map { "; did you mean \"\($0)\"?" } ?? ""
      throw .usage("no form \"\(words[2])\"\(hint); pipeline help form lists them")
    }
    guard words.count == 2, !isCommand(words[1]), let page = FormPage.named(words[1]) else {
      return nil
    }
    return page.text + "\n"
  }

  private static func isCommand(_ word: String) -> Bool {
    Pipeline.configuration.subcommands.contains { $0.configuration.commandName == word }
  }
}
