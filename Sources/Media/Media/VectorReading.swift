internal import CMedia
internal import Files
internal import Scenes
internal import Synchronization
internal import SVG

extension DrawingReader {
  /// The maximum size of an SVG file in bytes, packed or unpacked.
  private static var mostVectorBytes: Int { 16 << 20 }

  /// Prepares an SVG file for drawing. `decode` reads the pictures inside the SVG.
  func vector(
    _ file: HeldFile, decode: ([UInt8]) throws(MediaError) -> Bitmap
  ) throws(MediaError) -> (file: VectorFile, fonts: VectorFonts) {
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

  /// Refuses a picture whose work exceeds the limit of a frame.
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
      throw .unusable(
        path: file.path, reason: "the file is compressed with gzip, but does not contain an SVG")
    }
    return bytes
  }

  /// Finds the fonts for a file's text; the fonts' names are written into the SVG, and their files are returned.
  private func findFonts(
    for vector: VectorFile, of file: HeldFile
  ) throws(MediaError) -> VectorFonts {
    let letters = Array(vector.letters.utf8.prefix(1 << 16))
    var found: [VectorFile.FontQuestion: VectorFile.FontAnswer] = [:]
    var all = VectorFonts()
    var own: [Int: HeldFile] = [:]
    for question in vector.fontQuestions {
      if let number = question.own, own[number] == nil {
        own[number] = try? unpacked(HeldFile(vector.ownFonts[number].bytes, path: file.path))
      }
      let given = question.own.flatMap { own[$0] }
      let fonts = try fonts(for: question, given, letters, of: file)
      if question.own != nil, fonts.first?.file.isEmpty != true {
        vector.say("the font \"\(question.families[0])\" in the SVG cannot be read")
      }
      found[question] = fonts.first?.answer
      found[question]?.others = fonts.dropFirst().map { ($0.answer.family, $0.letters) }
      for font in fonts {
        if font.file.isEmpty {
          if let given, !all.held.contains(given) { all.held.append(given) }
        } else if !all.files.contains(font.file) {
          all.files.append(font.file)
        }
      }
    }
    vector.setFonts(found)
    vectorFonts.withLock { $0.formUnion(all.files) }
    return all
  }

  private func fonts(
    for question: VectorFile.FontQuestion, _ own: HeldFile?, _ letters: [UInt8], of file: HeldFile
  ) throws(MediaError) -> [(answer: VectorFile.FontAnswer, file: String, letters: String)] {
    let names = question.families.flatMap { Array($0.utf8.filter { $0 != 0 }) + [0] }
    var head = media_families()
    head.weight = UInt32(question.weight)
    head.italic = question.isItalic ? 1 : 0
    head.width = UInt32(Int(clamped: question.width, rounded: .toNearestOrEven, to: 50...200))
    head.names_bytes = UInt32(names.count)
    head.letter_bytes = UInt32(letters.count)
    // Safety: the value contains no pointers and is copied bytewise.
    let bytes = unsafe withUnsafeBytes(of: &head) { unsafe Array($0) } + names + letters
    let room = max(2 * bytes.count, 1 << 16)
    guard let memory = SharedMemory(byteCount: room) else {
      throw .shortage("\(file.path): there is no memory for the letters of the SVG")
    }
    // Safety: the memory has room for these bytes.
    unsafe memory.address.copyMemory(from: bytes, byteCount: bytes.count)
    var message = limits.message(MEDIA_FIND_FONTS)
    message.bytes = UInt64(room)
    message.draw.files = own == nil ? 0 : 1
    let count = try helper.withLock { helper throws(MediaError) in
      let answer = try helper.answer(
        message, passing: [memory.descriptor] + (own.map { [$0.descriptor] } ?? []),
        for: file.path)
      guard answer.is(MEDIA_STORED), answer.draw.list_bytes <= UInt64(room) else {
        throw helper.refusal(answer, for: file.path)
      }
      return Int(answer.draw.list_bytes)
    }
    // Safety: the memory has the given size.
    let list = unsafe UnsafeRawBufferPointer(start: memory.address, count: count)
    let words = unsafe list.split(separator: 0, omittingEmptySubsequences: false).map {
      unsafe String(decoding: $0, as: UTF8.self)
    }
    return stride(from: 0, to: words.count - 4, by: 4).map { place in
      let measures = words[place + 2].split(separator: " ").compactMap { Double($0) }
        .filter { abs($0) < 10 }
      let isWhole = measures.count == 7
      var answer = VectorFile.FontAnswer(
        family: words[place], ascent: isWhole ? measures[0] : 0.8,
        descent: isWhole ? measures[1] : 0.2, xHeight: isWhole ? measures[2] : 0.5,
        saysXHeight: isWhole && measures[3] > 0, hasAxes: isWhole && measures[4] > 0)
      if isWhole, measures[6] > 0 { answer.underline = (measures[5], measures[6]) }
      return (answer, words[place + 1], words[place + 3])
    }
  }

  /// Returns the number of samples for each pixel, across and down, for which the coverage of edges is close to the
  /// exact coverage. Drawings at subpixel positions consist mostly of edges and get more samples. Filters, and edges on
  /// whole pixels, get one sample for each visible pixel.
  private static func fineness(_ vector: VectorFile, _ pixels: Double, isOffGrid: Bool) -> Int {
    if vector.hasFilters { return 1 }
    if isOffGrid, pixels <= 65_536 { return 8 }
    if !isOffGrid, vector.hasCrispEdges { return 1 }
    return pixels <= 262_144 ? 4 : pixels <= 4_194_304 ? 2 : 1
  }

  /// Returns the number of whole pixels that a vector picture touches, across and down.
  private static func pixels(_ vector: VectorFile, _ view: DrawingView) -> (Int, Int) {
    func pixels(_ length: Double) -> Int {
      Int(clamped: length - 1e-6, rounded: .up, to: 1...1 << 20)
    }
    return (
      pixels(view.phase.x + vector.size.width * view.density.width),
      pixels(view.phase.y + vector.size.height * view.density.height)
    )
  }

  /// Draws a vector picture with all pixels that it touches.
  func draw(
    _ vector: VectorFile, fonts: VectorFonts, _ view: DrawingView, name: String
  ) throws(MediaError) -> Bitmap {
    let (density, phase) = (view.density, view.phase)
    let (width, height) = Self.pixels(vector, view)
    guard limits.allow(width, height) else {
      throw .unusable(
        path: name, reason: "too large: \(width)×\(height) pixels; \(limits.hint)")
    }
    if phase != .zero { return try draw(vector, fonts: fonts, [view], name: name)[0] }
    let own = Size(vector.size.width * density.width, vector.size.height * density.height)
    let covered = Size(Double(width) / density.width, Double(height) / density.height)
    let isWhole = abs(own.width - Double(width)) < 1e-3 && abs(own.height - Double(height)) < 1e-3
    return try draw(
      vector, fonts: fonts, width: width, height: height,
      edges: Rect(0, 0, own.width, own.height), isOffGrid: !isWhole, density: density.width,
      name: name
    ) { vector.plain(covering: covered, width: $0, height: $1, without: $2) }
  }

  /// The maximum number of samples that the engine draws in one process.
  private static var mostSamples: Int { 34_000_000 }

  /// Draws a vector picture at subpixel positions in one process of the engine: for the first of `views`, and for as
  /// many of the other views as can be drawn in the same process.
  func draw(
    _ vector: VectorFile, fonts: VectorFonts, _ views: [DrawingView], name: String
  ) throws(MediaError) -> [Bitmap] {
    var cells: [(cell: VectorFile.Cell, edges: Rect)] = []
    var (width, height, work, k) = (0, 0, 0.0, 1)
    for view in views.prefix(Int(MEDIA_DRAWINGS)) {
      let (w, h) = Self.pixels(vector, view)
      let samples = Self.fineness(vector, Double(w * h), isOffGrid: true)
      let density = Size(
        view.density.width * Double(samples), view.density.height * Double(samples))
      let phase = Point(view.phase.x * Double(samples), view.phase.y * Double(samples))
      var costly: [VectorFile.Place] = []
      if cells.isEmpty {
        k = samples
        costly = try left(out: vector, density: density.width, w * k, h * k, name)
      } else {
        let count = cells.count + 1
        work += vector.drawingWork(density: density.width, width: w * k, height: h * k, without: [])
        guard samples == k, limits.allow(max(width, w), max(height, h) * count),
          max(width, w) * max(height, h) * count * max(3, k * k) <= Self.mostSamples,
          work <= Double(settings.workLimit),
          vector.costlyFilters(density: density.width, width: w * k, height: h * k).isEmpty
        else { break }
      }
      (width, height) = (max(width, w), max(height, h))
      cells.append(
        (
          VectorFile.Cell(
            map: PointMap(density: density, phase: phase), width: w * k, height: h * k,
            without: costly),
          Rect(
            phase.x, phase.y, vector.size.width * density.width, vector.size.height * density.height
          )
        ))
    }
    var message = reduction(width, height * cells.count, by: k)
    message.draw.drawings = UInt32(cells.count)
    // Safety: the array in the message has room for this many edges.
    unsafe withUnsafeMutableBytes(of: &message.draw.edges) { bytes in
      let edges = unsafe bytes.bindMemory(to: Double.self)
      for (i, cell) in cells.enumerated() {
        let (edge, top) = (cell.edges, Double(i * height * k))
        let sides = [edge.minX, edge.minY + top, edge.maxX, edge.maxY + top]
        for (j, side) in sides.enumerated() { unsafe edges[4 * i + j] = side }
      }
    }
    let drawing = try engine.draw(
      vector.plain(cells.map(\.cell), width: width * k, height: height * k), width: width * k,
      height: height * k * cells.count, fonts: fonts, name: name)
    let all = try helper.withLock { helper throws(MediaError) in
      try helper.picture(message, passing: [drawing.memory.descriptor], for: name).bitmap
    }
    return cells.enumerated().map { i, cell in
      let part = PixelRect(0, i * height, cell.cell.width / k, cell.cell.height / k)
      return part == all.bounds ? all : all.part(part)
    }
  }

  /// Returns the elements whose filters are left out of a drawing with the given number of pixels, and adds a remark;
  /// throws an error if the drawing still takes too much work.
  private func left(
    out vector: VectorFile, density: Double, _ width: Int, _ height: Int, _ name: String
  ) throws(MediaError) -> [VectorFile.Place] {
    let costly = vector.costlyFilters(density: density, width: width, height: height)
    for one in costly {
      settings.warn(
        "\(name):\(one.description) is not drawn at \(width)×\(height) pixels: "
          + "drawing it takes too much work"
      )
    }
    let work = vector.drawingWork(
      density: density, width: width, height: height, without: costly)
    try judge(work, "drawing it at \(width)×\(height) pixels", name)
    return costly
  }

  /// Returns the message that requests the average of k × k samples.
  private func reduction(_ width: Int, _ height: Int, by k: Int) -> media_message {
    var message = limits.message(MEDIA_LOAD)
    message.width = UInt32(width)
    message.height = UInt32(height)
    message.draw.step = UInt32(k)
    message.draw.drawings = 1
    return message
  }

  /// Draws a vector picture through a matrix from its points to width × height pixels.
  func draw(
    _ vector: VectorFile, fonts: VectorFonts, through map: PointMap, width: Int, height: Int,
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

  /// Draws a vector picture with several samples for each pixel; `plain` returns the SVG for a size, without some
  /// filters. The drawing is clipped at the edges, which are in pixels.
  private func draw(
    _ vector: VectorFile, fonts: VectorFonts, width: Int, height: Int, edges: Rect, isOffGrid: Bool,
    density: Double, name: String, plain: (Int, Int, [VectorFile.Place]) -> [UInt8]
  ) throws(MediaError) -> Bitmap {
    let k = Self.fineness(vector, Double(width * height), isOffGrid: isOffGrid)
    let scale = Double(k)
    let costly = try left(out: vector, density: density * scale, width * k, height * k, name)
    let drawing = try engine.draw(
      plain(width * k, height * k, costly), width: width * k, height: height * k, fonts: fonts,
      name: name)
    var message = reduction(width, height, by: k)
    message.draw.edges.0 = (
      edges.minX * scale, edges.minY * scale, edges.maxX * scale, edges.maxY * scale
    )
    return try helper.withLock { helper throws(MediaError) in
      try helper.picture(message, passing: [drawing.memory.descriptor], for: name).bitmap
    }
  }
}
