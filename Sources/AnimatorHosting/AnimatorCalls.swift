internal import CAnimator
internal import Scenes

/// What a call of an animator came to.
struct CallAnswer {
  var status: Int32
  /// What the animator said through `fail`, cleaned.
  var failure: (pointer: String, message: String)?
  /// The number that `duration` or `pieces` answered; for `pixels` 1 when every pixel is opaque.
  var number = 0.0
  /// Of `pixels`: how many had a channel above their alpha.
  var beyondAlphaCount = 0
}

/// Makes the calls of one bound animator: in this process, or in a worker.
///
/// The answers are the plugin's own: the caller checks every number of them. A fault is thrown when
/// there is no answer.
protocol AnimatorCalls: Sendable {
  func duration() throws(AnimatorFault) -> CallAnswer
  func pieceCount() throws(AnimatorFault) -> CallAnswer
  /// Changes the outputs of `batch`; paths of their masks lie in the batch's arena.
  func layout(_ moment: StepMoment, _ batch: LayerBatch) throws(AnimatorFault) -> CallAnswer
  /// `needed` begins as the window, once for each input.
  func regions(
    _ moment: StepMoment, window: animator_window, needed: inout [animator_window]
  ) throws(AnimatorFault) -> CallAnswer
  /// Draws a whole image of this size, as the inputs are: transparent where the plugin writes nothing,
  /// and no channel beyond its alpha, whatever the plugin left there.
  func pixels(
    _ moment: StepMoment, scale: Double, inputs: [Bitmap], width: Int, height: Int
  ) throws(AnimatorFault) -> (answer: CallAnswer, image: Bitmap)
}

/// Where an animator's code is.
protocol AnimatorSource: Sendable {
  /// Makes it ready to be bound; what goes wrong shows when it is.
  func load()
  /// The animator with checked values, for a step.
  func bind(
    _ description: AnimatorDescription, values: [ParameterValue], facts: StepFacts
  ) -> any AnimatorCalls
}

extension AnimatorSource {
  func load() {}
}

/// The layers of one call: the inputs, and behind them the outputs.
@safe final class LayerBatch {
  let arena: CallArena
  // Unsafe: `inputCount` + `outputCount` layers, alive as long as the arena or the mailbox.
  let layers: UnsafeMutablePointer<animator_layer>
  let inputCount: Int
  let outputCount: Int
  var count: Int { inputCount + outputCount }

  init(inputs: [LayerProperties], outputs: [LayerProperties]) {
    let arena = CallArena()
    self.arena = arena
    inputCount = inputs.count
    outputCount = outputs.count
    unsafe layers = arena.array(of: animator_layer.self, count: inputs.count + outputs.count)
    for (i, properties) in (inputs + outputs).enumerated() {
      unsafe layers[i] = LayerBridge.layer(properties, arena: arena)
    }
  }

  /// Layers that lie elsewhere.
  init(at layers: UnsafeMutablePointer<animator_layer>, inputCount: Int, outputCount: Int) {
    arena = CallArena()
    unsafe self.layers = unsafe layers
    self.inputCount = inputCount
    self.outputCount = outputCount
  }
}
