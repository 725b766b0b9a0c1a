/// The name of an animator in a document, optionally with a minimum version, such as `acme.hop` or
/// `acme.hop@>=1.2`.
package struct AnimatorRequest: Sendable, Hashable {
  package let name: String
  package let minimum: PluginVersion?
  /// The separator between a name and its version.
  private static let mark = "@>="

  /// Parses a name; nil if the text after the separator is not a version.
  package init?(_ text: String) {
    guard let at = text.firstIndex(of: "@") else {
      (name, minimum) = (text, nil)
      return
    }
    guard text[at...].hasPrefix(Self.mark),
      let version = PluginVersion(String(text[at...].dropFirst(Self.mark.count)))
    else { return nil }
    (name, minimum) = (String(text[..<at]), version)
  }

  /// Whether a plugin version satisfies the request.
  package func takes(_ version: String) -> Bool {
    guard let minimum else { return true }
    return PluginVersion(version).map { $0 >= minimum } ?? false
  }
}

/// A version number, such as 1.2.0; a suffix after '-' makes the version earlier, and a suffix after '+' is
/// ignored. A missing number of a version counts as 0.
package struct PluginVersion: Sendable, Hashable, Comparable {
  private let numbers: [UInt64]
  private let before: String

  /// Parses a version; nil if the text is not a version.
  package init?(_ text: String) {
    let plain = text.split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false)[0]
    let parts = plain.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    let words = parts[0].split(separator: ".", omittingEmptySubsequences: false)
    let numbers = words.compactMap { word in
      word.allSatisfy { ("0"..."9").contains($0) } ? UInt64(word) : nil
    }
    guard numbers.count == words.count, numbers.count <= 8 else { return nil }
    self.numbers = Array(numbers.reversed().drop { $0 == 0 }.reversed())
    before = parts.count > 1 ? String(parts[1]) : ""
  }

  package static func < (a: PluginVersion, b: PluginVersion) -> Bool {
    for i in 0..<max(a.numbers.count, b.numbers.count) {
      let (x, y) = (
        i < a.numbers.count ? a.numbers[i] : 0, i < b.numbers.count ? b.numbers[i] : 0
      )
      if x != y { return x < y }
    }
    if a.before.isEmpty || b.before.isEmpty { return !a.before.isEmpty && b.before.isEmpty }
    return isEarlier(a.before, b.before)
  }

  /// Compares prerelease suffixes as semver.org specifies: part by part, numbers by value and before words.
  private static func isEarlier(_ a: String, _ b: String) -> Bool {
    let (left, right) = (a.split(separator: "."), b.split(separator: "."))
    for (x, y) in zip(left, right) where x != y {
      switch (UInt64(x), UInt64(y)) {
      case (let x?, let y?): return x < y
      case (nil, nil): return x.utf8.lexicographicallyPrecedes(y.utf8)
      case (let number, _): return number != nil
      }
    }
    return left.count < right.count
  }
}
