internal import CComparing
internal import Files
internal import Scenes

/// The facts about a frame that are stored after the frame's pixels are released.
struct FrameTrace: Sendable {
  let name: String
  let width: Int
  let height: Int
  let start: FrameTime?
  let duration: FrameTime?
  /// The SHA-256 of the frame's compared pixels.
  let hash: String
  /// The means of the frame's channels in a grid of 16×16 cells.
  let thumbnail: [UInt8]

  init(_ frame: FootageFrame, ignoring ignored: [PixelRect]) {
    name = frame.name
    width = frame.bitmap.width
    height = frame.bitmap.height
    start = frame.start
    duration = frame.duration
    let seen = ignored.isEmpty ? frame.bitmap : Self.blanked(frame.bitmap, ignored)
    hash = SHA256.ofPixels(seen)
    var cells = [UInt8](repeating: 0, count: 1024)
    // Safety: the kernel reads the bitmap and writes 1,024 bytes to `cells`.
    unsafe comparing_thumbnail(picture(seen), &cells)
    thumbnail = cells
  }

  /// The distance between two thumbnails: the largest difference of a cell's channel, in 1/255.
  func distance(to other: FrameTrace) -> Int {
    zip(thumbnail, other.thumbnail).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
  }

  private static func blanked(_ bitmap: Bitmap, _ ignored: [PixelRect]) -> Bitmap {
    let copy = Bitmap(width: bitmap.width, height: bitmap.height)
    copy.copy(bitmap.bounds, from: bitmap)
    let empty = Bitmap(width: bitmap.width, height: bitmap.height)
    for rect in ignored { copy.copy(rect, from: empty) }
    return copy
  }
}

/// The facts about the frames of one piece of footage, in order.
struct FootageTrace: Sendable {
  var frames: [FrameTrace] = []

  /// The time from the first frame to the end of the last frame; nil if the footage has no times.
  var duration: FrameTime? {
    guard let last = frames.last, let start = last.start else { return nil }
    if let duration = last.duration { return start + duration }
    // If the last frame has no duration, its duration is assumed to equal that of the previous frame.
    guard frames.count > 1, let before = frames[frames.count - 2].start else { return start }
    return start + (start - before)
  }

  /// Whether all frames have the same duration, apart from the rounding of times in file formats.
  var isEven: Bool {
    let each = (duration?.seconds ?? 0) / Double(max(1, frames.count))
    return frames.enumerated().allSatisfy { index, frame in
      abs((frame.start?.seconds ?? .infinity) - Double(index) * each) <= 0.011
    }
  }

  func side(_ path: String) -> Comparison.Side {
    Comparison.Side(
      path: path, frameCount: frames.count, width: frames.first?.width ?? 0,
      height: frames.first?.height ?? 0, duration: duration)
  }
}
