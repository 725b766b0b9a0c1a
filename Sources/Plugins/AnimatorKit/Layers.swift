public import CAnimator

/// The bound layers of a step, by role, and its pieces. Valid until the call returns.
@safe public struct Layers {
  // Safety: the host's layers are valid until the call returns, in the numbers that the host states.
  let inputs: UnsafePointer<UnsafePointer<animator_layer>?>
  let outputs: UnsafePointer<UnsafeMutablePointer<animator_layer>?>
  let inputCount: Int
  let outputCount: Int
  let context: Context
  let roleNames: [String]

  /// The only layer of a role, or its first.
  public subscript(role: String) -> Layer {
    guard let layer = all(role).first else { fatalError("no layer is bound to the role \(role)") }
    return layer
  }

  /// All layers of a role, in the document's order; empty for an optional role that is not bound.
  public func all(_ role: String) -> [Layer] {
    guard let index = roleNames.firstIndex(of: role) else {
      fatalError("the declaration has no role \(role)")
    }
    let start = (0..<index).reduce(0) { $0 + context.roleCount($1) }
    return (start..<min(inputCount, start + context.roleCount(index))).map { i in
      unsafe Layer(input: inputs[i]!, output: outputs[i]!, index: i)
    }
  }

  /// Layers that the step adds; set `source`, `contentsRect` and `frame` of each.
  public var pieces: [Piece] {
    (inputCount..<outputCount).map { unsafe Piece(output: outputs[$0]!) }
  }
}

/// A layer that the step adds. It shows `contentsRect` of its source layer.
@safe public struct Piece: LayerAccessors {
  public let output: UnsafeMutablePointer<animator_layer>

  init(output: UnsafeMutablePointer<animator_layer>) { unsafe self.output = output }

  /// Chooses the layer whose snapshot the piece shows; the choice must be the same at every moment of the
  /// step.
  public func shows(_ layer: Layer) { unsafe output.pointee.piece_of = UInt32(layer.index) }
}

/// A layer to change. `start` is its state at the start of the step.
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

  /// The layer at the start of the step, for reading.
  public var start: Layer {
    unsafe Layer(input: input, output: UnsafeMutablePointer(mutating: input), index: index)
  }
}
