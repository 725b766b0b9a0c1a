package import JSON

/// A sound on the timeline.
package struct AudioSpec: Sendable {
  /// The reduction of a sound's volume while another sound plays.
  package struct Duck: Sendable {
    /// The id of the sound that ducks this sound; nil means the sounds of moves and steps.
    package var by: Sourced<String>?
    /// The decibels that are added while the other sound plays.
    package var gain = -12.0
    /// The time in which the volume falls, in seconds, and the time in which the volume returns.
    package var attack = 0.05
    package var release = 0.4
    package init() {}
  }
  /// A gain in dB at a second of the timeline.
  package struct GainPoint: Hashable, Sendable {
    package var time: Double
    package var gain: Double
    package init(time: Double, gain: Double) {
      self.time = time
      self.gain = gain
    }
  }
  /// The curve of fading in and out.
  package enum Fade: String, Hashable, Sendable, CaseIterable {
    /// The amplitude changes linearly with the time.
    case linear
    /// A quarter of a sine, so that a crossfade has constant power.
    case power
  }
  /// The pitch at another speed.
  package enum Pitch: String, Hashable, Sendable, CaseIterable { case keep, follow }
  package var origin = Origin.start
  package var id: Sourced<String>?
  /// The path relative to the document.
  package var file = Sourced("")
  /// The start in the timeline, in seconds.
  package var at = 0.0
  /// The start and end in the file in seconds; nil means the end of the file.
  package var from = 0.0
  package var to: Double?
  /// The gains, at least one; the first gain applies before its time, the last gain after its time.
  package var gain = [GainPoint(time: 0, gain: 0)]
  /// The duration of fading in, in seconds.
  package var fadeIn = 0.0
  package var fadeOut = 0.0
  package var fade = Fade.linear
  /// The playback speed: seconds of the sound for each second.
  package var speed = 1.0
  package var pitch = Pitch.follow
  /// Whether a file without a sound counts as silence.
  package var mayBeSilent = false
  package var isLooping = false
  package var duck: Duck?
  package init() {}
}

/// A sound that is played once when a step starts.
package struct SoundSpec: Sendable {
  /// The path relative to the document.
  package var file = Sourced("")
  /// The gain of the sound in dB.
  package var gain = 0.0
  package init() {}
}
