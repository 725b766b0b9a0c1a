internal import PluginModel
internal import CAnimator
internal import CHosting
internal import Scenes

/// The result of calling an animator.
struct CallAnswer {
  var status: Int32
  /// The message that the animator passed to `fail`, escaped.
  var failure: (pointer: String, message: String)?
  /// The number that `duration` or `pieces` returned.
  var number = 0.0
}

/// The picture that an animator drew, in memory of the host to which no other process can write.
struct DrawnPicture {
  let bitmap: Bitmap
  /// Whether every pixel of the output has alpha 255.
  let isOpaque: Bool
  /// The number of pixels in which a channel exceeded alpha and was limited to it.
  let unlawfulCount: Int

  /// Copies the pixels at `source`, which have the size of the bitmap; the source may already be the bitmap's
  /// memory.
  @unsafe init(_ bitmap: Bitmap, taking source: UnsafePointer<UInt8>) {
    // Safety: the caller provides as many bytes at `source` as the bitmap has.
    let taken = unsafe hosting_take_pixels(
      source, bitmap.pixels, bitmap.strideBytes, Int32(bitmap.width), Int32(bitmap.height))
    self.bitmap = bitmap
    isOpaque = taken.is_opaque
    unlawfulCount = Int(taken.unlawful_count)
  }
}

/// Calls one bound animator, in this process or in a worker. The results come from the plugin, so the caller
/// checks every number in them. A function throws a fault if there is no result.
protocol AnimatorCalls: Sendable {
  func duration() throws(AnimatorFault) -> CallAnswer
  func pieceCount() throws(AnimatorFault) -> CallAnswer
  /// Calls `layout`, which changes the outputs of `batch`; the paths of their masks are in the batch's arena.
  func layout(_ moment: StepMoment, _ batch: LayerBatch) throws(AnimatorFault) -> CallAnswer
  /// Returns the times of each of `count` layers, in ticks relative to the current time.
  func times(
    _ moment: StepMoment, count: Int
  ) throws(AnimatorFault) -> (answer: CallAnswer, times: [[Int64]])
  /// Calls `regions`, which determines the parts of the inputs to read: `needed` initially contains the
  /// window for each image, and `counts` are the numbers of images of the layers.
  func regions(
    _ moment: StepMoment, window: animator_window, counts: [Int]?, needed: inout [animator_window]
  ) throws(AnimatorFault) -> CallAnswer
  /// Draws a whole image with the size of the inputs; pixels that the plugin does not write are transparent,
  /// and channels are limited to alpha.
  func pixels(
    _ moment: StepMoment, scale: Double, inputs: [[Bitmap]], width: Int, height: Int
  ) throws(AnimatorFault) -> (answer: CallAnswer, picture: DrawnPicture)
}

/// The code of an animator in this process or in a worker.
protocol AnimatorSource: Sendable {
  /// Binds an animator to validated parameter values for a step.
  func bind(
    _ description: AnimatorDescription, values: [ParameterValue], stepContext: StepContext
  ) throws(AnimatorFault) -> any AnimatorCalls
}

/// The code of a function in this process or in a worker.
protocol FunctionSource: Sendable {
  /// Calls the plugin function with arguments of the declared types. The result comes from the plugin, so the
  /// caller checks it.
  func call(
    _ function: FunctionDescription, _ arguments: [ParameterValue], step: String
  ) throws(AnimatorFault) -> ParameterValue
}

/// The layers for one call: the inputs, followed by the outputs.
@safe final class LayerBatch {
  let arena: CallArena
  // Safety: there are `inputCount` + `outputCount` layers, which exist as long as the arena or the shared
  // buffer.
  let layers: UnsafeMutablePointer<animator_layer>
  let inputCount: Int
  let outputCount: Int
  var count: Int { inputCount + outputCount }

  /// Creates the batch; nil if there is too little memory.
  init?(inputs: [LayerProperties], outputs: [LayerProperties]) {
    let arena = CallArena()
    let taken = unsafe arena.array(of: animator_layer.self, count: inputs.count + outputs.count)
    guard let taken = unsafe taken else { return nil }
    self.arena = arena
    inputCount = inputs.count
    outputCount = outputs.count
    unsafe layers = unsafe taken
    fill(from: 0, with: inputs)
    fill(from: inputs.count, with: outputs)
    if arena.isShort { return nil }
  }

  private func fill(from first: Int, with properties: [LayerProperties]) {
    // Safety: there are as many layers from `first` on as properties.
    unsafe properties.withUnsafeBufferPointer { properties in
      for i in properties.indices {
        unsafe LayerExporter.fill(
          layers + (first + i), from: properties.baseAddress! + i, arena: arena)
      }
    }
  }

  /// Creates a batch from layers in memory of the caller.
  init(at layers: UnsafeMutablePointer<animator_layer>, inputCount: Int, outputCount: Int) {
    arena = CallArena()
    unsafe self.layers = unsafe layers
    self.inputCount = inputCount
    self.outputCount = outputCount
  }
}
