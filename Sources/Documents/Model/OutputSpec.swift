/// A file to make.
package struct OutputSpec: Sendable {
  package var origin = Origin.start
  /// Relative to the document; its ending says the format.
  package var path = Sourced("")
  package var framesPerSecond: Double?
  package var scale: Double?
  /// The time for which the state at the end is repeated.
  package var hold: DurationSpec?
  /// A contact sheet of these moments instead of every frame.
  package var sheet: [Sourced<MomentSpec>]?
  package var columns: Int?
  /// The number of times that an animated picture plays; 0 and nil mean for ever.
  package var loop: Sourced<Int>?
  /// The quality from 0, the smallest file, to 1, the best picture; nil means the encoder's default.
  package var quality: Sourced<Double>?
  /// Whether gradients and shadows are dithered; nil: as the canvas says.
  package var dithers: Bool?
  package init() {}
}

/// Something that must hold at a moment.
package struct CheckSpec: Sendable {
  package enum Reference: Sendable {
    /// The *from* screen alone.
    case from
    /// The *to* screen alone.
    case to
    /// A picture, relative to the document.
    case golden(Sourced<String>)
  }
  package var origin = Origin.start
  package var at = Sourced(MomentSpec.time(.seconds(0)))
  /// The layer whose values are checked; absent with `equals`.
  package var layer: Sourced<Selector>?
  package var values = LayerValues()
  /// The tolerance in each property's unit; for `equals` in 1/255.
  package var tolerance: Double?
  package var equals: Reference?
  package init() {}
}
