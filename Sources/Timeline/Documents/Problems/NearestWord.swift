/// Finds the word that was probably meant.
package enum NearestWord {
  /// The candidate nearest to `word`, or nil when none is near: a third of the longer word's length
  /// may differ, at least one character. The first of equally near ones.
  package static func find<Candidates: Sequence>(
    _ word: String, in candidates: Candidates
  ) -> String? where Candidates.Element == String {
    let sought = Array(word.lowercased().unicodeScalars.prefix(64))
    guard !sought.isEmpty else { return nil }
    var best: (word: String, distance: Int)?
    for candidate in candidates where candidate != word {
      let other = Array(candidate.lowercased().unicodeScalars.prefix(64))
      let limit = max(1, max(sought.count, other.count) / 3)
      // One wrong character of two says nothing.
      let most = min(limit, min(sought.count, other.count) - 1, (best?.distance ?? .max) - 1)
      guard abs(sought.count - other.count) <= most else { continue }
      let distance = distance(sought, other)
      if distance <= most { best = (candidate, distance) }
    }
    return best?.word
  }

  /// Insertions, deletions, substitutions and swaps of neighbours (Damerau 1964, the restricted
  /// form: no part is edited twice).
  private static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    var before = [Int](repeating: 0, count: b.count + 1)
    var above = Array(0...b.count)
    for i in 1...a.count {
      var row = [i] + [Int](repeating: 0, count: b.count)
      for j in 1...b.count {
        let change = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)
        row[j] = min(change, above[j] + 1, row[j - 1] + 1)
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          row[j] = min(row[j], before[j - 2] + 1)
        }
      }
      before = above
      above = row
    }
    return above[b.count]
  }
}
