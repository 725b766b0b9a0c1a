/// Finds the known word that a misspelt word probably means.
package enum NearestWord {
  /// The candidate nearest to `word`; at most a third of the longer word, and at least one character, may
  /// differ; nil if no candidate is near. If several candidates are equally near, the first one is returned.
  package static func find<Candidates: Sequence>(
    _ word: String, in candidates: Candidates
  ) -> String? where Candidates.Element == String {
    let sought = Array(word.lowercased().unicodeScalars.prefix(64))
    guard !sought.isEmpty else { return nil }
    let letters = letters(of: word)
    var best: (word: String, distance: Int)?
    func most(_ count: Int) -> Int {
      let limit = max(1, max(sought.count, count) / 3)
      // In a word of two characters, one wrong character is too large a difference.
      return min(limit, min(sought.count, count) - 1, (best?.distance ?? .max) - 1)
    }
    for candidate in candidates where candidate != word {
      // An edit of a word changes at most two elements of the set of letters.
      if let letters, let others = Self.letters(of: candidate),
        (letters ^ others).nonzeroBitCount > 2 * most(candidate.utf8.count)
      {
        continue
      }
      let other = Array(candidate.lowercased().unicodeScalars.prefix(64))
      let most = most(other.count)
      guard abs(sought.count - other.count) <= most else { continue }
      let distance = distance(sought, other)
      if distance <= most { best = (candidate, distance) }
    }
    return best?.word
  }

  /// The set of letters of a short ASCII word, ignoring case; nil for other words.
  private static func letters(of word: String) -> UInt64? {
    guard word.utf8.count <= 64 else { return nil }
    var set: UInt64 = 0
    for byte in word.utf8 {
      guard byte < 0x80 else { return nil }
      set |= 1 << UInt64((byte | 0x20) & 63)
    }
    return set
  }

  /// The number of insertions, deletions, substitutions and swaps of neighbours (Damerau 1964, in the
  /// restricted form: no part is edited twice).
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
