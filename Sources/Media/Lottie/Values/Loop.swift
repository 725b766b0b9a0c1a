/// A loop expression of After Effects, which continues a property before or after its keyframes. Loops are the only
/// supported expressions, because they depend only on the time.
package struct Loop: Sendable {
  package enum Kind: String, Sendable { case cycle, pingpong, offset, `continue` }
  package let isAfter: Bool
  package let kind: Kind
  /// The number of segments between keyframes that are repeated; 0 means all segments.
  package let count: Int

  /// Parses an expression that consists only of loopOut or loopIn; nil for all other expressions.
  package init?(_ expression: String) {
    var text = String(expression.filter { !$0.isWhitespace && $0 != ";" })
    for prefix in ["var$bm_rt", "$bm_rt="] where text.hasPrefix(prefix) {
      text.removeFirst(prefix.count)
    }
    guard text.hasSuffix(")"), let open = text.firstIndex(of: "(") else { return nil }
    switch text[..<open] {
    case "loopOut": isAfter = true
    case "loopIn": isAfter = false
    default: return nil
    }
    let words = text[text.index(after: open)...].dropLast()
      .split(separator: ",", omittingEmptySubsequences: false)
    guard words.count <= 2 else { return nil }
    let name = words.first.map { $0.filter { $0 != "'" && $0 != "\"" }.lowercased() } ?? ""
    guard let kind = name.isEmpty ? .cycle : Kind(rawValue: name) else { return nil }
    self.kind = kind
    guard words.count == 2 else {
      count = 0
      return
    }
    guard let number = Int(words[1]), number >= 0 else { return nil }
    count = number
  }

  /// Returns whether lottie-web plays the loop differently before its first keyframe: lottie-web plays a pingpong only
  /// once, and does not repeat a cycle.
  func isDisputed(_ keys: [Double], since start: Double) -> Bool {
    guard let place = place(start, keys), !isAfter else { return false }
    return kind == .cycle || kind == .pingpong && keys[0] - start > place.last - place.first
  }

  /// Returns the time whose value is shown at `time`, the number of times that the difference of the ends is added, and
  /// the ends; nil for a time between the keyframes.
  func place(
    _ time: Double, _ keys: [Double]
  ) -> (time: Double, repeats: Double, first: Double, last: Double)? {
    guard keys.count > 1, isAfter ? time > keys[keys.count - 1] : time < keys[0] else { return nil }
    let stretches = count == 0 || count > keys.count - 1 ? keys.count - 1 : count
    let first = isAfter ? keys[keys.count - 1 - stretches] : keys[0]
    let last = isAfter ? keys[keys.count - 1] : keys[stretches]
    let length = last - first
    guard length > 0 else { return nil }
    let passed = isAfter ? time - first : first - time
    let whole = (passed / length).rounded(.down)
    let rest = passed - whole * length
    let isOdd = whole.truncatingRemainder(dividingBy: 2) != 0
    // In a loop before the keyframes, the first repetition runs backwards.
    let isForward = isAfter ? !(kind == .pingpong && isOdd) : kind == .pingpong && !isOdd
    return (
      isForward ? first + rest : first + length - rest, isAfter ? whole : -whole - 1, first, last
    )
  }
}
