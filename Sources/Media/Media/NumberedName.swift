/// A path with one number in its last component: `%d`, `%4d` or `%04d`. A `%` in a folder's name is ordinary text.
package struct NumberedName: Hashable, Sendable {
  private let before: String
  private let after: String
  private let digits: Int

  /// Parses a path; nil unless the last component contains exactly one number.
  package init?(_ path: String) {
    let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let parts = path[slash...].split(separator: "%", omittingEmptySubsequences: false)
    guard parts.count == 2, let d = parts[1].firstIndex(of: "d") else { return nil }
    let width = parts[1][..<d]
    guard width.allSatisfy({ $0.isASCII && $0.isNumber }), width.count <= 3 else { return nil }
    let digits = width.isEmpty ? 1 : Int(width) ?? 0
    guard (1...20).contains(digits) else { return nil }
    self.digits = digits
    before = String(path[..<slash]) + parts[0]
    after = String(parts[1][parts[1].index(after: d)...])
  }

  /// The parts of the file name before and after the number, without the folder.
  package var ends: (before: String, after: String) {
    (before.lastIndex(of: "/").map { String(before[before.index(after: $0)...]) } ?? before, after)
  }

  /// Returns the path of frame `index`, with the number padded by zeros.
  package func path(_ index: Int) -> String {
    let number = String(index)
    return before + String(repeating: "0", count: max(0, digits - number.count)) + number + after
  }
}
