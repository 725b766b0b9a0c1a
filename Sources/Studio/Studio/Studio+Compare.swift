import JSON
internal import PluginHosting
internal import Assets
internal import Comparing
internal import Documents
internal import Encoding
internal import Files
internal import Media
internal import Planning
internal import Rendering
internal import Reporting
internal import Scenes
internal import StudioProtocol

/// The object with which the document is compared: another document, a folder of pictures, a picture or a film.
final class StudioComparison {
  private enum Source {
    case document(PlannedDocument, FrameRenderer)
    case footage(FrameSequence)
  }

  let path: String
  /// The number of frames; nil if the number is only known after all frames are read.
  let count: Int?
  let framesPerSecond: Double?
  private let source: Source
  private var reader: FootageReader?
  /// The frame that was read last.
  private var last: FootageFrame?
  /// The renderer of the document's own frames, and the version of the document.
  private var own: (version: Int, frames: FrameRenderer)?

  init(
    _ path: String, _ settings: ReadingSettings, scale: Double?, _ diagnostics: Diagnostics
  ) throws {
    self.path = path
    guard path.hasSuffix(".json") else {
      do {
        let footage = try FrameSequence(path, settings.media(diagnostics))
        source = .footage(footage)
        if case .folder(let names) = footage.kind { count = names.count } else { count = nil }
        framesPerSecond = nil
        return
      } catch {
        throw EngineError(error)
      }
    }
    let document = try settings.read(path)
    let planned = try settings.plan(
      document, images: AssetLoader(settings.media(diagnostics), diagnostics), scale: scale,
      registry: settings.registry(for: document, diagnostics), diagnostics)
    source = .document(
      planned,
      try FrameRenderer(
        planned, look: planned.look(scale: planned.scale), threads: System.processorCount,
        diagnostics))
    count = planned.duration.frameCount(framesPerSecond: planned.framesPerSecond)
    framesPerSecond = planned.framesPerSecond
  }

  /// Returns the renderer for a version of the document.
  func frames(
    of planned: PlannedDocument, version: Int, _ diagnostics: Diagnostics
  ) throws(EngineError) -> FrameRenderer {
    if let own, own.version == version { return own.frames }
    let frames = try FrameRenderer(
      planned, look: planned.look(scale: planned.scale), threads: System.processorCount,
      diagnostics)
    own = (version, frames)
    return frames
  }

  /// Returns the bitmap of a frame; nil if there is no frame with the number.
  func bitmap(_ number: Int) throws -> Bitmap? {
    if let count, number >= count { return nil }
    switch source {
    case .document(let planned, let frames):
      let bitmap = Bitmap(width: frames.width, height: frames.height)
      let time = FrameTime(frame: number, framesPerSecond: planned.framesPerSecond)
      try frames.draw(time, frame: number, into: bitmap)
      return bitmap
    case .footage(let footage):
      do throws(MediaError) {
        if last.map({ $0.index > number }) ?? true {
          reader = try footage.frames()
          last = nil
        }
        while (last?.index ?? -1) < number {
          guard let next = try reader?.next() else { return nil }
          last = next
        }
      } catch {
        throw EngineError(error)
      }
      return last?.bitmap
    }
  }
}

/// Answers requests about the comparison.
extension Studio {
  /// Answers with a description of the object with which the document is compared.
  func compare() throws -> StudioAnswer {
    let (comparison, _) = try compared()
    return StudioAnswer(object: [
      "path": comparison.path, "frames": comparison.count,
      "size": try comparison.bitmap(0).map { [$0.width, $0.height] },
      "fps": comparison.framesPerSecond,
    ])
  }

  /// Answers with a frame of the comparison, or with its difference from the document's frame.
  func compareFrame(_ request: StudioRequest) throws -> StudioAnswer {
    let (comparison, plan) = try compared()
    guard let number = Int(request.path[1]), let other = try comparison.bitmap(number) else {
      throw StudioRefusal(.notFound, "\(comparison.path) has no such frame")
    }
    guard request.parameter("difference") == "1" else {
      return StudioAnswer(.png, Self.png(of: other))
    }
    let frames = try comparison.frames(of: plan.planned, version: version, diagnostics)
    return try difference(frames, plan, number, other)
  }

  private func compared() throws -> (StudioComparison, Plan) {
    guard let path = comparePath, let plan else {
      throw StudioRefusal(.notFound, "preview was started without --compare")
    }
    let comparison =
      try comparison
      ?? StudioComparison(path, settings, scale: plan.planned.scale, diagnostics)
    self.comparison = comparison
    return (comparison, plan)
  }

  /// Returns the other picture, faded, with the differences in red.
  private func difference(
    _ source: FrameRenderer, _ plan: Plan, _ number: Int, _ other: Bitmap
  ) throws -> StudioAnswer {
    guard source.width == other.width, source.height == other.height else {
      throw StudioRefusal(
        .unprocessableContent,
        "the picture has \(other.width)×\(other.height) pixels, "
          + "but the document has \(source.width)×\(source.height)"
      )
    }
    let own = Bitmap(width: source.width, height: source.height)
    try source.draw(
      FrameTime(frame: number, framesPerSecond: plan.planned.framesPerSecond), frame: number,
      into: own)
    let difference = PictureComparer(ComparisonRules()).difference(of: other, and: own)
    return StudioAnswer(.png, Self.png(of: DifferencePicture.marked(other, difference)))
      .with("X-Pixels", "\(difference?.pixelCount ?? 0)")
      .with("X-Largest", JSONWriter.number(difference?.largest ?? 0))
  }

  private static func png(of bitmap: Bitmap) -> [UInt8] {
    let clip = StreamFormat(
      width: bitmap.width, height: bitmap.height, framesPerSecond: 1, frameCount: 1,
      isOpaque: bitmap.isOpaque, jobs: System.processorCount)
    return PNGEncoder(clip).encode(bitmap, changed: nil)
  }
}
