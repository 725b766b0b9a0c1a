import Files

/// The pages of a TIFF file: a chain of directories, each of which contains the position of the next
/// directory. The reference is TIFF 6.0, section 2.
enum TIFFPages {
  private static let most = 10_000

  /// The positions of the directories; empty if the file is not a TIFF file. A chain that leads back to an
  /// earlier directory ends there.
  static func directories(_ file: RegularFile) -> [Int] {
    let head = file.head(8)
    guard head.count == 8, let order = isLittleEndian(head) else { return [] }
    func number(_ bytes: [UInt8]) -> Int {
      (order ? bytes.reversed() : bytes).reduce(0) { $0 << 8 | Int($1) }
    }
    var found: [Int] = []
    var place = number(Array(head[4...]))
    while place > 0, found.count < most, !found.contains(place) {
      let count = file.bytes(at: place, 2)
      guard count.count == 2 else { break }
      found.append(place)
      let next = file.bytes(at: place + 2 + 12 * number(count), 4)
      guard next.count == 4 else { break }
      place = number(next)
    }
    return found
  }

  /// The bytes of the file, changed so that the given directory is the first one. Positions in a TIFF file
  /// are relative to its start, so they remain valid.
  static func bytes(_ bytes: [UInt8], from directory: Int) -> [UInt8] {
    var bytes = bytes
    guard bytes.count >= 8, let order = isLittleEndian(bytes) else { return bytes }
    for place in 0..<4 {
      bytes[4 + place] = UInt8(truncatingIfNeeded: directory >> (8 * (order ? place : 3 - place)))
    }
    return bytes
  }

  /// Whether the numbers of the file are little-endian; nil if the file is not a TIFF file.
  private static func isLittleEndian(_ head: [UInt8]) -> Bool? {
    if head.starts(with: Array("II*\0".utf8)) { return true }
    return head.starts(with: Array("MM\0*".utf8)) ? false : nil
  }
}
