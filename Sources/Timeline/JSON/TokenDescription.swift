/// The words with which messages describe unexpected text.
enum TokenDescription {
  package static func name(_ bytes: [UInt8], _ start: Int) -> String {
    guard start < bytes.count else { return "the end of the file" }
    switch bytes[start] {
    case UInt8(ascii: "/"), UInt8(ascii: "#"): return "a comment, which is not allowed in JSON"
    case UInt8(ascii: "'"): return "a single quote; strings have double quotes"
    case UInt8(ascii: "\""): return "a string"
    case 0..<0x20, 0x7F: return "a control character"
    default: break
    }
    let isWord = { (byte: UInt8) in
      byte >= 0x80 || byte == UInt8(ascii: "_")
        || (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z"))
        || (byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9"))
    }
    var end = start
    while end < bytes.count, end < start + 24, isWord(bytes[end]) { end += 1 }
    while end < bytes.count, end > start, bytes[end] & 0xC0 == 0x80 { end += 1 }
    let text = String(decoding: bytes[start..<max(end, start + 1)], as: UTF8.self)
    return "\"\(text)\""
  }
}
