internal import Formats
package import Scenes

/// A simplified SVG file, and the features that are not drawn. The file is read once; then `images` are inserted and
/// fonts are chosen, and `plain` returns the text for the engine.
package final class VectorFile {
  /// A feature that is not drawn as specified.
  package struct Remark: Hashable, Sendable {
    package var place: TextPlace
    package var text: String
  }

  /// A picture that the file embeds.
  package struct Image {
    package let bytes: [UInt8]
    package let place: TextPlace
    let element: XMLElement
  }

  /// A request for a font.
  package struct FontQuestion: Hashable, Sendable {
    package var families: [String]
    /// The font weight as in OpenType.
    package var weight: Int
    package var isItalic: Bool
    /// The width as a percentage of the normal width.
    package var width: Double = 100
    /// The index of the font if the file contains it; otherwise nil.
    package var own: Int?
  }

  /// A font that the file embeds with `@font-face`.
  package struct OwnFont {
    package var family: String
    package var weights: ClosedRange<Int>
    package var isItalic: Bool
    package var bytes: [UInt8]
  }

  package struct FontAnswer: Sendable {
    package var family: String
    /// The ascent, the descent and the x-height, as fractions of the font size.
    package var ascent: Double
    package var descent: Double
    package var xHeight: Double
    /// Whether the font file contains its x-height; otherwise browsers measure an x in whole pixels.
    package var saysXHeight: Bool
    /// Whether the font is variable, which the engine does not support.
    package var hasAxes = false
    /// The engine's underline, as fractions of the font size: the distance of its centre below the baseline, and its
    /// thickness.
    package var underline = (place: 1.0 / 9, thickness: 1.0 / 12)
    /// The fallback fonts, each with the letters that it draws.
    package var others: [(family: String, letters: String)] = []

    package init(
      family: String, ascent: Double, descent: Double, xHeight: Double, saysXHeight: Bool,
      hasAxes: Bool = false
    ) {
      self.family = family
      self.ascent = ascent
      self.descent = descent
      self.xHeight = xHeight
      self.saysXHeight = saysXHeight
      self.hasAxes = hasAxes
    }
  }

  /// The size of the picture in pixels; an inch has 96 pixels.
  package let size: Size
  /// Whether the picture has a width and a height.
  let hasSize: Bool
  /// The embedded pictures, which are inserted or left out.
  package private(set) var images: [Image] = []
  package var remarks: [Remark] { mender.remarks }
  package var ownFonts: [OwnFont] { mender.ownFonts }
  package var fontQuestions: [FontQuestion] { mender.fontQuestions() }
  /// The letters of the picture's texts, each letter once.
  package var letters: String { mender.letters() }
  let mender: SVGNormalizer
  /// The mapping from the viewBox to the picture's size.
  private let view: (box: [Double], aspect: String?)?

  package convenience init(_ bytes: [UInt8]) throws(VectorError) {
    try self.init(bytes, depth: 0, meter: ComplexityBudget())
  }

  /// Reads a file; a file that is nested `depth` deep shares the budget of the outer file.
  init(_ bytes: [UInt8], depth: Int, meter: ComplexityBudget) throws(VectorError) {
    guard let utf8 = XMLText.utf8(bytes) else {
      throw VectorError(
        place: TextPlace(),
        message: "the text of the file is neither UTF-8 nor UTF-16")
    }
    let document = try XMLReader.read(utf8)
    let root = document.root
    guard root.name == "svg", root.isSVG else {
      throw VectorError(place: root.place, message: "its root is <\(root.name)>, not <svg>")
    }
    let firstBox = Numbers.read(root["viewBox"] ?? "")
    let firstSize = try? Self.size(of: root, view: firstBox.count == 4 ? firstBox : nil)
    var sheet = StyleSheet(size: firstSize ?? Size(100, 100), meter: meter)
    root.forEach { element in
      guard element.name == "style", element.isSVG else { return }
      let type = element["type"]?.lowercased() ?? "text/css"
      let media = element["media"]?.trimmed ?? ""
      guard media.isEmpty || sheet.holds(media) else { return }
      if type == "text/css" || type.isEmpty { sheet.add(element.text, at: element.place) }
    }
    try meter.check()
    var wroteAuto: Set<ObjectIdentifier> = []
    root.forEach { element in
      if ["rx", "ry", "width", "height"].contains(where: { element[$0] == "auto" }) {
        wroteAuto.insert(ObjectIdentifier(element))
      }
    }
    var cascade = Cascade(sheet, meter: meter)
    try cascade.apply(to: root)
    let box = Numbers.read(root["viewBox"] ?? "")
    view = box.count == 4 && box[2] > 0 && box[3] > 0 ? (box, root["preserveAspectRatio"]) : nil
    size = try Self.size(of: root, view: view?.box)
    hasSize = root["width"] != nil && root["height"] != nil
    root["width"] = "\(size.width)"
    root["height"] = "\(size.height)"
    mender = SVGNormalizer(root, meter: meter)
    mender.wroteAuto = wroteAuto
    mender.hasOwnSize = hasSize
    try mender.refuseGrowth()
    for sheet in document.styleSheets {
      let name =
        sheet.text.firstRange(of: "href=").map { String(sheet.text[$0.upperBound...]) } ?? ""
      let href = name.dropFirst().prefix { $0 != "\"" && $0 != "'" }
      mender.say(
        "the style sheet \(SVGNormalizer.short(String(href))) is not read", at: sheet.place)
    }
    var place = root.place
    root.forEach { if $0.name == "style", place == root.place { place = $0.place } }
    mender.ownFonts = sheet.fonts
    for remark in sheet.remarks { mender.say(remark, at: place) }
    if depth > 0, !sheet.fonts.isEmpty {
      mender.ownFonts = []
      mender.say("the fonts of an embedded picture are not loaded", at: place)
    }
    for remark in cascade.remarks { mender.say(remark.text, at: remark.place) }
    addBackground(to: root)
    try mender.mend()
    images = mender.takeImages(depth: depth)
    try meter.check()
  }

  /// Adds the CSS background of the picture, which only its root has.
  private func addBackground(to root: XMLElement) {
    guard let text = root["css:background-color"] ?? root["css:background"] else { return }
    root["css:background"] = nil
    root["css:background-color"] = nil
    guard let color = CSSColor.read(text) else {
      mender.say("the background \(SVGNormalizer.short(text)) is not drawn", root)
      return
    }
    var matrix = Matrix()
    if let view {
      matrix = ViewBox.matrix(view.box, width: size.width, height: size.height, view.aspect)
    }
    guard let inverse = matrix.inverse else { return }
    let (start, end) = (inverse.map(0, 0), inverse.map(size.width, size.height))
    let rect = XMLElement(
      "rect",
      [
        "x": "\(start.x)", "y": "\(start.y)", "width": "\(end.x - start.x)",
        "height": "\(end.y - start.y)", "fill": color.hex, "fill-opacity": "1", "stroke": "none",
      ], at: root.place)
    root.insert(rect, at: 0)
  }

  /// Returns the natural size, which is computed from the picture's attributes or its viewBox.
  private static func size(of root: XMLElement, view: [Double]?) throws(VectorError) -> Size {
    func length(_ name: String) -> Double? {
      guard let text = root[name], !text.hasSuffix("%") else { return nil }
      return CSSLength.pixels(text).flatMap { $0 >= 0 ? $0 : nil }
    }
    var (width, height) = (length("width"), length("height"))
    if let view {
      width = width ?? height.map { $0 * view[2] / view[3] }
      height = height ?? width.map { $0 * view[3] / view[2] }
      width = width ?? view[2]
      height = height ?? view[3]
    }
    guard let width, let height, width > 0, height > 0, width.isFinite, height.isFinite else {
      throw VectorError(
        place: root.place, message: "an SVG picture needs width and height, or a viewBox")
    }
    return Size(width, height)
  }

  /// Returns whether bytes start as markup does.
  package static func isMarkup(_ bytes: [UInt8]) -> Bool {
    guard let text = XMLText.utf8(Array(bytes.prefix(256)).filter { $0 < 0x80 }) else {
      return false
    }
    return text.first { ![9, 10, 13, 32].contains($0) } == UInt8(ascii: "<")
  }

  /// Inserts the PNG of a picture, or leaves the picture out with a remark.
  package func put(_ png: [UInt8], in image: Image) {
    image.element["xlink:href"] = nil
    image.element["href"] = "data:image/png;base64," + Base64.encoded(png)
  }

  /// Inserts an embedded SVG that was compressed.
  package func put(svg bytes: [UInt8], in image: Image) {
    mender.place(bytes, in: image.element, depth: 0)
    mender.finishPictures()
  }

  package func leaveOut(_ image: Image, because reason: String) {
    mender.say("the picture in <\(image.element.name)> is not drawn: \(reason)", at: image.place)
    mender.leaveOutPicture(of: image.element)
  }

  /// Whether the picture is drawn differently when it is rotated as a whole.
  package var isDirected: Bool { mender.hasDirectedFilters }

  package func say(_ text: String) { mender.say(text, at: TextPlace()) }

  /// The number of texts that can be left out.
  package var textCount: Int { mender.texts.count }

  /// The units of `RenderCost` for laying out the texts: for each letter, the engine maps and reads a font again, which
  /// takes about 0.3 ms. Decorated texts are laid out several times.
  package private(set) lazy var textWork =
    300_000
    * Double(
      mender.texts.reduce(0) {
        $0 + $1.text.unicodeScalars.count * (mender.isDecorated($1) ? 8 : 1)
      })

  /// Shows or hides texts by their numbers.
  package func showTexts(_ numbers: Range<Int>, _ isShown: Bool) {
    for text in mender.texts[numbers] { text["display"] = isShown ? nil : "none" }
  }

  /// Reports that a text is left out.
  package func sayLeftOut(_ number: Int) {
    let text = mender.texts[number].elements.first { $0.name == "text" } ?? mender.texts[number]
    mender.say(
      "the text \(SVGNormalizer.short(text.text.trimmed)) is not drawn: it cannot be laid out", text
    )
  }

  /// Whether any element has a filter.
  package private(set) lazy var hasFilters = !mender.filterCosts.isEmpty

  /// Whether any element requires edges on whole pixels.
  package private(set) lazy var hasCrispEdges: Bool = {
    var isFound = false
    mender.root.forEach {
      if ["crispEdges", "optimizeSpeed"].contains($0["shape-rendering"]) { isFound = true }
    }
    return isFound
  }()

  /// Returns the elements whose filters take more work than one drawing may, at a density in drawn pixels for each
  /// pixel of the picture.
  package func costlyFilters(density: Double, width: Int, height: Int) -> [Place] {
    mender.costlyFilters(density: density, width: Double(width), height: Double(height))
      .map { Place(element: $0) }
  }

  /// Returns the units of `RenderCost` for drawing a number of samples; `density` samples are one unit of the picture.
  package func drawingWork(
    density: Double, width: Int, height: Int, without filters: [Place]
  ) -> Double {
    textWork
      + mender.drawingWork(
        density: density, width: Double(width), height: Double(height),
        without: filters.map(\.element))
  }

  package struct Place {
    let element: XMLElement
    package var description: String {
      "\(element.place.line):\(element.place.column): the filter of <\(element.name)>"
    }
  }

  /// Sets the font families that were found for the requests.
  package func setFonts(_ found: [FontQuestion: FontAnswer]) { mender.setFonts(found) }

  /// Returns the text for the engine at the picture's natural size.
  func plain() -> [UInt8] {
    plain(covering: size, width: "\(size.width)", height: "\(size.height)")
  }

  /// Returns the text for the engine with width × height pixels, which show `covered` pixels of the picture: slightly
  /// more than the picture if pixels extend beyond its edges.
  package func plain(
    covering covered: Size, width: Int, height: Int, without filters: [Place] = []
  ) -> [UInt8] {
    plain(
      covering: covered, width: "\(width)", height: "\(height)",
      pixel: Size(covered.width / Double(width), covered.height / Double(height)), without: filters)
  }

  /// A drawing that is one of several in one picture of the engine.
  package struct Cell {
    /// The mapping from pixels of the picture to pixels of the cell.
    package var map: PointMap
    package var width: Int, height: Int
    package var filters: [Place]

    package init(map: PointMap, width: Int, height: Int, without filters: [Place]) {
      (self.map, self.width, self.height, self.filters) = (map, width, height, filters)
    }
  }

  /// Returns the text for the engine with cells of equal size, one below the other. A cell's pixels do not depend on
  /// the other cells: a filter without effect gives each cell a separate canvas.
  package func plain(_ cells: [Cell], width: Int, height: Int) -> [UInt8] {
    var bytes = Array(
      ("<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" "
        + "width=\"\(width)\" height=\"\(height * cells.count)\">").utf8)
    for (i, cell) in cells.enumerated() {
      bytes += Array(
        ("<filter id=\"cell\(i)\" filterUnits=\"userSpaceOnUse\" x=\"0\" y=\"0\" width=\"\(cell.width)\" "
          + "height=\"\(cell.height)\" color-interpolation-filters=\"sRGB\"><feOffset/></filter>"
          + "<g transform=\"translate(0 \(i * height))\"><g filter=\"url(#cell\(i))\">").utf8)
      let group = self.group(through: cell.map)
      for (name, value) in mender.root.attributes where !Self.ownOfRoot.contains(name) {
        group[name] = value
      }
      var writer = XMLWriter(
        mender, pixel: Size(1 / cell.map.a, 1 / cell.map.d), without: cell.filters.map(\.element),
        prefix: "c\(i)")
      writer.write(group)
      bytes += writer.bytes + Array("</g></g>".utf8)
    }
    return bytes + Array("</svg>".utf8)
  }

  /// The attributes that only the root of a picture has.
  private static let ownOfRoot: Set = [
    "transform", "css:transform", "x", "y", "width", "height", "viewBox", "preserveAspectRatio",
  ]

  /// Returns a group with the contents of the picture, transformed by `map`.
  private func group(through map: PointMap) -> XMLElement {
    var matrix = Matrix()
    if let view {
      matrix = ViewBox.matrix(view.box, width: size.width, height: size.height, view.aspect)
    }
    let whole = Matrix(a: map.a, b: map.b, c: map.c, d: map.d, e: map.x0, f: map.y0) * matrix
    let group = XMLElement("g", ["transform": whole.words])
    group.children = mender.root.children
    return group
  }

  /// Returns the text for the engine with width × height pixels, which show `covered` pixels of a canvas to which `map`
  /// maps the picture's points.
  package func plain(
    through map: PointMap, covering covered: (Int, Int), width: Int, height: Int,
    without filters: [Place] = []
  ) -> [UInt8] {
    var attributes = mender.root.attributes.filter { !Self.ownOfRoot.contains($0.key) }
    attributes["width"] = "\(width)"
    attributes["height"] = "\(height)"
    attributes["preserveAspectRatio"] = "none"
    attributes["viewBox"] = "0 0 \(covered.0) \(covered.1)"
    let root = XMLElement("svg")
    root.children = [.element(group(through: map))]
    var writer = XMLWriter(mender, pixel: Size(1, 1), without: filters.map(\.element))
    writer.write(root, attributes: attributes)
    return writer.bytes
  }

  private func plain(
    covering covered: Size, width: String, height: String,
    pixel: Size = Size(1, 1), without filters: [Place] = []
  ) -> [UInt8] {
    var attributes = mender.root.attributes
    attributes["width"] = width
    attributes["height"] = height
    attributes["preserveAspectRatio"] = "none"
    var matrix = Matrix()
    if let view {
      matrix = ViewBox.matrix(view.box, width: size.width, height: size.height, view.aspect)
    }
    let inverse = matrix.inverse ?? Matrix()
    let start = inverse.map(0, 0)
    let end = inverse.map(covered.width, covered.height)
    attributes["viewBox"] = "\(start.x) \(start.y) \(end.x - start.x) \(end.y - start.y)"
    var writer = XMLWriter(mender, pixel: pixel, without: filters.map(\.element))
    writer.write(mender.root, attributes: attributes)
    return writer.bytes
  }
}
