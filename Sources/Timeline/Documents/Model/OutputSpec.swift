package import JSON

/// A file that a render writes.
package struct OutputSpec: Sendable {
  package var origin = Origin.start
  /// The path relative to the document; its extension determines the format.
  package var path = Sourced("")
  package var framesPerSecond: Double?
  package var scale: Double?
  /// The time for which the state at the end is repeated.
  package var hold: DurationSpec?
  /// A contact sheet of these moments instead of every frame.
  package var sheet: [Sourced<MomentSpec>]?
  package var columns: Int?
  /// The number of times that an animated picture plays; 0 and nil mean forever.
  package var loop: Sourced<Int>?
  /// The quality from 0, the smallest file, to 1, the best picture; nil means the encoder's default.
  package var quality: Sourced<Double>?
  /// Whether gradients and shadows are dithered; nil means the canvas's value.
  package var dithers: Bool?
  /// The motion blur; nil means the canvas's.
  package var motionBlur: MotionBlurSpec?
  /// The width in pixels; if only one side is given, the other side follows the proportions of the canvas.
  package var width: Sourced<Int>?
  package var height: Sourced<Int>?
  /// The fitting of the canvas into width and height.
  package enum Fit: String, Hashable, Sendable, CaseIterable { case contain, cover }
  package var fit: Sourced<Fit>?
  /// The time that the encoder may spend.
  package enum Effort: String, Hashable, Sendable, CaseIterable { case draft, good, best }
  package var effort: Sourced<Effort>?
  /// The name of a codec; the output format determines which codecs are valid.
  package var codec: Sourced<String>?
  /// The most bytes of the file.
  package var maxBytes: Sourced<Int>?
  /// The preset that supplies missing values of the above.
  package var preset: Sourced<OutputPreset>?
  package init() {}
}

/// A condition that must be true at a moment.
package struct CheckSpec: Sendable {
  package enum Reference: Sendable {
    /// Renders only the *from* screen.
    case from
    /// Renders only the *to* screen.
    case to
    /// A picture, relative to the document.
    case golden(Sourced<String>)
  }
  package var origin = Origin.start
  package var at = Sourced(MomentSpec.time(.seconds(0)))
  /// The layer whose values are checked; nil with `equals`.
  package var layer: Sourced<Selector>?
  package var values = LayerValues()
  /// The tolerance in each property's unit; for `equals` in 1/255.
  package var tolerance: Double?
  package var equals: Reference?
  /// Whether the picture has the canvas's motion blur.
  package var showsMotionBlur = false
  package init() {}

  /// Whether every frame is compared with a picture of its own, named by a number such as `%03d`.
  package var hasGoldenFolder: Bool {
    guard case .golden(let path) = equals else { return false }
    let name = path.value.split(separator: "/").last ?? ""
    return name.utf8.split(separator: UInt8(ascii: "%"), omittingEmptySubsequences: false)
      .dropFirst()
      .contains { $0.drop { (0x30...0x39).contains($0) }.first == UInt8(ascii: "d") }
  }
}
