/// The keys of one object, for finding duplicate keys: first a list, and a set when there are many keys.
struct KeyTable {
  private static let few = 8

  private var keys: [Int] = []
  private var many: Set<[UInt8]> = []

  /// Inserts the key at `entry`; returns false if the table already contains the key.
  mutating func insert(_ entry: Int, _ entries: [JSONText.Entry], _ bytes: [UInt8]) -> Bool {
    if keys.count < Self.few {
      for other in keys where Self.areEqual(other, entry, entries, bytes) { return false }
      keys.append(entry)
      return true
    }
    if many.isEmpty { many = Set(keys.map { Self.characters(entries[$0], bytes) }) }
    return many.insert(Self.characters(entries[entry], bytes)).inserted
  }

  private static func areEqual(
    _ a: Int, _ b: Int, _ entries: [JSONText.Entry], _ bytes: [UInt8]
  ) -> Bool {
    let (x, y) = (entries[a], entries[b])
    if x.hasEscapes || y.hasEscapes { return characters(x, bytes) == characters(y, bytes) }
    guard x.end - x.start == y.end - y.start else { return false }
    return bytes[Int(x.start)..<Int(x.end)].elementsEqual(bytes[Int(y.start)..<Int(y.end)])
  }

  private static func characters(_ entry: JSONText.Entry, _ bytes: [UInt8]) -> [UInt8] {
    let inner = bytes[Int(entry.start) + 1..<Int(entry.end) - 1]
    return entry.hasEscapes ? Array(JSONEscapes.resolve(inner).utf8) : Array(inner)
  }
}
