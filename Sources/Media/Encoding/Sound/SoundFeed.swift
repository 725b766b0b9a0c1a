internal import Media
internal import Scenes

/// Passes the sound of an output to its encoder, up to the time of the frames that were written.
final class SoundFeed {
  private let sound: SoundOutput
  private let mix: SoundMix
  private let frames: Int
  private let framesPerSecond: Double
  /// The number of samples that were passed on.
  private var given = 0

  /// Creates a feed for an output with the given number of frames.
  init(
    _ sound: SoundOutput, isLossy: Bool, frames: Int, framesPerSecond: Double
  ) throws(MediaError) {
    self.sound = sound
    mix = try sound.mix(isLossy: isLossy)
    self.frames = frames
    self.framesPerSecond = framesPerSecond
  }

  /// Passes on the samples up to the end of `count` frames; after the last frame, passes on all remaining
  /// samples.
  func give(upTo count: Int, to taker: any SoundTaking) throws(MediaError) {
    let end =
      count == frames
      ? sound.count
      : Int(
        clamped: Double(count) / framesPerSecond * Double(SoundPlan.samplesPerSecond),
        rounded: .down, to: 0...sound.count)
    while given < end {
      let part = min(SoundBlock.samples, end - given)
      try unsafe taker.write(samples: part) { room throws(MediaError) in
        try unsafe mix.read(part, into: room)
      }
      given += part
    }
  }
}
