internal import CAnimator
internal import Glibc
package import Scenes

extension BoundAnimator: PixelProducer {
  package var isReentrant: Bool { !description.flags.contains(.notReentrant) }
  package var needsWholeFrame: Bool { description.flags.contains(.wholeFrame) }

  package func draw(
    _ moment: StepMoment, scale: Double, inputs: [Bitmap], into output: Bitmap, window: PixelRect
  ) throws {
    if isLeftOut(moment) { return Self.show(inputs.first, in: output, window) }
    do throws(AnimatorFault) {
      try drawChecked(moment, scale: scale, inputs: inputs, into: output, window: window)
    } catch {
      guard tellLeftOut(error) else { throw error }
      leaveOut(moment)
      throw StepLeftOut()
    }
  }

  /// What a step that is left out after its end shows: its first layer, or nothing.
  private static func show(_ input: Bitmap?, in output: Bitmap, _ window: PixelRect) {
    for y in window.y..<window.maxY {
      // Unsafe: rows of bitmaps of one size.
      let row = unsafe output.pixels + y * output.strideBytes + window.x * 4
      if let input {
        unsafe memcpy(row, input.pixels + y * input.strideBytes + window.x * 4, window.width * 4)
      } else {
        unsafe memset(row, 0, window.width * 4)
      }
    }
  }

  private func drawChecked(
    _ moment: StepMoment, scale: Double, inputs: [Bitmap], into output: Bitmap, window: PixelRect
  ) throws(AnimatorFault) {
    guard description.hasPixels else { throw fault("makes no pixels; it changes layers") }
    guard inputs.count == facts.roleCounts.reduce(0, +),
      inputs.allSatisfy({ $0.width == output.width && $0.height == output.height })
    else { throw fault("is given images that do not match its roles or the output") }
    guard !window.isEmpty, window.intersection(output.bounds) == window,
      !needsWholeFrame || window == output.bounds
    else { throw fault("is asked for a window outside the image, or for a part of a whole frame") }
    guard moment.progress.isFinite else { throw fault("is asked for a progress that is no number") }

    let answer = try calls.pixels(
      moment, scale: scale, inputs: inputs, output: output, window: window)
    guard answer.status == ANIMATOR_OK else { throw fault(answer) }
  }

  /// What `draw` reads of each input to fill `window`; the same window when the animator does not say.
  package func regions(
    _ moment: StepMoment, window: PixelRect, inputCount: Int
  ) throws(AnimatorFault) -> [PixelRect] {
    guard inputCount > 0 else { return [] }
    var needed = Array(repeating: animator_window(window), count: inputCount)
    let answer = try calls.regions(moment, window: animator_window(window), needed: &needed)
    if answer.failure != nil { throw fault(answer) }
    return needed.map { PixelRect(Int($0.x), Int($0.y), Int($0.width), Int($0.height)) }
  }
}
