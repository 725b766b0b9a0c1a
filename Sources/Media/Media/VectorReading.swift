internal import CMedia
internal import Files
internal import Scenes
internal import Synchronization
internal import SVG

extension DrawingReader {
  /// The most bytes of an SVG file, packed or not.
  private static var mostVectorBytes: Int { 16 << 20 }

  /// An SVG file, ready to be drawn. `decode` reads pictures that lie in it.
  func vector(
    _ file: HeldFile, decode: ([UInt8]) throws(MediaError) -> Bitmap
  ) throws(MediaError) -> (file: VectorFile, fonts: [String]) {
    let bytes = try plainBytes(of: file)
    let vector: VectorFile
    do { vector = try VectorFile(bytes) } catch {
      let place = "at \(error.place.line):\(error.place.column)"
      throw .unusable(path: file.path, reason: "cannot be decoded: \(place), \(error.message)")
    }
    for image in vector.images {
      do {
        vector.put(PlainPNG.encoded(try decode(image.bytes)), in: image)
      } catch {
        vector.leaveOut(image, because: error.description)
      }
    }
    return (vector, try findFonts(for: vector, of: file))
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

  /// The fonts of a file's letters: what they are called is put into it, and their files are the answer.
  private func findFonts(
    for vector: VectorFile, of file: HeldFile
  ) throws(MediaError) -> [String] {
    let letters = Array(vector.letters.utf8.prefix(1 << 16))
    var found: [VectorFile.FontQuestion: VectorFile.FontAnswer] = [:]
    var files: [String] = []
    for question in vector.fontQuestions {
      let fonts = try fonts(for: question, letters, of: file)
      found[question] = fonts.first?.answer
      for font in fonts where !files.contains(font.file) { files.append(font.file) }
    }
    vector.setFonts(found)
    vectorFonts.withLock { $0.formUnion(files) }
    return files
  }

  private func fonts(
    for question: VectorFile.FontQuestion, _ letters: [UInt8], of file: HeldFile
  ) throws(MediaError) -> [(answer: VectorFile.FontAnswer, file: String)] {
    let names = question.families.flatMap { Array($0.utf8.filter { $0 != 0 }) + [0] }
    var head = media_families()
    head.weight = UInt32(question.weight)
    head.italic = question.isItalic ? 1 : 0
    head.width = UInt32(Int(clamped: question.width, rounded: .toNearestOrEven, to: 50...200))
    head.names_bytes = UInt32(names.count)
    head.letter_bytes = UInt32(letters.count)
    // Unsafe: a value without pointers, as it lies in memory.
    let bytes = unsafe withUnsafeBytes(of: &head) { unsafe Array($0) } + names + letters
    let room = max(bytes.count, 1 << 16)
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
    return stride(from: 0, to: words.count - 3, by: 3).map { place in
      let measures = words[place + 2].split(separator: " ").compactMap { Double($0) }
        .filter { abs($0) < 10 }
      let isWhole = measures.count == 4
      let answer = VectorFile.FontAnswer(
        family: words[place], ascent: isWhole ? measures[0] : 0.8,
        descent: isWhole ? measures[1] : 0.2, xHeight: isWhole ? measures[2] : 0.5,
        saysXHeight: isWhole && measures[3] > 0)
      return (answer, words[place + 1])
    }
  }

  /// How many pixels are drawn for one, across and down: edges come out as they would be measured. Those that
  /// lie off whole pixels are all edges.
  private static func fineness(_ pixels: Double, isOffGrid: Bool) -> Int {
    if isOffGrid, pixels <= 65_536 { return 8 }
    return pixels <= 262_144 ? 4 : pixels <= 4_194_304 ? 2 : 1
  }

  /// A vector over `density` pixels for each of its own, beginning `phase` pixels, 0 … 1, right of and below the
  /// first; with all the pixels that it touches.
  func draw(
    _ vector: VectorFile, fonts: [String], density: Size, phase: Point, name: String
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
    let covered = Size(Double(width) / density.width, Double(height) / density.height)
    return try draw(
      vector, fonts: fonts, width: width, height: height,
      edges: Rect(phase.x, phase.y, own.width, own.height), isOffGrid: phase != .zero, name: name
    ) {
      vector.plain(
        from: Point(-phase.x / density.width, -phase.y / density.height),
        covering: covered, width: $0, height: $1)
    }
  }

  /// A vector through a map of its points to width × height pixels.
  func draw(
    _ vector: VectorFile, fonts: [String], through map: PointMap, width: Int, height: Int,
    name: String
  ) throws(MediaError) -> Bitmap {
    try draw(
      vector, fonts: fonts, width: width, height: height,
      edges: Rect(0, 0, Double(width), Double(height)), isOffGrid: true, name: name
    ) { vector.plain(through: map, covering: (width, height), width: $0, height: $1) }
  }

  /// Draws several pixels for each; `plain` gives the file for so many. Nothing is seen beyond the edges, which
  /// are in pixels.
  private func draw(
    _ vector: VectorFile, fonts: [String], width: Int, height: Int, edges: Rect, isOffGrid: Bool,
    name: String, plain: (Int, Int) -> [UInt8]
  ) throws(MediaError) -> Bitmap {
    let k = Self.fineness(Double(width * height), isOffGrid: isOffGrid)
    let drawing = try engine.draw(
      plain(width * k, height * k), width: width * k, height: height * k, fonts: fonts, name: name)
    var message = limits.message(MEDIA_LOAD)
    message.width = UInt32(width)
    message.height = UInt32(height)
    message.draw.reduce = UInt32(k)
    let scale = Double(k)
    message.draw.edges = (
      edges.minX * scale, edges.minY * scale, edges.maxX * scale, edges.maxY * scale
    )
    return try helper.withLock { helper throws(MediaError) in
      try helper.picture(message, passing: [drawing.memory.descriptor], for: name).bitmap
    }
  }
}
