package import PluginModel
package import CAnimator
internal import Files
package import Scenes

extension BoundAnimator {
  package func inputTimes(_ moment: StepMoment, count: Int) throws(AnimatorFault)
    -> [[FrameTime]]?
  {
    guard description.hasTimes else {
      return description.readsLiveInputs ? Array(repeating: [.zero], count: count) : nil
    }
    if isLeftOut(moment) { return nil }
    do throws(AnimatorFault) {
      return try Profile.measure(.plugin, description.id) { () throws(AnimatorFault) in
        try askTimes(moment, count: count)
      }
    } catch {
      guard tellLeftOut(error) else { throw error.at(moment) }
      leaveOut(moment)
      return nil
    }
  }

  private func askTimes(
    _ moment: StepMoment, count: Int
  ) throws(AnimatorFault) -> [[FrameTime]] {
    let (answer, times) = try calls.times(moment, count: count)
    if answer.failure != nil || answer.status != ANIMATOR_OK { throw fault(answer) }
    let day = FrameTime(seconds: 86_400).ticks
    for (layer, moments) in times.enumerated() {
      guard moments.count <= Int(ANIMATOR_TIMES_MAX) else {
        throw fault(
          "requests more than \(ANIMATOR_TIMES_MAX) moments of layer \(layer)")
      }
      guard moments.allSatisfy({ (-day...day).contains($0) }) else {
        throw fault("requests a moment of layer \(layer) that is more than a day away")
      }
    }
    return times.map { $0.map { FrameTime(ticks: $0) } }
  }

  package func draw(
    _ moment: StepMoment, scale: Double, inputs: [[Bitmap]], width: Int, height: Int
  ) throws -> Bitmap {
    // After the end of a step that is left out, the step's first layer is shown, or a transparent picture if
    // the step has no layer.
    if isLeftOut(moment) { return inputs.first?.first ?? Bitmap(width: width, height: height) }
    do throws(AnimatorFault) {
      return try Profile.measure(.plugin, description.id) { () throws(AnimatorFault) in
        try drawChecked(moment, scale: scale, inputs: inputs, width: width, height: height)
      }
    } catch {
      guard tellLeftOut(error) else { throw error }
      leaveOut(moment)
      throw SkippedStep()
    }
  }

  private func drawChecked(
    _ moment: StepMoment, scale: Double, inputs: [[Bitmap]], width: Int, height: Int
  ) throws(AnimatorFault) -> Bitmap {
    guard description.hasPixels else {
      throw fault(
        "draws no pixels, because the animator changes layers")
    }
    guard inputs.count == stepContext.roleCounts.reduce(0, +),
      inputs.allSatisfy({
        !$0.isEmpty && $0.allSatisfy { $0.width == width && $0.height == height }
      })
    else { throw fault("is given images that do not match its roles or the output") }
    guard moment.progress.isFinite else {
      throw fault("is called with a progress that is not a number")
    }

    let (answer, picture) = try calls.pixels(
      moment, scale: scale, inputs: inputs, width: width, height: height)
    guard answer.status == ANIMATOR_OK else { throw fault(answer) }
    animator.lints?.tellFailure(answer, description, step: stepContext.step)
    if picture.unlawfulCount > 0 {
      animator.lints?.tellPixels(
        picture.unlawfulCount, of: width * height, description, step: stepContext.step)
    }
    if picture.isOpaque { picture.bitmap.markOpaque() } else { picture.bitmap.scanOpacity() }
    return picture.bitmap
  }

  /// Calls the animator in this process with memory of any layout for a window; for checks.
  @unsafe package func draw(
    _ moment: StepMoment, scale: Double, from images: [animator_image], counts: [Int],
    onto surface: animator_surface, window: PixelRect
  ) throws(AnimatorFault) {
    guard let local = calls as? LocalCalls else { throw fault("runs in another process") }
    // Safety: the caller's memory has the sizes that the images and the surface declare.
    let answer = unsafe local.pixels(
      moment, scale: scale, images: images, counts: counts, surface: surface,
      window: animator_window(window))
    guard answer.status == ANIMATOR_OK else { throw fault(answer) }
  }

  /// The table of the animator for images of a given size, computed in this process; for checks.
  package func table(width: Int, height: Int) throws(AnimatorFault) -> [UInt8] {
    guard let local = calls as? LocalCalls else { throw fault("runs in another process") }
    let (table, answer) = local.table(Int32(width), Int32(height), scale: stepContext.scale)
    guard answer.status == ANIMATOR_OK else { throw fault(answer) }
    // Safety: the table has `byteCount` bytes.
    return table.map { table in
      unsafe [UInt8](UnsafeRawBufferPointer(start: table.base, count: table.byteCount))
    } ?? []
  }

  /// The part of each input that `draw` reads to fill `window`, which is the window itself if the animator
  /// does not specify the parts.
  package func regions(
    _ moment: StepMoment, window: PixelRect, inputCount: Int
  ) throws(AnimatorFault) -> [PixelRect] {
    guard inputCount > 0 else { return [] }
    let counts =
      description.hasTimes
      ? try askTimes(moment, count: inputCount).map { max(1, $0.count) } : nil
    var needed = Array(
      repeating: animator_window(window), count: counts?.reduce(0, +) ?? inputCount)
    let answer = try calls.regions(
      moment, window: animator_window(window), counts: counts, needed: &needed)
    if answer.failure != nil { throw fault(answer) }
    return needed.map { PixelRect(Int($0.x), Int($0.y), Int($0.width), Int($0.height)) }
  }
}
