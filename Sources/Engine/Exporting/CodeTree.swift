internal import Planning

/// Source code as nested lists of pieces of text. Code that is too long for a line is broken in the style of
/// its language's formatter.
indirect enum CodeTree {
  case text(String)
  /// A list of items in brackets, separated by commas.
  case list(String, [CodeTree], String, Breaks)
  /// A label or a member name, followed by its value.
  case member(String, CodeTree)

  enum Breaks {
    /// Each line contains as many items as fit; the brackets are on separate lines, and a comma follows the
    /// last item.
    case filled
    /// Items are broken as in `filled`, with the brackets beside the first and last item.
    case hugging
    /// Items are broken as in `hugging`, with the closing bracket on a separate line.
    case chained
    /// Each item is on a separate line, followed by a comma.
    case each
    /// Items are broken as in `each`, even if all items fit on one line.
    case always
  }

  /// The code on one line; nil if the code is always broken into lines.
  private var flat: String? {
    switch self {
    case .text(let text): return text
    case .member(let label, let value): return value.flat.map { "\(label) \($0)" }
    case .list(_, _, _, .always): return nil
    case .list(let open, let items, let close, _):
      var all: [String] = []
      for item in items {
        guard let flat = item.flat else { return nil }
        all.append(flat)
      }
      let space = open == "{" && !all.isEmpty ? " " : ""
      return open + space + all.joined(separator: ", ") + space + close
    }
  }

  /// The lines of the code: the first line begins after `start`, which includes the indentation, and the last
  /// line ends with `end`.
  func lines(after start: String, end: String = "", width: Int, step: Int = 2) -> String {
    var printer = Printer(width: width, step: step, line: start)
    printer.put(
      self, indent: start.prefix { $0 == " " }.count, tail: end)
    return (printer.lines + [printer.line]).joined(separator: "\n")
  }

  private struct Printer {
    let width: Int
    let step: Int
    var lines: [String] = []
    var line: String

    mutating func begin(_ indent: Int) {
      lines.append(line)
      line = String(repeating: " ", count: indent)
    }

    mutating func put(_ tree: CodeTree, indent: Int, tail: String) {
      if let flat = tree.flat, line.count + flat.count + tail.count <= width {
        line += flat + tail
        return
      }
      switch tree {
      case .text(let text): line += text + tail
      case .member(let label, let value):
        line += label
        // A text that does not fit beside its label is written on the next line.
        if case .text(let text) = value, text.hasPrefix("\""), label.count > 3 {
          begin(indent + step)
          line += text + tail
        } else {
          line += " "
          put(value, indent: indent, tail: tail)
        }
      case .list(let open, let items, let close, let breaks):
        line += open
        begin(indent + step)
        for (place, item) in items.enumerated() {
          let isLast = place == items.count - 1
          let comma =
            isLast && breaks == .hugging ? close + tail : isLast && breaks == .chained ? "" : ","
          if place > 0 {
            let fits = item.flat.map { line.count + 1 + $0.count + comma.count <= width } ?? false
            if fits && breaks != .each && breaks != .always {
              line += " "
            } else {
              begin(indent + step)
            }
          }
          put(item, indent: indent + step, tail: comma)
        }
        if breaks != .hugging {
          begin(indent)
          line += close + tail
        }
      }
    }
  }
}

/// Creates the code of JavaScript values.
extension CodeTree {
  static func string(_ text: String) -> CodeTree { .text(Literal.javaScript(text)) }
  static func number(_ value: Double) -> CodeTree { .text(CurveName.number(value)) }

  static func object(_ members: [(String, CodeTree)]) -> CodeTree {
    .list(
      "{",
      members.map { name, value in
        if case .text(name) = value { value } else { .member(name + ":", value) }
      }, "}", .each)
  }

  /// An array: numbers fill the lines, and each list or object with several members has its own line.
  static func array(_ items: [CodeTree]) -> CodeTree {
    var (isNested, isNumbers) = (items.count > 1, true)
    for item in items {
      if case .list(_, let members, _, _) = item, members.count > 1 {} else { isNested = false }
      if case .text(let text) = item, !text.hasPrefix("\"") {} else { isNumbers = false }
    }
    return .list("[", items, "]", isNested ? .always : isNumbers ? .filled : .each)
  }
}
