package import Documents
internal import Files
package import JSON
package import Media
package import Planning
internal import Reporting
package import Scenes
internal import Synchronization

extension MovingSpec: PictureReading {
  package func read(
    for place: PicturePlace, with loader: AssetLoader
  ) throws(Problem) -> any PictureSource {
    try read(for: place, with: loader, isChecking: false)
  }

  private func read(
    for place: PicturePlace, with loader: AssetLoader, isChecking: Bool
  ) throws(Problem) -> any PictureSource {
    let frames: any MovingFrames
    let document = place.document
    if let framesPerSecond {
      do throws(MediaError) {
        let numbered = try NumberedFrames(
          path.value, framesPerSecond: framesPerSecond, in: document.paths, loader.media)
        try numbered.checkSizes(decoding: isChecking)
        frames = numbered
      } catch {
        throw Problem(path, document, error)
      }
    } else {
      let file = try path.file(in: document)
      try path.refuseLottie(file, as: "a video", in: document)
      do throws(MediaError) {
        let reader = try loader.moving(file)
        if !reader.isGuess, let remark = reader.remark {
          loader.warn("\(path.value): \(remark)", at: place)
        }
        frames = reader
      } catch {
        throw Problem(path, document, error)
      }
    }
    return try VideoTimeMap(self, frames, document: document)
  }

  /// Opens a film file to check its contents. Frames are decoded on demand; the check decodes only numbered
  /// pictures whose first bytes do not contain their sizes.
  package func check(
    for place: PicturePlace, with checker: AssetChecker
  ) throws(Problem) -> any PictureSource {
    try read(for: place, with: checker.loader, isChecking: true)
  }
}

/// A sequence of pictures, each with its start time.
protocol MovingFrames: Sendable {
  var width: Int { get }
  var height: Int { get }
  /// The width of a film pixel divided by its height.
  var pixelShape: Double { get }
  /// The times at which the frames start, ascending from 0.
  var starts: [FrameTime] { get }
  var duration: FrameTime { get }
  /// The unit to which the start times are rounded; zero if they are exact.
  var rounding: FrameTime { get }
  func frame(_ index: Int) throws(MediaError) -> Bitmap
}

extension MovingFrames {
  var rounding: FrameTime { .zero }

  /// The index of the film's frame that is visible at a time in the file.
  package func index(at time: FrameTime) -> Int {
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= time { low = middle + 1 } else { high = middle }
    }
    return max(0, low - 1)
  }
}

extension SeekableVideo: MovingFrames {}

/// Maps the plan's time to the time in a file: a section of the file, played faster or slower, repeatedly, or
/// backwards.
package struct TimeRemapping {
  /// The start of the visible section, in the time of the file.
  package let from: FrameTime
  package let to: FrameTime
  private let spec: TimeRemapSpec
  private let begin: FrameTime
  private let rounding: FrameTime

  /// A special file time that means that no picture is shown.
  package static let over = FrameTime(ticks: -1)
  /// The transparent bitmap that is shown for the special file time `over`.
  static let nothing = Bitmap(width: 1, height: 1)

  /// Creates a mapping from document times to film times. `duration` is the duration of the whole file; a
  /// section outside the file is reported as an error at `path`. Frames may start up to `rounding` earlier
  /// than their exact times.
  package init(
    _ spec: TimeRemapSpec, from: FrameTime, to: FrameTime, of duration: FrameTime,
    rounding: FrameTime = .zero, path: Sourced<String>, document: Document
  ) throws(Problem) {
    self.spec = spec
    self.from = from
    self.to = min(duration, to)
    begin = FrameTime(seconds: spec.at)
    self.rounding = rounding
    guard from < self.to else {
      func seconds(_ time: FrameTime) -> String { "\(Text.number(time.seconds)) s" }
      throw Problem(
        file: document.file, origin: path.origin,
        message: "no part of the file is between \(seconds(from)) and \(seconds(self.to)): "
          + "the file lasts "
          + seconds(duration))
    }
  }

  /// The file time at the plan's `time`; `over` after the end of a section that plays once.
  package func time(at time: FrameTime) -> FrameTime {
    let since = max(.zero, time - begin)
    var passed =
      spec.speed == 1
      ? since : FrameTime(seconds: (since.seconds * spec.speed))
    let length = to - from
    if passed >= length {
      switch spec.loop {
      case .once: return Self.over
      case .hold: passed = FrameTime(ticks: length.ticks - 1)
      case .forever: passed = FrameTime(ticks: passed.ticks % length.ticks)
      }
    }
    guard spec.isReversed else { return from + passed }
    // A frame that begins at `to` is not shown, even if the file rounds its start time down.
    return max(from, FrameTime(ticks: to.ticks - 1 - passed.ticks - rounding.ticks))
  }
}

/// Maps the plan's time to the frames of a video.
final class VideoTimeMap: PictureSource {
  private let frames: any MovingFrames
  let size: Size
  private let time: TimeRemapping

  init(
    _ spec: MovingSpec, _ frames: any MovingFrames, document: Document
  ) throws(Problem) {
    self.frames = frames
    let scale = spec.scale ?? document.canvas.scale
    size = Size(
      Double(frames.width) * frames.pixelShape / scale, Double(frames.height) / scale)
    time = try TimeRemapping(
      spec.time, from: spec.time.from.map { frames.time(of: $0) } ?? .zero,
      to: spec.time.to.map { frames.time(of: $0) } ?? frames.duration, of: frames.duration,
      rounding: frames.rounding, path: spec.path, document: document)
  }

  var isMoving: Bool { true }

  func ownTime(at time: FrameTime, asked: FrameTime?) -> FrameTime {
    let own = asked ?? self.time.time(at: time)
    return own == TimeRemapping.over ? own : frames.starts[frames.index(at: own)]
  }

  func picture(at time: FrameTime, width: Int, height: Int) throws -> Bitmap {
    time == TimeRemapping.over ? TimeRemapping.nothing : try frames.frame(frames.index(at: time))
  }
}

extension MovingFrames {
  /// Converts a duration to a time in the file; frames are counted at the file's own rate.
  fileprivate func time(of spec: DurationSpec) -> FrameTime {
    switch spec {
    case .seconds(let seconds): return FrameTime(seconds: seconds)
    case .fraction(let share): return FrameTime(seconds: share * duration.seconds)
    case .frames(let number):
      let whole = Int(clamped: number, rounded: .down, to: 0...starts.count)
      return whole == starts.count ? duration : starts[whole]
    }
  }
}

/// A film that consists of picture files with numbers in their names.
package final class NumberedFrames: MovingFrames {
  package let width: Int
  package let height: Int
  package let starts: [FrameTime]
  package let duration: FrameTime
  var pixelShape: Double { 1 }
  private let files: [String]
  private let paths: DocumentPaths
  private let limits: ImageLimits
  private let state: Mutex<State>

  private struct State {
    let reader: ImageReader
    /// The most recently decoded pictures, the newest last.
    var recent: [(index: Int, bitmap: Bitmap)] = []
  }
  private static let recentCount = 4

  package init(
    _ pattern: String, framesPerSecond: Double, in paths: DocumentPaths, _ media: MediaSettings
  ) throws(MediaError) {
    guard let names = Self.names(pattern, in: paths) else {
      throw .unusable(
        path: pattern,
        reason: "the path of numbered pictures has no number: write art/%04d.png for four digits")
    }
    guard let first = names.first else {
      throw .missing(path: (NumberedName(pattern)?.path(0) ?? pattern))
    }
    files = names
    self.paths = paths
    limits = media.limits
    starts = names.indices.map { FrameTime(frame: $0, framesPerSecond: framesPerSecond) }
    duration = FrameTime(frame: names.count, framesPerSecond: framesPerSecond)
    let state = State(reader: ImageReader(media))
    let bitmap = try state.reader.read(Self.open(first, in: paths))
    width = bitmap.width
    height = bitmap.height
    self.state = Mutex(state)
    sayGap(behind: names.count, pattern, media)
  }

  /// Warns that the pictures after a missing number are not shown, if numbered pictures follow shortly after
  /// the gap.
  private func sayGap(behind count: Int, _ pattern: String, _ media: MediaSettings) {
    guard let name = NumberedName(pattern), let last = files.last,
      let end = (0...1).map({ $0 + count - 1 }).first(where: { name.path($0) == last }),
      let next = (end + 2...end + 101).first(where: { (try? paths.opened(name.path($0))) != nil })
    else { return }
    media.warn(
      "\(name.path(end + 1)) is missing: \(last) is the last picture that is shown; "
        + "\(name.path(next)) and later ones are not")
  }

  /// The largest number of files in one numbered sequence.
  private static let mostFiles = 1_000_000

  /// The names of the files from number 0 or 1 to the last consecutive number; nil if the pattern has no
  /// number field.
  package static func names(_ pattern: String, in paths: DocumentPaths) -> [String]? {
    guard let name = NumberedName(pattern) else { return nil }
    func isThere(_ number: Int) -> Bool { (try? paths.opened(name.path(number))) != nil }
    guard let first = [0, 1].first(where: isThere) else { return [] }
    var next = first + 1
    while next < mostFiles, isThere(next) { next += 1 }
    return (first..<next).map(name.path)
  }

  /// Checks that all files have the size of the first file: PNG files contain their size, and other files are
  /// decoded.
  fileprivate func checkSizes(decoding: Bool) throws(MediaError) {
    for (index, path) in files.enumerated().dropFirst() {
      let file = try Self.open(path, in: paths)
      if let size = try ImageHeader.size(of: file, limits) {
        try check(size.width, size.height, path)
      } else if decoding {
        _ = try frame(index)
      }
    }
  }

  private func check(_ width: Int, _ height: Int, _ path: String) throws(MediaError) {
    guard width != self.width || height != self.height else { return }
    throw .unusable(
      path: path,
      reason: "has \(width)×\(height) pixels; the first of them has \(self.width)×\(self.height)")
  }

  private static func open(
    _ path: String, in paths: DocumentPaths
  ) throws(MediaError) -> RegularFile {
    do throws(DocumentPaths.Refusal) { return try paths.opened(path) } catch {
      throw .unusable(path: path, reason: error.message)
    }
  }

  package func frame(_ index: Int) throws(MediaError) -> Bitmap {
    try state.withLock { state throws(MediaError) in
      if let known = state.recent.first(where: { $0.index == index }) { return known.bitmap }
      let bitmap = try state.reader.read(Self.open(files[index], in: paths))
      try check(bitmap.width, bitmap.height, files[index])
      state.recent.append((index, bitmap))
      if state.recent.count > Self.recentCount { state.recent.removeFirst() }
      return bitmap
    }
  }
}
