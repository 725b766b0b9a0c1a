/// The rules for names that documents use.
enum Names {
  /// Checks an id in the form "vendor.name", in which each part consists of lower-case letters, digits and
  /// '-' and starts with a letter; a name without a vendor belongs to a bundled animator. Returns a problem
  /// that completes the sentence "the id …", or nil if the id is valid.
  static func problem(
    withID id: String, of kind: String = "animators", isBundled: Bool
  ) -> String? {
    let parts = id.split(separator: ".", omittingEmptySubsequences: false)
    guard id.utf8.count <= 96, parts.allSatisfy(isWord) else {
      return "is not made of lower-case letters, digits and '-' as vendor.name"
    }
    if parts.count == 1 && !isBundled {
      return "is a bare name, which only bundled \(kind) may have; call it vendor.\(id)"
    }
    if parts.count != 1 && isBundled { return "has a dot, although the animator is bundled" }
    return nil
  }

  private static func isWord(_ part: Substring) -> Bool {
    guard let first = part.utf8.first, isLower(first), part.utf8.last != 0x2d else { return false }
    return part.utf8.allSatisfy { isLower($0) || isDigit($0) || $0 == 0x2d }
  }

  /// Whether the name of a parameter or role is valid: a letter, followed by letters, digits, '_' and '-',
  /// with at most 64 bytes.
  static func isField(_ name: String) -> Bool {
    guard let first = name.utf8.first, isLower(first | 0x20), name.utf8.count <= 64 else {
      return false
    }
    return name.utf8.allSatisfy {
      isLower($0 | 0x20) || isDigit($0) || $0 == 0x5f || $0 == 0x2d
    }
  }

  private static func isLower(_ byte: UInt8) -> Bool { (0x61...0x7a).contains(byte) }
  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
