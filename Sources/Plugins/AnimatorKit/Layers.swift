public import CAnimator

/// The bound layers of a step by role, and the pieces of the step. The layers are valid until the animator's
/// call returns.
@safe public struct Layers {
  // Safety: the host's layers are valid until the call returns, and their numbers are those that the host
  // specifies.
  let inputs: UnsafePointer<UnsafePointer<animator_layer>?>
  let outputs: UnsafePointer<UnsafeMutablePointer<animator_layer>?>
  let inputCount: Int
  let outputCount: Int
  let context: Context
  let roleNames: [String]

  /// The first layer of a role that must have at least one layer.
  public subscript(role: String) -> Layer {
    guard let layer = all(role).first else { fatalError("no layer is bound to the role \(role)") }
    return layer
  }

  /// All layers of a role in document order; empty if no layer is bound to an optional role.
  public func all(_ role: String) -> [Layer] {
    guard let index = roleNames.firstIndex(of: role) else {
      fatalError("the declaration has no role \(role)")
    }
    let start = (0..<index).reduce(0) { $0 + context.roleCount($1) }
    return (start..<min(inputCount, start + context.roleCount(index))).map { i in
      unsafe Layer(input: inputs[i]!, output: outputs[i]!, index: i)
    }
  }

  /// The layers that the step adds; the animator sets `source`, `contentsRect` and `frame` of each of them.
  public var pieces: [Piece] {
    (inputCount..<outputCount).map { unsafe Piece(output: outputs[$0]!) }
  }
}

/// A layer that the step adds. A piece shows the part `contentsRect` of its source layer.
@safe public struct Piece: LayerAccessors {
  public let output: UnsafeMutablePointer<animator_layer>

  init(output: UnsafeMutablePointer<animator_layer>) { unsafe self.output = output }

  /// Chooses the layer whose snapshot the piece shows; the choice must be the same at every time of the step.
  public func shows(_ layer: Layer) { unsafe output.pointee.piece_of = UInt32(layer.index) }
}

/// A layer that the animator may change. `start` is the state of the layer at the start of the step.
@safe public struct Layer: LayerAccessors {
  public let input: UnsafePointer<animator_layer>
  public let output: UnsafeMutablePointer<animator_layer>
  let index: Int

  init(
    input: UnsafePointer<animator_layer>, output: UnsafeMutablePointer<animator_layer>, index: Int
  ) {
    unsafe self.input = input
    unsafe self.output = output
    self.index = index
  }

  /// The layer at the start of the step, which can only be read.
  public var start: Layer {
    unsafe Layer(input: input, output: UnsafeMutablePointer(mutating: input), index: index)
  }
}
