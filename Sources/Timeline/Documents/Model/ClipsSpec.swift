import JSON

/// Films and pictures in order, with a transition at every cut.
package struct ClipsSpec: Sendable {
  package enum Fit: String, Hashable, Sendable, CaseIterable { case cover, contain }
  package enum Sound: String, Hashable, Sendable, CaseIterable {
    /// A crossfade with equal power.
    case crossfade
    /// A crossfade with equal amplitude.
    case linear
    case cut, none
  }
  /// The transition from one clip to the next.
  struct Cut: Sendable {
    var animator = AnimatorStep()
    var easing: Sourced<EasingSpec>?
    /// The duration of the transitions in seconds.
    var overlap: Double?
  }
  struct Clip: Sendable {
    var origin = Origin.start
    /// The path relative to the document.
    var file = Sourced("")
    /// The start in the file, in seconds; nil means the time at which the file stopped before.
    var from: Double?
    var speed = 1.0
    /// Seconds up to the next cut.
    var duration: Double?
    var cut: Cut?
    /// The gain of the film's sound in dB.
    var gain = 0.0
  }
  var origin = Origin.start
  var clips: [Clip] = []
  /// The cuts between the clips, in order. After the last cut the list starts again.
  var cuts: [Cut] = []
  var every = 2.0
  var overlap: Double?
  var fit = Fit.cover
  var sound = Sound.crossfade
  var pitch = AudioSpec.Pitch.keep
}
