import Encoding
import EngineSupport
import Foundation
import Media
import Planning
import Rendering
import Reporting
import Scenes
import TestSupport
import Testing

/// Frames are passed to their outputs in order, with or without a separate thread.
@Suite struct EncodingQueueTests {
  private static func output(_ path: String, in folder: Scratch) throws -> OpenOutput {
    let planned = try Sample.planned(in: folder)
    let source = try FrameRenderer(planned, scale: 1, threads: 1, .silent)
    let job = try OutputRequest(path: folder.path(path), framesPerSecond: 10, scale: 1)
    let output = try OpenOutput(
      try job.output(of: planned), source: source, scale: 1, threads: 1, records: nil, part: nil,
      media: MediaSettings(), .silent)
    try output.begin()
    return output
  }

  private static func times(_ numbers: [Int]) -> [FrameTime] {
    numbers.map { FrameTime(frame: $0, framesPerSecond: 10) }
  }

  @Test(arguments: [1, 4])
  func everyFrameIsWritten(_ threads: Int) throws {
    let folder = try Scratch()
    let output = try Self.output("out/%d.png", in: folder)
    let queue = EncodingQueue([output], width: 8, height: 4, threads: threads)
    for time in Self.times(Array(0..<10)) {
      queue.write(try queue.bitmap(), at: time, changed: nil)
    }
    try queue.drain()
    try output.finish()
    #expect(try folder.files(in: "out").count == 10)
  }

  @Test func onlyAFewBitmapsGoRound() throws {
    let folder = try Scratch()
    let output = try Self.output("a.y4m", in: folder)
    let queue = EncodingQueue([output], width: 8, height: 4, threads: 2)
    var seen: Set<ObjectIdentifier> = []
    var kept: [Bitmap] = []
    for time in Self.times(Array(0..<10)) {
      let bitmap = try queue.bitmap()
      if seen.insert(ObjectIdentifier(bitmap)).inserted { kept.append(bitmap) }
      queue.write(bitmap, at: time, changed: nil)
    }
    try queue.drain()
    try output.finish()
    #expect(seen.count <= 3)
  }

  @Test func framesThatNoOutputShowsAreLeftAside() throws {
    let folder = try Scratch()
    let output = try Self.output("out/%d.png", in: folder)
    #expect(output.wanted.map(\.number) == Array(0..<10))
    let queue = EncodingQueue([output], width: 8, height: 4, threads: 1)
    queue.write(try queue.bitmap(), at: FrameTime(seconds: 0.05), changed: nil)
    try queue.drain()
    output.cancel()
    #expect(try folder.files(in: "out").isEmpty)
  }

  @Test func aFailureIsToldAtTheNextBitmapOrAtTheEnd() throws {
    let folder = try Scratch()
    let output = try Self.output("out/%d.png", in: folder)
    try FileManager.default.removeItem(atPath: folder.path("out"))
    try folder.write("a file in its place", to: "out")
    let queue = EncodingQueue([output], width: 8, height: 4, threads: 1)
    for time in Self.times([0, 1]) {
      guard let bitmap = try? queue.bitmap() else { break }
      queue.write(bitmap, at: time, changed: nil)
    }
    #expect(throws: (any Error).self) {
      try queue.drain()
      try output.finish()
    }
  }

  @Test func aBitmapThatIsGivenBackIsUsedAgain() throws {
    let folder = try Scratch()
    let queue = EncodingQueue(
      [try Self.output("a.y4m", in: folder)], width: 8, height: 4, threads: 1)
    let first = try queue.bitmap()
    queue.giveBack(first)
    #expect(try queue.bitmap() === first)
  }
}
