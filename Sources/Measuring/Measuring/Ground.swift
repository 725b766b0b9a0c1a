internal import Scenes

/// The screen below the layers at the start or at the end of a recording: the mean of the frames in which it does not
/// change.
struct Ground {
  private let part: PixelRect
  private var sums: [Float]
  private var counts: [Float]

  /// Finds the screen; nil if the layers cover nothing at either end.
  init?(
    _ recording: Recording, _ frames: ClosedRange<Int>, _ layers: [LayerAnalysis]
  ) throws(MeasuringError) {
    func parts(_ place: Int, _ frame: Bitmap) -> [PixelRect] {
      layers.compactMap { $0.covering(place) }.map { Inpainting.part($0, frame) }
    }
    let first = try recording.frame(frames.lowerBound)
    let ends = (parts(0, first) + parts(frames.count - 1, first)).filter { !$0.isEmpty }
    guard let one = ends.first else { return nil }
    let (left, top) = (
      ends.reduce(one.x) { min($0, $1.x) }, ends.reduce(one.y) { min($0, $1.y) }
    )
    let (right, bottom) = (
      ends.reduce(one.maxX) { max($0, $1.maxX) }, ends.reduce(one.maxY) { max($0, $1.maxY) }
    )
    part = PixelRect(left, top, right - left, bottom - top)
    sums = [Float](repeating: 0, count: 3 * part.width * part.height)
    counts = [Float](repeating: 0, count: part.width * part.height)
    for (place, index) in frames.enumerated() {
      add(try recording.frame(index), without: parts(place, first))
    }
  }

  private mutating func add(_ frame: Bitmap, without covered: [PixelRect]) {
    for y in part.y..<part.maxY {
      let here = covered.filter { y >= $0.y && y < $0.maxY }.map { $0.x..<$0.maxX }
      let row = unsafe frame.pixels + y * frame.strideBytes
      for x in part.x..<part.maxX where !here.contains(where: { $0.contains(x) }) {
        let place = (y - part.y) * part.width + x - part.x
        counts[place] += 1
        // Safety: the pixel is inside the frame.
        for channel in 0..<3 { sums[3 * place + channel] += Float(unsafe row[4 * x + channel]) }
      }
    }
  }

  /// Writes the observed background into parts of a screen.
  func show(in parts: [PixelRect], of screen: Bitmap) {
    for shown in parts.map({ $0.intersection(part) }) where !shown.isEmpty {
      for y in shown.y..<shown.maxY {
        let row = unsafe screen.pixels + y * screen.strideBytes
        for x in shown.x..<shown.maxX {
          let place = (y - part.y) * part.width + x - part.x
          guard counts[place] > 0 else { continue }
          // Safety: the pixel is inside the screen.
          for channel in 0..<3 {
            unsafe row[4 * x + channel] = UInt8(
              clamped: Double(sums[3 * place + channel] / counts[place]),
              rounded: .toNearestOrAwayFromZero)
          }
        }
      }
    }
  }
}
