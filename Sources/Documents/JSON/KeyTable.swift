/// The keys of one object, to find one that stands twice: a list while they are few, then a hash table
/// of entries with open addressing.
struct KeyTable {
  private static let few = 8
  private static let seed = UInt64.random(in: 0...UInt64.max)

  private var keys: [Int32] = []
  /// Indices into `keys`, or −1; a power of two of them, at most half of them taken.
  private var slots: [Int32] = []

  /// False when the key at `entry` was there.
  mutating func insert(_ entry: Int, _ entries: [JSONText.Entry], _ bytes: [UInt8]) -> Bool {
    if keys.count < Self.few {
      for other in keys where Self.areEqual(Int(other), entry, entries, bytes) { return false }
      keys.append(Int32(entry))
      return true
    }
    if keys.count * 2 >= slots.count { grow(entries, bytes) }
    var slot = Int(truncatingIfNeeded: Self.hash(entry, entries, bytes)) & (slots.count - 1)
    while slots[slot] >= 0 {
      if Self.areEqual(Int(keys[Int(slots[slot])]), entry, entries, bytes) { return false }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = Int32(keys.count)
    keys.append(Int32(entry))
    return true
  }

  private mutating func grow(_ entries: [JSONText.Entry], _ bytes: [UInt8]) {
    slots = [Int32](repeating: -1, count: max(64, slots.count * 4))
    for (index, key) in keys.enumerated() {
      var slot = Int(truncatingIfNeeded: Self.hash(Int(key), entries, bytes)) & (slots.count - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(index)
    }
  }

  private static func areEqual(
    _ a: Int, _ b: Int, _ entries: [JSONText.Entry], _ bytes: [UInt8]
  ) -> Bool {
    let (x, y) = (entries[a], entries[b])
    if x.hasEscapes || y.hasEscapes {
      return characters(x, bytes).elementsEqual(characters(y, bytes))
    }
    guard x.end - x.start == y.end - y.start else { return false }
    return bytes[Int(x.start)..<Int(x.end)].elementsEqual(bytes[Int(y.start)..<Int(y.end)])
  }

  private static func characters(_ entry: JSONText.Entry, _ bytes: [UInt8]) -> [UInt8] {
    let inner = bytes[Int(entry.start) + 1..<Int(entry.end) - 1]
    return entry.hasEscapes ? Array(JSONEscapes.resolve(inner).utf8) : Array(inner)
  }

  /// FNV-1a from a start that differs from run to run, so that nobody can prepare collisions; then
  /// mixed, because the table looks at the low bits.
  private static func hash(
    _ key: Int, _ entries: [JSONText.Entry], _ bytes: [UInt8]
  ) -> UInt64 {
    let entry = entries[key]
    var hash = seed
    func take(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    if entry.hasEscapes {
      for byte in characters(entry, bytes) { take(byte) }
    } else {
      for i in Int(entry.start) + 1..<Int(entry.end) - 1 { take(bytes[i]) }
    }
    hash ^= hash >> 32
    return hash &* 0x9E37_79B9_7F4A_7C15 >> 20
  }
}
