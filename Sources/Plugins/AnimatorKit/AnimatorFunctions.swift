// The functions of an animator with its type erased. Safety, in this file: the parameters are raw memory,
// which the host lays out according to the declaration.

typealias LayoutFunction = (UnsafeRawPointer, Context, Layers) throws -> Void
typealias PieceCountFunction = (UnsafeRawPointer, Context) -> Int
typealias PixelsFunction = (UnsafeRawPointer, Context, [Image], Surface, Window) throws -> Void
typealias MomentsFunction = (UnsafeRawPointer, Context, Int) -> [Double]
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

/// The functions for a table: one returns its size in bytes, and the other writes it.
@safe struct TableFunctions {
  let bytes: (UnsafeRawPointer, Context, Int, Int) -> Int
  let prepare: (UnsafeRawPointer, Context, Int, Int, UnsafeMutableRawBufferPointer) throws -> Void
}

extension TimedInputAnimator {
  static var momentsFunction: MomentsFunction {
    { moments(unsafe $0.assumingMemoryBound(to: Parameters.self).pointee, $1, ofLayer: $2) }
  }
}

extension PreparingAnimator {
  static var tableFunctions: TableFunctions {
    unsafe TableFunctions(
      bytes: {
        tableBytes(
          unsafe $0.assumingMemoryBound(to: Parameters.self).pointee, $1, width: $2, height: $3)
      },
      prepare: {
        try unsafe prepare(
          unsafe $0.assumingMemoryBound(to: Parameters.self).pointee, $1, width: $2, height: $3,
          into: $4)
      })
  }
}

extension SelfTimedAnimator {
  static var durationFunction: DurationFunction {
    { durationSeconds(unsafe $0.assumingMemoryBound(to: Parameters.self).pointee, $1) }
  }
}
