internal import Files
package import Media
package import Scenes

/// A recording of a screen, with its frames by number and the start of each frame.
package final class Recording {
  package let path: String
  package let width: Int
  package let height: Int
  /// The start of each frame, in seconds since the first frame. A frame with a long duration is divided into several
  /// frames: a recorder that stores only changes shows rest as one long frame.
  package let starts: [Double]
  /// The number of the file's frame for each of `starts`.
  package let numbers: [Int]
  /// The start of each frame in the file.
  let storedStarts: [Double]
  package let durationSeconds: Double
  /// Whether the codec mixed each frame from the frames on both sides of it.
  package var areBetween: [Bool] { numbers.map { video.areBetween[$0] } }
  private let video: SeekableVideo
  /// The limits of the helpers that read the recording.
  package let media: MediaSettings

  /// The maximum duration in seconds of a recording that is read, unless the user sets another limit.
  package static let longest = 120
  package static let possibleLimits = 1...86_400

  /// Opens a recording; if the recording is longer than `limitSeconds`, it is refused after only its index is read.
  package init(
    _ path: String, _ media: MediaSettings = MediaSettings(), limitSeconds: Int = longest
  ) throws(MeasuringError) {
    self.path = path
    self.media = media
    do throws(MediaError) {
      video = try SeekableVideo(try RegularFile.media(path, in: media.context), media)
    } catch {
      throw .media(error)
    }
    (width, height) = (video.width, video.height)
    // Frames are shown from half a unit of the container's times before their time stamps, but their contents belong to
    // the time stamps.
    let half = video.rounding.seconds / 2
    let stored = video.starts.map { $0 == .zero ? 0 : $0.seconds + half }
    durationSeconds = video.duration.seconds
    guard stored.count > 2 else {
      throw .refused(
        "\(path): the recording has \(stored.count == 1 ? "one picture" : "two pictures"), "
          + "and no motion to measure"
      )
    }
    interval = Self.median(zip(stored.dropFirst(), stored).map { $0 - $1 }) ?? 1 / 30
    storedStarts = stored
    (starts, numbers) = Self.withHolds(stored, end: durationSeconds, interval)
    guard durationSeconds <= Double(limitSeconds) else {
      throw .refused(
        "\(path): the recording lasts \(Int(clamped: durationSeconds, rounded: .up)) s, "
          + "and the limit is \(limitSeconds) s; shorten the recording, "
          + "or allow more with --limit recording=N")
    }
    guard min(width, height) >= 32 else {
      throw .refused(
        "\(path): frames of \(width)×\(height) pixels are too small to measure")
    }
  }

  package func frame(_ index: Int) throws(MeasuringError) -> Bitmap {
    do throws(MediaError) { return try video.frame(numbers[index]) } catch { throw .media(error) }
  }

  /// The side in pixels of the blocks for `levels`.
  var blockSide: Int { min(256, max(4, min(width, height) / 40 & ~1)) }

  /// Returns the mean luma of blocks of some frames, for a first detection of motion; every frame has the same number
  /// of blocks.
  func levels(of frames: Range<Int>) throws(MeasuringError) -> [[Float]] {
    let side = blockSide
    let found: [[Float]?]
    let first = numbers[frames.lowerBound]
    do throws(MediaError) {
      found = try video.levels(of: first..<numbers[frames.upperBound - 1] + 1, side: side)
    } catch {
      throw .media(error)
    }
    return try frames.map { index throws(MeasuringError) in
      let levels = found[numbers[index] - first]
      if let levels { return levels }
      // A frame that looks damaged may be intact if decoding starts earlier, so it is decoded again.
      return LumaPlane.blocks(of: try frame(index), side: side)
    }
  }

  package func close() { video.close() }

  /// Returns the index of the frame that is shown at a time.
  package func index(at seconds: Double) -> Int {
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= seconds + 1e-9 { low = middle + 1 } else { high = middle }
    }
    return max(0, low - 1)
  }

  /// The typical time in seconds between two frames of the file.
  package let interval: Double

  private static func median(_ steps: [Double]) -> Double? {
    let sorted = steps.filter { $0 > 0 }.sorted()
    return sorted.isEmpty ? nil : sorted[sorted.count / 2]
  }

  /// The duration in seconds from which on a frame shows rest, if it also lasts at least four intervals.
  private static let shortestHold = 0.2
  /// The usual distance of frames from which on each picture counts as held.
  static let longestFrame = 0.075
  /// The longest hold that is filled with frames, in seconds at its beginning and at its end.
  private static let longestFilled = 1.5

  /// Returns the frames, including additional ones that represent parts of a long frame.
  private static func withHolds(
    _ stored: [Double], end: Double, _ interval: Double
  ) -> (starts: [Double], numbers: [Int]) {
    var (starts, numbers) = ([Double](), [Int]())
    for (number, start) in stored.enumerated() {
      starts.append(start)
      numbers.append(number)
      let next = number + 1 < stored.count ? stored[number + 1] : end
      // A recording of a few pictures, each of which is held, rests longer at both ends.
      let isEnd = number + 1 == stored.count || number + 2 == stored.count && end - next < 0.05
      let isRest = interval > longestFrame && (number == 0 || isEnd)
      let interval = isRest ? longestFrame / 2 : interval
      guard next - start > max(shortestHold, 4 * interval) else { continue }
      // The additional frames just before the next frame have the usual distance from it, so that the start of the
      // motion is known.
      let steps = Int(clamped: (next - start) / interval, rounded: .toNearestOrAwayFromZero)
      for step in 1..<max(2, steps) {
        let (after, before) = (Double(step) * interval, Double(steps - step) * interval)
        guard min(after, before) < longestFilled, next - before > start + interval / 2 else {
          continue
        }
        starts.append(next - before)
        numbers.append(number)
      }
    }
    return (starts, numbers)
  }
}
