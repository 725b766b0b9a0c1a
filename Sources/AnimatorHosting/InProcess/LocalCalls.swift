internal import Animators
internal import CAnimator
internal import CHosting
internal import Scenes

/// Calls an animator that is loaded in this process.
final class LocalCalls: AnimatorCalls {
  private let code: AnimatorCode
  private let block: ParameterBlock
  private let facts: StepContext
  private let durationSeconds: Double
  private let animator: String
  private let isExclusive: Bool

  init(
    _ code: AnimatorCode, _ description: AnimatorDescription, values: [ParameterValue],
    facts: StepContext
  ) {
    self.code = code
    self.facts = facts
    durationSeconds = description.durationSeconds
    animator = description.id
    isExclusive = description.flags.contains(.notReentrant)
    block = ParameterBlock(
      parameters: description.parameters, values: values, byteCount: code.parametersBytes,
      isProtected: facts.protectsParameters)
  }

  func duration() -> CallAnswer {
    guard let function = unsafe code.duration else {
      return CallAnswer(status: ANIMATOR_OK, number: durationSeconds)
    }
    var asking = facts
    asking.duration = FrameTime(seconds: durationSeconds)
    var seconds = 0.0
    var answer = unsafe perform(.start, facts: asking) { context in
      seconds = unsafe function(block.base, context)
      return ANIMATOR_OK
    }
    answer.number = seconds
    return answer
  }

  func pieceCount() -> CallAnswer {
    guard let function = unsafe code.pieces else { return CallAnswer(status: ANIMATOR_OK) }
    var count: UInt32 = 0
    var answer = unsafe perform(.start, facts: facts) { context in
      count = unsafe function(block.base, context)
      return ANIMATOR_OK
    }
    answer.number = Double(count)
    return answer
  }

  func layout(_ moment: StepMoment, _ batch: LayerBatch) -> CallAnswer {
    guard let function = unsafe code.layout else { return CallAnswer(status: ANIMATOR_FAILED) }
    let (n, m) = (batch.inputCount, batch.outputCount)
    // Unsafe: addresses of the batch's own layers, as many as the plugin is told.
    let addresses = unsafe batch.arena.array(
      of: UnsafeMutablePointer<animator_layer>.self, count: n + m)
    for i in 0..<(n + m) { unsafe addresses[i] = batch.layers + i }
    return unsafe perform(moment, facts: facts, arena: batch.arena) { context in
      unsafe function(block.base, context, addresses, UInt32(n), addresses + n, UInt32(m))
    }
  }

  func regions(
    _ moment: StepMoment, window: animator_window, needed: inout [animator_window]
  ) -> CallAnswer {
    guard let function = unsafe code.regions else { return CallAnswer(status: ANIMATOR_OK) }
    let count = UInt32(needed.count)
    // Unsafe: the caller's windows, as many as the plugin is told.
    return unsafe needed.withUnsafeMutableBufferPointer { needed in
      let first = needed.baseAddress
      return unsafe perform(moment, facts: facts) { context in
        unsafe function(block.base, context, window, first, count)
        return ANIMATOR_OK
      }
    }
  }

  func pixels(
    _ moment: StepMoment, scale: Double, inputs: [Bitmap], width: Int, height: Int
  ) -> (answer: CallAnswer, picture: DrawnPicture) {
    let bitmap = OutputPool.shared.bitmap(width: width, height: height)
    // Unsafe: the bitmaps outlive the call, and their sizes are the host's own.
    let images = unsafe inputs.map { input in
      unsafe animator_image(
        data: UnsafePointer(input.pixels), width: Int32(input.width), height: Int32(input.height),
        stride_bytes: Int64(input.strideBytes))
    }
    let surface = unsafe animator_surface(
      data: bitmap.pixels, width: Int32(width), height: Int32(height),
      stride_bytes: Int64(bitmap.strideBytes))
    let answer = unsafe pixels(moment, scale: scale, images: images, surface: surface)
    return (answer, unsafe DrawnPicture(bitmap, taking: bitmap.pixels))
  }

  /// Draws all of `surface`, whatever it held: what a plugin leaves out is transparent, lest an older
  /// picture show through.
  func pixels(
    _ moment: StepMoment, scale: Double, images: [animator_image], surface: animator_surface
  ) -> CallAnswer {
    // Unsafe: the surface has as many rows of as many bytes as it says.
    unsafe hosting_clear(surface.data, Int(surface.stride_bytes) * Int(surface.height))
    return unsafe pixels(
      moment, scale: scale, images: images, surface: surface,
      window: animator_window(x: 0, y: 0, width: surface.width, height: surface.height))
  }

  /// The plugin's call alone, for a window.
  func pixels(
    _ moment: StepMoment, scale: Double, images: [animator_image], surface: animator_surface,
    window: animator_window
  ) -> CallAnswer {
    guard let function = unsafe code.pixels else { return CallAnswer(status: ANIMATOR_FAILED) }
    return unsafe images.withUnsafeBufferPointer { images in
      let (first, count) = (images.baseAddress, UInt32(images.count))
      return unsafe perform(moment, facts: facts, scale: scale) { context in
        unsafe function(block.base, context, first, count, surface, window)
      }
    }
  }

  /// Calls into the plugin with the rules that hold for every call.
  private func perform(
    _ moment: StepMoment, facts: StepContext, scale: Double? = nil, arena: CallArena = CallArena(),
    _ body: (UnsafeRawPointer) -> Int32
  ) -> CallAnswer {
    let call = PluginCall(facts: facts, code: code, animator: animator, arena: arena)
    var status = ANIMATOR_FAILED
    unsafe call.perform(moment, scale: scale ?? facts.scale, isExclusive: isExclusive) { context in
      status = unsafe body(context)
    }
    return CallAnswer(status: status, failure: call.failure)
  }
}

extension AnimatorCode: AnimatorSource {
  func bind(
    _ description: AnimatorDescription, values: [ParameterValue], facts: StepContext
  ) -> any AnimatorCalls {
    LocalCalls(self, description, values: values, facts: facts)
  }
}

extension StepMoment {
  static let start = StepMoment(progress: 0, time: .zero)
}

extension animator_window {
  init(_ r: PixelRect) {
    self.init(
      x: Int32(clamping: r.x), y: Int32(clamping: r.y), width: Int32(clamping: r.width),
      height: Int32(clamping: r.height))
  }
}
