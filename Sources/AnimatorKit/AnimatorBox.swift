internal import CAnimator

/// What a descriptor's `self` points to: the animator's functions, without its type.
///
/// A C function pointer cannot capture a type, so one C function serves all animators and finds
/// theirs here. Boxes live until the process ends, as descriptors do.
@safe final class AnimatorBox {
  // Unsafe: raw parameters, which the host lays out by the declaration.
  var layout: ((UnsafeRawPointer, Context, Layers) throws -> Void)?
  var pieceCount: ((UnsafeRawPointer, Context) -> Int)?
  var pixels: ((UnsafeRawPointer, Context, [Image], Surface, Window) throws -> Void)?
  var durationSeconds: ((UnsafeRawPointer, Context) -> Double)?
  let roleNames: [String]

  init<A: Animator>(_ type: A.Type, roleNames: [String]) {
    self.roleNames = roleNames
    if let type = type as? any LayoutAnimator.Type { takeLayout(type) }
    if let type = type as? any PieceAnimator.Type { takePieces(type) }
    if let type = type as? any PixelAnimator.Type { takePixels(type) }
    if let type = type as? any SelfTimedAnimator.Type { takeDuration(type) }
  }

  private func takeLayout<A: LayoutAnimator>(_ type: A.Type) {
    unsafe layout = { parameters, context, layers in
      try A.layout(
        unsafe parameters.assumingMemoryBound(to: A.Parameters.self).pointee, context, layers)
    }
  }
  private func takePieces<A: PieceAnimator>(_ type: A.Type) {
    unsafe pieceCount = { parameters, context in
      A.pieceCount(unsafe parameters.assumingMemoryBound(to: A.Parameters.self).pointee, context)
    }
  }
  private func takePixels<A: PixelAnimator>(_ type: A.Type) {
    unsafe pixels = { parameters, context, inputs, output, window in
      try A.pixels(
        unsafe parameters.assumingMemoryBound(to: A.Parameters.self).pointee, context, inputs,
        output, window)
    }
  }
  private func takeDuration<A: SelfTimedAnimator>(_ type: A.Type) {
    unsafe durationSeconds = { parameters, context in
      A.durationSeconds(
        unsafe parameters.assumingMemoryBound(to: A.Parameters.self).pointee, context)
    }
  }

  static func of(_ context: UnsafePointer<animator_context>) -> AnimatorBox {
    // Unsafe: `self` is the box that the descriptor was made with; it is never released.
    unsafe Unmanaged<AnimatorBox>.fromOpaque(context.pointee.`self`!).takeUnretainedValue()
  }

  /// Runs a throwing function and tells the host why it fails.
  static func status(
    _ context: UnsafePointer<animator_context>, _ body: () throws -> Void
  ) -> Int32 {
    do {
      try body()
      return ANIMATOR_OK
    } catch let failure as AnimatorFailure {
      unsafe context.pointee.fail(context, failure.pointer, failure.message)
    } catch {
      unsafe context.pointee.fail(context, "", "\(error)")
    }
    return ANIMATOR_FAILED
  }
}
