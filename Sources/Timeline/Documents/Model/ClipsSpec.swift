import JSON

/// Films and pictures that are shown in order, with a transition at every cut.
package struct ClipsSpec: Sendable {
  package enum Fit: String, Hashable, Sendable, CaseIterable { case cover, contain }
  package enum Sound: String, Hashable, Sendable, CaseIterable {
    /// A crossfade between two sounds whose sum has constant power.
    case crossfade
    /// A crossfade between two sounds whose sum has constant amplitude.
    case linear
    case cut, none
  }
  /// The cut from one clip to the next, with its transition.
  struct Cut: Sendable {
    var animator = AnimatorStep()
    var easing: Sourced<EasingSpec>?
    /// The duration of the transition at the cut, in seconds.
    var overlap: Double?
  }
  struct Clip: Sendable {
    var origin = Origin.start
    /// The path of the film or picture, relative to the document.
    var file = Sourced("")
    /// The start of the clip in the film file, in seconds; nil means the time at which the file's previous
    /// clip stopped.
    var from: Double?
    var speed = 1.0
    /// The time from the start of the clip until the next cut, in seconds.
    var duration: Double?
    var cut: Cut?
    /// The gain of the film's sound in decibels.
    var gain = 0.0
  }
  var origin = Origin.start
  var clips: [Clip] = []
  /// The cuts that are used between the clips, in order. If there are more cuts than elements, the list is
  /// repeated.
  var cuts: [Cut] = []
  var every = 2.0
  var overlap: Double?
  var fit = Fit.cover
  var sound = Sound.crossfade
  var pitch = AudioSpec.Pitch.keep
}
