internal import Encoding
internal import Glibc
internal import Reporting
internal import Scenes

/// Chooses settings for encoding a file again that has too many bytes: a lower quality or, for formats
/// without a quality setting, fewer and smaller frames.
struct ByteBudget {
  let limit: Int
  /// The size of the file in bytes after the last attempt.
  private(set) var bytes: Int
  /// A description of the encoder settings for the next attempt.
  private(set) var words = ""
  private let first: OutputRequest
  private var job: OutputRequest
  private var smallest: (bytes: Int, words: String)
  private var tries = 0

  private static let mostTries = 5
  /// The limits below which an animation is no longer recognisable.
  private static let fewestFrames = 10.0
  private static let smallestScale = 0.15
  /// The frame rates to which an animation can be reduced; GIF delays can represent them.
  private static let rates = [50, 100.0 / 3, 25, 20, 100.0 / 6, 12.5, 10]

  init(_ job: OutputRequest, bytes: Int) {
    limit = job.maxBytes ?? .max
    (first, self.job) = (job, job)
    self.bytes = bytes
    smallest = (bytes, "without a reduction")
  }

  /// Records the size in bytes of the file from the last attempt.
  mutating func add(_ bytes: Int) {
    self.bytes = bytes
    if bytes < smallest.bytes { smallest = (bytes, words) }
  }

  /// The encoder settings of the next attempt; nil if no setting can be reduced further.
  mutating func next() -> OutputRequest? {
    tries += 1
    guard tries <= Self.mostTries, job.format.hasQuality ? givesUpQuality() : givesUpSize() else {
      return nil
    }
    return job
  }

  private mutating func givesUpQuality() -> Bool {
    let quality = job.options.quality ?? 0.8
    guard quality > 0 else { return false }
    // In a codec with forty quality steps, six steps halve the number of bytes.
    let steps = 6 * log2(Double(bytes) / Double(limit)) + 1
    let less = tries == Self.mostTries ? 0 : max(0, quality - steps / 40)
    job.options.quality = (less * 100).rounded(.down) / 100
    words = "with quality \(Text.number(job.options.quality ?? 0))"
    return true
  }

  /// Reduces the frame rate and the number of pixels together, so that neither becomes much worse than the
  /// other.
  private mutating func givesUpSize() -> Bool {
    let isLast = tries == Self.mostTries
    let share = isLast ? 0 : 0.9 * Double(limit) / Double(bytes)
    let (rate, scale) = (job.framesPerSecond, job.scale)
    let wanted = max(rate * pow(share, 0.4), Self.fewestFrames)
    job.framesPerSecond = min(rate, Self.rates.first { $0 <= wanted } ?? Self.fewestFrames)
    let area = share * min(rate, 50) / job.framesPerSecond
    job.scale = max(first.scale * Self.smallestScale, scale * min(1, area.squareRoot()))
    guard job.scale < scale || job.framesPerSecond < rate else { return false }
    let factor = job.scale / first.scale
    job.options.width = Self.scaled(first.options.width, factor)
    job.options.height = Self.scaled(first.options.height, factor)
    words =
      "at \(Text.number((factor * 1000).rounded() / 10)) % of its size and "
      + "\(Text.number((job.framesPerSecond * 10).rounded() / 10)) fps"
    return true
  }

  private static func scaled(_ side: Int?, _ factor: Double) -> Int? {
    side.map { Int(clamped: Double($0) * factor, rounded: .up, to: 1...16_384) }
  }

  /// The error message for a file if no settings reach the required size.
  var failure: String {
    let name = first.origin == nil ? "--max-bytes" : "maxBytes"
    return
      "\(first.path): nothing is written: the smallest file has \(smallest.bytes) bytes, "
      + "\(smallest.words), but \(name) is \(limit)"
  }
}
