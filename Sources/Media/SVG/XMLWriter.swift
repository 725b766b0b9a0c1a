internal import Formats
internal import Scenes

/// Writes elements as XML; properties that only style sheets can set are written to `style`.
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

  /// The ids that referenced elements get in the output, by their original ids.
  private let names: [String: String]
  private let ids: [String: XMLElement]

  /// The elements that are written without their filters.
  private let unfiltered: Set<ObjectIdentifier>
  /// The elements with values that depend on the size of a drawn pixel, and this size in the picture's own pixels.
  private let ofPixels: [ObjectIdentifier: SVGNormalizer.PixelValues], pixel: Size

  /// Creates a writer for a normalized picture; the ids in the output begin with `prefix`.
  init(
    _ picture: SVGNormalizer, pixel: Size, without filters: [XMLElement] = [], prefix: String = ""
  ) {
    ids = picture.ids
    ofPixels = picture.pixelValues
    self.pixel = pixel
    unfiltered = Set(filters.map(ObjectIdentifier.init))
    var names: [String: String] = [:]
    for (i, id) in ids.keys.sorted().enumerated() { names[id] = "\(prefix)n\(i)" }
    self.names = names
  }

  /// Returns the value of an attribute in the output; nil for an attribute that is left out.
  private func value(_ name: String, _ text: String, of element: XMLElement) -> String? {
    guard EngineNames.attributes.contains(name) else { return nil }
    if let own = ofPixels[ObjectIdentifier(element)], let made = own.value(name, text, pixel: pixel)
    {
      return made
    }
    guard let (url, rest) = CSSText.urlAndRest(text) else { return text }
    // A broken reference is written too, because it may prevent that an element is drawn.
    let made = "url(#\(names[String(url.dropFirst())] ?? "none"))"
    return rest.isEmpty ? made : "\(made) \(rest)"
  }

  private func reference(_ href: String) -> String? {
    if href.hasPrefix("#") { return "#" + (names[String(href.dropFirst())] ?? "none") }
    let data = ["data:image/png;base64,", "data:image/svg+xml;base64,"]
    return data.contains { href.hasPrefix($0) } ? href : nil
  }

  private mutating func put(_ name: String, _ value: String) {
    put(" \(name)=\"")
    putEscaped(value)
    put("\"")
  }

  mutating func write(_ element: XMLElement, attributes given: [String: String]? = nil) {
    guard EngineNames.elements.contains(element.name) else { return }
    let isPassing = ofPixels[ObjectIdentifier(element)]?.isPassing(pixel: pixel) == true
    let name = isPassing ? "feOffset" : element.name
    put("<\(name)")
    if given != nil {
      put(" xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\"")
    }
    var style = ""
    let attributes = given ?? element.attributes
    for (name, text) in attributes.sorted(by: { $0.key < $1.key }) {
      if name.hasPrefix("css:") {
        let property = String(name.dropFirst(4))
        if EngineNames.styles[property]?.contains(text) == true { style += "\(property):\(text);" }
      } else if name == "filter", unfiltered.contains(ObjectIdentifier(element)) {
        continue
      } else if let value = value(name, text, of: element) {
        put(name, value)
      }
    }
    if let id = attributes["id"], let name = names[id], ids[id] === element { put("id", name) }
    if let href = attributes["href"] ?? attributes["xlink:href"], let made = reference(href) {
      put("xlink:href", made)
    }
    if !style.isEmpty { put("style", style) }
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
    put("</\(name)>")
  }
}
