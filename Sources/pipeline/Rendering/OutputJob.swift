import Documents
import Encoding
import Evaluation
import Planning
import Scenes

/// A file to make, with everything about it decided.
struct OutputJob {
  var path: String
  var framesPerSecond: Double
  /// Pixels a point.
  var scale: Double
  var hold = FrameTime.zero
  var options = Output.Options()

  func output(of planned: PlannedDocument, range: ClosedRange<Int>?) throws(Failure) -> Output {
    do {
      return try Output(
        path: path, duration: planned.duration, framesPerSecond: framesPerSecond, hold: hold,
        range: range, options: options)
    } catch {
      throw Failure(error)
    }
  }
}

extension OutputJob {
  /// The document's outputs, or those of the command line in their place.
  static func jobs(
    of planned: PlannedDocument, commandLine: [String], framesPerSecond: Double?, scale: Double?
  ) throws -> [OutputJob] {
    if !commandLine.isEmpty {
      return commandLine.map { path in
        OutputJob(
          path: path, framesPerSecond: framesPerSecond ?? planned.document.canvas.framesPerSecond,
          scale: scale ?? planned.document.canvas.scale)
      }
    }
    return try planned.document.outputs.map { spec in
      var job = OutputJob(
        path: try resolve(spec.path, in: planned.document),
        framesPerSecond: framesPerSecond ?? spec.framesPerSecond
          ?? planned.document.canvas.framesPerSecond,
        scale: scale ?? spec.scale ?? planned.document.canvas.scale)
      if let hold = spec.hold { job.hold = planned.time(of: hold) }
      job.options.sheetTimes = spec.sheet.map { moments in
        moments.map { planned.time(of: $0.value) }.sorted()
      }
      job.options.sheetColumns = spec.columns
      return job
    }
  }

  private static func resolve(_ path: Located<String>, in document: Document) throws -> String {
    if path.value == "-" { return "-" }
    do {
      let full = try document.paths.forWriting(path.value)
      return full.hasPrefix("./") ? String(full.dropFirst(2)) : full
    } catch {
      throw Failure(
        DocumentFailure(problems: [
          Problem(
            file: document.file, origin: path.origin, message: error.message, kind: error.kind)
        ]))
    }
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
