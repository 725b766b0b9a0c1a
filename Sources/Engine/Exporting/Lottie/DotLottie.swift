/// A `.lottie` file of version 2: an uncompressed ZIP archive with a manifest and animations.
struct DotLottie {
  private var bytes: [UInt8] = []
  private var directory: [UInt8] = []
  private var count = 0

  /// An archive of animations, the first of which players show; the ids must consist of ASCII letters and
  /// digits.
  static func archive(_ animations: [(id: String, json: String)]) -> [UInt8] {
    var archive = DotLottie()
    let ids = animations.map { "{\"id\":\"\($0.id)\"}" }.joined(separator: ",")
    archive.add(
      "manifest.json",
      "{\"version\":\"2\",\"generator\":\"pipeline\",\"animations\":[\(ids)]}")
    for (id, json) in animations { archive.add("a/\(id).json", json) }
    return archive.finished()
  }

  /// Writes little-endian fields; each value has its number of bytes.
  private static func fields(_ values: [(Int, Int)]) -> [UInt8] {
    values.flatMap { value, size in
      (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
  }

  private mutating func add(_ name: String, _ text: String) {
    let body = Array(text.utf8)
    // The fields mean: the required version, UTF-8 names, no compression, and the date 1 January 1980,
    // midnight.
    let shared = Self.fields([
      (20, 2), (0x800, 2), (0, 2), (0, 2), (0x21, 2), (Self.checksum(body), 4), (body.count, 4),
      (body.count, 4), (name.utf8.count, 2), (0, 2),
    ])
    directory += Self.fields([(0x0201_4B50, 4), (20, 2)]) + shared
    directory += Self.fields([(0, 2), (0, 2), (0, 2), (0, 4), (bytes.count, 4)]) + name.utf8
    bytes += Self.fields([(0x0403_4B50, 4)]) + shared + name.utf8 + body
    count += 1
  }

  private func finished() -> [UInt8] {
    bytes + directory
      + Self.fields([
        (0x0605_4B50, 4), (0, 2), (0, 2), (count, 2), (count, 2), (directory.count, 4),
        (bytes.count, 4), (0, 2),
      ])
  }

  /// Computes the CRC-32 checksum of ISO 3309.
  private static func checksum(_ bytes: [UInt8]) -> Int {
    let table = (0..<256).map { (byte: UInt32) in
      (0..<8).reduce(byte) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }
    return Int(
      ~bytes.reduce(~0 as UInt32) { $0 >> 8 ^ table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] })
  }
}
