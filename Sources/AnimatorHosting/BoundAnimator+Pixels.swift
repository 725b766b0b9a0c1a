internal import CAnimator
package import Scenes

extension BoundAnimator: PixelProducer {
  package var isReentrant: Bool { !description.flags.contains(.notReentrant) }
  package var needsWholeFrame: Bool { description.flags.contains(.wholeFrame) }

  package func draw(
    _ moment: StepMoment, scale: Double, inputs: [Bitmap], into output: Bitmap, window: PixelRect
  ) throws {
    try drawChecked(moment, scale: scale, inputs: inputs, into: output, window: window)
  }

  private func drawChecked(
    _ moment: StepMoment, scale: Double, inputs: [Bitmap], into output: Bitmap, window: PixelRect
  ) throws(AnimatorFault) {
    guard let function = unsafe description.code.pixels else {
      throw fault("makes no pixels; it changes layers")
    }
    guard inputs.count == facts.roleCounts.reduce(0, +),
      inputs.allSatisfy({ $0.width == output.width && $0.height == output.height })
    else { throw fault("is given images that do not match its roles or the output") }
    guard !window.isEmpty, window.intersection(output.bounds) == window,
      !needsWholeFrame || window == output.bounds
    else { throw fault("is asked for a window outside the image, or for a part of a whole frame") }
    guard moment.progress.isFinite else { throw fault("is asked for a progress that is no number") }

    let call = PluginCall(facts: facts, code: description.code)
    // Unsafe: the bitmaps outlive the call, and their sizes are the host's own.
    let images = unsafe call.arena.array(of: animator_image.self, count: inputs.count)
    for (i, input) in inputs.enumerated() {
      unsafe images[i] = animator_image(
        data: UnsafePointer(input.pixels), width: Int32(input.width), height: Int32(input.height),
        stride_bytes: Int64(input.strideBytes))
    }
    let surface = unsafe animator_surface(
      data: output.pixels, width: Int32(output.width), height: Int32(output.height),
      stride_bytes: Int64(output.strideBytes))
    var status = ANIMATOR_FAILED
    unsafe run(call, moment, scale: scale) { context in
      status = unsafe function(
        block.base, context, images, UInt32(inputs.count), surface, Self.window(window))
    }
    guard status == ANIMATOR_OK else { throw fault(call, status: status) }
  }

  /// What `draw` reads of each input to fill `window`; the same window when the animator does not say.
  package func regions(
    _ moment: StepMoment, window: PixelRect, inputCount: Int
  ) throws(AnimatorFault) -> [PixelRect] {
    guard let function = unsafe description.code.regions, inputCount > 0 else {
      return Array(repeating: window, count: inputCount)
    }
    let call = PluginCall(facts: facts, code: description.code)
    let needed = unsafe call.arena.array(of: animator_window.self, count: inputCount)
    for i in 0..<inputCount { unsafe needed[i] = Self.window(window) }
    unsafe run(call, moment) { context in
      unsafe function(block.base, context, Self.window(window), needed, UInt32(inputCount))
    }
    if call.failure != nil { throw fault(call, status: ANIMATOR_FAILED) }
    return (0..<inputCount).map { i in
      let w = unsafe needed[i]
      return PixelRect(Int(w.x), Int(w.y), Int(w.width), Int(w.height))
    }
  }

  private static func window(_ r: PixelRect) -> animator_window {
    animator_window(
      x: Int32(clamping: r.x), y: Int32(clamping: r.y), width: Int32(clamping: r.width),
      height: Int32(clamping: r.height))
  }
}
