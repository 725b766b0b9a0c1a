internal import CMedia
internal import Files
internal import Scenes
internal import Synchronization
internal import SVG

extension DrawingReader {
  /// The most bytes of an SVG file, packed or not.
  private static var mostVectorBytes: Int { 16 << 20 }

  /// Prepares an SVG file for drawing. `decode` reads the pictures in it.
  func vector(
    _ file: HeldFile, decode: ([UInt8]) throws(MediaError) -> Bitmap
  ) throws(MediaError) -> (file: VectorFile, fonts: [String]) {
    let bytes = try plainBytes(of: file)
    let vector: VectorFile
    do { vector = try VectorFile(bytes) } catch {
      let place = "at \(error.place.line):\(error.place.column)"
      throw .unusable(path: file.path, reason: "cannot be decoded: \(place), \(error.message)")
    }
    try judge(vector.textWork, "setting its texts", file.path)
    for image in vector.images {
      do {
        if image.bytes.starts(with: [0x1F, 0x8B]) {
          let packed = try HeldFile(image.bytes, path: file.path)
          let plain = try unpacked(packed, room: Self.mostVectorBytes)
          if VectorFile.isMarkup(plain) {
            vector.put(svg: plain, in: image)
            continue
          }
        }
        vector.put(PlainPNG.encoded(try decode(image.bytes)), in: image)
      } catch {
        vector.leaveOut(image, because: error.description)
      }
    }
    return (vector, try findFonts(for: vector, of: file))
  }

  /// Refuses what takes more work than a frame may.
  private func judge(_ work: Double, _ what: String, _ path: String) throws(MediaError) {
    guard work <= Double(settings.workLimit) else {
      throw .unusable(
        path: path,
        reason: "\(what) takes \(RenderCost.words(work)) units of work; the limit is "
          + RenderCost.words(Double(settings.workLimit))
          + settings.context.vocabulary.allowing("work"))
    }
  }

  private func plainBytes(of file: HeldFile) throws(MediaError) -> [UInt8] {
    guard file.byteCount <= Self.mostVectorBytes else {
      throw .unusable(
        path: file.path, reason: "\(file.byteCount) bytes of SVG; the limit is 16 MiB")
    }
    guard file.head(2) == [0x1F, 0x8B] else { return file.head(file.byteCount) }
    let bytes = try unpacked(file, room: Self.mostVectorBytes)
    guard VectorFile.isMarkup(bytes) else {
      throw .unusable(path: file.path, reason: "is packed by gzip, and no SVG is in it")
    }
    return bytes
  }

  /// Finds the fonts of a file's text: their names are written into the file, and their files are returned.
  private func findFonts(
    for vector: VectorFile, of file: HeldFile
  ) throws(MediaError) -> [String] {
    let letters = Array(vector.letters.utf8.prefix(1 << 16))
    var found: [VectorFile.FontQuestion: VectorFile.FontAnswer] = [:]
    var files: [String] = []
    for question in vector.fontQuestions {
      let fonts = try fonts(for: question, letters, of: file)
      found[question] = fonts.first?.answer
      found[question]?.others = fonts.dropFirst().map { ($0.answer.family, $0.letters) }
      for font in fonts where !files.contains(font.file) { files.append(font.file) }
    }
    vector.setFonts(found)
    vectorFonts.withLock { $0.formUnion(files) }
    return files
  }

  private func fonts(
    for question: VectorFile.FontQuestion, _ letters: [UInt8], of file: HeldFile
  ) throws(MediaError) -> [(answer: VectorFile.FontAnswer, file: String, letters: String)] {
    let names = question.families.flatMap { Array($0.utf8.filter { $0 != 0 }) + [0] }
    var head = media_families()
    head.weight = UInt32(question.weight)
    head.italic = question.isItalic ? 1 : 0
    head.width = UInt32(Int(clamped: question.width, rounded: .toNearestOrEven, to: 50...200))
    head.names_bytes = UInt32(names.count)
    head.letter_bytes = UInt32(letters.count)
    // Unsafe: a value without pointers, copied bytewise.
    let bytes = unsafe withUnsafeBytes(of: &head) { unsafe Array($0) } + names + letters
    let room = max(2 * bytes.count, 1 << 16)
    guard let memory = SharedMemory(byteCount: room) else {
      throw .shortage("\(file.path): there is no memory for its letters")
    }
    // Unsafe: it has room for them.
    unsafe memory.address.copyMemory(from: bytes, byteCount: bytes.count)
    var message = limits.message(MEDIA_FIND_FONTS)
    message.bytes = UInt64(room)
    let count = try helper.withLock { helper throws(MediaError) in
      let answer = try helper.answer(message, passing: [memory.descriptor], for: file.path)
      guard answer.is(MEDIA_STORED), answer.draw.list_bytes <= UInt64(room) else {
        throw helper.refusal(answer, for: file.path)
      }
      return Int(answer.draw.list_bytes)
    }
    // Unsafe: the memory has that room.
    let list = unsafe UnsafeRawBufferPointer(start: memory.address, count: count)
    let words = unsafe list.split(separator: 0, omittingEmptySubsequences: false).map {
      unsafe String(decoding: $0, as: UTF8.self)
    }
    return stride(from: 0, to: words.count - 4, by: 4).map { place in
      let measures = words[place + 2].split(separator: " ").compactMap { Double($0) }
        .filter { abs($0) < 10 }
      let isWhole = measures.count == 5
      let answer = VectorFile.FontAnswer(
        family: words[place], ascent: isWhole ? measures[0] : 0.8,
        descent: isWhole ? measures[1] : 0.2, xHeight: isWhole ? measures[2] : 0.5,
        saysXHeight: isWhole && measures[3] > 0, hasAxes: isWhole && measures[4] > 0)
      return (answer, words[place + 1], words[place + 3])
    }
  }

  /// The number of samples for each pixel, across and down, so that the coverage of edges is close to the
  /// exact one. Drawings at subpixel positions consist mostly of edges. A filter gets one sample for each
  /// visible pixel.
  private static func fineness(_ vector: VectorFile, _ pixels: Double, isOffGrid: Bool) -> Int {
    if vector.hasFilters { return 1 }
    if isOffGrid, pixels <= 65_536 { return 8 }
    return pixels <= 262_144 ? 4 : pixels <= 4_194_304 ? 2 : 1
  }

  /// Draws a vector picture at `density` pixels for each of its own, starting `phase` pixels, 0 … 1, right of
  /// and below the first; with all the pixels that it touches.
  ///
  /// Small ones at subpixel positions are averages of a finer drawing, which is shared by all positions and
  /// sizes within a factor of 1.4, so that they are rarely drawn while they move and grow.
  func draw(
    _ vector: VectorFile, fonts: [String], density: Size, phase: Point, name: String,
    keeping masters: VectorMasters? = nil
  ) throws(MediaError) -> Bitmap {
    func pixels(_ length: Double) -> Int {
      Int(clamped: length - 1e-6, rounded: .up, to: 1...1 << 20)
    }
    let own = Size(vector.size.width * density.width, vector.size.height * density.height)
    let width = pixels(phase.x + own.width), height = pixels(phase.y + own.height)
    guard width <= limits.side, height <= limits.side, width * height <= limits.pixels else {
      throw .unusable(
        path: name, reason: "too large: \(width)×\(height) pixels; \(limits.hint)")
    }
    let mostShared = vector.hasFilters ? 262_144.0 : VectorMasters.mostPixels
    if let masters, phase != .zero, own.width * own.height <= mostShared {
      let k = Double(Self.fineness(vector, own.width * own.height, isOffGrid: true))
      let scale = Self.scale(above: density, hasFilters: vector.hasFilters, samples: k)
      let factor = (scale.width / density.width, scale.height / density.height)
      let master = try masters.master(for: scale) { () throws(MediaError) in
        let (w, h) = (
          pixels(vector.size.width * scale.width), pixels(vector.size.height * scale.height)
        )
        let costly = try left(out: vector, density: scale.width, w, h, name)
        let plain = vector.plain(
          from: .zero, covering: Size(Double(w) / scale.width, Double(h) / scale.height), width: w,
          height: h, without: costly)
        let drawing = try engine.draw(plain, width: w, height: h, fonts: fonts, name: name)
        guard let small = drawing.packed() else {
          throw .shortage("\(name): there is no memory for its drawing")
        }
        return VectorMaster(small, width: w, height: h)
      }
      var message = reduction(width, height, of: master.width, master.height)
      message.draw.step = factor
      message.draw.origin = (-phase.x * factor.0, -phase.y * factor.1)
      message.draw.edges = (
        0, 0, vector.size.width * scale.width, vector.size.height * scale.height
      )
      return try helper.withLock { helper throws(MediaError) in
        try helper.picture(message, passing: [master.drawing.memory.descriptor], for: name).bitmap
      }
    }
    let covered = Size(Double(width) / density.width, Double(height) / density.height)
    return try draw(
      vector, fonts: fonts, width: width, height: height,
      edges: Rect(phase.x, phase.y, own.width, own.height), isOffGrid: phase != .zero,
      density: density.width, name: name
    ) {
      vector.plain(
        from: Point(-phase.x / density.width, -phase.y / density.height),
        covering: covered, width: $0, height: $1, without: $2)
    }
  }

  /// The scale of a drawing that is shared by the densities below it: by those of half an octave, or of a whole one
  /// where the sides grow apart.
  private static func scale(above density: Size, hasFilters: Bool, samples k: Double) -> Size {
    func step(_ density: Double, _ ratio: Double) -> Double {
      // But for an error of rounding.
      let density = density * (1 - 1e-9)
      var step = 1.0
      while step >= density * ratio { step /= ratio }
      while step < density { step *= ratio }
      return step
    }
    let proportion = density.height / density.width
    if abs(proportion - 1) < 1e-9 || hasFilters {
      // A filter sees both directions, so that it keeps their proportion.
      let across = k * step(density.width, 2.0.squareRoot())
      return Size(across, across * (proportion * 0x1p20).rounded() / 0x1p20)
    }
    return Size(0.75 * k * step(density.width, 2), 0.75 * k * step(density.height, 2))
  }

  /// The elements whose filters are left out of a drawing with that many pixels, with a remark; a drawing that takes too
  /// much work without them is refused.
  private func left(
    out vector: VectorFile, density: Double, _ width: Int, _ height: Int, _ name: String
  ) throws(MediaError) -> [VectorFile.Place] {
    let costly = vector.costlyFilters(density: density, width: width, height: height)
    for one in costly {
      settings.warn(
        "\(name):\(one.description) is not drawn at \(width)×\(height) pixels: it takes too much work"
      )
    }
    let work = vector.drawingWork(
      density: density, width: width, height: height, without: costly)
    try judge(work, "drawing it at \(width)×\(height) pixels", name)
    return costly
  }

  private func reduction(_ width: Int, _ height: Int, of drawnWidth: Int, _ drawnHeight: Int)
    -> media_message
  {
    var message = limits.message(MEDIA_LOAD)
    message.width = UInt32(width)
    message.height = UInt32(height)
    message.draw.drawn_width = UInt32(drawnWidth)
    message.draw.drawn_height = UInt32(drawnHeight)
    return message
  }

  /// A vector through a map of its points to width × height pixels.
  func draw(
    _ vector: VectorFile, fonts: [String], through map: PointMap, width: Int, height: Int,
    name: String
  ) throws(MediaError) -> Bitmap {
    let density = abs(map.a * map.d - map.b * map.c).squareRoot()
    return try draw(
      vector, fonts: fonts, width: width, height: height,
      edges: Rect(0, 0, Double(width), Double(height)), isOffGrid: true, density: density,
      name: name
    ) {
      vector.plain(through: map, covering: (width, height), width: $0, height: $1, without: $2)
    }
  }

  /// Draws several samples for each pixel; `plain` returns the file for a size, without some filters. Nothing
  /// is visible beyond the edges, which are in pixels.
  private func draw(
    _ vector: VectorFile, fonts: [String], width: Int, height: Int, edges: Rect, isOffGrid: Bool,
    density: Double, name: String, plain: (Int, Int, [VectorFile.Place]) -> [UInt8]
  ) throws(MediaError) -> Bitmap {
    let k = Self.fineness(vector, Double(width * height), isOffGrid: isOffGrid)
    let scale = Double(k)
    let costly = try left(out: vector, density: density * scale, width * k, height * k, name)
    let drawing = try engine.draw(
      plain(width * k, height * k, costly), width: width * k, height: height * k, fonts: fonts,
      name: name)
    var message = reduction(width, height, of: width * k, height * k)
    message.draw.step = (scale, scale)
    message.draw.edges = (
      edges.minX * scale, edges.minY * scale, edges.maxX * scale, edges.maxY * scale
    )
    return try helper.withLock { helper throws(MediaError) in
      try helper.picture(message, passing: [drawing.memory.descriptor], for: name).bitmap
    }
  }
}

/// A drawing from which pictures of several sizes and positions are averaged.
final class VectorMaster: Sendable {
  let drawing: VectorEngine.Drawing
  let width: Int, height: Int

  init(_ drawing: consuming VectorEngine.Drawing, width: Int, height: Int) {
    self.drawing = drawing
    self.width = width
    self.height = height
  }
}

/// The last such drawings of a picture, packed, by their density.
final class VectorMasters: Sendable {
  private let known = Mutex<[(scale: Size, master: VectorMaster)]>([])
  private let making = Mutex(())
  private static var most: Int { 4 }
  /// The largest picture that is averaged from one of them.
  static var mostPixels: Double { 1_048_576 }

  func master(
    for scale: Size, make: () throws(MediaError) -> VectorMaster
  ) throws(MediaError) -> VectorMaster {
    try making.withLock { _ throws(MediaError) in
      if let found = known.withLock({ $0.first { $0.scale == scale } }) { return found.master }
      let made = try make()
      known.withLock {
        $0.append((scale, made))
        if $0.count > Self.most { $0.removeFirst() }
      }
      return made
    }
  }
}
