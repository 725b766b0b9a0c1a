package import Documents

/// An output name in which `{column}` stands for a value of the row, and `{row}` for the row's number, with
/// leading zeros in `{row:04}`.
package struct OutputName {
  package let text: String
  private enum Part {
    case text(String)
    case column(String)
  }
  private let parts: [Part]

  package init(_ text: String) {
    self.text = text
    var parts: [Part] = []
    var rest = text[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      parts.append(.text(String(rest[..<open])))
      parts.append(.column(String(rest[rest.index(after: open)..<close])))
      rest = rest[rest.index(after: close)...]
    }
    self.parts = parts + [.text(String(rest))]
  }

  package var columns: [String] {
    parts.compactMap {
      if case .column(let name) = $0 { Self.width(of: name) == nil ? name : "row" } else { nil }
    }
  }

  /// The minimum number of digits for the placeholders `row` and `row:04`; nil for any other placeholder.
  private static func width(of name: String) -> Int? {
    if name == "row" { return 0 }
    guard name.hasPrefix("row:0"), let width = Int(name.dropFirst(5)), 1...20 ~= width else {
      return nil
    }
    return width
  }

  private static func padded(_ number: Int, _ name: String) -> String {
    let digits = "\(number)"
    return String(repeating: "0", count: max(0, (width(of: name) ?? 0) - digits.count)) + digits
  }

  package func path(for row: RowTable.Row) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .column(let name) where Self.width(of: name) != nil: Self.padded(row.number, name)
      case .column(let name): Self.safe(row[name] ?? "") ?? "row-\(row.number)"
      }
    }.joined()
  }

  /// Converts a value to a part of a file name that is valid on any file system; nil if no character remains.
  package static func safe(_ value: String) -> String? {
    var name = ""
    for scalar in value.unicodeScalars {
      let isForbidden =
        scalar.properties.generalCategory == .control
        || "/\\<>:\"|?*%{}".unicodeScalars.contains(scalar)
        || scalar.properties.generalCategory == .format
      name.unicodeScalars.append(isForbidden ? "-" : scalar)
      if name.utf8.count >= 100 { break }
    }
    // The minus sign of a number is kept; any other initial dash would make the file name look like an
    // option.
    let hasSign = value.hasPrefix("-") && Double(value) != nil
    while let first = name.first, first == "." || first == " " || first == "-" && !hasSign {
      name.removeFirst()
    }
    while let last = name.last, last == "." || last == " " { name.removeLast() }
    return name.isEmpty ? nil : name
  }
}
