import Files
import Foundation
import Media
import Scenes
import TestSupport
import Testing

/// Lottie files through `pipeline-lottie`: frames in any order, and a helper that fails.
@Suite struct LottieReaderTests {
  private let folder: Folder
  init() throws { folder = try Folder() }

  private static let square = Array(LottieFiles.square().utf8)
  private static var helper: String { Program.folder.appending(path: "pipeline-lottie").path }
  static let isThere = HelperLibraries.missing(for: helper).isEmpty
  static let reason: Comment = "ThorVG is missing: make deps fetches it"

  private func bytes(_ bitmap: Bitmap) -> [UInt8] {
    // Unsafe: all of the bitmap's own memory.
    unsafe Array(UnsafeRawBufferPointer(start: bitmap.pixels, count: bitmap.byteCount))
  }

  @Test(.enabled(if: isThere, reason)) func anyOrderGivesTheSamePixels() throws {
    let reader = LottieReader(helperPath: Self.helper)
    let steps = stride(from: 0, to: 1280, by: 64).map { $0 }
    func drawn(_ steps: [Int], side: Int = 50) throws -> [Int: [UInt8]] {
      // Each drawing keeps what it has drawn, so each order has one of its own.
      let drawing = try LottieDrawing(Self.square, path: "square.json", by: reader)
      var all: [Int: [UInt8]] = [:]
      for step in steps {
        // Another size between changes nothing.
        _ = try drawing.picture(step: step, width: 7, height: 9)
        all[step] = bytes(try drawing.picture(step: step, width: side, height: side))
      }
      return all
    }
    let forwards = try drawn(steps)
    #expect(try drawn(steps.reversed()) == forwards)
    #expect(try drawn(steps.sorted { ($0 * 7919) % 101 < ($1 * 7919) % 101 }) == forwards)
    #expect(Set(forwards.values).count == steps.count)
    // In frame 4 the square covers 35 … 55 of 100 points, in red.
    let frame = try #require(forwards[4 * LottieDrawing.frameParts])
    let stride = frame.count / 50
    let row = (0..<50).map { Array(frame[25 * stride + 4 * $0..<25 * stride + 4 * $0 + 4]) }
    for x in 0..<50 {
      let isInside = 35...55 ~= Double(2 * x) && 35...55 ~= Double(2 * x + 2)
      if isInside { #expect(row[x] == [255, 0, 0, 255], "\(x)") }
      if 2 * x + 2 <= 35 || 2 * x >= 55 { #expect(row[x] == [0, 0, 0, 0], "\(x)") }
    }
  }

  /// More files than the helper keeps take turns.
  @Test(.enabled(if: isThere, reason)) func manyFiles() throws {
    let reader = LottieReader(helperPath: Self.helper)
    let drawings = try (0..<80).map { n in
      let color = #"{"a":0,"k":[\#(Double(n) / 80),0,0,1]}"#
      return try LottieDrawing(
        Array(LottieFiles.square(color: color).utf8), path: "\(n).json", by: reader)
    }
    for round in 0..<2 {
      for (n, drawing) in drawings.enumerated() {
        let bitmap = try drawing.picture(step: 512 + round, width: 100, height: 100)
        let middle = bytes(bitmap)[50 * bitmap.strideBytes + 4 * 45]
        #expect(abs(Int(middle) - n * 255 / 80) <= 1, "\(n)")
      }
    }
    #expect(LottieReader.engine?.hasPrefix("ThorVG ") == true)
  }

  @Test(.enabled(if: isThere, reason)) func refusesWhatIsNone() throws {
    let reader = LottieReader(helperPath: Self.helper)
    for text in ["", "no", "[1]", #"{"hello":1}"#] {
      let error = #expect(throws: MediaError.self) {
        try LottieDrawing(Array(text.utf8), path: "x.json", by: reader)
      }
      #expect(error?.exitStatus == 65, "\(text): \(error!)")
    }
    // It goes on with the next.
    _ = try LottieDrawing(Self.square, path: "square.json", by: reader)
  }

  @Test func inflates() throws {
    let reader = LottieReader(helperPath: Self.helper)
    // A stored block, and what is no deflated data.
    let packed: [UInt8] = [1, 3, 0, 0xFC, 0xFF, 7, 8, 9]
    #expect(try reader.inflate(packed[...], to: 3, for: "x") == [7, 8, 9])
    for (bytes, count) in [(packed, 4), (packed, 2), ([UInt8(0xFF), 1, 2], 9)] {
      let error = #expect(throws: MediaError.self) {
        try reader.inflate(bytes[...], to: count, for: "x")
      }
      #expect(error?.exitStatus == 65)
    }
  }

  /// Files that nobody made on purpose, on which ThorVG may crash or hang: each is drawn or refused within
  /// the deadline, and the host goes on with the next. Bytes of ours, and of others' where they are there.
  @Test(.enabled(if: isThere, reason)) func mutatedFiles() throws {
    let corpus = Program.root.deletingLastPathComponent().appending(path: "shared/corpora/lottie")
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: corpus.path())) ?? [])
      .filter { $0.hasSuffix(".json") }.sorted()
    let example = Program.root.appending(path: "Examples/lottie-button/art/button.json")
    var files = [Self.square, [UInt8](try Data(contentsOf: example))]
    for name in names {
      let bytes = [UInt8](try Data(contentsOf: corpus.appending(path: name)))
      if bytes.count < 200_000 { files.append(bytes) }
    }
    if names.isEmpty {
      LeftOut.tell("mutated Lottie files of others: ../shared/corpora is missing")
    }
    let seconds = 2
    let reader = LottieReader(helperPath: Self.helper, seconds: seconds)
    var random = SeededRandom(47)
    var (drawn, refused, failed) = (0, 0, 0)
    for _ in 0..<Effort.count(test: 16, long: 1000, soak: 20_000) {
      var bytes = files[random.below(files.count)]
      for _ in 0...random.below(4) { Self.mutate(&bytes, &random) }
      let began = ContinuousClock.now
      do throws(MediaError) {
        let drawing = try LottieDrawing(bytes, path: "x.json", by: reader)
        for step in [0, 1000, 5000] { _ = try drawing.picture(step: step, width: 64, height: 64) }
        drawn += 1
      } catch {
        switch error.exitStatus {
        case 65: refused += 1
        case 70: failed += 1
        default: Issue.record("\(error)")
        }
      }
      // Opening and three frames, each with its deadline, on a machine that does other things too.
      #expect(began.duration(to: .now) < .seconds(4 * seconds + 20))
    }
    print("lottie: \(drawn) drawn, \(refused) refused, \(failed) in which the helper failed")
    #expect(drawn > 0)
  }

  /// A number, a key or a stretch of bytes becomes another.
  private static func mutate(_ bytes: inout [UInt8], _ random: inout SeededRandom) {
    let place = random.below(bytes.count)
    switch random.below(12) {
    case 0: bytes[place] = UInt8(random.below(256))
    case 1:
      let count = min(bytes.count - place, 1 + random.below(40))
      bytes.removeSubrange(place..<place + count)
      if bytes.isEmpty { bytes = [0] }
    case 2:
      let from = random.below(bytes.count)
      let part = bytes[from..<min(bytes.count, from + 1 + random.below(80))]
      bytes.insert(contentsOf: part, at: place)
    default:
      // The next number: most files stay JSON, and go deep.
      guard let start = bytes[place...].firstIndex(where: { 48...57 ~= $0 }) else { return }
      let end = bytes[start...].firstIndex { !(48...57 ~= $0 || $0 == 46) } ?? bytes.count
      let numbers = [
        "0", "-1", "1e9", "-1e30", "0.0001", "65535", "4294967296", "[]", "null", "{}",
      ]
      bytes.replaceSubrange(start..<end, with: Array(numbers[random.below(numbers.count)].utf8))
    }
  }

  // MARK: A helper that fails

  private func failure(_ script: String, seconds: Int = 20) throws -> MediaError? {
    let path = folder.path("helper")
    try Data("#!/bin/sh\n\(script)\n".utf8).write(to: URL(fileURLWithPath: path))
    _ = unsafe chmod(path, 0o755)
    let reader = LottieReader(helperPath: path, seconds: seconds)
    return #expect(throws: MediaError.self) {
      try LottieDrawing(Self.square, path: "square.json", by: reader)
    }
  }

  @Test func aCrashNamesTheFileAndTheSignal() throws {
    let error = try failure("kill -SEGV $$")
    #expect("\(error!)".hasPrefix("square.json: pipeline-lottie was ended by signal 11"))
    #expect(error?.exitStatus == 70)
  }

  @Test func aHangIsKilled() throws {
    let error = try failure("exec sleep 1000", seconds: 1)
    #expect("\(error!)".contains("did not answer within 1 s and was killed"))
    #expect(error?.exitStatus == 70)
  }

  /// A helper without ThorVG beside it says what is missing.
  @Test func withoutThorVG() throws {
    let path = folder.path("pipeline-lottie")
    try FileManager.default.copyItem(atPath: Self.helper, toPath: path)
    #expect(HelperLibraries.missing(for: path) == ["libthorvg-1.so.1"])
    let reader = LottieReader(helperPath: path)
    let error = #expect(throws: MediaError.self) {
      try LottieDrawing(Self.square, path: "square.json", by: reader)
    }
    #expect(error?.exitStatus == 69 && "\(error!)".contains("libthorvg-1.so.1"), "\(error!)")
  }
}
