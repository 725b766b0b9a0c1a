package import Assets
internal import Documents
internal import Measuring
package import Planning
internal import Rendering
package import Reporting
package import Scenes

/// Draws a document at given times, with given values of its variables.
package final class DocumentFrames {
  private let bytes: [UInt8]
  private let file: String
  private let settings: ReadingSettings
  private let reader: ProjectReader

  /// Creates frames of a document; `bytes` are the contents of its file, which is read once.
  package init(_ bytes: [UInt8], file: String, _ settings: ReadingSettings, _ told: Diagnostics) {
    self.bytes = bytes
    self.file = file
    self.settings = settings
    reader = ProjectReader(settings, told)
  }

  /// Creates frames for documents that are passed one by one, as if each were in the file.
  package convenience init(file: String, _ settings: ReadingSettings, _ told: Diagnostics) {
    self.init([], file: file, settings, told)
  }

  package func close() { reader.close() }

  /// Returns the plan with some variables set; throws for an invalid value.
  package func planned(
    _ values: [(name: String, value: String)] = [], bytes other: [UInt8]? = nil
  ) throws(EngineError) -> PlannedDocument {
    let document: Document
    do throws(DocumentFailure) {
      document = try settings.reader.read(
        bytes: other ?? bytes, path: file, sets: settings.sets + values)
    } catch {
      throw EngineError(error)
    }
    return try reader.project(document).planned
  }

  /// Draws the picture at each time, with `scale` pixels for each point; before the start and after the end, the first
  /// and the last state are drawn.
  package static func draw(
    _ planned: PlannedDocument, at times: [Double], scale: Double,
    _ take: (Int, Bitmap) throws -> Void
  ) throws {
    let source = try FrameRenderer(planned, scale: scale, threads: 1, .silent)
    let end = planned.duration
    for (index, time) in times.enumerated() {
      let bitmap = Bitmap(width: source.width, height: source.height)
      let moment = max(.zero, min(end, FrameTime(seconds: time)))
      try source.draw(moment, frame: nil, into: bitmap)
      bitmap.markOpaque()
      try take(index, bitmap)
    }
  }
}
