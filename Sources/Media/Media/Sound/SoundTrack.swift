package import Files
internal import Glibc

/// A sound on the timeline; times are in samples at 48 kHz.
package struct SoundTrack: Sendable {
  /// A gain in dB at a time of the timeline.
  package struct Gain: Sendable {
    package var at: Int
    package var decibels: Double
    package init(at: Int, decibels: Double) {
      self.at = at
      self.decibels = decibels
    }
  }
  /// The ducking of the track while another track plays.
  package struct Duck: Sendable {
    /// The numbers of the other tracks that duck this track.
    package var by: [Int]
    package var decibels: Double
    /// The attack time of the ducking in samples at 48 kHz.
    package var attack: Int
    package var release: Int
    package init(by: [Int], decibels: Double, attack: Int, release: Int) {
      self.by = by
      self.decibels = decibels
      self.attack = attack
      self.release = release
    }
  }
  package var file: RegularFile
  package var at: Int
  /// The audible part of the file, from a start to an end; a nil end means the file's end.
  package var from = 0
  package var to: Int?
  /// The gains of the track in order of time; there is at least one.
  package var gains = [Gain(at: 0, decibels: 0)]
  package var fadeIn = 0
  package var fadeOut = 0
  /// Whether the track fades by a quarter of a sine (equal power) instead of linearly.
  package var keepsPower = false
  /// The number of the file's samples for each sample of the timeline.
  package var speed = 1.0
  /// Whether the track keeps its original pitch at another speed.
  package var keepsPitch = false
  /// Whether a file without sound counts as silence.
  package var mayBeSilent = false
  package var isLooping = false
  package var duck: Duck?

  package init(file: RegularFile, at: Int) {
    self.file = file
    self.at = at
  }

  /// Returns the factor of a fade at a fraction of the fade's duration.
  func fade(_ share: Double) -> Double { keepsPower ? sin(share * Double.pi / 2) : share }

  /// Returns the track's gain as a factor at a time of the timeline.
  func factor(at time: Int) -> Double {
    let next = gains.firstIndex { $0.at > time } ?? gains.count
    let decibels: Double
    if next == 0 {
      decibels = gains[0].decibels
    } else if next == gains.count {
      decibels = gains[next - 1].decibels
    } else {
      let (a, b) = (gains[next - 1], gains[next])
      decibels =
        a.decibels
        + (b.decibels - a.decibels) * Double(time - a.at) / Double(b.at - a.at)
    }
    return SoundTrack.factor(decibels)
  }

  static func factor(_ decibels: Double) -> Double { decibels == 0 ? 1 : pow10(decibels / 20) }
}
