/// Encodes the data that the host and a worker exchange: little-endian numbers, and strings and lists
/// preceded by their count.
struct WireWriter {
  private(set) var bytes: [UInt8] = []

  mutating func put(_ value: Bool) { bytes.append(value ? 1 : 0) }
  mutating func put(_ value: UInt32) { put(value, 4) }
  mutating func put(_ value: UInt64) { put(value, 8) }
  mutating func put(_ value: Int) { put(UInt64(bitPattern: Int64(value)), 8) }
  mutating func put(_ value: Double) { put(value.bitPattern, 8) }
  mutating func put(_ text: String) {
    put(UInt32(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }
  mutating func put(_ text: String?) {
    put(text != nil)
    if let text { put(text) }
  }
  mutating func put(_ number: Double?) {
    put(number != nil)
    if let number { put(number) }
  }
  mutating func put<Element>(_ list: [Element], _ body: (inout WireWriter, Element) -> Void) {
    put(UInt32(list.count))
    for element in list { body(&self, element) }
  }

  /// Appends the number of bytes, followed by the bytes, to the message.
  mutating func put(_ bytes: [UInt8]) {
    put(UInt32(bytes.count))
    self.bytes += bytes
  }

  private mutating func put(_ value: some FixedWidthInteger & UnsignedInteger, _ count: Int) {
    for i in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * i))) }
  }
}

/// Decodes data from an untrusted sender: missing or excess bytes and invalid UTF-8 are errors.
struct WireReader {
  struct Broken: Error {}

  private let bytes: [UInt8]
  private let end: Int
  private var at = 0

  /// Creates a reader for all bytes of `bytes` except the last `rest` bytes.
  init(_ bytes: [UInt8], butLast rest: Int = 0) {
    self.bytes = bytes
    end = bytes.count - rest
  }

  var isAtEnd: Bool { at == end }

  mutating func bool() throws(Broken) -> Bool {
    let byte = try take(1).first!
    guard byte <= 1 else { throw Broken() }
    return byte == 1
  }
  mutating func u32() throws(Broken) -> UInt32 { UInt32(try number(4)) }
  mutating func u64() throws(Broken) -> UInt64 { try number(8) }
  mutating func int() throws(Broken) -> Int { Int(Int64(bitPattern: try u64())) }
  mutating func double() throws(Broken) -> Double { Double(bitPattern: try u64()) }

  mutating func string(limit: Int = DescriptionReader.textLimit) throws(Broken) -> String {
    let count = Int(try u32())
    guard count <= limit,
      let text = String(validating: try take(count), as: UTF8.self)
    else { throw Broken() }
    return text
  }
  /// Reads a byte count and as many bytes, without copying the bytes.
  mutating func slice(limit: Int) throws(Broken) -> ArraySlice<UInt8> {
    let count = Int(try u32())
    guard count <= limit else { throw Broken() }
    return try take(count)
  }
  mutating func optionalString() throws(Broken) -> String? { try bool() ? try string() : nil }
  mutating func optionalDouble() throws(Broken) -> Double? { try bool() ? try double() : nil }

  mutating func list<Element>(
    limit: Int, _ body: (inout WireReader) throws(Broken) -> Element
  ) throws(Broken) -> [Element] {
    let count = Int(try u32())
    // Each element of the list takes at least one byte of the message.
    guard count <= limit, count <= end - at else { throw Broken() }
    var list: [Element] = []
    for _ in 0..<count { list.append(try body(&self)) }
    return list
  }

  /// Reads a list of 64-bit numbers, whose count the available bytes limit.
  mutating func numbers() throws(Broken) -> [UInt64] {
    try list(limit: Int.max) { reader throws(Broken) in try reader.u64() }
  }

  private mutating func number(_ count: Int) throws(Broken) -> UInt64 {
    var value: UInt64 = 0
    for byte in try take(count).reversed() { value = value << 8 | UInt64(byte) }
    return value
  }

  private mutating func take(_ count: Int) throws(Broken) -> ArraySlice<UInt8> {
    guard count <= end - at else { throw Broken() }
    defer { at += count }
    return bytes[at..<at + count]
  }
}
