import Documents
import Encoding
import Evaluation
import Foundation
import Planning
import Scenes

/// A file to make, with everything about it decided.
struct OutputJob {
  var path: String
  var format: OutputFormat
  var framesPerSecond: Double
  /// Pixels a point.
  var scale: Double
  var holdSeconds = 0.0
  /// The moments of a contact sheet; nil: every frame.
  var sheet: [FrameTime]?
  var columns: Int?
  var loop: Int?
  var quality: Double?

  /// Outputs that share their frames are rendered once.
  struct Group: Hashable {
    var framesPerSecond: Double
    var scale: Double
    var holdSeconds: Double
  }
  var group: Group {
    Group(framesPerSecond: framesPerSecond, scale: scale, holdSeconds: holdSeconds)
  }
}

extension OutputJob {
  /// The document's outputs, or those of the command line in their place.
  static func jobs(
    of planned: PlannedDocument, commandLine: [String], framesPerSecond: Double?, scale: Double?
  ) throws -> [OutputJob] {
    if !commandLine.isEmpty {
      return try commandLine.map { path in
        OutputJob(
          path: path, format: try format(path),
          framesPerSecond: framesPerSecond ?? planned.document.canvas.framesPerSecond,
          scale: scale ?? planned.document.canvas.scale)
      }
    }
    return try planned.document.outputs.map { spec in
      var job = OutputJob(
        path: try resolve(spec.path, in: planned.document),
        format: try format(spec.path.value),
        framesPerSecond: framesPerSecond ?? spec.framesPerSecond
          ?? planned.document.canvas.framesPerSecond,
        scale: scale ?? spec.scale ?? planned.document.canvas.scale)
      if let hold = spec.hold { job.holdSeconds = planned.time(of: hold).seconds }
      job.sheet = spec.sheet.map { moments in moments.map { planned.time(of: $0.value) } }
      job.columns = spec.columns
      job.loop = spec.loop
      job.quality = spec.quality
      return job
    }
  }

  private static func resolve(_ path: Located<String>, in document: Document) throws -> String {
    if path.value == "-" { return "-" }
    do { return try document.paths.forWriting(path.value) } catch {
      throw Failure(
        DocumentFailure(problems: [
          Problem(
            file: document.file, origin: path.origin, message: error.message, kind: error.kind)
        ]))
    }
  }

  private static func format(_ path: String) throws -> OutputFormat {
    do { return try OutputFormat(path: path) } catch { throw Failure(error) }
  }
}

extension PlannedDocument {
  func time(of spec: DurationSpec) -> FrameTime {
    switch spec {
    case .seconds(let seconds): FrameTime(seconds: seconds)
    case .frames(let frames): FrameTime(seconds: frames / framesPerSecond)
    case .fraction(let fraction): FrameTime(seconds: fraction * duration.seconds)
    }
  }

  func time(of moment: MomentSpec) -> FrameTime {
    switch moment {
    case .time(let spec): min(time(of: spec), duration)
    case .end: duration
    }
  }
}
