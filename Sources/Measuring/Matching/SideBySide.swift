internal import Documents
internal import Encoding
package import Measuring
internal import Media
package import Planning
internal import Reporting
internal import Scenes

/// Shows the recording, the document and their difference side by side, as a video and as a sheet of moments.
package struct SideBySide {
  private let recording: Recording
  private let planned: PlannedDocument
  private let match: Match
  private let check: () throws -> Void
  /// The size of each of the three pictures, in pixels.
  private let width: Int
  private let height: Int
  private static let tallest = 480.0
  private static let gap = 8

  package init(
    _ recording: Recording, _ planned: PlannedDocument, _ match: Match,
    check: @escaping () throws -> Void
  ) {
    self.recording = recording
    self.planned = planned
    self.match = match
    self.check = check
    let factor = min(1, Self.tallest / match.place.height, 640 / match.place.width)
    func even(_ length: Double) -> Int {
      2 * Int(clamped: length * factor / 2, rounded: .toNearestOrAwayFromZero, to: 8...2048)
    }
    width = even(match.place.width)
    height = even(match.place.height)
  }

  private var wholeWidth: Int { 3 * width + 2 * Self.gap }

  /// Writes the video `match.mp4` with all frames.
  package func write(video path: String) throws {
    let (first, last) = (
      recording.starts[match.frames.lowerBound], recording.starts[match.frames.upperBound]
    )
    let rate = min(60, max(10, (1 / recording.interval).rounded()))
    let count = Int(
      clamped: (last - first) * rate, rounded: .toNearestOrAwayFromZero, to: 1...100_000)
    let made = try output(path, frames: count, rate)
    let clip = StreamFormat(
      width: wholeWidth, height: height, framesPerSecond: rate, frameCount: count, isOpaque: true,
      scale: 1)
    let sink = made.sink(clip, media: recording.media)
    do {
      try sink.begin()
      try draw((0..<count).map { first + (Double($0) + 0.25) / rate }) { index, bitmap in
        try sink.write(
          RenderedFrame(
            index: index, time: FrameTime(frame: index, framesPerSecond: rate), bitmap: bitmap))
      }
      try sink.finish()
    } catch {
      sink.cancel()
      if let error = error as? EncodingError { throw EngineError(error) }
      throw error
    }
  }

  private func output(_ path: String, frames: Int, _ rate: Double) throws(EngineError) -> Output {
    do throws(EncodingError) {
      return try Output(
        path: path, duration: FrameTime(frame: frames, framesPerSecond: rate),
        framesPerSecond: rate, options: Output.Options())
    } catch {
      throw EngineError(error)
    }
  }

  /// Returns eight frames, one below the other, as a PNG.
  package func sheet() throws -> [UInt8] {
    let (first, last) = (
      recording.starts[match.frames.lowerBound], recording.starts[match.frames.upperBound]
    )
    let count = 8
    let sheet = Bitmap(width: wholeWidth, height: count * (height + Self.gap) - Self.gap)
    try draw((0..<count).map { first + (last - first) * Double($0) / Double(count - 1) }) {
      index, bitmap in
      for y in 0..<height {
        // Safety: the row is inside both bitmaps.
        unsafe (sheet.pixels + (index * (height + Self.gap) + y) * sheet.strideBytes).update(
          from: bitmap.pixels + y * bitmap.strideBytes, count: 4 * wholeWidth)
      }
    }
    sheet.scanOpacity()
    return SmallPNG.encode(sheet, isOpaque: false, level: 6)
  }

  private func draw(_ times: [Double], _ take: (Int, Bitmap) throws -> Void) throws {
    let scale = Double(width) / planned.document.canvas.size.width
    try DocumentFrames.draw(planned, at: times.map { $0 - match.start }, scale: scale) {
      index, drawn in
      try check()
      let frame = try recording.frame(recording.index(at: times[index]))
      let seen = Pane(width: width, height: height, of: frame, match.place)
      let made = Pane(
        width: width, height: height, of: drawn,
        Rect(0, 0, Double(drawn.width), Double(drawn.height)))
      let bitmap = Bitmap(width: wholeWidth, height: height)
      Pane.put(seen, made, into: bitmap, gap: Self.gap)
      bitmap.markOpaque()
      try take(index, bitmap)
    }
  }
}

/// A picture that is scaled to another size.
private struct Pane {
  let width: Int
  let height: Int
  /// The values of the picture, three channels for each pixel.
  private var values: [UInt8]

  /// Creates a part of a picture by averaging the source area of each pixel.
  init(width: Int, height: Int, of picture: Bitmap, _ part: Rect) {
    self.width = width
    self.height = height
    values = [UInt8](repeating: 0, count: width * height * 3)
    func range(_ place: Int, _ count: Int, _ from: Double, _ length: Double, _ most: Int) -> Range<
      Int
    > {
      let low = Int(
        clamped: from + length * Double(place) / Double(count), rounded: .down, to: 0...most - 1)
      let high = Int(
        clamped: from + length * Double(place + 1) / Double(count), rounded: .down, to: 0...most)
      return low..<max(low + 1, high)
    }
    let across = (0..<width).map { range($0, width, part.x, part.width, picture.width) }
    for y in 0..<height {
      let rows = range(y, height, part.y, part.height, picture.height)
      for x in 0..<width {
        for channel in 0..<3 {
          var sum = 0
          for row in rows {
            for column in across[x] {
              // Safety: the pixel is inside the picture.
              sum += Int(unsafe picture.pixels[row * picture.strideBytes + column * 4 + channel])
            }
          }
          values[(y * width + x) * 3 + channel] = UInt8(sum / (rows.count * across[x].count))
        }
      }
    }
  }

  /// Draws both pictures side by side, and their difference times three.
  static func put(_ a: Pane, _ b: Pane, into bitmap: Bitmap, gap: Int) {
    for y in 0..<a.height {
      for x in 0..<bitmap.width {
        let (pane, column) = (x / (a.width + gap), x % (a.width + gap))
        for channel in 0..<3 {
          let place = (y * a.width + column) * 3 + channel
          let value: UInt8
          if column >= a.width {
            value = 32
          } else {
            switch pane {
            case 0: value = a.values[place]
            case 1: value = b.values[place]
            default:
              value = UInt8(min(255, 3 * abs(Int(a.values[place]) - Int(b.values[place]))))
            }
          }
          // Safety: the pixel is inside the bitmap.
          unsafe bitmap.pixels[y * bitmap.strideBytes + x * 4 + channel] = value
        }
        unsafe bitmap.pixels[y * bitmap.strideBytes + x * 4 + 3] = 255
      }
    }
  }
}
