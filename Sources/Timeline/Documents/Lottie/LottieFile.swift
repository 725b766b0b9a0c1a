package import JSON
package import Scenes

/// A Lottie file: its properties, its unsupported features, and the places in the text where colours, texts
/// and pictures can be replaced.
package struct LottieFile: Sendable {
  /// A marker, which names a section of the Lottie animation.
  package struct Marker: Sendable {
    package let name: String
    /// The start of the marker in frames, counted from the first frame of the Lottie animation.
    package let start: Double
    package let length: Double
  }

  /// A picture that the Lottie animation shows.
  package struct Picture: Sendable {
    /// The path of a separate file, relative to the Lottie file, or the name of a file in the archive.
    package let path: String
    /// The data URL of a picture that is embedded in the Lottie file.
    package let embedded: String?
    /// The asset id by which Lottie layers refer to the picture.
    package let asset: String
    let edits: [(range: Range<Int>, kind: PictureEdit)]
  }

  enum PictureEdit: Sendable { case path, folder, embedded }

  /// The natural size of the Lottie animation in points.
  package let size: Size
  package let framesPerSecond: Double
  /// The number of frames of the Lottie animation, which may be fractional.
  package let frameCount: Double
  package let markers: [Marker]
  package let pictures: [Picture]
  let text: JSONText
  let colors: [LottieScan.ColorPlace]
  let gradients: [LottieGradient]
  let texts: [LottieScan.TextPlace]
  let fonts: [LottieScan.FontPlace]
  let glyphs: Set<LottieScan.Glyph>

  /// The reason why a file cannot be used, as words that follow the file's name.
  package struct Fault: Error, Hashable, Sendable {
    package let reason: String
  }

  /// The path of a picture of the Lottie file at `path`, relative to the folder to which `path` is relative.
  package static func path(of picture: Picture, beside path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), !picture.path.hasPrefix("/") else {
      return picture.path
    }
    return path[...slash] + picture.path
  }

  package static var mostBytes: Int { 64 << 20 }

  package init(_ bytes: [UInt8]) throws(Fault) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    var parser = JSONParser(
      bytes.starts(with: mark) ? Array(bytes.dropFirst(3)) : bytes, maximumDepth: 256)
    do throws(JSONParser.SyntaxError) { text = try parser.parse() } catch {
      throw Fault(reason: "is not a Lottie file: byte \(error.offset): \(error.message)")
    }
    let root = JSONNode(text: text, index: 0, path: nil, variables: nil, anchor: nil)
    guard let layers = root["layers"], layers.kind == .array else {
      throw Fault(reason: "is not a Lottie file: the file has no \"layers\"")
    }
    func number(_ key: String, _ range: ClosedRange<Double>) throws(Fault) -> Double {
      guard let value = root[key]?.number, range.contains(value) else {
        throw Fault(
          reason: "is not a Lottie file: \"\(key)\" is not a number from "
            + "\(JSONWriter.number(range.lowerBound)) to \(JSONWriter.number(range.upperBound))")
      }
      return value
    }
    size = Size(try number("w", 1...65_536), try number("h", 1...65_536))
    framesPerSecond = try number("fr", 0.001...1000)
    let first = try number("ip", -1e6...1e6)
    frameCount = try number("op", -1e6...1e6) - first
    guard frameCount > 0 else {
      throw Fault(reason: "is not a Lottie file: the file has no frames between \"ip\" and \"op\"")
    }
    markers = (root["markers"]?.elements ?? []).compactMap { marker in
      guard let name = marker["cm"]?.string, let start = marker["tm"]?.number else { return nil }
      return Marker(name: name, start: start - first, length: marker["dr"]?.number ?? 0)
    }
    var scan = LottieScan(text)
    scan.read(root)
    colors = scan.colors
    gradients = scan.gradients
    texts = scan.texts
    fonts = scan.fonts
    glyphs = scan.glyphs
    pictures = scan.pictures
  }

  /// The names by which a document may replace colours: the names of slots, layers, groups and paints.
  package var colorNames: [String] {
    Self.names(colors.flatMap(\.names) + gradients.flatMap(\.names))
  }
  /// The names by which a document may replace texts: the names of slots and layers.
  package var textNames: [String] { Self.names(texts.flatMap(\.names)) }

  /// The names by which a document may replace fonts: the names of the fonts and of their families.
  package var fontNames: [String] { Self.names(fonts.flatMap(\.names)) }

  private static func names(_ all: [String]) -> [String] { Array(Set(all)).sorted() }

  /// The values with which a document replaces values of the file.
  package struct Filling: Hashable, Sendable {
    /// The new colours, by a name in the file or by the colour that they replace, such as "#ff8800".
    package var colors: [String: Color] = [:]
    package var texts: [String: String] = [:]
    /// The contents of font files as data URLs, by the names of the fonts.
    package var fonts: [String: String] = [:]
    package init() {}
  }

  /// Whether a name refers to a colour: one of `colorNames`, or a colour in the file.
  package func hasColor(_ name: String) -> Bool {
    colors.contains { $0.isMeant(by: name) } || gradients.contains { $0.isMeant(by: name) }
  }

  /// The file with the replaced values; `pictures` are new names for its pictures.
  package func filled(with filling: Filling, pictures names: [String]) -> JSONNode {
    var parser = JSONParser(filledBytes(with: filling, pictures: names), maximumDepth: 256)
    // Each value is replaced by a value of the same kind, so the text is still valid JSON.
    guard let filled = try? parser.parse() else {
      preconditionFailure("the file with the replaced values is not valid JSON")
    }
    return JSONNode(text: filled, index: 0, path: nil, variables: nil, anchor: nil)
  }

  package func filledBytes(with filling: Filling, pictures urls: [String]) -> [UInt8] {
    var edits: [(range: Range<Int>, bytes: [UInt8])] = []
    for place in colors {
      // A name takes precedence over a colour, because it is more specific.
      let name =
        place.names.first { filling.colors[$0] != nil }
        ?? filling.colors.keys.sorted().first { place.isMeant(by: $0) }
      if let name, let color = filling.colors[name] { edits += place.edits(color) }
    }
    for place in gradients { edits += place.edits(filling.colors) }
    for place in texts {
      guard let text = place.names.lazy.compactMap({ filling.texts[$0] }).first else { continue }
      // In Lottie files, the lines of a text end with a carriage return.
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      let json = JSONWriter.string(lines.joined(separator: "\r"))
      edits += place.ranges.map { ($0, Array(json.utf8)) }
    }
    for place in fonts {
      guard let url = place.names.lazy.compactMap({ filling.fonts[$0] }).first else { continue }
      edits += place.edits(url, name: place.names[0])
    }
    for (picture, url) in zip(pictures, urls) {
      edits += picture.edits.map { range, kind in
        switch kind {
        case .path: (range, Array(JSONWriter.string(url).utf8))
        case .folder: (range, Array("\"\"".utf8))
        case .embedded: (range, Array("1".utf8))
        }
      }
    }
    return text.replacing(edits)
  }
}

extension LottieFile {
  /// The names of all Lottie layers that show a picture.
  package func layers(showing picture: Picture) -> [String] {
    let root = JSONNode(text: text, index: 0, path: nil, variables: nil, anchor: nil)
    let lists = [root["layers"]] + (root["assets"]?.elements ?? []).map { $0["layers"] }
    var names: [String] = []
    for list in lists {
      for (number, layer) in (list?.elements ?? []).enumerated()
      where layer["refId"]?.string == picture.asset && layer["ty"]?.number == 2 {
        names.append(layer["nm"]?.string.map(JSONWriter.string) ?? "layer \(number)")
      }
    }
    return names
  }

  /// Descriptions of the Lottie texts that cannot be drawn with all of their letters, one line for each text.
  package func undrawnTexts(with filling: Filling) -> [String] {
    let known = fonts.filter { font in
      font.isEmbedded || font.names.contains { filling.fonts[$0] != nil }
    }
    let files = Set(known.flatMap(\.names))
    return texts.compactMap { place in
      guard let name = place.names.last else { return nil }
      let own = place.names.lazy.compactMap { filling.texts[$0] }.first
      var letters: [Character] = []
      var missing: [(letter: Character, font: String)] = []
      for setting in place.settings {
        // A font that the file does not list is replaced by the first listed font.
        let font = fonts.last { $0.names[0] == setting.font } ?? fonts.first
        let name = font?.names[0] ?? setting.font
        guard !files.contains(name) else { continue }
        for letter in own ?? setting.words where !letter.isWhitespace {
          letters.append(letter)
          let glyph = LottieScan.Glyph(
            letter: String(letter), family: font?.family ?? "", style: font?.style ?? "")
          if font == nil || !glyphs.contains(glyph) { missing.append((letter, name)) }
        }
      }
      guard let font = missing.map(\.font).min() else { return nil }
      let what = missing.count == letters.count ? "the text" : "letters of the text"
      return
        "\(what) \(JSONWriter.string(name)) cannot be drawn, "
        + "because the file has no outlines for them: "
        + "\"fonts\" gives \(JSONWriter.string(font)) a font file"
    }
  }
}
