/// An animator: its declaration, and a pure function of the moment.
///
/// Conform to `LayoutAnimator` or `PixelAnimator` too. All functions are static: an animator keeps
/// nothing from call to call, so frames may come in any order, on any thread.
public protocol Animator {
  /// A plain struct; the declaration lists all its fields.
  associatedtype Parameters = NoParameters
  static var declaration: Declaration<Parameters> { get }
}

/// The parameters of an animator that has none.
public struct NoParameters {}

/// An animator that changes layers.
public protocol LayoutAnimator: Animator {
  /// Sets the properties that `animates` declares; the others keep their values from the start of the step.
  static func layout(_ parameters: Parameters, _ context: Context, _ layers: Layers) throws
}

/// An animator with additional layers, each of which shows a part of a bound layer.
public protocol PieceAnimator: LayoutAnimator {
  /// The number of pieces, which is fixed for the step.
  static func pieceCount(_ parameters: Parameters, _ context: Context) -> Int
}

/// An animator that writes pixels.
public protocol PixelAnimator: Animator {
  /// Writes every pixel of `window` of `output` and no other. The inputs have its size.
  static func pixels(
    _ parameters: Parameters, _ context: Context, _ inputs: [Image], _ output: Surface,
    _ window: Window
  ) throws
}

/// Reads its layers as they are now, with all that moves in them, in place of stills from the step's start.
public protocol LiveAnimator: PixelAnimator {}

/// Its pieces show their layers as they are now, with all that moves in them; their geometry is that of the
/// step's start.
public protocol LivePieceAnimator: PieceAnimator {}

/// Reads the finger: `Context.finger`.
public protocol FingerAnimator: Animator {}

/// Says of which moments it reads each layer.
public protocol TimedInputAnimator: PixelAnimator {
  /// Seconds from now on the document's timeline, at most 16 of them; empty for a still from the step's
  /// start. `layer` counts over all roles. `Context.images` finds the images of a layer.
  static func moments(_ parameters: Parameters, _ context: Context, ofLayer layer: Int) -> [Double]
}

/// Reads a table that depends on the parameters and the size alone: `Context.table`.
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

/// Knows its own duration, as a spring does.
public protocol SelfTimedAnimator: Animator {
  /// Finite and more than 0.
  static func durationSeconds(_ parameters: Parameters, _ context: Context) -> Double
}

/// Why a step cannot run. `pointer` is a place in the step, such as "/params/radius", so that the
/// user reads where in the document.
public struct AnimatorFailure: Error {
  public var pointer: String
  public var message: String
  public init(_ message: String, at pointer: String = "") {
    self.message = message
    self.pointer = pointer
  }
}
