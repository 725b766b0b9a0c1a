public import CPipeline
internal import Files
internal import Glibc
internal import Pipeline

// Safety, in every function: the pointers satisfy the contract in the header.

@c @implementation
public func pipeline_render(
  _ composition: pipeline_composition, _ options: UnsafePointer<pipeline_render_options>?,
  _ summary: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
  _ report: UnsafeMutablePointer<UnsafeMutablePointer<pipeline_report>?>?
) -> pipeline_status {
  unsafe call(report) { () throws(Refusal) in
    unsafe summary?.pointee = nil
    let lines = try unsafe encode(composition, options) { film, asked throws(PipelineError) in
      try film.render(asked)
    }
    if let place = unsafe summary {
      unsafe place.pointee = try Arguments.copy(lines.joined(separator: "\n"))
    }
  }
}

@c @implementation
public func pipeline_encode(
  _ composition: pipeline_composition, _ format: UnsafePointer<CChar>!,
  _ options: UnsafePointer<pipeline_render_options>?,
  _ bytes: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>!,
  _ count: UnsafeMutablePointer<UInt64>!,
  _ report: UnsafeMutablePointer<UnsafeMutablePointer<pipeline_report>?>?
) -> pipeline_status {
  unsafe call(report) { () throws(Refusal) in
    let bytesPlace = try unsafe Arguments.place(bytes, "bytes")
    let countPlace = try unsafe Arguments.place(count, "count")
    unsafe bytesPlace.pointee = nil
    unsafe countPlace.pointee = 0
    let ending = try unsafe Arguments.text(format, "format")
    let made = try unsafe encode(composition, options) { film, asked throws(PipelineError) in
      try film.encoded(as: ending, asked)
    }
    guard let copy = unsafe malloc(max(1, made.count)) else {
      throw Refusal(PIPELINE_SHORTAGE, exitStatus: .shortage, "no memory for a file")
    }
    unsafe made.withUnsafeBytes { bytes in
      unsafe copy.copyMemory(from: bytes.baseAddress!, byteCount: bytes.count)
    }
    unsafe bytesPlace.pointee = copy.assumingMemoryBound(to: UInt8.self)
    unsafe countPlace.pointee = UInt64(made.count)
  }
}

/// Encodes outputs with the options of the caller; the work may be cancelled or reach the timeout.
private func encode<Result: Sendable>(
  _ composition: pipeline_composition, _ options: UnsafePointer<pipeline_render_options>?,
  _ work: (Composition, RenderOptions) throws(PipelineError) -> Result
) throws(Refusal) -> Result {
  let open = try Handles.composition(composition.id)
  return try open.use { film throws(Refusal) in
    var asked = RenderOptions()
    var seconds: Double?
    let isStopped = Switch()
    if let options = unsafe options {
      let read = try unsafe Arguments.grown(
        options, "options", least: MemoryLayout<pipeline_render_options>.offset(of: \.speed)!)
      asked = try unsafe RenderOptions(read)
      seconds = try unsafe Arguments.seconds(read.seconds, "options.seconds")
      if let function = unsafe read.progress {
        let callback = unsafe ProgressCallback(function: function, user: read.user)
        asked.progress = { done, total in
          if !callback.goesOn(done, total) { isStopped.isOn = true }
        }
      }
    }
    let isCancelled = try open.drawing()
    let end = seconds.map { ContinuousClock.now + .seconds($0) }
    asked.isCancelled = {
      isCancelled() || isStopped.isOn || end.map { $0 < ContinuousClock.now } == true
    }
    do throws(PipelineError) { return try work(film, asked) } catch {
      if error.kind == .cancelled, !isCancelled(), !isStopped.isOn, let seconds {
        throw Refusal(.timeout(seconds))
      }
      throw Refusal(error)
    }
  }
}

extension RenderOptions {
  /// Converts the options from the C struct, without the callbacks.
  fileprivate init(_ read: pipeline_render_options) throws(Refusal) {
    self.init()
    try unsafe Arguments.flags(read.flags, PIPELINE_RENDER_QUALITY, "options.flags")
    let named = try unsafe Arguments.array(read.files, read.file_count, "options.files")
    for index in named.indices {
      files.append(try unsafe Arguments.path(named[index], "a file's name"))
    }
    if unsafe read.frames_per_second != 0 { framesPerSecond = unsafe read.frames_per_second }
    if unsafe read.speed != 0 { speed = unsafe read.speed }
    if unsafe read.flags & PIPELINE_RENDER_QUALITY != 0 { quality = unsafe read.quality }
    if unsafe read.frame_count != 0 {
      let first = unsafe Int(clamping: read.first_frame)
      let (last, isTooLarge) = unsafe first.addingReportingOverflow(
        Int(clamping: read.frame_count) - 1)
      frames = first...(isTooLarge ? Int.max - 1 : last)
    }
  }
}

/// The progress callback of the caller with its context pointer.
@safe private struct ProgressCallback: @unchecked Sendable {
  let function: @convention(c) (UnsafeMutableRawPointer?, UInt64, UInt64) -> Bool
  let user: UnsafeMutableRawPointer?

  func goesOn(_ done: Int, _ total: Int) -> Bool {
    unsafe function(user, UInt64(clamping: done), UInt64(clamping: total))
  }
}
