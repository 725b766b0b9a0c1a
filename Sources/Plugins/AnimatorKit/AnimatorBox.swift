internal import CAnimator

/// The object to which a descriptor's `self` points: the type-erased functions of one animator. A C function
/// pointer cannot capture a type, so one set of C functions serves all animators and finds the functions of
/// an animator in this object. A box exists until the process ends, as descriptors do.
@safe final class AnimatorBox {
  let layout: LayoutFunction?
  let pieceCount: PieceCountFunction?
  let pixels: PixelsFunction?
  let durationSeconds: DurationFunction?
  let moments: MomentsFunction?
  let table: TableFunctions?
  let isLive: Bool
  let readsFinger: Bool
  let roleNames: [String]

  init<A: Animator>(_ type: A.Type, roleNames: [String]) {
    unsafe layout = unsafe (type as? any LayoutAnimator.Type)?.layoutFunction
    unsafe pieceCount = unsafe (type as? any PieceAnimator.Type)?.pieceCountFunction
    unsafe pixels = unsafe (type as? any PixelAnimator.Type)?.pixelsFunction
    unsafe durationSeconds = unsafe (type as? any SelfTimedAnimator.Type)?.durationFunction
    unsafe moments = unsafe (type as? any TimedInputAnimator.Type)?.momentsFunction
    table = (type as? any PreparingAnimator.Type)?.tableFunctions
    isLive = type is any LiveAnimator.Type || type is any LivePieceAnimator.Type
    readsFinger = type is any FingerAnimator.Type
    self.roleNames = roleNames
  }

  static func of(_ context: UnsafePointer<animator_context>) -> AnimatorBox {
    // Safety: `self` is the box with which the descriptor was created, and the box is never released.
    unsafe Unmanaged<AnimatorBox>.fromOpaque(context.pointee.`self`!).takeUnretainedValue()
  }

  /// Runs a throwing function of an animator and reports its error to the host.
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
