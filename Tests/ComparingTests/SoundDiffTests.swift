import Comparing
import Foundation
import TestSupport
import Testing

/// Sounds are compared by what is audible.
@Suite struct SoundDiffTests {
  /// Returns sixteen-bit stereo sound at 48 kHz: half a second of tones with rising pitch, after some silence.
  private static func wave(_ gain: Double, silence: Int = 0, pitch: Double = 1) -> Data {
    var samples = [Int16](repeating: 0, count: 2 * silence)
    for i in 0..<24_000 {
      let t = Double(i) / 48_000
      let value = Int16(8_000 * gain * sin(2 * .pi * pitch * (200 + 900 * t) * t))
      samples += [value, value]
    }
    func bytes<Number: FixedWidthInteger>(_ numbers: [Number]) -> Data {
      unsafe numbers.map(\.littleEndian).withUnsafeBytes { unsafe Data($0) }
    }
    let data = bytes(samples)
    return Data("RIFF".utf8) + bytes([UInt32(36 + data.count)]) + Data("WAVEfmt ".utf8)
      + bytes([UInt32(16)])
      + bytes([UInt16(1), 2]) + bytes([UInt32(48_000), 192_000]) + bytes([UInt16(4), 16])
      + Data("data".utf8)
      + bytes([UInt32(data.count)]) + data
  }

  @Test(arguments: [
    ((1.0, 0, 1.0), [String]()), ((0.5, 0, 1.0), ["the sound is 6.0 dB quieter in B"]),
    ((1.0, 2_400, 1.0), ["the sound comes 50 ms later in B"]), ((1.0, 0, 3.0), ["another sound"]),
    ((0.0, 0, 1.0), ["B's sound is silent"]),
  ]) func whatIsHeardIsTold(other: (gain: Double, silence: Int, pitch: Double), lines: [String])
    throws
  {
    let folder = try Scratch()
    let (a, b) = (URL(filePath: folder.path("a.wav")), URL(filePath: folder.path("b.wav")))
    try Self.wave(1).write(to: a)
    try Self.wave(other.gain, silence: other.silence, pitch: other.pitch).write(to: b)
    let comparison = try FootageComparer(ComparisonRules()).compare(
      FrameSequence(a.path), FrameSequence(b.path))
    #expect(comparison.findings.map(\.message) == lines)
  }

  /// The kind of a file is determined by its bytes: an animated WebP has frames like a GIF, whatever the file's extension.
  @Test func kindsAreToldByTheirBytes() throws {
    let folder = try Scratch()
    func kind(_ flags: UInt8) throws -> FrameSequence.Kind {
      let bytes: Data =
        Data("RIFF".utf8) + Data([22, 0, 0, 0]) + Data("WEBPVP8X".utf8)
        + Data([10, 0, 0, 0, flags])
        + Data(count: 9)
      try bytes.write(to: URL(filePath: folder.path("a.gif")))
      return try FrameSequence(folder.path("a.gif")).kind
    }
    #expect(try kind(2) == .clip)
    #expect(try kind(0) == .picture)
  }
}
