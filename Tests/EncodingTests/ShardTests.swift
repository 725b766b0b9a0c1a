import Encoding
import Testing

/// Tests the arithmetic of `--shard K/N`.
@Suite struct ShardTests {
  /// The shards contain all frames in order, none twice; their sizes differ by at most one.
  @Test func shardsAreTheWhole() {
    for total in Array(1...60) + [899, 900, 1_000_000] {
      for count in [1, 2, 3, 7, 13, 59, 100] where count <= total {
        var next = 0
        var sizes: Set<Int> = []
        for number in 1...count {
          let frames = Shard("\(number)/\(count)")!.frames(of: total)!
          #expect(frames.lowerBound == next, "\(number)/\(count) of \(total)")
          sizes.insert(frames.count)
          next = frames.upperBound + 1
        }
        #expect(next == total && sizes.max()! - sizes.min()! <= 1, "\(count) of \(total)")
      }
    }
    #expect(Shard("4/4")!.frames(of: 3) == nil)
  }

  @Test(arguments: ["0/4", "5/4", "-1/4", "1/0", "1", "1/", "/4", "1/4/2", "a/b", "1/1000001", ""])
  func otherTextsAreNone(text: String) { #expect(Shard(text) == nil) }
}
