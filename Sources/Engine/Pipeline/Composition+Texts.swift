internal import Assets
internal import Documents
internal import Evaluation
internal import Inspecting
internal import Media
internal import Planning
internal import Reporting
internal import Scenes

extension Composition {
  /// Whether every pixel of every frame is opaque.
  public var isOpaque: Bool { project.document.canvas.isOpaque }

  /// The moment that a text names: `0.5`, `120ms`, `12f`, `50%` or `end`.
  public func moment(_ text: String) throws(PipelineError) -> Double {
    guard let moment = OptionText.moment(text) else {
      throw .usage(
        "expected a time in seconds, \"120ms\", \"12f\", \"50%\" or \"end\", found \"\(text)\"")
    }
    let planned = project.planned
    let time: FrameTime =
      switch moment {
      case .end: planned.duration
      case .time(let spec): planned.time(of: spec)
      case .step: planned.time(of: moment)
      }
    guard time >= .zero, time <= planned.duration else {
      throw .usage("the time \(text) is not from 0 to \(duration) s")
    }
    return time.seconds
  }

  /// The time of a film's frame in seconds.
  public func time(ofFrame number: Int) -> Double {
    FrameTime(frame: number, framesPerSecond: framesPerSecond).seconds
  }

  /// The variables that the document declares, with the values that they have: a JSON object.
  public var variablesJSON: String { project.document.variablesJSON }

  /// The line that `pipeline inspect --json` prints: the resolved timeline.
  public func timelineJSON() throws(PipelineError) -> String {
    try working { try Gantt(project.planned, project.media).json }
  }

  /// The events in order, as `pipeline run --events` writes them: a JSON array.
  public func eventsJSON() throws(PipelineError) -> String {
    try working { "[\(EventLog.objects(project.planned).joined(separator: ","))]" }
  }
}
