import AnimatorHosting
import Foundation
import Scenes
import Testing

/// Pictures cross to workers once, and what comes back is what the host itself would have made.
@Suite struct PictureTests {
  private func dissolve(_ mode: Isolation.Mode) throws -> BoundAnimator {
    let animator = try #require(
      Workshop().registry(mode).animator(named: "cross-dissolve"))
    let facts = StepFacts(
      duration: FrameTime(seconds: 1), container: Size(320, 568),
      roleCounts: animator.roles.map { max(1, $0.minimum) })
    return try BoundAnimator(
      animator,
      values: animator.parameters.map { $0.type == .bool ? .bool(false) : .curve { $0 } },
      facts: facts)
  }

  private func picture(_ seed: Int, _ width: Int = 37, _ height: Int = 29) -> Bitmap {
    let bitmap = Bitmap(width: width, height: height)
    // Unsafe: the bitmap's own bytes; channels beyond their alpha among them.
    for i in 0..<bitmap.byteCount { unsafe bitmap.pixels[i] = UInt8((i * 31 + seed * 77) % 251) }
    return bitmap
  }

  private func bytes(_ bitmap: Bitmap) -> [UInt8] {
    unsafe Array(UnsafeBufferPointer(start: bitmap.pixels, count: bitmap.byteCount))
  }

  /// Whole images and windows at odd places, of several sizes in turn.
  @Test func sameBytesAsInTheHost() throws {
    let (here, there) = (try dissolve(.never), try dissolve(.always))
    let moment = StepMoment(progress: 0.3, time: .zero)
    for (width, height) in [(37, 29), (4, 1), (37, 29), (1031, 999)] {
      let inputs = [picture(1, width, height), picture(2, width, height)]
      for window in [
        PixelRect(0, 0, width, height), PixelRect(1, 0, 3, 1),
        PixelRect(width / 2, 0, width - width / 2, height),
      ] {
        let (a, b) = (picture(3, width, height), picture(3, width, height))
        try here.draw(moment, scale: 1, inputs: inputs, into: a, window: window)
        try there.draw(moment, scale: 1, inputs: inputs, into: b, window: window)
        #expect(bytes(a) == bytes(b))
      }
    }
  }

  /// More pictures than are kept, each gone when its frame is done: nothing piles up, and no picture is
  /// taken for another.
  @Test func picturesAreForgotten() throws {
    let (here, there) = (try dissolve(.never), try dissolve(.always))
    func memories() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count { name in
        let place = try? FileManager.default.destinationOfSymbolicLink(
          atPath: "/proc/self/fd/\(name)")
        return place?.hasPrefix("/memfd:animator-picture") ?? false
      }
    }
    var kept: [Bitmap] = []
    for i in 0..<150 {
      let inputs = [picture(i), picture(i / 3 + 1000)]
      if i < 80 { kept += inputs }
      let (a, b) = (picture(0), picture(0))
      let moment = StepMoment(progress: 0.5, time: .zero)
      try here.draw(moment, scale: 1, inputs: inputs, into: a, window: a.bounds)
      try there.draw(moment, scale: 1, inputs: inputs, into: b, window: b.bounds)
      try #require(bytes(a) == bytes(b), "\(i)")
      // Other tests may draw meanwhile.
      let open = try memories()
      #expect(open <= 72, "\(open)")
      if i == 79 { kept = [] }
    }
    #expect(kept.isEmpty)
  }
}
