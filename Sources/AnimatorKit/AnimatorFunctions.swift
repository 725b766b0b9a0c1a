// The functions of an animator, without its type; each protocol gives its own.
// Unsafe throughout: raw parameters, which the host lays out by the declaration.

public typealias _Layout = (UnsafeRawPointer, Context, Layers) throws -> Void
public typealias _PieceCount = (UnsafeRawPointer, Context) -> Int
public typealias _Pixels = (UnsafeRawPointer, Context, [Image], Surface, Window) throws -> Void
public typealias _Duration = (UnsafeRawPointer, Context) -> Double

extension Animator {
  public static var _layout: _Layout? { nil }
  public static var _pieceCount: _PieceCount? { nil }
  public static var _pixels: _Pixels? { nil }
  public static var _durationSeconds: _Duration? { nil }
}

extension LayoutAnimator {
  public static var _layout: _Layout? {
    { try layout(unsafe $0.assumingMemoryBound(to: Parameters.self).pointee, $1, $2) }
  }
}

extension PieceAnimator {
  public static var _pieceCount: _PieceCount? {
    { pieceCount(unsafe $0.assumingMemoryBound(to: Parameters.self).pointee, $1) }
  }
}

extension PixelAnimator {
  public static var _pixels: _Pixels? {
    { try pixels(unsafe $0.assumingMemoryBound(to: Parameters.self).pointee, $1, $2, $3, $4) }
  }
}

extension SelfTimedAnimator {
  public static var _durationSeconds: _Duration? {
    { durationSeconds(unsafe $0.assumingMemoryBound(to: Parameters.self).pointee, $1) }
  }
}
