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

  /// The time in seconds that a text describes: `0.5`, `120ms`, `12f`, `50%` or `end`.
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

  /// The time of a frame of a film in seconds.
  public func time(ofFrame number: Int) -> Double {
    FrameTime(frame: number, framesPerSecond: framesPerSecond).seconds
  }

  /// The variables that the document declares, with their current values, as a JSON object.
  public var variablesJSON: String { project.document.variablesJSON }

  /// The resolved timeline as JSON, equal to the output of `pipeline inspect --json`.
  public func timelineJSON() throws(PipelineError) -> String {
    try working { try Gantt(project.planned, project.media).json }
  }

  /// The events in order as a JSON array, with the objects that `pipeline run --events` writes.
  public func eventsJSON() throws(PipelineError) -> String {
    try working { "[\(EventLog.objects(project.planned).joined(separator: ","))]" }
  }
}
