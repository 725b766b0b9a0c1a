import PluginHosting
import PluginModel
import Foundation
import Scenes
import TestSupport
import Testing

/// Pictures are passed to workers once, and the results equal those of the host.
///
/// The tests run one after another, because a worker stores no memory beside huge pictures, and another test counts it.
@Suite(.serialized) struct WorkerPictureTests {
  private func dissolve(_ mode: Isolation.Mode) throws -> BoundAnimator {
    let animator = try #require(
      Workshop().registry(mode).animator(named: "cross-dissolve"))
    let stepContext = StepContext(
      duration: FrameTime(seconds: 1), container: Size(320, 568),
      roleCounts: animator.description.roles.map { max(1, $0.minimum) })
    return try BoundAnimator(
      animator,
      values: animator.description.parameters.map {
        $0.type == .bool ? .bool(false) : .curve { $0 }
      },
      stepContext: stepContext)
  }

  private func picture(_ seed: Int, _ width: Int = 37, _ height: Int = 29) -> Bitmap {
    let bitmap = Bitmap(width: width, height: height)
    // Safety: the bytes belong to the bitmap; some channels exceed their alpha.
    for i in 0..<bitmap.byteCount { unsafe bitmap.pixels[i] = UInt8((i * 31 + seed * 77) % 251) }
    return bitmap
  }

  private func bytes(_ bitmap: Bitmap) -> [UInt8] {
    withExtendedLifetime(bitmap) {
      unsafe Array(UnsafeBufferPointer(start: bitmap.pixels, count: bitmap.byteCount))
    }
  }

  /// Tests several sizes in turn.
  @Test func sameBytesAsInTheHost() throws {
    let (here, there) = (try dissolve(.never), try dissolve(.always))
    for (i, (width, height)) in [(37, 29), (4, 1), (37, 29), (1031, 999), (4, 1)].enumerated() {
      let moment = StepMoment(progress: 0.3 + Double(i) / 10, time: .zero)
      let inputs = [picture(1, width, height), picture(2, width, height)]
      let a = try here.draw(moment, scale: 1, inputs: inputs, width: width, height: height)
      let b = try there.draw(moment, scale: 1, inputs: inputs, width: width, height: height)
      #expect(bytes(a) == bytes(b))
    }
  }

  /// The test uses more pictures than are stored, each released when its frame is done: no memory accumulates, and no
  /// picture is confused with another.
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
      let moment = StepMoment(progress: 0.5, time: .zero)
      let a = try here.draw(moment, scale: 1, inputs: inputs, width: 37, height: 29)
      let b = try there.draw(moment, scale: 1, inputs: inputs, width: 37, height: 29)
      try #require(bytes(a) == bytes(b), "\(i)")
      // Other tests may draw at the same time.
      let open = try memories()
      #expect(open <= 72, "\(open)")
      if i == 79 { kept = [] }
    }
    #expect(kept.isEmpty)
  }

  /// Pictures do not change while others are drawn, and the memory of released pictures is reused.
  @Test func memoryIsUsedAgain() throws {
    let (here, there) = (try dissolve(.never), try dissolve(.always))
    // No other test uses this size.
    let (width, height) = (613, 407)
    let inputs = [picture(1, width, height), picture(2, width, height)]
    var kept: [(expected: [UInt8], image: Bitmap)] = []
    for i in 0..<40 {
      let moment = StepMoment(progress: Double(i) / 40, time: .zero)
      let a = try here.draw(moment, scale: 1, inputs: inputs, width: width, height: height)
      let b = try there.draw(moment, scale: 1, inputs: inputs, width: width, height: height)
      kept.append((bytes(a), b))
      if kept.count > 3 { kept.removeFirst() }
      for (expected, image) in kept { try #require(bytes(image) == expected, "\(i)") }
      // The worker draws into the same memory, however many pictures are shown.
      #expect(try surfaces(of: inputs[0].byteCount) == 1)
    }
  }

  /// Returns the number of mappings of memory into which workers draw such images; their descriptors are not counted.
  private func surfaces(of byteCount: Int) throws -> Int {
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    let room = (byteCount + page - 1) / page * page
    // The kernel returns one page at a time; reading the file into a string ends too early.
    let handle = try FileHandle(forReadingFrom: URL(filePath: "/proc/self/maps"))
    let maps = String(decoding: try handle.readToEnd() ?? Data(), as: UTF8.self)
    return maps.split(separator: "\n").count { line in
      let ends = line.prefix { $0 != " " }.split(separator: "-").compactMap { Int($0, radix: 16) }
      return line.contains("/memfd:animator-surface") && ends.count == 2
        && ends[1] - ends[0] == room
    }
  }

  /// Pixels that a plugin does not draw are transparent, whatever was drawn into the same memory before.
  @Test func nothingOlderShowsThrough() throws {
    let workshop = try Workshop()
    try workshop.build(
      text: """
        #include <string.h>
        #include "animator.h"
        /* All of the image before the middle of its life, and then every other row. */
        static int32_t pixels(const void *p, const animator_context *c, const animator_image *in,
                              uint32_t n, animator_surface out, animator_window window) {
          (void)p, (void)in, (void)n, (void)window;
          for (int32_t y = 0; y < out.height; y += c->progress < 0.5 ? 1 : 2)
            memset(out.data + y * out.stride_bytes, 200, (size_t)out.width * 4);
          return ANIMATOR_OK;
        }
        static const animator_descriptor half = {
          .size = sizeof(animator_descriptor), .kind = ANIMATOR_KIND_GENERATOR,
          .id = "test.half", .title = "Half", .version = "1.0.0", .doc = "Leaves rows out.",
          .duration_seconds = 1, .pixels = pixels,
        };
        ANIMATOR_PLUGIN(&half);
        """, as: "half")
    for mode in [Isolation.Mode.auto, .never] {
      let registry = workshop.registry(mode)
      let half = try BoundAnimator(
        try #require(registry.animator(named: "test.half"), "\(registry.refusals)"), values: [],
        stepContext: StepContext(
          duration: FrameTime(seconds: 1), container: Size(48, 20), roleCounts: []))
      func draw(_ progress: Double) throws -> [UInt8] {
        bytes(
          try half.draw(
            StepMoment(progress: progress, time: .zero), scale: 1, inputs: [], width: 48,
            height: 20))
      }
      let row = 48 * 4
      #expect(try draw(0.1) == [UInt8](repeating: 200, count: 20 * row))
      for _ in 0..<3 {
        #expect(
          try draw(0.9) == (0..<20 * row).map { $0 / row % 2 == 0 ? 200 : 0 }, "\(mode)")
      }
    }
  }

  /// The memory hardly suffices for two pictures of this size, so a worker must release its surface after each picture.
  @Test(.enabled(if: Effort.current > .test, "in make long: it takes 2 GiB"))
  func aWorkerHasRoomForHugePictures() throws {
    let there = try dissolve(.always)
    let (width, height) = (16_384, 9_000)
    let inputs = [picture(1, width, height), picture(2, width, height)]
    // Returns a pixel in the middle, whose channels are valid.
    func pixel(_ bitmap: Bitmap) -> [UInt8] {
      withExtendedLifetime(bitmap) {
        let p = unsafe bitmap.pixels + height / 2 * bitmap.strideBytes + 4000
        return (0..<4).map { unsafe min(p[$0], p[3]) }
      }
    }
    var shown: [Bitmap] = []
    for i in 0..<4 {
      let moment = StepMoment(progress: Double(i % 2), time: .zero)
      shown.append(
        try there.draw(moment, scale: 1, inputs: inputs, width: width, height: height))
      if i > 1 { shown.removeFirst() }
      for (j, image) in shown.enumerated() {
        #expect(pixel(image) == pixel(inputs[(i - shown.count + 1 + j) % 2]), "\(i)")
      }
    }
  }
}
