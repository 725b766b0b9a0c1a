internal import Evaluation
package import Planning
package import Scenes

/// The change of a track's value from one time to the next.
package enum Motion: Sendable {
  /// The phase follows a curve exactly from its first to its last value.
  case curve(CurveName)
  /// The value changes linearly between keyframes; the error is at most `error` points, or a fraction of 1
  /// for opacities and colours.
  case keyframes([Keyframe], error: Double)

  package struct Keyframe: Sendable {
    /// The time of the keyframe in seconds of the film.
    package let time: Double
    package let value: [Double]
  }
}

/// One phase of a track: a quantity changes from `start` to `end`. Between phases, the quantity is constant;
/// if a phase starts with another value than the end of the previous phase, or has no duration, the quantity
/// jumps.
package struct Phase: Sendable {
  /// The start and end times in seconds of the film.
  package let start: Double
  package let end: Double
  package let from: [Double]
  package let to: [Double]
  package let motion: Motion
}

/// A quantity of a layer over the whole film.
package struct Track: Sendable {
  package let quantity: Quantity
  /// The value from the start of the film until the first phase.
  package let first: [Double]
  package let phases: [Phase]
  package var isStill: Bool { phases.isEmpty }

  /// The value at a time in a target that plays the phases.
  package func value(at time: Double) -> [Double] {
    var value = first
    for phase in phases {
      if time < phase.start { break }
      if time >= phase.end {
        value = phase.to
        continue
      }
      switch phase.motion {
      case .curve(let curve):
        let share = curve.timing.progress(at: (time - phase.start) / (phase.end - phase.start))
        value = zip(phase.from, phase.to).map { $0 + ($1 - $0) * share }
      case .keyframes(let frames, _):
        value = phase.to
        for (a, b) in zip(frames, frames.dropFirst()) where time < b.time {
          let share = b.time > a.time ? (time - a.time) / (b.time - a.time) : 1
          value = zip(a.value, b.value).map { $0 + ($1 - $0) * max(0, share) }
          break
        }
      }
      break
    }
    return value
  }
}

/// A feature of the document that a target leaves out or approximates.
package struct Shortfall: Sendable, Hashable {
  package enum Kind: String, Sendable { case approximated, leftOut = "left out" }
  /// The layer name under which reports list shortfalls of a flow that belong to no single move.
  package static let flow = "the flow"
  package let kind: Kind
  /// The layer's id; empty if the shortfall concerns the whole film.
  package let layer: String
  /// The pointer to the feature in the document; nil if the document does not contain the feature.
  package let pointer: String?
  package let what: String

  package init(_ kind: Kind, layer: String, pointer: String?, what: String) {
    self.kind = kind
    self.layer = layer
    self.pointer = pointer
    self.what = what
  }
}

extension Shortfall {
  init(_ kind: Kind, of layer: FilmLayer, _ what: String) {
    self.init(kind, layer: layer.id, pointer: layer.pointer, what: what)
  }
}

/// The contents that a layer shows in its bounds from some time on.
package struct FilmContents: Sendable {
  package let contents: Contents
  /// A time in the film at which the contents are visible.
  package let time: FrameTime
}

package struct FilmLayer: Sendable {
  /// The index of the film layer in the stage.
  package let index: Int
  package let id: String
  /// A unique name of letters, digits and hyphens, derived from the id.
  package let name: String
  /// The name of the pair of layers on both screens that the layer represents; unique like `name`.
  package let pair: String?
  /// The index of the parent in `Film.layers`; nil for the container.
  package let parent: Int?
  package let pointer: String?
  /// The properties of the layer at the start of the film.
  package let properties: LayerProperties
  /// The properties of the layer at the first time at which the layer has a mask; nil if it never has one.
  package let masked: LayerProperties?
  /// The rectangle for the sublayers, in points of the parent's layout; the positions of sublayers are
  /// relative to its top left corner.
  package let layout: Rect
  package let hasSublayers: Bool
  /// Whether the layer leaves the plane, in which case its position is a `matrix`.
  package let isSpatial: Bool
  package let contents: [FilmContents]
  /// A track of three numbers: the index of the contents, and the horizontal and vertical indices in
  /// `Self.reductions` of the layer's size relative to its largest size.
  let reduction: Track
  package let tracks: [Quantity: Track]

  /// The fractions of its largest size below which a layer counts as reduced once, twice, and so on.
  static let reductions = [0.9, 0.6, 0.3, 0.15]

  package func track(_ quantity: Quantity) -> Track? { tracks[quantity] }

  func with(tracks: [Quantity: Track]) -> FilmLayer {
    FilmLayer(
      index: index, id: id, name: name, pair: pair, parent: parent, pointer: pointer,
      properties: properties,
      masked: masked, layout: layout, hasSublayers: hasSublayers, isSpatial: isSpatial,
      contents: contents, reduction: reduction, tracks: tracks)
  }
}

/// A plan as tracks: the values of each layer's quantities over the film, with the curve of each phase if the
/// plan has one. The tracks of the film are derived from the plan's scenes. For each step that animates a
/// layer, the film reader tests whether a quantity follows the easing of the step. The approach works for
/// every animator, including those of plugins.
package struct Film: Sendable {
  /// The screens of the move that the film shows, as a name that is unique like a layer's; nil for a document
  /// without a flow.
  package var name: String?
  package let size: Size
  /// The duration of the film in seconds.
  package let duration: Double
  package let framesPerSecond: Double
  package let background: Color
  package let backgroundGradient: Gradient?
  /// The layers of the film; a parent precedes its sublayers. Layers that are never visible in the film are
  /// left out.
  package let layers: [FilmLayer]
  package var shortfalls: [Shortfall]
  /// The finger that drives the transition in an app; nil if the film itself plays the finger's track.
  package let touch: PlannedDocument.Touch?

  /// A film that shows this film at a single time.
  func still(at time: Double) -> Film {
    let still = layers.map { layer in
      layer.with(
        tracks: layer.tracks.mapValues {
          Track(quantity: $0.quantity, first: $0.value(at: time), phases: [])
        })
    }
    return with(still, shortfalls)
  }

  func with(_ layers: [FilmLayer], _ shortfalls: [Shortfall]) -> Film {
    Film(
      name: name, size: size, duration: duration, framesPerSecond: framesPerSecond,
      background: background, backgroundGradient: backgroundGradient, layers: layers,
      shortfalls: shortfalls, touch: touch)
  }
}
