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
  /// The ducking of the track while another one plays.
  package struct Duck: Sendable {
    /// The numbers of the other tracks that duck this track.
    package var by: [Int]
    package var decibels: Double
    /// The attack time in samples at 48 kHz.
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
  /// The part of the file; nil means up to its end.
  package var from = 0
  package var to: Int?
  /// The gains in order, at least one.
  package var gains = [Gain(at: 0, decibels: 0)]
  package var fadeIn = 0
  package var fadeOut = 0
  /// Whether it fades by a quarter of a sine (equal power) rather than linearly.
  package var keepsPower = false
  /// The samples of the file for each sample of the timeline.
  package var speed = 1.0
  /// Whether the pitch stays the same at another speed.
  package var keepsPitch = false
  /// Whether a file without a sound counts as silence.
  package var mayBeSilent = false
  package var isLooping = false
  package var duck: Duck?

  package init(file: RegularFile, at: Int) {
    self.file = file
    self.at = at
  }

  /// The factor of a fade at a fraction of its duration.
  func fade(_ share: Double) -> Double { keepsPower ? sin(share * Double.pi / 2) : share }

  /// The factor at a time of the timeline.
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
