/// The number that the linker assigns to a build of a library (its GNU build id). The file is 64-bit little-endian ELF:
/// https://refspecs.linuxfoundation.org/elf/gabi4+/ch5.pheader.html
enum BuildNumber {
  private static let noteSegment = 4
  private static let buildID = 3

  /// Finds the build number in the first bytes of a file and returns it in hexadecimal; nil if it is not in its usual
  /// place.
  static func find(in head: [UInt8]) -> String? {
    func number(at place: Int, bytes: Int) -> Int? {
      guard place >= 0, place + bytes <= head.count else { return nil }
      return head[place..<place + bytes].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    guard head.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]), let table = number(at: 32, bytes: 4),
      let size = number(at: 54, bytes: 2), let count = number(at: 56, bytes: 2)
    else { return nil }
    for index in 0..<count {
      let entry = table + index * size
      guard number(at: entry, bytes: 4) == noteSegment, var place = number(at: entry + 8, bytes: 4),
        let length = number(at: entry + 32, bytes: 4)
      else { continue }
      let end = place + length
      while place < end, let name = number(at: place, bytes: 4),
        let bytes = number(at: place + 4, bytes: 4), let kind = number(at: place + 8, bytes: 4)
      {
        let value = place + 12 + (name + 3) & ~3
        guard value + bytes <= head.count else { break }
        if kind == buildID, head[place + 12..<place + 12 + name].elementsEqual(Array("GNU\0".utf8))
        {
          return head[value..<value + bytes].map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
          }.joined()
        }
        place = value + (bytes + 3) & ~3
      }
    }
    return nil
  }
}
