internal import CMedia
internal import Files
internal import Glibc
package import Scenes
internal import Synchronization

/// A text that was drawn, and what could not be done of what was asked.
package struct DrawnText: Sendable {
  package var bitmap: Bitmap
  /// Whole clauses for people.
  package var remarks: [String]
}

/// Sets text and draws SVG through one `pipeline-draw`, started when the first is asked for. Questions
/// may come on any thread; they wait for each other.
package final class DrawingReader: Sendable {
  let limits: ImageLimits
  let helper: Mutex<PictureHelper>
  /// Fonts of the web, and what they have when they are unpacked.
  let unpackedFonts = Mutex<[HeldFile: HeldFile]>([:])

  /// `helperPath` is where `pipeline-draw` lies when not in its usual place.
  package init(helperPath: String? = nil, limits: ImageLimits = ImageLimits(), seconds: Int = 60) {
    self.limits = limits
    helper = Mutex(PictureHelper(.draw, path: helperPath, limits: limits, seconds: seconds))
  }

  /// A text in a box of `size` points at `density` pixels a point across and down, in the middle of the
  /// box's height; what does not fit ends with an ellipsis. The box begins `phase` pixels, 0 … 1, right of
  /// and below the picture's first, and the picture has all the pixels that the box touches. It has
  /// the `parts` of the text. `name` is what an error names.
  package func set(
    _ text: Typesetting, size: Size, density: Size, phase: Point = .zero, parts: TextParts = .all,
    name: String
  ) throws(MediaError) -> DrawnText {
    func pixels(_ length: Double) -> Int32 {
      Int32(clamped: length - 1e-6, rounded: .up, to: 1...Int32.max)
    }
    let width = pixels(phase.x + size.width * density.width)
    let height = pixels(phase.y + size.height * density.height)
    guard width <= limits.side, height <= limits.side, Int(width) * Int(height) <= limits.pixels
    else { throw .unusable(path: name, reason: "has a box of \(width)×\(height) pixels") }
    var words = TextWords(try unpackingFonts(text))
    words.head.box_width = size.width
    words.head.box_height = size.height
    words.head.scale_x = density.width
    words.head.scale_y = density.height
    words.head.phase_x = phase.x
    words.head.phase_y = phase.y
    words.head.parts = parts.rawValue
    words.head.width = UInt32(width)
    words.head.height = UInt32(height)
    let bytes = words.bytes
    guard let memory = SharedMemory(byteCount: bytes.count) else {
      throw .shortage("\(name): there is no memory for the text")
    }
    // Unsafe: the memory was made for just these bytes.
    unsafe memory.address.copyMemory(from: bytes, byteCount: bytes.count)
    var message = limits.message(MEDIA_TYPESET)
    message.bytes = UInt64(bytes.count)
    message.draw.files = UInt32(words.files.count)
    let files = words.files
    let passed = [memory.descriptor] + files.map(\.descriptor)
    let (bitmap, answer) = try helper.withLock { helper throws(MediaError) in
      try helper.picture(message, passing: passed, for: name) { answer in
        // A font file is at fault by its number.
        let number = Int(answer.draw.bad_file)
        return number > 0 && number <= files.count ? files[number - 1].path : nil
      }
    }
    return DrawnText(
      bitmap: bitmap, remarks: words.remarks(answer, size: size))
  }

  /// The size that an SVG picture has by itself, in its own units; throws when it cannot be drawn.
  package func measure(_ file: HeldFile) throws(MediaError) -> Size {
    let message = limits.message(MEDIA_MEASURE)
    return try helper.withLock { helper throws(MediaError) in
      let answer = try helper.answer(message, passing: [file.descriptor], for: file.path)
      guard answer.is(MEDIA_MEASURED), answer.draw.own_width > 0, answer.draw.own_height > 0,
        answer.draw.own_width.isFinite, answer.draw.own_height.isFinite
      else { throw helper.refusal(answer, for: file.path) }
      return Size(answer.draw.own_width, answer.draw.own_height)
    }
  }

  /// An SVG picture over all of width × height pixels.
  package func draw(_ file: HeldFile, width: Int, height: Int) throws(MediaError) -> Bitmap {
    var message = limits.message(MEDIA_LOAD)
    message.width = UInt32(clamping: width)
    message.height = UInt32(clamping: height)
    return try helper.withLock { helper throws(MediaError) in
      try helper.picture(message, passing: [file.descriptor], for: file.path).bitmap
    }
  }

  /// The picture in an SVG file, at `scale` pixels for each of its own units.
  func read(_ file: PlainFile, scale: Double) throws(MediaError) -> Bitmap {
    let held = try HeldFile(file)
    let size = try measure(held)
    func pixels(_ length: Double) -> Int {
      Int(clamped: length * scale - 1e-6, rounded: .up, to: 1...Int(Int32.max))
    }
    return try draw(held, width: pixels(size.width), height: pixels(size.height))
  }

  /// The font files that were drawn with since the helper was started, sorted.
  package func fonts() throws(MediaError) -> [String] {
    try helper.withLock { helper throws(MediaError) in try helper.fonts() }
  }

  /// Ends the helper; a later call starts another.
  package func close() { helper.withLock { $0.close() } }
}
