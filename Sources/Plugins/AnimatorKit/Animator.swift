/// An animator: its declaration, and its pure functions of time. Conform to `LayoutAnimator` or
/// `PixelAnimator` as well. All functions are static: an animator keeps no state between calls, so frames may
/// be drawn in any order, on any thread.
public protocol Animator {
  /// A plain struct; the declaration lists all its fields.
  associatedtype Parameters = NoParameters
  static var declaration: Declaration<Parameters> { get }
}

/// The parameters of an animator without parameters.
public struct NoParameters {}

/// An animator that changes layers.
public protocol LayoutAnimator: Animator {
  /// Sets the properties that `animates` declares; all other properties keep their values from the
  /// start of the step.
  static func layout(_ parameters: Parameters, _ context: Context, _ layers: Layers) throws
}

/// An animator with additional layers, each of which shows a part of a bound layer.
public protocol PieceAnimator: LayoutAnimator {
  /// The number of pieces, which does not change during the step.
  static func pieceCount(_ parameters: Parameters, _ context: Context) -> Int
}

/// An animator that writes pixels.
public protocol PixelAnimator: Animator {
  /// Writes every pixel of `window` in `output` and no other pixel. The inputs have the size of `output`.
  static func pixels(
    _ parameters: Parameters, _ context: Context, _ inputs: [Image], _ output: Surface,
    _ window: Window
  ) throws
}

/// An animator that reads its layers in their current state, with everything that moves in them,
/// instead of stills from the start of the step.
public protocol LiveAnimator: PixelAnimator {}

/// An animator whose pieces show their layers in the current state, with everything that moves in
/// them; the geometry of the pieces is that at the start of the step.
public protocol LivePieceAnimator: PieceAnimator {}

/// Reads the finger: `Context.finger`.
public protocol FingerAnimator: Animator {}

/// An animator that chooses the moments at which it reads each layer.
public protocol TimedInputAnimator: PixelAnimator {
  /// The times in seconds relative to the current time of the document's timeline, at most 16; an empty list
  /// requests a still from the start of the step. `layer` counts over all roles. `Context.images` finds the
  /// images of a layer.
  static func moments(_ parameters: Parameters, _ context: Context, ofLayer layer: Int) -> [Double]
}

/// An animator that reads a table that depends only on the parameters and the size: `Context.table`.
public protocol PreparingAnimator: PixelAnimator {
  /// The bytes of the table for images of this size, at most 256 MiB.
  static func tableBytes(
    _ parameters: Parameters, _ context: Context, width: Int, height: Int
  ) -> Int
  /// Writes the table, all zero bytes before.
  static func prepare(
    _ parameters: Parameters, _ context: Context, width: Int, height: Int,
    into table: UnsafeMutableRawBufferPointer
  ) throws
}

/// An animator that computes its own duration, as a spring does.
public protocol SelfTimedAnimator: Animator {
  /// The duration in seconds: finite and more than 0.
  static func durationSeconds(_ parameters: Parameters, _ context: Context) -> Double
}

/// The reason why a step cannot run. `pointer` is a JSON pointer relative to the step, such as
/// "/params/radius"; the message shows its place in the document.
public struct AnimatorFailure: Error {
  public var pointer: String
  public var message: String
  public init(_ message: String, at pointer: String = "") {
    self.message = message
    self.pointer = pointer
  }
}
