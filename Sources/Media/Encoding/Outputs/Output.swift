package import Files
package import Media
package import Scenes

/// One output of a render: its name, the times of its frames, and its encoder.
package struct Output: Sendable {
  package struct Options: Hashable, Sendable {
    /// The times of a contact sheet; without times, a `.png` output contains the first frame.
    package var sheetTimes: [FrameTime]?
    package var sheetColumns: Int?
    /// The width of the contact sheet in pixels.
    package var sheetWidth = 1600
    /// Whether PNG files are compressed for size instead of speed.
    package var prefersSmall = false
    /// The number of times that an animated picture plays; 0 means endlessly.
    package var loop = 0
    /// The quality from 0, the smallest file, to 1, the best picture; nil means the encoder's default.
    package var quality: Double?
    /// The codec of a video; nil means the default codec of the format.
    package var codec: VideoCodec?
    package var effort = VideoEffort.good
    /// The width of a frame in pixels, if it differs from the width of the picture; the picture is then centred in the
    /// frame.
    package var width: Int?
    package var height: Int?
    /// The colour around a picture that is smaller than the frame, and below transparent parts if the format has no
    /// transparency.
    package var background = Color.black
    /// Whether every pixel is opaque, even if the format supports transparency.
    package var isFlat = false
    /// Whether a video meets the requirements of app stores for its encoder.
    package var isForStore = false
    /// The number of seconds of the timeline that pass in a second of the file.
    package var speed = 1.0
    /// The size limit of a single output file: a larger file is not moved into place.
    package var limitBytes: Int?
    /// The path of `pipeline-media`, if the program is not in its usual place.
    package var helperPath: String?
    package init() {}
  }

  package let path: String
  /// The folder that must contain the output if the document names the output.
  private let root: RootFolder?
  package let format: OutputFormat
  /// The times at which frames are rendered, in order; each time needs one `write`.
  package private(set) var times: [FrameTime]
  /// The number of the output's first frame.
  package private(set) var firstIndex = 0
  /// The number of frames of the whole render.
  package let total: Int
  package let framesPerSecond: Double
  /// A message for the user if the format does not support the requested rate.
  package let message: String?
  private var delays: [Int]
  /// The part of the timeline from which the output gets its sound.
  package private(set) var span: (start: FrameTime, length: FrameTime) = (.zero, .zero)
  /// Whether the output is a part that will be joined with other parts.
  private var isPart = false
  private let end: FrameTime
  private var options: Options

  /// Creates an output with the frames in [0, duration), then the final state for `hold`; if frames are selected, only
  /// these frames are rendered, at the same times.
  package init(
    path: String, format: OutputFormat? = nil, duration: FrameTime, framesPerSecond: Double,
    hold: FrameTime = .zero,
    frames: FrameSelection = .all, options: Options = Options(), beneath root: RootFolder? = nil
  ) throws(EncodingError) {
    self.path = path
    self.root = root
    self.options = options
    let format = if let format { format } else { try OutputFormat(path: path) }
    self.format = format
    try Self.check(frames, format, path)
    end = duration
    let speed = options.speed
    let (asked, held) = (duration, hold)
    // Frames are counted in the file's time, and rendered at times of the timeline.
    let duration = speed == 1 ? asked : FrameTime(seconds: asked.seconds / speed)
    let hold = speed == 1 ? held : FrameTime(seconds: held.seconds / speed)
    switch format.row.times {
    case .hundredths:
      let timing = GIFTiming(duration: duration, framesPerSecond: framesPerSecond, hold: hold)
      times = timing.times
      delays = timing.delays
      message = timing.message.map { "\(path): \($0)" }
      self.framesPerSecond = timing.framesPerSecond
    case .everyFrame:
      self.framesPerSecond = framesPerSecond
      delays = []
      if format.isOnePicture, format.row.hasSheet, let sheetTimes = options.sheetTimes {
        times = sheetTimes
        total = times.count
        message = nil
        return
      }
      let count = duration.frameCount(framesPerSecond: framesPerSecond)
      let held = hold > .zero ? hold.frameCount(framesPerSecond: framesPerSecond) : 0
      times =
        (0..<count).map { FrameTime(frame: $0, framesPerSecond: framesPerSecond) }
        + Array(repeating: duration, count: held)
      message =
        format.isOnePicture && count + held > 1
        ? "\(path): one picture, frame \(Self.first(of: frames)) of \(count + held); "
          + "to write all frames, use a name such as dir/frame-%04d\(format.row.endings[0])" : nil
    }
    if speed != 1 { times = times.map { FrameTime(seconds: $0.seconds * speed) } }
    total = times.count
    try keep(frames)
    span = (
      times.first ?? .zero,
      FrameTime(seconds: Double(times.count) / self.framesPerSecond)
    )
    if !format.row.hasFrames { times = [] }
    if format.isOnePicture { times = Array(times.prefix(1)) }
  }

  /// Checks a selection of frames; formats that consist of one stream cannot be rendered in shards.
  private static func check(
    _ frames: FrameSelection, _ format: OutputFormat, _ path: String
  ) throws(EncodingError) {
    guard case .shard = frames, !format.hasParts else { return }
    let parts = OutputFormat.endings { $0.hasParts }
    throw .format(
      path: path,
      reason:
        "--shard writes numbered PNGs and JPEGs, \(parts); join makes the other formats from "
        + "numbered PNGs")
  }

  private mutating func keep(_ frames: FrameSelection) throws(EncodingError) {
    switch frames {
    case .all: break
    case .range(let range): try keep(range)
    case .shard(let shard):
      guard let range = shard.frames(of: total) else {
        throw .format(path: path, reason: shard.problem(of: total))
      }
      isPart = range.count < total
      try keep(range)
    }
  }

  private static func first(of frames: FrameSelection) -> Int {
    if case .range(let range) = frames { range.lowerBound } else { 0 }
  }

  private mutating func keep(_ asked: ClosedRange<Int>) throws(EncodingError) {
    let isOpen = asked.upperBound == FrameRangeText.end
    let last = isOpen ? times.count - 1 : asked.upperBound
    guard asked.lowerBound <= last, last < times.count else {
      throw .format(
        path: path,
        reason: "frames \(asked.lowerBound)-\(isOpen ? "" : "\(last)"): "
          + "the number of the last frame is \(times.count - 1)")
    }
    let range = asked.lowerBound...last
    times = Array(times[range])
    if !delays.isEmpty { delays = Array(delays[range]) }
    firstIndex = range.lowerBound
  }

  /// Returns the size of the frames in pixels; the picture in them has `width` × `height` pixels.
  package func frame(_ width: Int, _ height: Int) -> (width: Int, height: Int) {
    (options.width ?? width, options.height ?? height)
  }

  /// The container of a video; nil for other formats.
  package var container: VideoContainer? {
    format.container(options.codec) ?? format.container(nil)
  }
  /// Whether the output keeps transparency.
  package var keepsAlpha: Bool { !options.isFlat && format.keepsAlpha(options.codec) }
  /// The colour below transparent parts if the output has no alpha, and around the picture if the frame is
  /// larger.
  package var background: Color { options.background }
  /// The numbers of the output's frames.
  package var frames: ClosedRange<Int> { firstIndex...firstIndex + times.count - 1 }

  /// Returns the records of a PNG sequence's frames, which are in the folder of the sequence; nil for other formats.
  package func records(
    of job: JobRecord, _ context: EngineContext
  ) throws(EncodingError) -> FrameRecords? {
    guard format.hasRecords, let name = format.sequence else { return nil }
    return try FrameRecords(
      folder: Folder.of(name.path(0)), beneath: root, job: job,
      frames: times.count < total ? frames : nil, context: context)
  }

  /// Records, beside a finished file, which part of the whole video the file contains; does nothing for a sequence.
  package func notePart(
    of job: JobRecord, since start: ContinuousClock.Instant, _ context: EngineContext
  ) throws(EncodingError) {
    // Data written to standard output has no file beside which a record could be stored.
    if format.isRaw || format.sequence != nil { return }
    var settings = container.map { "\($0)" } ?? format.name
    if let quality = options.quality { settings += " quality \(quality)" }
    if options.effort != .good { settings += " effort \(options.effort.rawValue)" }
    try SegmentRecord(frames: frames, total: total, settings: settings, job: job)
      .write(beside: path, beneath: root, RecordedWork(since: start), context: context)
  }

  /// Returns the records of a sequence in an existing folder for reading only.
  package func recordsToLookAt(of job: JobRecord) throws(EncodingError) -> FrameRecords? {
    guard format.hasRecords, let name = format.sequence else { return nil }
    return try FrameRecords(
      folder: Folder.of(name.path(0)), beneath: root, job: job, onlyLooks: true)
  }

  /// Creates the object that joins the parts of a video, for a format whose parts are files. `settings` are the
  /// settings in the parts' records, `sound` is the sound of the whole video, and `media` has the limits of helpers.
  package func joiner(
    settings: String, sound: SoundPlan?, media: MediaSettings
  ) throws(EncodingError) -> any PartJoining {
    if format.containers.isEmpty {
      return try Y4MPartJoiner(path, beneath: root, context: media.context)
    }
    let name = settings.prefix { $0 != " " }
    guard let container = format.containers.first(where: { "\($0)" == name }) else {
      throw .format(path: path, reason: "cannot be made of parts that are \(settings)")
    }
    return try VideoPartJoiner(
      path, container, framesPerSecond: framesPerSecond, total: total,
      sound: sound.map(self.sound), media: media, helperPath: options.helperPath, beneath: root)
  }

  /// The duration of the output in seconds, including the hold at the end.
  package var seconds: Double {
    delays.isEmpty
      ? Double(times.count) / framesPerSecond : Double(delays.reduce(0, +)) / 100
  }

  /// The paths of the files that the output writes.
  package var files: [String] {
    format.sequence.map { name in frames.map { name.path($0) } } ?? [path]
  }

  /// Returns the part of a sound that the output contains.
  private func sound(of plan: SoundPlan) -> SoundOutput {
    func samples(_ time: FrameTime) -> Int {
      Int(
        clamped: time.seconds * Double(SoundPlan.samplesPerSecond),
        rounded: .toNearestOrAwayFromZero)
    }
    return SoundOutput(plan: plan, start: samples(span.start), count: samples(span.length))
  }

  /// Returns the file name of frame `index` of a sequence, without the folder.
  package func fileName(_ index: Int) -> String? {
    format.sequence.map { Folder.name(of: $0.path(index)) }
  }

  /// Creates the sink that writes the output. `clip.frameCount` and the rate are set from the times. `records` are the
  /// records of a sequence's frames; `sound` is used by formats with sound; `media` has the limits of an encoding
  /// helper. If `memory` is given, a single file is written to it.
  package func sink(
    _ clip: StreamFormat, records: FrameRecords? = nil, sound: SoundPlan? = nil,
    media: MediaSettings = MediaSettings(), into memory: MemoryDestination? = nil
  ) -> any FrameSink {
    var clip = clip
    if let width = options.width, let height = options.height,
      width != clip.width || height != clip.height
    {
      var inner = self
      (inner.options.width, inner.options.height) = (nil, nil)
      var frame = clip
      (frame.width, frame.height) = (width, height)
      let isCovered = clip.width >= width && clip.height >= height
      frame.isOpaque = clip.isOpaque && (isCovered || options.background.alpha == 1)
      return FittedSink(
        inner.sink(frame, records: records, sound: sound, media: media, into: memory), clip, frame,
        background: options.background)
    }
    if !clip.isOpaque, !keepsAlpha {
      var opaque = clip
      opaque.isOpaque = true
      return FilledSink(
        sink(opaque, records: records, sound: sound, media: media, into: memory), clip,
        over: options.background)
    }
    clip.frameCount = times.count
    clip.framesPerSecond = framesPerSecond
    let request = EncoderRequest(
      clip: clip, options: options, container: container,
      isSheet: options.sheetTimes != nil && format.isOnePicture && format.row.hasSheet,
      delays: delays, duration: end, media: media,
      sound: sound.map(self.sound), partStart: isPart ? firstIndex : nil)
    switch format.row.make(request) {
    case .frames(let encoder):
      if let name = format.sequence {
        return SequenceSink(
          encoder, to: name, records: records, beneath: root, context: media.context)
      }
      return StreamSink(StillEncoder(encoder), to: memory ?? destination(media.context))
    case .stream(let encoder): return StreamSink(encoder, to: memory ?? destination(media.context))
    }
  }

  private func destination(_ context: EngineContext) -> any Destination {
    guard format.isStandardOutput else {
      return FileDestination(
        path, beneath: root, limitBytes: options.limitBytes, context: context)
    }
    return format.isRaw ? StandardOutput() : StandardOutput(name: path)
  }
}
