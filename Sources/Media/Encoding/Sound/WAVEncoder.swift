internal import CEncoding
internal import Media
internal import Scenes

/// Encodes only the sound, as 24-bit PCM, stereo, 48 kHz; the encoder takes no frames.
package final class WAVEncoder: StreamEncoder {
  private let sound: SoundOutput?

  /// Creates an encoder; `check` fails if there is no sound.
  package init(_ sound: SoundOutput?) { self.sound = sound }

  package func check(_ name: String) throws(EncodingError) {
    guard let sound else {
      throw .format(path: name, reason: "the document has no sound: add \"audio\"")
    }
    guard sound.count <= Int(UInt32.max) / 6 - 16 else {
      throw .format(path: name, reason: "a WAV file has at most 4 GB")
    }
  }

  package func write(
    _ frame: RenderedFrame, to output: any Destination
  ) throws(EncodingError) {}

  package func finish(_ output: any Destination) throws(EncodingError) {
    let sound = sound!
    try output.write(Self.header(sound.count))
    let mix: SoundMix
    do throws(MediaError) { mix = try sound.mix(isLossy: false) } catch { throw .media(error) }
    var left = sound.count
    while left > 0 {
      let count = min(4_800, left)
      try output.write(try Self.block(of: mix, count))
      left -= count
    }
  }

  private static func block(of mix: SoundMix, _ count: Int) throws(EncodingError) -> [UInt8] {
    var samples = [Float](repeating: 0, count: 2 * count)
    var bytes = [UInt8](repeating: 0, count: 6 * count)
    do throws(MediaError) {
      // Safety, for this call and the next: both arrays have room for the block.
      try unsafe samples.withUnsafeMutableBufferPointer { all throws(MediaError) in
        try unsafe mix.read(count, into: all.baseAddress!)
      }
    } catch {
      throw .media(error)
    }
    unsafe bytes.withUnsafeMutableBufferPointer { to in
      unsafe encoding_sound_24(samples, count, to.baseAddress!)
    }
    return bytes
  }

  /// Returns the header of a WAV file (http://soundfile.sapp.org/doc/WaveFormat).
  private static func header(_ count: Int) -> [UInt8] {
    func number(_ value: Int, _ bytes: Int) -> [UInt8] {
      (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let rate = SoundPlan.samplesPerSecond
    let data = count * 6
    return Array("RIFF".utf8) + number(36 + data, 4) + Array("WAVEfmt ".utf8) + number(16, 4)
      + number(1, 2) + number(2, 2) + number(rate, 4) + number(rate * 6, 4) + number(6, 2)
      + number(24, 2) + Array("data".utf8) + number(data, 4)
  }
}
