import Scenes

/// Changes a text at random; the same seed gives the same changes.
struct DocumentMutator {
  private var random: SeededRandom
  init(seed: UInt64) { random = SeededRandom(seed) }

  mutating func below(_ count: Int) -> Int { random.below(max(1, count)) }

  private static let values = [
    "0", "1", "-1", "2.5", "1e300", "1e-300", "0.5", "true", "false", "null", "\"\"", "\"a\"",
    "\"5%\"", "\"12f\"", "\"-0.1\"", "\"@hero\"", "\"to/.caption\"", "\"#fff\"", "\"${total}\"",
    "\"${none}\"", "[]", "[1, 2]", "[0, 0, 10, 10]", "{}", "{\"centerOf\": \"poster\"}",
    "{\"spring\": {\"bounce\": 0.2, \"duration\": 1}}", "\"linear(0, 0.5 20%, 1)\"", "\"end\"",
    "\"M 0 0 C 1 2 3 4 5 6 Z\"", "\"../a\"", "\"/etc/passwd\"", "[[0, \"#000\"], [1, \"#fff\"]]",
  ]

  /// Returns the text with one value replaced by another.
  mutating func replaceOne(_ text: String) -> String {
    var bytes = Array(text.utf8)
    replaceValue(&bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the text with one to three changes, mostly of whole values and sometimes of bytes.
  mutating func mutate(_ text: String) -> String {
    var bytes = Array(text.utf8)
    for _ in 0...below(3) {
      switch below(10) {
      case 0: bytes[below(bytes.count)] = UInt8(truncatingIfNeeded: random.next())
      case 1: bytes.removeSubrange(below(bytes.count)...)
      case 2:
        let start = below(bytes.count)
        bytes.removeSubrange(start..<min(bytes.count, start + 1 + below(8)))
      case 3:
        let start = below(bytes.count)
        let end = min(bytes.count, start + 1 + below(200))
        bytes.insert(contentsOf: bytes[start..<end], at: below(bytes.count))
      default: replaceValue(&bytes)
      }
      if bytes.isEmpty { bytes = [0x7B] }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Replaces a scalar after a colon, a comma or a bracket by another value.
  private mutating func replaceValue(_ bytes: inout [UInt8]) {
    var start = below(bytes.count)
    while start < bytes.count, ![0x3A, 0x2C, 0x5B].contains(bytes[start]) { start += 1 }
    start += 1
    while start < bytes.count, bytes[start] <= 0x20 { start += 1 }
    guard start < bytes.count else { return }
    var end = start
    if bytes[start] == 0x22 {
      end += 1
      while end < bytes.count, bytes[end] != 0x22 { end += 1 }
      end = min(end + 1, bytes.count)
    } else {
      while end < bytes.count, ![0x2C, 0x5D, 0x7D, 0x5B, 0x7B, 0x0A].contains(bytes[end]) {
        end += 1
      }
    }
    bytes.replaceSubrange(start..<end, with: Array(Self.values[below(Self.values.count)].utf8))
  }
}
