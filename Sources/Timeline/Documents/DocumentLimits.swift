package import Files
internal import Scenes

/// The largest sizes of a document and of the files that it names. Nothing larger is read into memory.
package struct DocumentLimits: Sendable {
  package var bytes = 8 << 20
  package var depth = 64
  package var layers = 10_000
  package var steps = 100_000
  package var keyframes = 50_000
  package var frames = 1_000_000
  package var samples = 100_000
  /// The most pixels of each picture.
  package var pixels = 64_000_000
  /// The units of `RenderCost` that one of its frames may take.
  package var work = RenderCost.usualLimit
  /// The maximum side of the canvas times the scale, in pixels; the renderer's coordinates end at this
  /// number.
  package let canvasSide = 16_384

  /// The names of settings in messages.
  package var vocabulary = Vocabulary.commandLine

  package init() {}

  /// The limits that `--limit` sets, by name.
  package enum Name: String, CaseIterable, Sendable {
    case bytes, depth, layers, steps, keyframes, frames, samples, pixels, work

    /// The valid values of this limit, up to the capacity of the program.
    package var range: ClosedRange<Int> {
      switch self {
      case .bytes: 1...1 << 30
      case .depth: 1...256
      case .layers, .steps, .keyframes, .frames, .samples: 1...10_000_000
      // The product of both sides at their maximum.
      case .pixels: 1...16_384 * 16_384
      case .work: RenderCost.possibleLimits
      }
    }
  }

  /// The end of every message about a limit.
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
