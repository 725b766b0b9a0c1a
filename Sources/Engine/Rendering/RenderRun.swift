internal import Documents
internal import Assets
package import Encoding
internal import Evaluation
internal import Files
internal import Glibc
package import Media
package import Planning
package import Reporting
internal import Scenes

/// Renders the outputs of a plan. Outputs with the same scale and dithering share all frames that they have
/// in common.
package struct RenderRun {
  package let planned: PlannedDocument
  package let jobs: [OutputRequest]
  package let threads: Int
  /// The limits of the helpers that encode outputs and read sounds.
  package let media: MediaSettings
  package var frames = FrameSelection.all
  package let diagnostics: Diagnostics
  package let cancellation: Cancellation
  package var manifest: FrameManifest?
  /// Creates the job record of an output if the run records its frames.
  package var record: ((RenderSettings, _ framesPerSecond: Double) -> JobRecord)?
  /// Whether frames that were finished in an earlier run are skipped.
  package var resumes = false
  /// The store of frames that were rendered earlier and need not be drawn again.
  package var store: (any RenderedFrames)?
  /// The memory that receives the bytes of a single output, instead of a file.
  package var memory: MemoryDestination?

  package init(
    planned: PlannedDocument, jobs: [OutputRequest], threads: Int, media: MediaSettings,
    frames: FrameSelection = .all,
    diagnostics: Diagnostics, cancellation: Cancellation, manifest: FrameManifest? = nil
  ) {
    self.planned = planned
    self.jobs = jobs
    self.threads = threads
    self.media = media
    self.frames = frames
    self.diagnostics = diagnostics
    self.cancellation = cancellation
    self.manifest = manifest
  }

  /// A group of outputs whose frames have the same pixels, so that each frame is drawn once.
  private struct Group {
    let look: RenderSettings
    let source: FrameRenderer
    var outputs: [OpenOutput] = []

    /// All different times that the outputs show, in ascending order.
    var times: [FrameTime] { Array(Set(outputs.flatMap { $0.wanted.map(\.time) })).sorted() }

    /// The number of the frame at each time, for messages.
    var numbers: [FrameTime: Int] {
      Dictionary(
        outputs.flatMap(\.wanted).map { ($0.time, $0.number) },
        uniquingKeysWith: { first, _ in first })
    }

    var encoded: [OpenOutput] { outputs.filter(\.isEncoded) }
  }

  /// The maximum number of encoders that run at the same time; each encoder is a process with its own threads
  /// and frames.
  private static let encoderLimit = 8

  private var isShard: Bool { if case .shard = frames { true } else { false } }

  /// Renders the outputs and returns a summary line for each output.
  @discardableResult
  package func run() throws -> [String] {
    let outputs = try rendered()
    var summaries: [String] = []
    for output in outputs {
      if let bytes = output.overflow, let job = jobs.first(where: { $0.path == output.path }) {
        summaries.append(try made(job, smallerThan: bytes))
      } else {
        summaries.append(output.summary)
      }
    }
    for output in outputs { try output.checkPreset(media) }
    return summaries
  }

  /// Draws and encodes all outputs once; files that are too large are not moved into place.
  private func rendered() throws -> [OpenOutput] {
    if memory == nil { try OutputGuard.check(jobs, of: planned, frames: frames, in: media.context) }
    var groups: [Group] = []
    let (isCrowded, room) = encoders
    do {
      // The sound is encoded as a whole, so a part of a video has no sound.
      let sound = isShard ? nil : try soundPlan()
      // All outputs are opened before the first frame is drawn, so that errors appear early.
      for job in jobs {
        let index: Int
        if let same = groups.firstIndex(where: {
          $0.look == job.look && ($0.encoded.count < room || !job.isEncoded)
        }) {
          index = same
        } else {
          groups.append(
            Group(
              look: job.look,
              source: try FrameRenderer(
                planned, look: job.look, threads: threads, store: store, cancellation: cancellation,
                diagnostics)))
          index = groups.count - 1
        }
        let made = try job.output(of: planned, frames: frames)
        let record = record?(job.look, made.framesPerSecond)
        let output = try OpenOutput(
          made, source: groups[index].source, scale: job.scale, threads: threads,
          records: resumes ? record : nil, part: isShard ? record : nil,
          sound: sound ?? (job.options.isForStore && !isShard ? silence : nil),
          preset: isShard ? nil : job.preset, media: media, into: memory,
          diagnostics)
        groups[index].outputs.append(output)
        try output.begin()
        // In a run with many outputs, the encoder is only tested at this point; it starts when the output's
        // group is drawn.
        if isCrowded, output.isEncoded { output.cancel() }
      }
      for group in groups { tellWhatIsDrawn(of: group) }
      let progress = FrameProgress(of: groups.reduce(0) { $0 + $1.times.count }, diagnostics)
      for group in groups {
        if isCrowded { for output in group.encoded { try output.start() } }
        try render(group, progress)
      }
    } catch {
      for output in groups.flatMap(\.outputs) { output.cancel() }
      diagnostics.end()
      throw error
    }
    diagnostics.end()
    diagnostics.sumUpPlugins()
    try manifest?.write(
      groups.flatMap { group in group.outputs.map { (group.look, $0) } }, by: media.context)
    return groups.flatMap(\.outputs)
  }

  /// Whether there are more encoders than may run at a time, and the number of encoders that a group may
  /// have.
  private var encoders: (isCrowded: Bool, room: Int) {
    let streams = jobs.count { $0.isStreamed }
    let room = max(1, Self.encoderLimit - streams)
    return (jobs.count(where: \.isEncoded) > room, room)
  }

  /// Encodes a file that is too large again until it is small enough.
  private func made(_ job: OutputRequest, smallerThan bytes: Int) throws -> String {
    var budget = ByteBudget(job, bytes: bytes)
    while let smaller = budget.next() {
      diagnostics.note(
        "\(job.path): \(budget.bytes) bytes are more than \(budget.limit): "
          + "the file is rendered again "
          + budget.words)
      var again = RenderRun(
        planned: planned, jobs: [smaller], threads: threads, media: media, frames: frames,
        diagnostics: diagnostics, cancellation: cancellation)
      again.record = record
      let output = try again.rendered()[0]
      guard let bytes = output.overflow else { return output.summary }
      budget.add(bytes)
    }
    throw EngineError(budget.failure, .content)
  }

  /// The sound of the document, if an output has sound.
  private func soundPlan() throws(EngineError) -> SoundPlan? {
    guard jobs.contains(where: \.format.hasSound) else {
      let hasSound = !planned.document.audio.isEmpty || !planned.cues.isEmpty
      if hasSound, let film = jobs.first(where: { !$0.format.isOnePicture }) {
        diagnostics.note(
          "\(film.path): the format has no sound, so the document's sound is left out")
      }
      return nil
    }
    if let film = jobs.first(where: { $0.options.speed != 1 }) {
      if !planned.document.audio.isEmpty || !planned.cues.isEmpty {
        diagnostics.note(
          "\(film.path): at a speed of \(Text.number(film.options.speed)) the document's sound is left out"
        )
      }
      return nil
    }
    return try SoundPlan.measured(
      planned, hold: jobs.map(\.hold).max() ?? .zero, media, diagnostics)
  }

  /// A silent sound track for the preview film of a store if the document has no sound; stores may reject a
  /// film without a sound track.
  private var silence: SoundPlan { SoundPlan(tracks: [], length: 0, media) }

  /// Prints the number of frames that the store lacks and that are therefore drawn.
  private func tellWhatIsDrawn(of group: Group) {
    guard let store else { return }
    let times = group.times
    let missing =
      store.look == group.look ? times.count { store.number(at: $0) == nil } : times.count
    if missing > 0 {
      let paths = group.outputs.map(\.path).joined(separator: ", ")
      diagnostics.note(
        "\(paths): \(missing) of \(times.count) frames are missing between the existing ones, "
          + "and are drawn"
      )
    }
  }

  /// Draws the frames of a group while earlier frames are encoded.
  private func render(_ group: Group, _ progress: FrameProgress) throws {
    let queue = EncodingQueue(
      group.outputs, width: group.source.width, height: group.source.height, threads: threads)
    do {
      let (numbers, times) = (group.numbers, group.times)
      for (i, time) in times.enumerated() {
        try cancellation.check()
        let bitmap = try queue.bitmap()
        let changed: [PixelRect]?
        do {
          changed = try group.source.draw(
            time, frame: numbers[time], into: bitmap, before: times[(i + 1)...])
        } catch {
          queue.giveBack(bitmap)
          throw error
        }
        Profile.measure(.stage, "hash") { manifest?.add(bitmap, at: time, look: group.look) }
        queue.write(bitmap, at: time, changed: changed)
        progress.advance()
      }
    } catch {
      // Frames that are already drawn are still written, so that no finished frame is lost.
      try? queue.drain()
      throw error
    }
    try queue.drain()
    for output in group.outputs { try output.finish() }
  }
}
