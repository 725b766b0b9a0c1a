/// animator.h as pages: what its comments say, in the order of the header, made of nothing but its text.
package struct HeaderPages {
  package struct Page {
    /// Of its file, such as `layers.md`.
    package let file: String
    package let title: String
    package let text: String
  }
  package let pages: [Page]

  /// Sections that are of interest to compilers alone.
  private static let left = ["Compiler support"]

  package init(header: String) {
    var reader = HeaderReader(header)
    let front = reader.front()
    var sections: [(title: String, body: String)] = []
    while let section = reader.section() {
      if !Self.left.contains(section.title) { sections.append(section) }
    }
    let list = sections.map { "- [\($0.title)](\(Self.file(of: $0.title)))" }
    var pages = [
      Page(
        file: "README.md", title: "animator.h",
        text: "# animator.h\n\n\(Self.made)\n\n\(list.joined(separator: "\n"))\n\n\(front)\n")
    ]
    for section in sections {
      pages.append(
        Page(
          file: Self.file(of: section.title), title: section.title,
          text: "# \(section.title)\n\n[All of the header](README.md)\n\n\(section.body)\n"))
    }
    self.pages = pages
  }

  private static let made =
    "The following pages contain the comments of `animator.h`, the header of the plugin interface. "
    + "`make reference` generates the pages from the header. [Writing animators](../animators.md) "
    + "is the guide."

  private static func file(of title: String) -> String {
    let words = title.lowercased().split { !$0.isLetter }
    return words.joined(separator: "-") + ".md"
  }
}

/// Reads the header from its top.
private struct HeaderReader {
  private let lines: [Substring]
  private var at = 0

  init(_ text: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  private var line: Substring? { at < lines.count ? lines[at] : nil }

  /// The comment at the very top.
  mutating func front() -> String {
    let said = comment()
    while let line, !line.hasPrefix("/* ---- ") { at += 1 }
    return prose(said)
  }

  /// The next section and its title; nil at the end.
  mutating func section() -> (title: String, body: String)? {
    guard let first = line, first.hasPrefix("/* ---- ") else { return nil }
    let title = first.dropFirst(8).prefix { $0 != "-" && $0 != "(" }
    at += 1
    var parts: [String] = []
    var constants: [String] = []
    var said = ""
    func close(_ parts: inout [String], _ constants: inout [String]) {
      if constants.isEmpty { return }
      parts.append("| constant | what it is |\n|---|---|\n" + constants.joined(separator: "\n"))
      constants = []
    }
    while let line, !line.hasPrefix("/* ---- ") {
      if line.hasPrefix("/*") {
        close(&parts, &constants)
        if !said.isEmpty { parts.append(prose(said)) }
        said = comment()
      } else if line.hasPrefix("#define "), let made = constant() {
        if constants.isEmpty, !said.isEmpty { parts.append(prose(said)) }
        said = ""
        constants.append(made)
      } else if let entry = entry(said) {
        close(&parts, &constants)
        parts.append(entry)
        said = ""
      } else {
        at += 1
      }
    }
    close(&parts, &constants)
    if !said.isEmpty { parts.append(prose(said)) }
    return (trimmed(title), parts.joined(separator: "\n\n"))
  }

  // MARK: Parts

  /// The comment that begins in this line, without its marks.
  private mutating func comment() -> String {
    var words: [String] = []
    while let line {
      at += 1
      var text = line[...]
      if let start = text.firstRange(of: "/*") { text = text[start.upperBound...] }
      let isLast = text.contains("*/")
      if let end = text.firstRange(of: "*/") { text = text[..<end.lowerBound] }
      var part = text.drop { $0 == " " }
      if part.first == "*" { part = part.dropFirst() }
      if part.first == " " { part = part.dropFirst() }
      while part.last == " " { part = part.dropLast() }
      words.append(String(part))
      if isLast { break }
    }
    return words.joined(separator: "\n")
  }

  /// A constant as a row of a table; nil for a macro with arguments or without a value.
  private mutating func constant() -> String? {
    guard let line, let name = line.dropFirst(8).split(separator: " ").first, !name.contains("("),
      name.hasPrefix("ANIMATOR_"), !line.hasSuffix("\\")
    else { return nil }
    let rest = line.dropFirst(8 + name.count)
    let value = trimmed(rest[..<(rest.firstRange(of: "/*")?.lowerBound ?? rest.endIndex)])
    guard let first = value.first, first.isNumber || first == "\"" else { return nil }
    let said = line.contains("/*") ? comment() : ""
    if said.isEmpty { at += 1 }
    return "| `\(name)` = `\(value)` | \(cell(said)) |"
  }

  /// A struct or a function that begins in this line; nil for anything else.
  private mutating func entry(_ said: String) -> String? {
    guard let line else { return nil }
    let words = line.split(separator: " ")
    if line.hasSuffix("{"), let place = words.firstIndex(of: "struct"), place <= 1,
      words.count > place + 1
    {
      return structure(String(words[place + 1]), said)
    }
    if line.hasPrefix("static inline ") || line.hasPrefix("ANIMATOR_EXPORT ") {
      return function(said)
    }
    if line.hasPrefix("#define "), !said.isEmpty,
      let name = line.dropFirst(8).split(separator: ")").first, name.contains("(")
    {
      skipMacro()
      return "## `\(name))`\n\n\(prose(said))"
    }
    return nil
  }

  private mutating func skipMacro() {
    while let line, line.hasSuffix("\\") { at += 1 }
    at += 1
  }

  private mutating func function(_ said: String) -> String? {
    var signature = ""
    while let line {
      at += 1
      let end = line.firstIndex { $0 == "{" || $0 == ";" }
      signature += (signature.isEmpty ? "" : " ") + trimmed(line[..<(end ?? line.endIndex)])
      guard let end else { continue }
      if line[end] == "{" {
        while let line = self.line, line != "}" { at += 1 }
      }
      break
    }
    guard !said.isEmpty else { return nil }
    let name = signature.split(separator: "(")[0].split { $0 == " " || $0 == "*" }.last ?? ""
    return "## \(name)\n\n\(prose(said))\n\n```c\n\(signature);\n```"
  }

  private mutating func structure(_ name: String, _ said: String) -> String {
    at += 1
    var rows: [String] = []
    var plain: [String] = []
    var isPlain = true
    var above = ""
    while let line, !line.hasPrefix("}") {
      let text = line.drop { $0 == " " }
      if text.isEmpty {
        at += 1
      } else if text.hasPrefix("/*") {
        above = comment()
      } else {
        let (declaration, behind) = member()
        let all = [above, behind].filter { !$0.isEmpty }.joined(separator: " ")
        if !declaration.contains(" reserved") {
          rows.append("| `\(declaration)` | \(cell(all)) |")
          plain.append("\(declaration);")
          if !all.isEmpty { isPlain = false }
        }
        above = ""
      }
    }
    at += 1
    if isPlain {
      return "## \(name)\n\n\(lead(said))```c\n\(plain.joined(separator: "\n"))\n```"
    }
    return "## \(name)\n\n\(lead(said))| member | what it is |\n|---|---|\n"
      + rows.joined(separator: "\n")
  }

  private func lead(_ said: String) -> String { said.isEmpty ? "" : prose(said) + "\n\n" }

  /// A member's declaration, and the comment behind it.
  private mutating func member() -> (declaration: String, comment: String) {
    var declaration = ""
    while let line {
      let start = line.firstRange(of: "/*")?.lowerBound
      declaration += (declaration.isEmpty ? "" : " ") + trimmed(line[..<(start ?? line.endIndex)])
      if start != nil { return (declaration.filter { $0 != ";" }, comment()) }
      at += 1
      if declaration.hasSuffix(";") { break }
    }
    return (declaration.filter { $0 != ";" }, "")
  }

  // MARK: Text

  private func trimmed(_ text: some StringProtocol) -> String {
    text.split(separator: " ").joined(separator: " ")
  }

  private func cell(_ text: String) -> String {
    text.split { $0 == "\n" || $0 == " " }.joined(separator: " ").replacing("|", with: "\\|")
      .replacing("<", with: "&lt;")
  }

  /// A comment as Markdown: what is indented is kept as it is.
  private func prose(_ text: String) -> String {
    var blocks: [String] = []
    var isKept = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let keeps = line.hasPrefix("  ")
      if line.isEmpty {
        blocks.append("")
      } else if keeps {
        blocks.append((isKept ? "" : "\n") + "  " + line)
      } else {
        blocks.append((isKept ? "\n" : "") + line.replacing("<", with: "&lt;"))
      }
      isKept = keeps
    }
    return blocks.joined(separator: "\n")
  }
}
