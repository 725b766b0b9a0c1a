import CEncoding
import Foundation
import Scenes
import TestSupport
import Testing

@Suite struct DeflateTests {
  /// Joined parts form a stream that zlib can read.
  @Test(arguments: Effort.spread(0..<40, test: 10))
  func zlibReadsTheParts(_ seed: Int) throws {
    var noise = SeededRandom(UInt64(seed))
    var data: [UInt8] = []
    var stream: [UInt8] = [0x78, 0x01]
    var adler: UInt32 = 1
    let work = try unsafe #require(deflate_begin())
    defer { unsafe deflate_end(work) }
    for _ in 0..<(1 + noise.below(4)) {
      let part = piece(&noise)
      data += part
      var target = [UInt8](repeating: 0, count: deflate_part_bound(part.count))
      let count = unsafe deflate_part(work, part, part.count, &target)
      #expect(count > 0 && count <= target.count)
      stream += target[..<count]
      adler = deflate_combine_adler(adler, plainAdler(part), UInt64(part.count))
    }
    #expect(adler == plainAdler(data))
    stream += [3, 0] + (0..<4).map { UInt8(truncatingIfNeeded: adler >> (24 - 8 * $0)) }
    let scratch = Scratch()
    try Data(stream).write(to: URL(fileURLWithPath: scratch("x")))
    let back = try run(
      "python3", "-c",
      "import sys,zlib;sys.stdout.buffer.write(zlib.decompress(open(sys.argv[1],'rb').read()))",
      scratch("x"))
    #expect(Array(back) == data)
  }

  /// Returns noise, runs, few symbols, one symbol, nothing, or skewed counts whose codes exceed 15 bits.
  func piece(_ noise: inout SeededRandom) -> [UInt8] {
    let count = [0, 1, 2, 3, 5, 300, 5000, 70_000, 200_000][noise.below(9)]
    switch noise.below(5) {
    case 0: return (0..<count).map { _ in noise.byte() }
    case 1: return [UInt8](repeating: noise.byte(), count: count)
    case 2: return (0..<count).map { _ in UInt8(noise.below(3)) }
    case 3:
      // Each value occurs half as often as the previous value, which gives the longest possible codes.
      return (0..<count).map { _ in UInt8(min(40, noise.next().trailingZeroBitCount)) }
    default:
      var bytes: [UInt8] = []
      while bytes.count < count {
        if bytes.isEmpty || noise.below(3) == 0 {
          bytes.append(noise.byte())
        } else {
          let from = max(0, bytes.count - 1 - noise.below(40_000))
          for i in 0..<noise.below(600) { bytes.append(bytes[from + i]) }
        }
      }
      return bytes
    }
  }

  func plainAdler(_ bytes: [UInt8]) -> UInt32 {
    var (a, b): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      a = (a + UInt32(byte)) % 65521
      b = (b + a) % 65521
    }
    return b << 16 | a
  }
}
