internal import Documents
internal import Encoding
internal import Files
internal import Media
internal import Planning
package import Rendering
package import Reporting
package import Scenes

/// The frames of a rendered sequence in one or several folders, with the records that verify them.
package final class FrameStore: RenderedFrames {
  package let total: Int
  package let look: RenderSettings
  private let numbers: [FrameTime: Int]
  private let places: [(output: Output, records: FrameRecords)]
  private let job: JobRecord
  private let cancellation: Cancellation
  private let limitBytes: Int
  private let reader: ImageReader
  /// The stored frames that were decoded in advance.
  private var ahead: [Int: Bitmap] = [:]
  /// The maximum number of frames that are decoded in advance.
  private let depth: Int

  /// A problem with one of the stored frames.
  package struct Finding: Hashable {
    package let number: Int
    package let words: String
    /// Whether the frame file is missing rather than incorrect.
    package let isMissing: Bool

    package init(number: Int, words: String, isMissing: Bool) {
      self.number = number
      self.words = words
      self.isMissing = isMissing
    }
  }

  /// Opens the store; `patterns` are the patterns of the frames' names, such as `dir/%05d.png`. The
  /// initializer reads only the records in the frames' folders, not the frames.
  package init(
    _ patterns: [String], of rendered: RenderedDocument, _ cancellation: Cancellation
  ) throws(EngineError) {
    self.cancellation = cancellation
    reader = ImageReader(rendered.media)
    look = rendered.look
    let source = try FrameRenderer(rendered.planned, look: look, threads: 1, .silent)
    limitBytes = source.pngLimitBytes
    depth = min(16, max(1, 16_000_000 / (source.width * source.height)))
    var places: [(output: Output, records: FrameRecords)] = []
    var job: JobRecord?
    for pattern in patterns {
      let output = try rendered.output(pattern)
      guard System.exists(Folder.of(pattern)) else {
        throw EngineError("\(Folder.of(pattern)): no such folder", .missing)
      }
      let record = rendered.facts.record(look, framesPerSecond: output.framesPerSecond)
      job = record
      do throws(EncodingError) {
        guard let records = try output.recordsToLookAt(of: record) else {
          throw .format(path: pattern, reason: "frames are numbered PNGs: dir/frame-%04d.png")
        }
        places.append((output, records))
      } catch {
        throw EngineError(error)
      }
    }
    self.places = places
    self.job = job!
    let times = places[0].output.times
    total = times.count
    numbers = Dictionary(
      times.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the number of the stored frame at this time.
  package func number(at time: FrameTime) -> Int? { numbers[time] }

  package func time(of number: Int) -> FrameTime { places[0].output.times[number] }

  /// Checks the files and records of the given frames, or of all frames.
  package func check(_ frames: ClosedRange<Int>? = nil) throws(EngineError) -> [Finding] {
    var findings: [Finding] = []
    for number in frames ?? 0...total - 1 {
      try cancellation.check()
      if let finding = look(at: number).finding { findings.append(finding) }
    }
    return findings
  }

  private func look(at number: Int) -> (file: RegularFile?, finding: Finding?) {
    var worst = FrameRecords.State.missing
    for place in places {
      let name = place.output.fileName(number)!
      let (state, file) = place.records.look(at: name, limitBytes: limitBytes)
      if let file { return (file, nil) }
      if worst == .missing { worst = state }
    }
    let words =
      switch worst {
      case .whole, .missing: "missing"
      case .unrecorded: "no record exists: pipeline run writes records with --resume"
      case .damaged: "damaged: the file differs from the recorded file"
      case .foreign(let line): JobInputsRecord.differences(of: line, from: job)
      }
    return (nil, Finding(number: number, words: words, isMissing: worst == .missing))
  }

  /// Decodes a frame into a bitmap of its size after checking its file again.
  package func read(_ number: Int, into bitmap: Bitmap) throws {
    let decoded = try decoded(number)
    guard decoded.width == bitmap.width, decoded.height == bitmap.height else {
      throw EngineError("frame \(number): is \(decoded.width)×\(decoded.height) pixels", .content)
    }
    bitmap.copy(bitmap.bounds, from: decoded)
  }

  private func decoded(_ number: Int) throws -> Bitmap {
    if let bitmap = ahead.removeValue(forKey: number) { return bitmap }
    let file = try file(number)
    // The frames after frame `number` are decoded in parallel with it.
    ahead = [:]
    let next = (number..<min(number + depth, total)).compactMap { number in
      look(at: number).file.map { (number, $0) }
    }
    let results = PicturesAhead.read(next.map(\.1), reader.settings) {
      reader, file throws(MediaError) in
      try reader.read(file)
    }
    for (number, file) in next { ahead[number] = try? results[file.path]?.get() }
    if let bitmap = ahead.removeValue(forKey: number) { return bitmap }
    do throws(MediaError) { return try reader.read(file) } catch { throw EngineError(error) }
  }

  private func file(_ number: Int) throws(EngineError) -> RegularFile {
    let (file, finding) = look(at: number)
    guard let file else { throw EngineError(findings: [finding!]) }
    return file
  }
}

extension EngineError {
  /// The error for frames that cannot be used; consecutive frames with the same problem share one line. The
  /// exit status is 65, or 66 if frames are only missing.
  package init(findings: [FrameStore.Finding]) {
    var lines: [String] = []
    var rest = findings[...]
    while let first = rest.first {
      var last = first
      rest = rest.dropFirst()
      while let next = rest.first, next.number == last.number + 1, next.words == first.words {
        last = next
        rest = rest.dropFirst()
      }
      let place =
        first.number == last.number
        ? "frame \(first.number)" : "frames \(first.number)-\(last.number)"
      lines.append("\(place): \(first.words)")
    }
    self.init(lines: lines, findings.allSatisfy(\.isMissing) ? .missing : .content)
  }
}
