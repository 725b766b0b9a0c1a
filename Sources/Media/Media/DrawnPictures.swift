package import Scenes
internal import Synchronization
internal import SVG

/// An SVG picture, which is drawn for each visible size and position.
package final class VectorPicture: PictureSource {
  private let path: String
  // The SVG file is parsed before the value is shared; afterwards the file is only converted to text.
  private nonisolated(unsafe) let vector: VectorFile
  private let fonts: VectorFonts
  private let drawings: DrawingReader
  private let rasters = RasterCache<DrawingView>()
  /// The size of the picture in its own units, which are points.
  package let size: Size
  /// The features that are not drawn as specified, each with its position in the file.
  package let remarks: [String]
  private let turned = RasterCache<Turned>()
  /// Whether the picture has filters that cannot be drawn rotated, so that the rendered pixels are rotated instead.
  private let isDirected: Bool
  package let mostOwnPixels: Double?

  /// Creates the picture; throws an error if the picture cannot be drawn. `decode` reads the pictures inside the SVG.
  package init(
    _ file: HeldFile, by drawings: DrawingReader,
    decode: ([UInt8]) throws(MediaError) -> Bitmap
  ) throws(MediaError) {
    path = file.path
    self.drawings = drawings
    let (vector, fonts) = try drawings.vector(file, decode: decode)
    unsafe self.vector = vector
    self.fonts = fonts
    size = vector.size
    isDirected = vector.isDirected
    mostOwnPixels = 2_000_000
    // Failures are detected at a small size.
    try Self.leaveOutFailingTexts(of: vector) { () throws(MediaError) in
      _ = try drawings.draw(
        vector, fonts: fonts,
        DrawingView(
          density: Size(min(1, 16 / vector.size.width), min(1, 16 / vector.size.height)),
          phase: .zero), name: file.path)
    }
    remarks = vector.remarks.sorted { $0.place < $1.place }.map {
      "\($0.place.line):\($0.place.column): \($0.text)"
    }
  }

  /// Draws the picture; texts at which the engine fails are removed, with a remark.
  private static func leaveOutFailingTexts(
    of vector: VectorFile, _ draw: () throws(MediaError) -> Void
  ) throws(MediaError) {
    do throws(MediaError) { return try draw() } catch {
      guard case .unusable = error, vector.textCount > 0 else { throw error }
    }
    vector.showTexts(0..<vector.textCount, false)
    try draw()
    var trials = 40
    var ranges = [0..<vector.textCount]
    while let range = ranges.popLast() {
      vector.showTexts(range, true)
      do throws(MediaError) {
        trials -= 1
        if trials >= 0 {
          try draw()
          continue
        }
      } catch {
        guard case .unusable = error else { throw error }
      }
      vector.showTexts(range, false)
      if range.count == 1 || trials < 0 {
        for number in range { vector.sayLeftOut(number) }
      } else {
        let middle = (range.lowerBound + range.upperBound) / 2
        ranges += [middle..<range.upperBound, range.lowerBound..<middle]
      }
    }
  }

  package func shown(
    at time: FrameTime, over size: Size, density: Size, phase: Point
  ) throws -> ShownPicture { try drawn(DrawingView(density: density, phase: phase)) }

  /// Reduces a view so that its pixels satisfy the limits.
  private func allowed(_ view: DrawingView) -> DrawingView {
    let (own, density) = (size, view.density)
    let fitting = drawings.settings.fitting(
      Size(own.width * density.width, own.height * density.height), of: path)
    return DrawingView(
      density: Size(density.width * fitting, density.height * fitting),
      phase: fitting == 1 ? view.phase : .zero)
  }

  package func prepare(_ view: DrawingView, before coming: () -> [DrawingView]) throws {
    guard view.phase != .zero, allowed(view) == view else { return }
    try rasters.fill(view) { () throws(MediaError) in
      let views = [view] + coming().filter { $0 != view && $0.phase != .zero }
      let made = try drawings.draw(unsafe vector, fonts: fonts, views, name: path)
      return Array(zip(views, made))
    }
  }

  private func drawn(_ view: DrawingView) throws(MediaError) -> ShownPicture {
    let (own, view) = (size, allowed(view))
    let bitmap = try rasters.bitmap(for: view) { () throws(MediaError) in
      try drawings.draw(unsafe vector, fonts: fonts, view, name: path)
    }
    // Pixels are aligned to the drawing, so the last pixels may extend beyond the picture's edge.
    return ShownPicture(
      bitmap,
      part: Rect(
        view.phase.x / Double(bitmap.width), view.phase.y / Double(bitmap.height),
        own.width * view.density.width / Double(bitmap.width),
        own.height * view.density.height / Double(bitmap.height)))
  }

  package func drawn(
    at time: FrameTime, over size: Size, through map: PointMap, width: Int, height: Int
  ) throws -> ShownPicture? {
    guard !isDirected, map.isFinite, drawings.limits.allow(width, height) else { return nil }
    let question = Turned(size: size, map: map, width: width, height: height, parts: .all)
    return ShownPicture(
      try turned.bitmap(for: question) { () throws(MediaError) in
        try drawings.draw(
          unsafe vector, fonts: fonts, through: map, width: width, height: height, name: path)
      })
  }

  package func picture(at time: FrameTime, width: Int, height: Int) throws -> Bitmap {
    try raster(width: width, height: height)
  }

  /// Returns the picture with the requested number of pixels, or fewer if the limits require it.
  package func raster(width: Int, height: Int) throws(MediaError) -> Bitmap {
    try drawn(
      DrawingView(
        density: Size(Double(width) / size.width, Double(height) / size.height), phase: .zero)
    ).bitmap
  }
}

/// The key of a rotated drawing in the cache.
private struct Turned: Hashable {
  var size: Size, map: PointMap, width: Int, height: Int, parts: TextParts
}

/// A text, which is laid out in its layer's frame and drawn for each visible size.
package final class TextPicture: PictureSource {
  private let text: Typesetting
  private let drawings: DrawingReader
  private let rasters = RasterCache<Question>()
  private let turned = RasterCache<Turned>()
  /// The size of the frame for which the text is laid out.
  package let size: Size
  /// The features that could not be drawn in the text's frame.
  package let remarks: [String]
  package var isSetInFrame: Bool { true }
  private struct Question: Hashable {
    var size: Size, density: Size
    var phase = Point(0, 0)
    var parts = TextParts.all
  }
  static let name = "the text"

  /// Lays the text out once, at `scale` pixels for each point.
  package init(
    _ text: Typesetting, size: Size, scale: Double, by drawings: DrawingReader
  ) throws(MediaError) {
    self.text = text
    self.size = size
    self.drawings = drawings
    let pixels: Double = size.width * scale * size.height * scale
    let work = 500_000 + 40 * pixels + text.work(scale: scale, within: size)
    let own = Int(clamped: work, rounded: .up, to: 0...Int(Int32.max) << 16)
    try drawings.charge(own)
    let question = Self.question(size, Size(scale, scale), drawings.settings)
    let drawn = try drawings.set(
      text, size: size, density: question.density, name: Self.name)
    remarks = drawn.remarks
    _ = try rasters.bitmap(for: question) { () throws(MediaError) in drawn.bitmap }
  }

  private static func question(
    _ size: Size, _ density: Size, _ settings: MediaSettings
  ) -> Question {
    let fitting = settings.fitting(
      Size(size.width * density.width, size.height * density.height), of: name)
    return Question(
      size: size, density: Size(density.width * fitting, density.height * fitting))
  }

  package func shown(
    at time: FrameTime, over size: Size, density: Size, phase: Point
  ) throws -> ShownPicture {
    var question = Self.question(size, density, drawings.settings)
    if question.density == density { question.phase = phase }
    func bitmap(_ parts: TextParts) throws(MediaError) -> Bitmap {
      question.parts = parts
      return try rasters.bitmap(for: question) { () throws(MediaError) in
        try drawings.set(
          text, size: size, density: question.density, phase: question.phase, parts: parts,
          name: Self.name
        ).bitmap
      }
    }
    let isSplit = text.isFilledByGradient && text.hasMoreThanLetters
    let letters = try bitmap(isSplit ? .letters : .all)
    let behind = isSplit ? try bitmap(.behind) : nil
    let above = isSplit ? try bitmap(.above) : nil
    // Pixels are aligned to the drawing, so the last pixels may extend beyond the frame's edge.
    return ShownPicture(
      letters,
      part: Rect(
        question.phase.x / Double(letters.width), question.phase.y / Double(letters.height),
        size.width * question.density.width / Double(letters.width),
        size.height * question.density.height / Double(letters.height)),
      behind: behind, above: above)
  }

  package func drawn(
    at time: FrameTime, over size: Size, through map: PointMap, width: Int, height: Int
  ) throws -> ShownPicture? {
    guard map.isFinite, drawings.limits.allow(width, height) else { return nil }
    func bitmap(_ parts: TextParts) throws(MediaError) -> Bitmap {
      let question = Turned(size: size, map: map, width: width, height: height, parts: parts)
      return try turned.bitmap(for: question) { () throws(MediaError) in
        try drawings.set(
          text, size: size, through: map, width: width, height: height, parts: parts,
          name: Self.name
        ).bitmap
      }
    }
    let isSplit = text.isFilledByGradient && text.hasMoreThanLetters
    return ShownPicture(
      try bitmap(isSplit ? .letters : .all), behind: isSplit ? try bitmap(.behind) : nil,
      above: isSplit ? try bitmap(.above) : nil)
  }

  package func picture(at time: FrameTime, width: Int, height: Int) throws -> Bitmap {
    try shown(
      at: time, over: size,
      density: Size(Double(width) / size.width, Double(height) / size.height), phase: .zero
    ).bitmap
  }
}

extension ImageLimits {
  func allow(_ width: Int, _ height: Int) -> Bool {
    width <= side && height <= side && width * height <= pixels
  }

}

extension MediaSettings {
  /// Returns the factor, at most 1, by which a drawing of `pixels` is reduced to satisfy the limits; a factor below 1
  /// is reported.
  func fitting(_ pixels: Size, of name: String) -> Double {
    var factor = 1.0
    func isAllowed() -> Bool {
      let (width, height) = (pixels.width * factor, pixels.height * factor)
      return width <= Double(limits.side) && height <= Double(limits.side)
        && (width + 1) * (height + 1) <= Double(limits.pixels)
    }
    while !isAllowed(), factor > 1e-6 { factor *= 0.8 }
    if factor < 1 {
      func whole(_ length: Double) -> Int { Int(clamped: length, rounded: .up) }
      warn(
        "\(name): drawn at \(whole(pixels.width * factor))×\(whole(pixels.height * factor)) pixels "
          + "where \(whole(pixels.width))×\(whole(pixels.height)) are seen; \(limits.hint)")
    }
    return factor
  }
}

/// A cache of a picture's recent rasters, by their parameters. Rasters are released when other objects need the memory,
/// and are drawn again later.
package final class RasterCache<Question: Hashable & Sendable>: Sendable, PurgeableCaches.Keeper {
  private struct State {
    var known: [Question: (bitmap: Bitmap, lastUse: Int)] = [:]
    var pixels = 0
    var isNoted = false

    var oldest: (key: Question, lastUse: Int)? {
      known.min { $0.value.lastUse < $1.value.lastUse }.map { ($0.key, $0.value.lastUse) }
    }

    mutating func forget(_ question: Question) {
      guard let known = known.removeValue(forKey: question) else { return }
      pixels -= known.bitmap.width * known.bitmap.height
    }
  }
  private let state = Mutex(State())
  /// The lock that is held while a raster is created; older rasters may be released meanwhile.
  private let making = Mutex(())
  /// The maximum number of pixels in all rasters together; a single raster may exceed it.
  private static var mostPixels: Int { 16_000_000 }
  private static var mostCount: Int { 64 }

  package init() {}

  /// Returns the cached raster, or the raster that `make` returns if none is cached.
  package func bitmap(
    for question: Question, make: () throws(MediaError) -> Bitmap
  ) throws(MediaError) -> Bitmap {
    while true {
      if let known = known(question) { return known }
      var made: Bitmap?
      try fill(question) { () throws(MediaError) in
        let bitmap = try make()
        made = bitmap
        return [(question, bitmap)]
      }
      if let made { return made }
    }
  }

  /// Stores the rasters that `make` returns, unless the raster for `question` is cached already.
  package func fill(
    _ question: Question, make: () throws(MediaError) -> [(Question, Bitmap)]
  ) throws(MediaError) {
    if known(question) != nil { return }
    try making.withLock { _ throws(MediaError) in
      if known(question) != nil { return }
      for (question, made) in try make() { keep(made, for: question) }
    }
  }

  private func known(_ question: Question) -> Bitmap? {
    state.withLock { state in
      guard let known = state.known[question] else { return nil }
      state.known[question]?.lastUse = PurgeableCaches.now()
      return known.bitmap
    }
  }

  private func keep(_ made: Bitmap, for question: Question) {
    let isFirst = state.withLock { state in
      state.known[question] = (made, PurgeableCaches.now())
      state.pixels += made.width * made.height
      while state.known.count > 1,
        state.pixels > Self.mostPixels || state.known.count > Self.mostCount,
        let oldest = state.oldest
      {
        state.forget(oldest.key)
      }
      defer { state.isNoted = true }
      return !state.isNoted
    }
    if isFirst { PurgeableCaches.add(self) }
  }

  /// Removes all rasters of the picture.
  package func letGo() {
    state.withLock { state in
      state.known = [:]
      state.pixels = 0
    }
  }

  package var oldestUse: Int? { state.withLockIfAvailable { $0.oldest?.lastUse } ?? nil }

  package func letGoOfOldest() {
    _ = state.withLockIfAvailable { state in
      if let oldest = state.oldest { state.forget(oldest.key) }
    }
  }
}
