public import CPipeline
internal import Pipeline
internal import Synchronization

// Safety, in every function: the pointers satisfy the contract in the header.

@c @implementation
public func pipeline_frame_at(
  _ composition: pipeline_composition, _ seconds: Double, _ image: UnsafePointer<pipeline_image>!,
  _ report: UnsafeMutablePointer<UnsafeMutablePointer<pipeline_report>?>?
) -> pipeline_status {
  unsafe call(report) { () throws(Refusal) in
    let open = try Handles.composition(composition.id)
    try unsafe draw(open, image) { film, target, isCancelled throws(PipelineError) in
      try unsafe film.draw(
        at: seconds, into: target.bytes, stride: target.stride, alpha: target.alpha,
        isCancelled: isCancelled)
    }
  }
}

@c @implementation
public func pipeline_frame(
  _ composition: pipeline_composition, _ number: UInt64, _ image: UnsafePointer<pipeline_image>!,
  _ report: UnsafeMutablePointer<UnsafeMutablePointer<pipeline_report>?>?
) -> pipeline_status {
  unsafe call(report) { () throws(Refusal) in
    let open = try Handles.composition(composition.id)
    try unsafe draw(open, image) { film, target, isCancelled throws(PipelineError) in
      try unsafe film.draw(
        number: Int(clamping: number), into: target.bytes, stride: target.stride,
        alpha: target.alpha, isCancelled: isCancelled)
    }
  }
}

@c @implementation
public func pipeline_frames_begin(
  _ composition: pipeline_composition, _ first: UInt64, _ count: UInt64,
  _ frames: UnsafeMutablePointer<pipeline_frames>!,
  _ report: UnsafeMutablePointer<UnsafeMutablePointer<pipeline_report>?>?
) -> pipeline_status {
  unsafe call(report) { () throws(Refusal) in
    let place = try unsafe Arguments.place(frames, "frames")
    unsafe place.pointee = pipeline_frames(id: 0)
    let all = try Handles.composition(composition.id).use { film throws(Refusal) in film.frameCount
    }
    let start = min(Int(clamping: first), all)
    let range = start..<start + min(Int(clamping: count), all - start)
    unsafe place.pointee.id = Handles.add(OpenFrames(composition.id, range))
  }
}

@c @implementation
public func pipeline_frames_next(
  _ frames: pipeline_frames, _ image: UnsafePointer<pipeline_image>!,
  _ info: UnsafeMutablePointer<pipeline_frame_info>?,
  _ report: UnsafeMutablePointer<UnsafeMutablePointer<pipeline_report>?>?
) -> pipeline_status {
  var isOver = false
  let status = unsafe call(report) { () throws(Refusal) in
    let place = try Handles.frames(frames.id)
    let open = try Handles.composition(place.composition)
    let drawn: (number: Int, seconds: Double)? = try unsafe draw(open, image) {
      film, target, isCancelled throws(PipelineError) in
      guard let number = place.next.withLock({ $0.first }) else { return nil }
      try unsafe film.draw(
        number: number, into: target.bytes, stride: target.stride, alpha: target.alpha,
        isCancelled: isCancelled)
      place.next.withLock { $0 = number + 1..<$0.upperBound }
      return (number, film.time(ofFrame: number))
    }
    isOver = drawn == nil
    guard let drawn, let info = unsafe info else { return }
    try unsafe Arguments.fill(
      info, "info",
      pipeline_frame_info(
        size: 0, reserved: 0, number: UInt64(drawn.number), seconds: drawn.seconds))
  }
  return status == PIPELINE_OK && isOver ? PIPELINE_END : status
}

@c @implementation
public func pipeline_frames_end(_ frames: pipeline_frames) -> pipeline_status {
  call(nil) { () throws(Refusal) in
    _ = try Handles.frames(frames.id)
    Handles.forget(frames.id)
  }
}

/// The memory of the caller into which a frame of the composition is drawn.
@unsafe private struct Target {
  let bytes: UnsafeMutableRawBufferPointer
  let stride: Int
  let alpha: Alpha

  init(_ pointer: UnsafePointer<pipeline_image>?, of film: Composition) throws(Refusal) {
    let image = try unsafe Arguments.grown(pointer, "image")
    let (width, height) = film.pixelSize
    guard unsafe Int(image.width) == width, unsafe Int(image.height) == height else {
      throw .usage(
        "image has \(unsafe image.width)×\(unsafe image.height) pixels, "
          + "but frames have \(width)×\(height)"
      )
    }
    let data = try unsafe Arguments.place(image.data, "image.data")
    switch unsafe image.format {
    case PIPELINE_RGBA_PREMULTIPLIED: unsafe alpha = .premultiplied
    case PIPELINE_RGBA_STRAIGHT: unsafe alpha = .straight
    default: throw .usage("image.format is unknown: \(unsafe image.format)")
    }
    unsafe stride = unsafe image.stride_bytes == 0 ? width * 4 : Int(image.stride_bytes)
    unsafe bytes = UnsafeMutableRawBufferPointer(start: data, count: Int(clamping: image.capacity))
  }
}

/// Draws a frame into an image that the caller owns.
@discardableResult
private func draw<Result: Sendable>(
  _ open: OpenComposition, _ image: UnsafePointer<pipeline_image>?,
  _ work: (Composition, Target, @escaping @Sendable () -> Bool) throws(PipelineError) -> Result
) throws(Refusal) -> Result {
  try open.use { film throws(Refusal) in
    let target = try unsafe Target(image, of: film)
    let isCancelled = try open.drawing()
    return try refusing { () throws(PipelineError) in try unsafe work(film, target, isCancelled) }
  }
}

extension OpenComposition {
  /// Returns the cancellation test for a drawing; throws an error if the work was cancelled before it began.
  func drawing() throws(Refusal) -> @Sendable () -> Bool {
    if isCancelled.isOn { throw .cancelled }
    return { [isCancelled, isClosing] in isCancelled.isOn || isClosing.isOn }
  }
}
