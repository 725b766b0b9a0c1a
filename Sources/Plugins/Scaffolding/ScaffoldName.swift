/// The name of a new animator in all spellings that its project needs.
package struct ScaffoldName: Sendable {
  /// The part of the id before the dot.
  package let vendor: String
  /// The animator's name as words with hyphens, such as "soft-wipe".
  package let name: String

  package var id: String { "\(vendor).\(name)" }
  /// The animator's name in code, such as "soft_wipe".
  package var underscored: String { words.joined(separator: "_") }
  /// The animator's name in type names, such as "SoftWipe".
  package var capitalized: String { words.map(Self.capital).joined() }
  /// The animator's name in titles, such as "Soft wipe".
  package var title: String { Self.capital(words.joined(separator: " ")[...]) }

  private var words: [Substring] { name.split(separator: "-") }

  /// Parses a name such as "soft-wipe", for the vendor `vendor` or "my", or an id such as "acme.soft-wipe".
  package init(_ text: String, vendor: String?) throws(ScaffoldError) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count <= 2, parts.allSatisfy(Self.isName) else { throw .badName(text) }
    if parts.count == 2 {
      if let vendor, vendor != parts[0] { throw .twoVendors(parts[0], vendor) }
    } else if let vendor, !Self.isName(vendor) {
      throw .badVendor(vendor)
    }
    self.vendor = parts.count == 2 ? parts[0] : vendor ?? "my"
    name = parts.last!
    if Self.taken.contains(name) { throw .takenName(name) }
  }

  /// Whether a text consists of lower-case words and digits joined by single hyphens, with at most 40
  /// characters.
  private static func isName(_ text: String) -> Bool {
    guard text.utf8.count <= 40, let first = text.utf8.first, (0x61...0x7a).contains(first) else {
      return false
    }
    return text.split(separator: "-", omittingEmptySubsequences: false).allSatisfy { word in
      !word.isEmpty
        && word.utf8.allSatisfy { (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) }
    }
  }

  private static func capital(_ word: Substring) -> String {
    word.prefix(1).uppercased() + word.dropFirst()
  }

  /// The words that cannot be the name of a crate or a build target.
  private static let taken: Set<String> = [
    "abstract", "alloc", "all", "animator", "as", "async", "await", "become", "box", "break",
    "build",
    "clean", "const", "continue", "core", "crate", "demo", "deps", "do", "dyn", "else", "enum",
    "extern", "false", "final", "fn", "for", "help", "if", "impl", "in", "incremental", "install",
    "let", "loop", "macro", "match", "mod", "move", "mut", "override", "package", "priv", "proc",
    "pub", "ref", "return", "self", "static", "std", "struct", "super", "test", "trait", "true",
    "try", "type", "typeof", "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
  ]
}
