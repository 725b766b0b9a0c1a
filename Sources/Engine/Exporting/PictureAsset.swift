internal import Encoding
internal import Scenes

/// A picture of the film that is exported as a PNG file.
struct PictureAsset {
  /// The name of the picture file without its extension.
  let name: String
  let png: [UInt8]
  let width: Int
  let height: Int
  let isOpaque: Bool

  /// Draws `contents` at `size` points; contents without pixels of their own are drawn with `density` pixels
  /// per point.
  init(_ contents: PictureContents, name: String, size: Size, density: Double) throws {
    let shown = try contents.source.shown(
      at: contents.time,
      over: contents.source.isSetInFrame && !contents.isStretched ? size : contents.source.size,
      density: Size(density, density), phase: .zero)
    let whole = shown.bitmap
    let bitmap = Self.cropped(whole, to: shown.part)
    for layer in [shown.behind, shown.above].compactMap({ $0 }) where layer.width == bitmap.width {
      Self.lay(layer, isUnder: layer === shown.behind, bitmap)
    }
    self.name = name
    isOpaque = Self.isOpaque(bitmap)
    png = SmallPNG.encode(bitmap, isOpaque: isOpaque, level: 6)
    width = bitmap.width
    height = bitmap.height
  }

  private static func pixels(_ length: Double) -> Int {
    Int(clamped: length, rounded: .toNearestOrAwayFromZero, to: 0...1_000_000)
  }

  /// A copy of a part of a bitmap, rounded to whole pixels.
  private static func cropped(_ whole: Bitmap, to part: Rect) -> Bitmap {
    let left = min(whole.width - 1, pixels(part.x * Double(whole.width)))
    let top = min(whole.height - 1, pixels(part.y * Double(whole.height)))
    let width = max(1, min(whole.width - left, pixels(part.width * Double(whole.width))))
    let height = max(1, min(whole.height - top, pixels(part.height * Double(whole.height))))
    return whole.part(PixelRect(left, top, width, height))
  }

  private static func isOpaque(_ bitmap: Bitmap) -> Bool {
    for y in 0..<bitmap.height {
      for x in 0..<bitmap.width where bitmap[x, y].3 != 255 { return false }
    }
    return true
  }

  /// Composites two premultiplied bitmaps by source-over (Porter & Duff 1984).
  private static func lay(_ layer: Bitmap, isUnder: Bool, _ bitmap: Bitmap) {
    func over(_ top: UInt8, _ bottom: UInt8, _ alpha: UInt8) -> UInt8 {
      let below: Int = (Int(bottom) * (255 - Int(alpha)) + 127) / 255
      return UInt8(min(255, Int(top) + below))
    }
    for y in 0..<min(bitmap.height, layer.height) {
      for x in 0..<bitmap.width {
        let (a, b) = isUnder ? (bitmap[x, y], layer[x, y]) : (layer[x, y], bitmap[x, y])
        bitmap[x, y] = (
          over(a.0, b.0, a.3), over(a.1, b.1, a.3), over(a.2, b.2, a.3), over(a.3, b.3, a.3)
        )
      }
    }
  }
}

/// The pictures of a document's films; each picture is stored once under a unique name.
struct PictureStore {
  private(set) var pictures: [PictureAsset] = []
  private var known: [ObjectIdentifier: Int] = [:]
  private var names = LayerNames()
  /// The resolution of contents without pixels of their own, in pixels per point.
  static let density = 2.0

  /// The picture of contents number `number` of a layer, counted from the first contents that it shows.
  mutating func picture(_ contents: PictureContents, of layer: FilmLayer, _ number: Int) throws
    -> PictureAsset
  {
    let identity = ObjectIdentifier(contents.source.identity)
    if let place = known[identity] { return pictures[place] }
    let name = names.name(
      for: layer.contents.count > 1 ? "\(layer.name)-\(number + 1)" : layer.name)
    let made = try PictureAsset(
      contents, name: name, size: layer.properties.frame.size, density: Self.density)
    known[identity] = pictures.count
    pictures.append(made)
    return made
  }
}

extension Bitmap {
  /// The premultiplied channels of a pixel, which must be inside the bitmap.
  fileprivate subscript(x: Int, y: Int) -> (UInt8, UInt8, UInt8, UInt8) {
    get {
      precondition(x >= 0 && y >= 0 && x < width && y < height)
      // Safety: the precondition keeps the pixel inside the bitmap.
      let pixel = unsafe pixels + (y * strideBytes + x * 4)
      return unsafe (pixel[0], pixel[1], pixel[2], pixel[3])
    }
    set {
      precondition(x >= 0 && y >= 0 && x < width && y < height)
      // Safety: the precondition keeps the pixel inside the bitmap.
      let pixel = unsafe pixels + (y * strideBytes + x * 4)
      unsafe pixel[0] = newValue.0
      unsafe pixel[1] = newValue.1
      unsafe pixel[2] = newValue.2
      unsafe pixel[3] = newValue.3
    }
  }
}
