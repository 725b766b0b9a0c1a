internal import CAnimator

// The C functions of every descriptor, each of which finds its animator through `self` in the context.
// Safety, in this file: the host's pointers are valid until the call returns.

let callDuration: @convention(c) (UnsafeRawPointer, UnsafePointer<animator_context>) -> Double = {
  parameters, context in
  unsafe AnimatorBox.of(context).durationSeconds?(parameters, Context(raw: context)) ?? 0
}

let callPieces: @convention(c) (UnsafeRawPointer, UnsafePointer<animator_context>) -> UInt32 = {
  parameters, context in
  UInt32(
    clamping: unsafe AnimatorBox.of(context).pieceCount?(parameters, Context(raw: context)) ?? 0)
}

let callLayout:
  @convention(c) (
    UnsafeRawPointer, UnsafePointer<animator_context>,
    UnsafePointer<UnsafePointer<animator_layer>?>?, UInt32,
    UnsafePointer<UnsafeMutablePointer<animator_layer>?>?, UInt32
  ) -> Int32 = { parameters, context, inputs, inputCount, outputs, outputCount in
    let box = unsafe AnimatorBox.of(context)
    guard let inputs = unsafe inputs, let outputs = unsafe outputs else { return ANIMATOR_FAILED }
    return unsafe AnimatorBox.status(context) {
      let here = unsafe Context(raw: context)
      unsafe try box.layout?(
        parameters, here,
        Layers(
          inputs: inputs, outputs: outputs, inputCount: Int(inputCount),
          outputCount: Int(outputCount), context: here, roleNames: box.roleNames))
    }
  }

let callPixels:
  @convention(c) (
    UnsafeRawPointer, UnsafePointer<animator_context>, UnsafePointer<animator_image>, UInt32,
    animator_surface, animator_window
  ) -> Int32 = { parameters, context, inputs, inputCount, output, window in
    let box = unsafe AnimatorBox.of(context)
    return unsafe AnimatorBox.status(context) {
      let images = (0..<Int(inputCount)).map { unsafe Image(raw: inputs[$0]) }
      unsafe try box.pixels?(
        parameters, Context(raw: context), images, Surface(raw: output), window)
    }
  }
