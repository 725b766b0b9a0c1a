package import Scenes

/// Animates properties with keyframes: each property passes through its values in the keyframes.
package final class KeyframeAnimator: LayoutAnimator {
  /// The values of some properties at an offset in the progress of the step.
  package struct Keyframe: Sendable {
    /// The offset of the keyframe in 0…1, not below the offset of the previous keyframe.
    package var offset: Double
    /// The easing from this keyframe to the next keyframe.
    package var timing: Easing
    package var properties: LayerPropertySet
    /// The values for each target in order, because percentages refer to the bounds of each target.
    package var values: [LayerProperties]
    package init(
      offset: Double, timing: Easing, properties: LayerPropertySet,
      values: [LayerProperties]
    ) {
      self.offset = offset
      self.timing = timing
      self.properties = properties
      self.values = values
    }
  }
  /// The interpolation of values between two keyframes.
  package enum Interpolation: String, Sendable {
    case linear
    /// A Catmull-Rom spline whose end points are doubled, as in UIView's cubic calculation mode.
    case cubic
    /// The value of each keyframe is used until the next keyframe.
    case discrete
  }

  private let interpolation: Interpolation
  /// The keyframes of each set of properties that occur together in the same keyframes.
  private let tracks: [(properties: LayerPropertySet, frames: [Keyframe])]

  /// Creates an animator; `frames` must be in ascending order of their offsets. If the first keyframe of a
  /// property is after 0, the property starts with its value at the start of the step; if its last keyframe
  /// is before 1, the property keeps the value of that keyframe.
  package init(frames: [Keyframe], interpolation: Interpolation) {
    self.interpolation = interpolation
    var groups: [(properties: LayerPropertySet, frames: [Int])] = []
    let all = frames.reduce(into: LayerPropertySet()) { $0.formUnion($1.properties) }
    for property in all.properties {
      let named = frames.indices.filter { frames[$0].properties.contains(property.set) }
      if let same = groups.firstIndex(where: { $0.frames == named }) {
        groups[same].properties.formUnion(property.set)
      } else {
        groups.append((property.set, named))
      }
    }
    tracks = groups.map { ($0.properties, $0.frames.map { frames[$0] }) }
  }

  /// The offsets of all keyframes of all properties.
  package var offsets: Set<Double> { Set(tracks.flatMap { $0.frames.map(\.offset) }) }

  package func layout(
    _ moment: StepMoment, inputs: [LayerProperties], outputs: inout [LayerProperties]
  ) throws {
    for track in tracks {
      for target in inputs.indices {
        try set(
          track.properties, track.frames, target: target, input: inputs[target],
          at: moment, in: &outputs[target])
      }
    }
  }

  /// Sets the properties of a layer to their values at a moment.
  private func set(
    _ set: LayerPropertySet, _ frames: [Keyframe], target: Int, input: LayerProperties,
    at moment: StepMoment, in layer: inout LayerProperties
  ) throws {
    let progress = moment.progress
    // The frame before the first keyframe is the value at the start of the step.
    func offset(_ i: Int) -> Double { i < 0 ? 0 : frames[i].offset }
    func values(_ i: Int) -> LayerProperties { i < 0 ? input : frames[i].values[target] }
    let first = frames[0].offset > 0 ? -1 : 0
    let last = frames.count - 1
    if first == last { return layer.take(set, from: values(last)) }
    var index = first
    while index + 1 < last && offset(index + 1) <= progress { index += 1 }
    let (a, b) = (offset(index), offset(index + 1))
    // From the last keyframe on, its value is used, except if a spring overshoots the end or an easing ends
    // elsewhere.
    if progress >= b, b < 1 || interpolation == .discrete {
      return layer.take(set, from: values(index + 1))
    }
    var f = b > a ? (progress - a) / (b - a) : 1
    let isAtEdge = moment.isOutside && (f == 0 || f == 1)
    if index >= 0, !isAtEdge { f = try frames[index].timing.extendedProgress(at: f) }
    if f == 1 { return layer.take(set, from: values(index + 1)) }
    switch interpolation {
    case .discrete: layer.take(set, from: values(index))
    case .linear: layer.mix(set, values(index), values(index + 1), f)
    case .cubic:
      layer.mixCatmullRom(
        set, values(max(first, index - 1)), values(index), values(index + 1),
        values(min(last, index + 2)), f)
    }
  }
}
