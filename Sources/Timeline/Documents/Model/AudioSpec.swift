package import JSON

/// A sound on the timeline, as a document specifies it.
package struct AudioSpec: Sendable {
  /// The ducking of a sound: a reduction of the sound's volume while another sound plays.
  package struct Duck: Sendable {
    /// The id of the other sound; nil means the sounds of moves and steps.
    package var by: Sourced<String>?
    /// The gain of the ducked sound, in decibels, while the other sound plays.
    package var gain = -12.0
    /// The times in seconds in which the volume of the ducked sound falls and returns.
    package var attack = 0.05
    package var release = 0.4
    package init() {}
  }
  /// A gain in decibels at a time of the timeline in seconds.
  package struct GainPoint: Hashable, Sendable {
    package var time: Double
    package var gain: Double
    package init(time: Double, gain: Double) {
      self.time = time
      self.gain = gain
    }
  }
  /// The curve of a fade-in and fade-out.
  package enum Fade: String, Hashable, Sendable, CaseIterable {
    /// The amplitude changes linearly with the time.
    case linear
    /// The amplitude follows a quarter of a sine, so that a crossfade has constant power.
    case power
  }
  /// The effect of the playback speed on the pitch of the sound.
  package enum Pitch: String, Hashable, Sendable, CaseIterable { case keep, follow }
  package var origin = Origin.start
  package var id: Sourced<String>?
  /// The path of the sound file, relative to the document.
  package var file = Sourced("")
  /// The start time of the sound on the timeline, in seconds.
  package var at = 0.0
  /// The section of the file in seconds: its start, and its end, where nil means the end of the file.
  package var from = 0.0
  package var to: Double?
  /// The gains over time, at least one; the first gain also applies before its time, and the last gain after
  /// its time.
  package var gain = [GainPoint(time: 0, gain: 0)]
  /// The duration of the sound's fade-in and the duration of its fade-out, in seconds.
  package var fadeIn = 0.0
  package var fadeOut = 0.0
  package var fade = Fade.linear
  /// The playback speed: seconds of the sound per second of the timeline.
  package var speed = 1.0
  package var pitch = Pitch.follow
  /// Whether a file without a sound counts as silence instead of an error.
  package var mayBeSilent = false
  package var isLooping = false
  package var duck: Duck?
  package init() {}
}

/// A sound that is played once when a step starts.
package struct SoundSpec: Sendable {
  /// The path of the sound file, relative to the document.
  package var file = Sourced("")
  /// The gain of the sound in decibels.
  package var gain = 0.0
  package init() {}
}
