package import JSON

/// An output file, as a document specifies it.
package struct OutputSpec: Sendable {
  package var origin = Origin.start
  /// The path of the file, relative to the document; its extension determines the format.
  package var path = Sourced("")
  package var framesPerSecond: Double?
  package var scale: Double?
  /// The time for which the output repeats the final state at its end.
  package var hold: DurationSpec?
  /// The times of a contact sheet, which shows the frames at these times instead of every frame.
  package var sheet: [Sourced<MomentSpec>]?
  package var columns: Int?
  /// The number of times that an animated picture plays; 0 and nil mean forever.
  package var loop: Sourced<Int>?
  /// The quality from 0 (smallest file) to 1 (best picture); nil means the default of the encoder.
  package var quality: Sourced<Double>?
  /// Whether gradients and shadows are dithered; nil means the setting of the canvas.
  package var dithers: Bool?
  /// The motion blur of the output; nil means that of the canvas.
  package var motionBlur: MotionBlurSpec?
  /// The width in pixels; if only one side is given, the other side follows from the aspect ratio of the
  /// canvas.
  package var width: Sourced<Int>?
  package var height: Sourced<Int>?
  /// The way in which the canvas is fitted into the width and height.
  package enum Fit: String, Hashable, Sendable, CaseIterable { case contain, cover }
  package var fit: Sourced<Fit>?
  /// The effort that the encoder spends on a smaller file.
  package enum Effort: String, Hashable, Sendable, CaseIterable { case draft, good, best }
  package var effort: Sourced<Effort>?
  /// The name of a codec; the output format determines which names are valid.
  package var codec: Sourced<String>?
  /// The maximum size of the output file in bytes.
  package var maxBytes: Sourced<Int>?
  /// The output preset that supplies values for the missing settings.
  package var preset: Sourced<OutputPreset>?
  package init() {}
}

/// A condition that must be true at one time of the animation.
package struct CheckSpec: Sendable {
  package enum Reference: Sendable {
    /// The check renders only the *from* screen.
    case from
    /// The check renders only the *to* screen.
    case to
    /// The path of a golden picture, relative to the document.
    case golden(Sourced<String>)
  }
  package var origin = Origin.start
  package var at = Sourced(MomentSpec.time(.seconds(0)))
  /// The layer whose values are checked; nil for a check with `equals`.
  package var layer: Sourced<Selector>?
  package var values = LayerValues()
  /// The tolerance in the unit of each property, or in 1/255 for `equals`.
  package var tolerance: Double?
  package var equals: Reference?
  /// Whether the checked picture has the motion blur of the canvas.
  package var showsMotionBlur = false
  package init() {}

  /// Whether every frame is compared with its own picture, whose name contains a number field such as `%03d`.
  package var hasGoldenFolder: Bool {
    guard case .golden(let path) = equals else { return false }
    let name = path.value.split(separator: "/").last ?? ""
    return name.utf8.split(separator: UInt8(ascii: "%"), omittingEmptySubsequences: false)
      .dropFirst()
      .contains { $0.drop { (0x30...0x39).contains($0) }.first == UInt8(ascii: "d") }
  }
}
