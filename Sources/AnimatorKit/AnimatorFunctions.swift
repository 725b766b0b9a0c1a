// The functions of an animator, without its type.
// Unsafe throughout: raw parameters, which the host lays out by the declaration.

typealias LayoutFunction = (UnsafeRawPointer, Context, Layers) throws -> Void
typealias PieceCountFunction = (UnsafeRawPointer, Context) -> Int
typealias PixelsFunction = (UnsafeRawPointer, Context, [Image], Surface, Window) throws -> Void
typealias DurationFunction = (UnsafeRawPointer, Context) -> Double

extension LayoutAnimator {
  static var layoutFunction: LayoutFunction {
    { try layout(unsafe $0.assumingMemoryBound(to: Parameters.self).pointee, $1, $2) }
  }
}

extension PieceAnimator {
  static var pieceCountFunction: PieceCountFunction {
    { pieceCount(unsafe $0.assumingMemoryBound(to: Parameters.self).pointee, $1) }
  }
}

extension PixelAnimator {
  static var pixelsFunction: PixelsFunction {
    { try pixels(unsafe $0.assumingMemoryBound(to: Parameters.self).pointee, $1, $2, $3, $4) }
  }
}

extension SelfTimedAnimator {
  static var durationFunction: DurationFunction {
    { durationSeconds(unsafe $0.assumingMemoryBound(to: Parameters.self).pointee, $1) }
  }
}
