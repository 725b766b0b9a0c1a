public import CPipeline
internal import Glibc
internal import Pipeline
internal import PluginHosting

// Safety, in every function: the pointers satisfy the contract in the header.

@c @implementation
public func pipeline_version() -> UInt32 {
  UInt32(PIPELINE_VERSION_MAJOR << 16 | PIPELINE_VERSION_MINOR)
}

/// Texts that exist until the process ends.
private enum StaticTexts {
  @safe private struct Text: @unchecked Sendable {
    let pointer: UnsafePointer<CChar>
  }
  private static func text(_ words: String) -> Text {
    unsafe words.withCString { unsafe Text(pointer: UnsafePointer(strdup($0)!)) }
  }
  private static let releaseText = text(HostVersion.text)
  private static let unknown = text("unknown")
  private static let names =
    (["ok", "end"] + PipelineError.Kind.allCases.map(\.rawValue) + ["handle", "busy", "forked"])
    .map(text)

  static var release: UnsafePointer<CChar> { unsafe releaseText.pointer }
  static func name(of status: pipeline_status) -> UnsafePointer<CChar> {
    unsafe names.indices.contains(Int(status)) ? names[Int(status)].pointer : unknown.pointer
  }
}

@c @implementation
public func pipeline_release() -> UnsafePointer<CChar>! { unsafe StaticTexts.release }

@c @implementation
public func pipeline_status_name(_ status: pipeline_status) -> UnsafePointer<CChar>! {
  unsafe StaticTexts.name(of: status)
}

@c @implementation
public func pipeline_get_info(
  _ composition: pipeline_composition, _ info: UnsafeMutablePointer<pipeline_info>!
) -> pipeline_status {
  call(nil) { () throws(Refusal) in
    let place = try unsafe Arguments.place(info, "info")
    let open = try Handles.composition(composition.id)
    let told = try open.use { film throws(Refusal) in
      let (points, pixels) = (film.size, film.pixelSize)
      return pipeline_info(
        size: 0, is_opaque: film.isOpaque ? 1 : 0, width_points: points.width,
        height_points: points.height, scale: film.scale, width: Int32(clamping: pixels.width),
        height: Int32(clamping: pixels.height), duration_seconds: film.duration,
        frames_per_second: film.framesPerSecond, frame_count: UInt64(film.frameCount))
    }
    try unsafe Arguments.fill(place, "info", told)
  }
}

@c @implementation
public func pipeline_warnings(
  _ composition: pipeline_composition,
  _ report: UnsafeMutablePointer<UnsafeMutablePointer<pipeline_report>?>!
) -> pipeline_status {
  unsafe call(report) { () throws(Refusal) in
    let place = try unsafe Arguments.place(report, "report")
    let open = try Handles.composition(composition.id)
    let warnings = try open.use { film throws(Refusal) in film.warnings }
    if warnings.isEmpty { return }
    unsafe place.pointee = Report.make(
      status: PIPELINE_OK, exitStatus: 0, lines: warnings.map(\.description), problems: warnings)
  }
}

@c @implementation
public func pipeline_moment(
  _ composition: pipeline_composition, _ text: UnsafePointer<CChar>!,
  _ seconds: UnsafeMutablePointer<Double>!,
  _ report: UnsafeMutablePointer<UnsafeMutablePointer<pipeline_report>?>?
) -> pipeline_status {
  unsafe call(report) { () throws(Refusal) in
    let place = try unsafe Arguments.place(seconds, "seconds")
    unsafe place.pointee = 0
    let words = try unsafe Arguments.text(text, "text")
    let open = try Handles.composition(composition.id)
    unsafe place.pointee = try open.use { film throws(Refusal) in
      try refusing { () throws(PipelineError) in try film.moment(words) }
    }
  }
}

@c @implementation
public func pipeline_variables(
  _ composition: pipeline_composition, _ json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!,
  _ report: UnsafeMutablePointer<UnsafeMutablePointer<pipeline_report>?>?
) -> pipeline_status {
  unsafe tell(composition, json, report) { film throws(PipelineError) in film.variablesJSON }
}

@c @implementation
public func pipeline_timeline(
  _ composition: pipeline_composition, _ json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!,
  _ report: UnsafeMutablePointer<UnsafeMutablePointer<pipeline_report>?>?
) -> pipeline_status {
  unsafe tell(composition, json, report) { film throws(PipelineError) in try film.timelineJSON() }
}

@c @implementation
public func pipeline_layers(
  _ composition: pipeline_composition, _ seconds: Double,
  _ json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!,
  _ report: UnsafeMutablePointer<UnsafeMutablePointer<pipeline_report>?>?
) -> pipeline_status {
  unsafe tell(composition, json, report) { film throws(PipelineError) in
    try film.json(at: seconds)
  }
}

@c @implementation
public func pipeline_events(
  _ composition: pipeline_composition, _ json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!,
  _ report: UnsafeMutablePointer<UnsafeMutablePointer<pipeline_report>?>?
) -> pipeline_status {
  unsafe tell(composition, json, report) { film throws(PipelineError) in try film.eventsJSON() }
}

/// Copies a text about a composition to the pointer of the caller.
private func tell(
  _ composition: pipeline_composition, _ json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
  _ report: ReportPlace, _ text: (Composition) throws(PipelineError) -> String
) -> pipeline_status {
  unsafe call(report) { () throws(Refusal) in
    let place = try unsafe Arguments.place(json, "json")
    unsafe place.pointee = nil
    let open = try Handles.composition(composition.id)
    let told = try open.use { film throws(Refusal) in
      try refusing { () throws(PipelineError) in try text(film) }
    }
    unsafe place.pointee = try Arguments.copy(told)
  }
}

@c @implementation
public func pipeline_report_free(_ report: UnsafeMutablePointer<pipeline_report>?) {
  unsafe free(report)
}

@c @implementation
public func pipeline_free(_ memory: UnsafeMutableRawPointer?) { unsafe free(memory) }
