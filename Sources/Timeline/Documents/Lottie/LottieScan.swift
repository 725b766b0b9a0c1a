import JSON
import Scenes

/// Scans a Lottie file once and records the parts that a document can replace.
struct LottieScan {
  /// The place of the colour of a fill, a stroke or a solid.
  struct ColorPlace: Sendable {
    /// The names of the paint's slot, the paint, its groups and its layer, the innermost first.
    let names: [String]
    /// The colours in the file, such as "#ff8800"; several if the colour is animated.
    let shown: Set<String>
    /// The byte range of the colour: an object, or the string of a solid.
    let range: Range<Int>
    let isSolid: Bool
    /// The byte range of the opacity, which is an object.
    let opacity: Range<Int>?

    /// Whether a name, or a colour such as "#ff8800", refers to the paint.
    func isMeant(by name: String) -> Bool {
      names.contains(name) || shown.contains(name.lowercased())
    }

    func edits(_ color: Color) -> [(range: Range<Int>, bytes: [UInt8])] {
      if isSolid { return [(range, Array("\"\(LottieScan.hexadecimal(color))\"".utf8))] }
      let parts = [color.red, color.green, color.blue, 1].map(JSONWriter.number)
      let value = "{\"a\":0,\"k\":[\(parts.joined(separator: ","))]}"
      let seen = "{\"a\":0,\"k\":\(JSONWriter.number(color.alpha * 100))}"
      guard color.alpha < 1 else { return [(range, Array(value.utf8))] }
      if let opacity { return [(range, Array(value.utf8)), (opacity, Array(seen.utf8))] }
      return [(range, Array("\(value),\"o\":\(seen)".utf8))]
    }
  }

  /// The place of the text of a text layer.
  struct TextPlace: Sendable {
    /// The names of the slot and the layer of a Lottie text.
    let names: [String]
    /// The byte ranges of the text in the file; an animated text has several.
    let ranges: [Range<Int>]
    /// The strings of the text, each with the name of its font.
    let settings: [(words: String, font: String)]
  }

  /// A letter for which the file contains an outline.
  struct Glyph: Hashable, Sendable { let letter, family, style: String }

  /// The position of a font name in a Lottie file.
  struct FontPlace: Sendable {
    /// The name of the font and the name of the font's family.
    let names: [String]
    let family: String
    let style: String
    /// The byte range of the font's name in the Lottie file.
    let name: Range<Int>
    /// The byte range of the path of the font's file, and the kind of the path.
    let path: Range<Int>?
    let origin: Range<Int>?
    /// Whether the font file is embedded in the Lottie file.
    let isEmbedded: Bool

    /// The edits that replace the path of the font by a data URL.
    func edits(_ url: String, name own: String) -> [(range: Range<Int>, bytes: [UInt8])] {
      let file = JSONWriter.string(url)
      var edits: [(range: Range<Int>, bytes: [UInt8])] = []
      var more = ""
      if let path { edits.append((path, Array(file.utf8))) } else { more += ",\"fPath\":\(file)" }
      // The origin 3 means that the path is the address of a file.
      if let origin { edits.append((origin, Array("3".utf8))) } else { more += ",\"origin\":3" }
      if !more.isEmpty { edits.append((name, Array((JSONWriter.string(own) + more).utf8))) }
      return edits
    }
  }

  private let text: JSONText
  private(set) var colors: [ColorPlace] = []
  private(set) var gradients: [LottieGradient] = []
  private(set) var texts: [TextPlace] = []
  private(set) var pictures: [LottieFile.Picture] = []
  private(set) var fonts: [FontPlace] = []
  private(set) var glyphs: Set<Glyph> = []
  /// The names of the Lottie objects that are being scanned, the innermost last.
  private var names: [String] = []
  /// The values of the file's slots, which replace the properties that refer to them.
  private var slots: [String: JSONNode] = [:]
  /// The index in `gradients` of each slot that contains a gradient.
  private var slottedGradients: [String: Int] = [:]

  init(_ text: JSONText) { self.text = text }

  mutating func read(_ root: JSONNode) {
    let members = root["slots"]?.members ?? []
    for slot in members { slots[slot.key] = slot.value["p"] }
    for glyph in root["chars"]?.elements ?? [] {
      // A letter that is a composition is not drawn.
      guard let letter = glyph["ch"]?.string, glyph["t"]?.number != 1 else { continue }
      glyphs.insert(
        Glyph(
          letter: letter, family: glyph["fFamily"]?.string ?? "",
          style: glyph["style"]?.string ?? ""))
    }
    for font in root["fonts"]?["list"]?.elements ?? [] { readFont(font) }
    for asset in root["assets"]?.elements ?? [] { readAsset(asset) }
    for layer in root["layers"]?.elements ?? [] { readLayer(layer) }
    // The text of a slot is recorded here; a colour in a slot replaces the value of the slot.
    for slot in members {
      let words = Self.words(slot.value["p"])
      if !words.isEmpty { addText([slot.key], words) }
    }
  }

  private mutating func readAsset(_ asset: JSONNode) {
    if let layers = asset["layers"] {
      for layer in layers.lazyElements { readLayer(layer) }
    } else if let path = asset["p"], let name = path.string, !name.isEmpty,
      asset["w"] != nil, asset["t"]?.number != 3
    {
      if name.hasPrefix("data:") {
        pictures.append(
          .init(
            path: asset["id"]?.string ?? "", embedded: name, asset: asset["id"]?.string ?? "",
            edits: [(text.range(of: path.index), .path)]))
        return
      }
      let folder = asset["u"]?.string ?? ""
      let slash = folder.isEmpty || folder.hasSuffix("/") ? "" : "/"
      var edits: [(Range<Int>, LottieFile.PictureEdit)] = [(text.range(of: path.index), .path)]
      if let folder = asset["u"] { edits.append((text.range(of: folder.index), .folder)) }
      if let embedded = asset["e"] { edits.append((text.range(of: embedded.index), .embedded)) }
      pictures.append(
        .init(
          path: folder + slash + name, embedded: nil, asset: asset["id"]?.string ?? "",
          edits: edits))
    }
  }

  private mutating func readLayer(_ layer: JSONNode) {
    let name = layer["nm"]?.string ?? ""
    names = [name]
    let kind = layer["ty"]?.number ?? -1
    if kind == 1, let color = layer["sc"], let shown = color.string {
      colors.append(
        ColorPlace(
          names: known(), shown: [shown.lowercased()], range: text.range(of: color.index),
          isSolid: true, opacity: nil))
    }
    if kind == 5, let document = layer["t"]?["d"] { readText(document, name) }
    walk(layer)
    names = []
  }

  private mutating func readText(_ document: JSONNode, _ name: String) {
    addText(
      [document["sid"]?.string, name].compactMap { $0 }.filter { !$0.isEmpty },
      Self.words(document))
  }

  private mutating func addText(_ names: [String], _ words: [JSONNode]) {
    let parts = words.compactMap { $0["t"] }
    texts.append(
      TextPlace(
        names: names, ranges: parts.map { text.range(of: $0.index) },
        settings: words.map { ($0["t"]?.string ?? "", $0["f"]?.string ?? "") }))
  }

  /// The values of a text document over time, with their fonts.
  private static func words(_ document: JSONNode?) -> [JSONNode] {
    (document?["k"]?.elements ?? []).compactMap { $0["s"] }.filter { $0["t"]?.kind == .string }
  }

  private mutating func readFont(_ font: JSONNode) {
    guard let name = font["fName"], let own = name.string else { return }
    let path = font["fPath"]
    fonts.append(
      FontPlace(
        names: [own] + [font["fFamily"]?.string].compactMap { $0 }.filter { !$0.isEmpty },
        family: font["fFamily"]?.string ?? "", style: font["fStyle"]?.string ?? "",
        name: text.range(of: name.index), path: path.map { text.range(of: $0.index) },
        origin: font["origin"].map { text.range(of: $0.index) },
        isEmbedded: path?.string?.hasPrefix("data:") ?? false))
  }

  /// The names of the Lottie objects that are being scanned, the innermost first.
  private func known(and more: [String?] = []) -> [String] {
    (more + names.reversed()).compactMap { $0 }.filter { !$0.isEmpty }
  }

  /// The keys of a Lottie file that the scan interprets.
  private static let known: Set<String> = ["ty", "nm", "c", "g", "o"]

  /// Scans a JSON value of a Lottie file with all nested values.
  private mutating func walk(_ node: JSONNode) {
    switch node.kind {
    case .array:
      // Most lists contain numbers, so the first element decides whether the list is scanned.
      for element in node.lazyElements {
        guard element.kind == .object || element.kind == .array else { break }
        walk(element)
      }
    case .object:
      var parts: [String: JSONNode] = [:]
      for member in node.lazyMembers where Self.known.contains(member.key) {
        parts[member.key] = member.value
      }
      let kind = parts["ty"]?.string
      let isNamed = kind != nil
      if isNamed { names.append(parts["nm"]?.string ?? "") }
      if kind == "fl" || kind == "st", let color = parts["c"], color.kind == .object {
        colors.append(
          ColorPlace(
            names: known(and: [color["sid"]?.string]), shown: Self.shown(inSlot(color)),
            range: text.range(of: color.index), isSolid: false,
            opacity: parts["o"].map { text.range(of: $0.index) }))
      }
      if kind == "gf" || kind == "gs", let colors = parts["g"] {
        readGradient(colors, named: parts["nm"]?.string)
      }
      for member in node.lazyMembers where member.key != "ef" { walk(member.value) }
      if isNamed { names.removeLast() }
    default: break
    }
  }

  /// The value of the property's slot if the file has that slot; otherwise the property.
  private func inSlot(_ property: JSONNode) -> JSONNode {
    property["sid"]?.string.flatMap { slots[$0] } ?? property
  }

  /// Reads a gradient from `node`, the member "g" of a paint, which contains the name of the slot directly or
  /// in "k".
  private mutating func readGradient(_ node: JSONNode, named name: String?) {
    let slot = node["sid"]?.string ?? node["k"]?["sid"]?.string
    let names = [slot, name].compactMap { $0 }.filter { !$0.isEmpty }
    if let slot, let place = slottedGradients[slot] {
      gradients[place].names += names
      return
    }
    let shared = slot.flatMap { slots[$0] }
    guard let gradient = LottieGradient(shared ?? node, names: names, in: text) else { return }
    if let slot, shared != nil { slottedGradients[slot] = gradients.count }
    gradients.append(gradient)
  }

  /// The colours of a property in text form, such as "#ff8800".
  private static func shown(_ color: JSONNode) -> Set<String> {
    guard let values = color["k"] else { return [] }
    if let own = hexadecimal(values) { return [own] }
    return Set(
      (values.elements ?? []).flatMap { key in
        [key["s"], key["e"]].compactMap { $0.flatMap(hexadecimal) }
      })
  }

  /// A colour in text form from three or four numbers up to 1 or, in old files, up to 255.
  private static func hexadecimal(_ list: JSONNode) -> String? {
    guard let numbers = list.elements?.prefix(4).compactMap(\.number), numbers.count >= 3 else {
      return nil
    }
    let whole = numbers.contains { $0 > 1 } ? 255.0 : 1
    return hexadecimal(
      Color(red: numbers[0] / whole, green: numbers[1] / whole, blue: numbers[2] / whole))
  }

  static func hexadecimal(_ color: Color) -> String {
    let digits = [color.red, color.green, color.blue].map { part in
      let value = Int(clamped: part * 255, rounded: .toNearestOrAwayFromZero, to: 0...255)
      return (value < 16 ? "0" : "") + String(value, radix: 16)
    }
    return "#" + digits.joined()
  }
}
