internal import Files
package import Media
package import Scenes

/// A recording of a screen: its frames by number, and when each begins.
package final class Recording {
  package let path: String
  package let width: Int
  package let height: Int
  /// When each frame begins, in seconds since the first.
  package let starts: [Double]
  package let durationSeconds: Double
  /// Frames that the codec mixed from those on both sides of them.
  package var areBetween: [Bool] { video.areBetween }
  private let video: SeekableVideo
  /// What helpers may take that have to do with it.
  package let media: MediaSettings

  /// The longest recording that is read unless a limit says otherwise, in seconds.
  package static let longest = 120
  package static let possibleLimits = 1...86_400

  /// Opens a recording; one that is longer than `limitSeconds` is refused by its index alone.
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
    // Frames are shown from half a unit of the container's times before theirs; what they show is of their time.
    let half = video.rounding.seconds / 2
    starts = video.starts.map { $0 == .zero ? 0 : $0.seconds + half }
    durationSeconds = video.duration.seconds
    guard starts.count > 2 else {
      throw .refused(
        "\(path): it has \(starts.count == 1 ? "one picture" : "two pictures"), and no motion to measure"
      )
    }
    guard durationSeconds <= Double(limitSeconds) else {
      throw .refused(
        "\(path): it takes \(Int(clamped: durationSeconds, rounded: .up)) s, and the limit is "
          + "\(limitSeconds) s; cut it, or --limit recording=N allows more")
    }
    guard min(width, height) >= 32 else {
      throw .refused("\(path): its frames have \(width)×\(height) pixels, too few to measure in")
    }
  }

  package func frame(_ index: Int) throws(MeasuringError) -> Bitmap {
    do throws(MediaError) { return try video.frame(index) } catch { throw .media(error) }
  }

  /// The mean luma of blocks of some frames, for a first look at what moves; as many of each.
  func levels(of frames: Range<Int>) throws(MeasuringError) -> [[Float]] {
    let side = min(256, max(4, min(width, height) / 40 & ~1))
    let found: [[Float]?]
    do throws(MediaError) { found = try video.levels(of: frames, side: side) } catch {
      throw .media(error)
    }
    return try zip(frames, found).map { index, levels throws(MeasuringError) in
      if let levels { return levels }
      // One that is damaged where it stands may be whole when decoding begins earlier.
      return LumaPlane.blocks(of: try frame(index), side: side)
    }
  }

  package func close() { video.close() }

  /// The number of the frame that is seen at a time.
  package func index(at seconds: Double) -> Int {
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= seconds + 1e-9 { low = middle + 1 } else { high = middle }
    }
    return max(0, low - 1)
  }

  /// The usual distance of two frames, in seconds.
  package var interval: Double {
    let steps = zip(starts.dropFirst(), starts).map { $0 - $1 }.filter { $0 > 0 }.sorted()
    return steps.isEmpty ? 1 / 30 : steps[steps.count / 2]
  }
}
