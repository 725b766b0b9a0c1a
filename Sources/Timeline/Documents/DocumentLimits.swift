package import Files
internal import Scenes

/// The largest sizes of a document and of the files that it names. Larger files are rejected before any byte
/// of their content is read into memory.
package struct DocumentLimits: Sendable {
  package var bytes = 8 << 20
  package var depth = 64
  package var layers = 10_000
  package var steps = 100_000
  package var keyframes = 50_000
  package var frames = 1_000_000
  package var samples = 100_000
  /// The maximum number of pixels of each picture that a document uses.
  package var pixels = 64_000_000
  /// The maximum cost of drawing one frame, in units of `RenderCost`.
  package var work = RenderCost.usualLimit
  /// The maximum side of the canvas in pixels after scaling; the renderer's coordinates are limited to this
  /// number.
  package let canvasSide = 16_384

  /// The names of settings that messages use.
  package var vocabulary = Vocabulary.commandLine

  package init() {}

  /// The names of the document limits that `--limit` can set.
  package enum Name: String, CaseIterable, Sendable {
    case bytes, depth, layers, steps, keyframes, frames, samples, pixels, work

    /// The valid values of this limit; the upper end is the capacity of the program.
    package var range: ClosedRange<Int> {
      switch self {
      case .bytes: 1...1 << 30
      case .depth: 1...256
      case .layers, .steps, .keyframes, .frames, .samples: 1...10_000_000
      // The maximum is the product of both sides at their maximum.
      case .pixels: 1...16_384 * 16_384
      case .work: RenderCost.possibleLimits
      }
    }
  }

  /// The hint at the end of every message about a limit.
  package func hint(_ name: Name) -> String { vocabulary.allowing(name.rawValue) }

  package subscript(name: Name) -> Int {
    get { self[keyPath: Self.place(of: name)] }
    set { self[keyPath: Self.place(of: name)] = newValue }
  }

  private static func place(of name: Name) -> WritableKeyPath<DocumentLimits, Int> {
    switch name {
    case .bytes: \.bytes
    case .depth: \.depth
    case .layers: \.layers
    case .steps: \.steps
    case .keyframes: \.keyframes
    case .frames: \.frames
    case .samples: \.samples
    case .pixels: \.pixels
    case .work: \.work
    }
  }
}
