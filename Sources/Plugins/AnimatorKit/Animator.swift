/// An animator: its declaration, and its pure functions of time. An animator also conforms to
/// `LayoutAnimator` or `PixelAnimator`. All functions are static: an animator keeps no state between calls,
/// so frames may be drawn in any order and on any thread.
public protocol Animator {
  /// The struct of the parameters, all of whose fields the declaration lists.
  associatedtype Parameters = NoParameters
  static var declaration: Declaration<Parameters> { get }
}

/// The `Parameters` type for an animator that has no parameters.
public struct NoParameters {}

/// An animator that changes the properties of layers.
public protocol LayoutAnimator: Animator {
  /// Sets the properties that `animates` declares; all other properties keep their values at the start of the
  /// step.
  static func layout(_ parameters: Parameters, _ context: Context, _ layers: Layers) throws
}

/// An animator that adds layers, each of which shows a part of a bound layer.
public protocol PieceAnimator: LayoutAnimator {
  /// The number of pieces, which must not change during the step.
  static func pieceCount(_ parameters: Parameters, _ context: Context) -> Int
}

/// An animator that draws pixels.
public protocol PixelAnimator: Animator {
  /// Writes every pixel of `window` in `output`, and no other pixel. The inputs of the animator have the size
  /// of `output`.
  static func pixels(
    _ parameters: Parameters, _ context: Context, _ inputs: [Image], _ output: Surface,
    _ window: Window
  ) throws
}

/// An animator that reads its layers in their current state, including moving contents, instead of as stills
/// from the start of the step.
public protocol LiveAnimator: PixelAnimator {}

/// An animator whose pieces show their layers in their current state, including moving contents; the geometry
/// of the pieces is that at the start of the step.
public protocol LivePieceAnimator: PieceAnimator {}

/// An animator that reads the finger through `Context.finger`.
public protocol FingerAnimator: Animator {}

/// An animator that chooses the times at which it reads each layer.
public protocol TimedInputAnimator: PixelAnimator {
  /// Returns at most 16 times in seconds relative to the current time of the document's timeline; an empty
  /// list requests a still from the start of the step. `layer` is the index of the layer, counted over all
  /// roles. `Context.images` returns the images of a layer.
  static func moments(_ parameters: Parameters, _ context: Context, ofLayer layer: Int) -> [Double]
}

/// An animator that reads a table through `Context.table`; the table depends only on the parameters and the
/// size.
public protocol PreparingAnimator: PixelAnimator {
  /// The size of the table in bytes for images of this size, at most 256 MiB.
  static func tableBytes(
    _ parameters: Parameters, _ context: Context, width: Int, height: Int
  ) -> Int
  /// Writes the table's bytes, which are initially zero.
  static func prepare(
    _ parameters: Parameters, _ context: Context, width: Int, height: Int,
    into table: UnsafeMutableRawBufferPointer
  ) throws
}

/// An animator that computes its own duration, for example that of a spring.
public protocol SelfTimedAnimator: Animator {
  /// The duration that the animator computes, in seconds; it must be finite and above 0.
  static func durationSeconds(_ parameters: Parameters, _ context: Context) -> Double
}

/// The reason why a step cannot run, which the host reports. `pointer` is a JSON pointer relative to the
/// step, such as "/params/radius"; the host's message shows the position in the document.
public struct AnimatorFailure: Error {
  public var pointer: String
  public var message: String
  public init(_ message: String, at pointer: String = "") {
    self.message = message
    self.pointer = pointer
  }
}
