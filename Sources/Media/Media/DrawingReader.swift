internal import CMedia
internal import Files
internal import Glibc
package import Scenes
internal import Synchronization

/// A text that was drawn, with remarks about unsupported requests.
package struct DrawnText: Sendable {
  package var bitmap: Bitmap
  /// The remarks about unsupported features, each a complete clause.
  package var remarks: [String]
  /// Whether the whole text is visible in its box.
  package var isWhole: Bool
}

/// Draws text and SVG in a `pipeline-draw` process, which starts at the first request. The reader may be used on any
/// thread; its calls wait for each other.
package final class DrawingReader: Sendable {
  let settings: MediaSettings
  var limits: ImageLimits { settings.limits }
  /// The units of work that laying out the document's texts has taken so far.
  private let unitsSet = Atomic<Int>(0)
  let helper: Mutex<PictureHelper>
  /// The paths of the fonts in SVG files that were drawn.
  let vectorFonts = Mutex<Set<String>>([])
  let engine: VectorEngine
  /// The unpacked contents of web fonts, by the packed file.
  let unpackedFonts = Mutex<[HeldFile: HeldFile]>([:])

  /// Creates a reader; `helperPath` is the path of `pipeline-draw`, unless the program is in its usual place.
  package init(_ settings: MediaSettings = MediaSettings(), helperPath: String? = nil) {
    self.settings = settings
    helper = Mutex(PictureHelper(.draw, settings, path: helperPath, seconds: 60))
    engine = VectorEngine(path: nil, settings: settings)
  }

  /// Starts the next document and resets the count of work for its texts.
  package func beginDocument() { unitsSet.store(0, ordering: .relaxed) }

  /// Adds the work of laying out a text, and throws an error if the document's work exceeds its limit.
  func charge(_ own: Int) throws(MediaError) {
    let units = unitsSet.add(own, ordering: .relaxed).newValue
    guard units > settings.workLimit else { return }
    throw .unusable(
      path: TextPicture.name,
      reason:
        "including the text, the texts of the document take \(RenderCost.words(Double(units))) "
        + "units of work; the limit is \(RenderCost.words(Double(settings.workLimit)))"
        + settings.context.vocabulary.allowing("work"))
  }

  /// Draws a text in a box of `size` points at `density` pixels for each point across and down, vertically centred; a
  /// text that does not fit ends with an ellipsis. The box starts `phase` pixels, 0 … 1, right of and below the
  /// picture's first pixel, and the picture has all pixels that the box touches. The picture contains the `parts` of
  /// the text. `name` is the text's name in errors.
  package func set(
    _ text: Typesetting, size: Size, density: Size, phase: Point = .zero, parts: TextParts = .all,
    name: String
  ) throws(MediaError) -> DrawnText {
    func pixels(_ length: Double) -> Int {
      Int(clamped: length - 1e-6, rounded: .up, to: 1...Int(Int32.max))
    }
    return try set(
      text, size: size, through: PointMap(density: density, phase: phase),
      width: pixels(phase.x + size.width * density.width),
      height: pixels(phase.y + size.height * density.height), parts: parts, name: name)
  }

  /// Draws the text through a matrix from its points to width × height pixels.
  func set(
    _ text: Typesetting, size: Size, through map: PointMap, width: Int, height: Int,
    parts: TextParts, name: String
  ) throws(MediaError) -> DrawnText {
    guard width <= limits.side, height <= limits.side, width * height <= limits.pixels
    else {
      throw .unusable(
        path: name, reason: "the box of the text is too large: \(width)×\(height) pixels")
    }
    var words = TextRequest(try unpackingFonts(text))
    words.head.box_width = size.width
    words.head.box_height = size.height
    words.head.map = (map.a, map.b, map.c, map.d, map.x0, map.y0)
    words.head.parts = parts.rawValue
    words.head.width = UInt32(width)
    words.head.height = UInt32(height)
    let bytes = words.bytes
    guard let memory = SharedMemory(byteCount: bytes.count) else {
      throw .shortage("\(name): there is no memory for the text")
    }
    // Safety: the memory was created with the size of these bytes.
    unsafe memory.address.copyMemory(from: bytes, byteCount: bytes.count)
    var message = limits.message(MEDIA_TYPESET)
    message.bytes = UInt64(bytes.count)
    message.draw.files = UInt32(words.files.count)
    let files = words.files
    let passed = [memory.descriptor] + files.map(\.descriptor)
    let (bitmap, answer) = try helper.withLock { helper throws(MediaError) in
      try helper.picture(message, passing: passed, for: name) { answer in
        // The answer identifies a faulty font file by its number.
        let number = Int(answer.draw.bad_file)
        return number > 0 && number <= files.count ? files[number - 1].path : nil
      }
    }
    return DrawnText(
      bitmap: bitmap, remarks: words.remarks(answer, size: size),
      isWhole: answer.draw.told & MEDIA_TOLD_CUT.rawValue == 0)
  }

  /// Returns the paths of the font files that were used since the helper was started, sorted.
  package func fonts() throws(MediaError) -> [String] {
    let texts = try helper.withLock { helper throws(MediaError) in try helper.fonts() }
    return Set(texts).union(vectorFonts.withLock { $0 }).sorted()
  }

  /// Ends the helper; a later call starts a new one.
  package func close() { helper.withLock { $0.close() } }
}
