/// Writes elements as XML. What only style sheets can say stands in `style`.
struct XMLWriter {
  private(set) var bytes: [UInt8] = []

  private mutating func put(_ text: some StringProtocol) { bytes += Array(text.utf8) }

  private mutating func putEscaped(_ text: String) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): put("&amp;")
      case UInt8(ascii: "<"): put("&lt;")
      case UInt8(ascii: ">"): put("&gt;")
      case UInt8(ascii: "\""): put("&quot;")
      case 9, 10, 13: put("&#\(byte);")
      case 0..<32: put(" ")
      default: bytes.append(byte)
      }
    }
  }

  mutating func write(_ element: XMLElement, attributes given: [String: String]? = nil) {
    put("<\(element.name)")
    if given != nil {
      put(" xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\"")
    }
    var style = ""
    for (name, value) in (given ?? element.attributes).sorted(by: { $0.key < $1.key }) {
      if name.hasPrefix("css:") {
        style += "\(name.dropFirst(4)):\(value);"
        continue
      }
      if name == "class" { continue }
      put(" \(name)=\"")
      putEscaped(value)
      put("\"")
    }
    if !style.isEmpty {
      put(" style=\"")
      putEscaped(style)
      put("\"")
    }
    if element.children.isEmpty {
      put("/>")
      return
    }
    put(">")
    for child in element.children {
      switch child {
      case .text(let text): putEscaped(text)
      case .element(let element): write(element)
      }
    }
    put("</\(element.name)>")
  }
}
