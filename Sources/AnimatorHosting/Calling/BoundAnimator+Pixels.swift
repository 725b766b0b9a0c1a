package import Animators
package import CAnimator
package import Scenes

extension BoundAnimator {
  package func draw(
    _ moment: StepMoment, scale: Double, inputs: [Bitmap], width: Int, height: Int
  ) throws -> Bitmap {
    // A step that is left out after its end shows its first layer, or nothing.
    if isLeftOut(moment) { return inputs.first ?? Bitmap(width: width, height: height) }
    do throws(AnimatorFault) {
      return try drawChecked(moment, scale: scale, inputs: inputs, width: width, height: height)
    } catch {
      guard tellLeftOut(error) else { throw error }
      leaveOut(moment)
      throw SkippedStep()
    }
  }

  private func drawChecked(
    _ moment: StepMoment, scale: Double, inputs: [Bitmap], width: Int, height: Int
  ) throws(AnimatorFault) -> Bitmap {
    guard description.hasPixels else { throw fault("makes no pixels; it changes layers") }
    guard inputs.count == facts.roleCounts.reduce(0, +),
      inputs.allSatisfy({ $0.width == width && $0.height == height })
    else { throw fault("is given images that do not match its roles or the output") }
    guard moment.progress.isFinite else { throw fault("is asked for a progress that is no number") }

    let (answer, picture) = try calls.pixels(
      moment, scale: scale, inputs: inputs, width: width, height: height)
    guard answer.status == ANIMATOR_OK else { throw fault(answer) }
    animator.mistakes?.tellFailure(answer, description, step: facts.step)
    if picture.unlawfulCount > 0 {
      animator.mistakes?.tellPixels(
        picture.unlawfulCount, of: width * height, description, step: facts.step)
    }
    if picture.isOpaque { picture.bitmap.markOpaque() } else { picture.bitmap.scanOpacity() }
    return picture.bitmap
  }

  /// Calls the animator's code in this process with memory of any form, for a window; for checks.
  @unsafe package func draw(
    _ moment: StepMoment, scale: Double, from images: [animator_image],
    onto surface: animator_surface, window: PixelRect
  ) throws(AnimatorFault) {
    guard let local = calls as? LocalCalls else { throw fault("runs in another process") }
    // Unsafe: the caller's memory has the sizes that the images and the surface say.
    let answer = unsafe local.pixels(
      moment, scale: scale, images: images, surface: surface, window: animator_window(window))
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
