internal import PluginModel
internal import CAnimator
internal import CHosting
internal import Scenes

/// Calls an animator that is loaded in this process.
final class LocalCalls: AnimatorCalls {
  private let code: AnimatorCode
  private let block: ParameterBlock
  private let stepContext: StepContext
  private let durationSeconds: Double
  private let animator: String
  private let isExclusive: Bool
  private let tables = PreparedTables()

  init(
    _ code: AnimatorCode, _ description: AnimatorDescription, values: [ParameterValue],
    stepContext: StepContext
  ) throws(AnimatorFault) {
    let made = ParameterBlock(
      parameters: description.parameters, values: values, byteCount: code.parametersBytes,
      isProtected: stepContext.protectsParameters)
    guard let made else {
      throw .noMemory(description.id, "its parameters", step: stepContext.step)
    }
    block = made
    self.code = code
    self.stepContext = stepContext
    durationSeconds = description.durationSeconds
    animator = description.id
    isExclusive = description.flags.contains(.notReentrant)
  }

  func duration() -> CallAnswer {
    guard let function = unsafe code.duration else {
      return CallAnswer(status: ANIMATOR_OK, number: durationSeconds)
    }
    var asking = stepContext
    asking.duration = FrameTime(seconds: durationSeconds)
    var seconds = 0.0
    var answer = unsafe perform(.start, stepContext: asking) { context in
      seconds = unsafe function(block.base, context)
      return ANIMATOR_OK
    }
    answer.number = seconds
    return answer
  }

  func pieceCount() -> CallAnswer {
    guard let function = unsafe code.pieces else { return CallAnswer(status: ANIMATOR_OK) }
    var count: UInt32 = 0
    var answer = unsafe perform(.start, stepContext: stepContext) { context in
      count = unsafe function(block.base, context)
      return ANIMATOR_OK
    }
    answer.number = Double(count)
    return answer
  }

  func layout(_ moment: StepMoment, _ batch: LayerBatch) -> CallAnswer {
    guard let function = unsafe code.layout else { return CallAnswer(status: ANIMATOR_FAILED) }
    let (n, m) = (batch.inputCount, batch.outputCount)
    // Safety: the addresses are those of the batch's own layers, and their number is the one that the plugin
    // receives.
    let addresses = unsafe batch.arena.array(
      of: UnsafeMutablePointer<animator_layer>.self, count: n + m)
    guard let addresses = unsafe addresses else {
      return CallAnswer(status: ANIMATOR_FAILED, failure: ("", CallArena.shortage))
    }
    for i in 0..<(n + m) { unsafe addresses[i] = batch.layers + i }
    return unsafe perform(moment, stepContext: stepContext, arena: batch.arena) { context in
      unsafe function(block.base, context, addresses, UInt32(n), addresses + n, UInt32(m))
    }
  }

  func times(
    _ moment: StepMoment, count: Int
  ) -> (answer: CallAnswer, times: [[Int64]]) {
    guard let function = unsafe code.moments else {
      return (CallAnswer(status: ANIMATOR_FAILED), [])
    }
    var all: [[Int64]] = []
    let answer = unsafe perform(moment, stepContext: stepContext) { context in
      for layer in 0..<UInt32(count) {
        unsafe withUnsafeTemporaryAllocation(
          of: animator_time.self, capacity: Int(ANIMATOR_TIMES_MAX)
        ) { place in
          unsafe place.initialize(repeating: animator_time(ticks: 0))
          let made = unsafe function(block.base, context, layer, place.baseAddress)
          // If the plugin returns too many times, the caller of this function reports an error.
          let kept = unsafe place.prefix(Int(min(made, UInt32(ANIMATOR_TIMES_MAX)))).map(\.ticks)
          all.append(made > UInt32(ANIMATOR_TIMES_MAX) ? kept + [0] : kept)
        }
      }
      return ANIMATOR_OK
    }
    return (answer, all)
  }

  /// The table for images of this size, which is created if it does not exist; nil for an animator without
  /// tables.
  func table(
    _ width: Int32, _ height: Int32, scale: Double
  ) -> (table: PreparedTable?, answer: CallAnswer) {
    guard let bytes = unsafe code.tableBytes, let prepare = unsafe code.prepare else {
      return (nil, CallAnswer(status: ANIMATOR_OK))
    }
    return tables.table(width, height, scale: scale) {
      var count: UInt64 = 0
      var answer = unsafe perform(.start, stepContext: stepContext, scale: scale) { context in
        count = unsafe bytes(block.base, context, width, height)
        return ANIMATOR_OK
      }
      guard answer.failure == nil else {
        answer.status = ANIMATOR_FAILED
        return (nil, answer)
      }
      guard count > 0 else { return (nil, answer) }
      guard count <= UInt64(ANIMATOR_TABLE_MAX), let table = PreparedTable(Int(count)) else {
        answer.status = ANIMATOR_FAILED
        let why =
          count <= UInt64(ANIMATOR_TABLE_MAX)
          ? "there is no memory for the table" : "a table has at most \(ANIMATOR_TABLE_MAX)"
        answer.failure = ("", "requests a table of \(count) bytes: \(why)")
        return (nil, answer)
      }
      answer = unsafe perform(.start, stepContext: stepContext, scale: scale) { context in
        unsafe prepare(block.base, context, width, height, table.writable, count)
      }
      guard answer.status == ANIMATOR_OK else { return (nil, answer) }
      table.protect()
      return (table, answer)
    }
  }

  func regions(
    _ moment: StepMoment, window: animator_window, counts: [Int]?, needed: inout [animator_window]
  ) -> CallAnswer {
    guard let function = unsafe code.regions else { return CallAnswer(status: ANIMATOR_OK) }
    let count = UInt32(needed.count)
    // Safety: the windows belong to the caller, and their number is the one that the plugin receives.
    return unsafe needed.withUnsafeMutableBufferPointer { needed in
      let first = needed.baseAddress
      let pictures = PluginCall.Pictures(counts: counts)
      return unsafe perform(moment, stepContext: stepContext, pictures: pictures) { context in
        unsafe function(block.base, context, window, first, count)
        return ANIMATOR_OK
      }
    }
  }

  func pixels(
    _ moment: StepMoment, scale: Double, inputs: [[Bitmap]], width: Int, height: Int
  ) -> (answer: CallAnswer, picture: DrawnPicture) {
    let bitmap = OutputPool.shared.bitmap(width: width, height: height)
    // Safety: the bitmaps exist longer than the call, and the host specifies their sizes.
    let images = unsafe inputs.flatMap(\.self).map { input in
      unsafe animator_image(
        data: UnsafePointer(input.pixels), width: Int32(input.width), height: Int32(input.height),
        stride_bytes: Int64(input.strideBytes))
    }
    let surface = unsafe animator_surface(
      data: bitmap.pixels, width: Int32(width), height: Int32(height),
      stride_bytes: Int64(bitmap.strideBytes))
    let answer = unsafe pixels(
      moment, scale: scale, images: images, counts: inputs.map(\.count), surface: surface)
    return (answer, unsafe DrawnPicture(bitmap, taking: bitmap.pixels))
  }

  /// Draws the whole `surface` after clearing it, so that pixels that the plugin does not write are
  /// transparent.
  func pixels(
    _ moment: StepMoment, scale: Double, images: [animator_image], counts: [Int],
    surface: animator_surface
  ) -> CallAnswer {
    // Safety: the surface has the declared number of rows and bytes per row.
    unsafe hosting_clear(surface.data, Int(surface.stride_bytes) * Int(surface.height))
    return unsafe pixels(
      moment, scale: scale, images: images, counts: counts, surface: surface,
      window: animator_window(x: 0, y: 0, width: surface.width, height: surface.height))
  }

  /// Calls the plugin for a window without clearing the surface.
  func pixels(
    _ moment: StepMoment, scale: Double, images: [animator_image], counts: [Int],
    surface: animator_surface, window: animator_window
  ) -> CallAnswer {
    guard let function = unsafe code.pixels else { return CallAnswer(status: ANIMATOR_FAILED) }
    let (table, prepared) = unsafe table(surface.width, surface.height, scale: scale)
    guard prepared.status == ANIMATOR_OK else { return prepared }
    let pictures = unsafe PluginCall.Pictures(
      counts: code.moments == nil ? nil : counts, table: table)
    return unsafe images.withUnsafeBufferPointer { images in
      let (first, count) = (images.baseAddress, UInt32(images.count))
      return unsafe perform(moment, stepContext: stepContext, scale: scale, pictures: pictures) {
        context in
        unsafe function(block.base, context, first, count, surface, window)
      }
    }
  }

  /// Makes a call into the plugin with the locks and checks that every call needs.
  private func perform(
    _ moment: StepMoment, stepContext: StepContext, scale: Double? = nil,
    pictures: PluginCall.Pictures = PluginCall.Pictures(), arena: CallArena = CallArena(),
    _ body: (UnsafeRawPointer) -> Int32
  ) -> CallAnswer {
    let call = PluginCall(stepContext: stepContext, code: code, animator: animator, arena: arena)
    var status = ANIMATOR_FAILED
    unsafe call.perform(
      moment, scale: scale ?? stepContext.scale, pictures: pictures, isExclusive: isExclusive
    ) { context in
      status = unsafe body(context)
    }
    return CallAnswer(status: status, failure: call.failure)
  }
}

extension AnimatorCode: AnimatorSource {
  func bind(
    _ description: AnimatorDescription, values: [ParameterValue], stepContext: StepContext
  ) throws(AnimatorFault) -> any AnimatorCalls {
    try LocalCalls(self, description, values: values, stepContext: stepContext)
  }
}

extension AnimatorFault {
  /// The fault for a call for which there is too little memory.
  static func noMemory(_ animator: String, _ what: String, step: String) -> AnimatorFault {
    var fault = AnimatorFault(
      animator: animator, message: "is not called, because there is no memory for \(what)",
      step: step)
    fault.cause = .room
    return fault
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
