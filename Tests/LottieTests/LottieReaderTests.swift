import Files
import Foundation
import LottieSupport
import Media
import Scenes
import TestSupport
import Testing

/// Tests Lottie files through `pipeline-lottie`: frames in any order, and a helper that fails.
@Suite struct LottieReaderTests {
  private let folder: Folder
  init() throws { folder = try Folder() }

  private static let square = Array(LottieFiles.square().utf8)
  private static var helper: String { Program.folder.appending(path: "pipeline-lottie").path }
  private func bytes(_ bitmap: Bitmap) -> [UInt8] {
    // Safety: the bytes belong to the bitmap's memory.
    unsafe Array(UnsafeRawBufferPointer(start: bitmap.pixels, count: bitmap.byteCount))
  }

  @Test func anyOrderGivesTheSamePixels() throws {
    let reader = LottieReader(helperPath: Self.helper)
    let steps = stride(from: 0, to: 1280, by: 64).map { $0 }
    func drawn(_ steps: [Int], side: Int = 50) throws -> [Int: [UInt8]] {
      // Each order has its own drawing, because a drawing caches its pictures.
      let drawing = try LottieDrawing(Self.square, path: "square.json", by: reader)
      var all: [Int: [UInt8]] = [:]
      for step in steps {
        // A request for another size in between has no effect.
        _ = try drawing.picture(step: step, width: 7, height: 9)
        all[step] = bytes(try drawing.picture(step: step, width: side, height: side))
      }
      return all
    }
    let forwards = try drawn(steps)
    #expect(try drawn(steps.reversed()) == forwards)
    #expect(try drawn(steps.sorted { ($0 * 7919) % 101 < ($1 * 7919) % 101 }) == forwards)
    #expect(Set(forwards.values).count == steps.count)
    // In frame 4 the red square covers 35 … 55 of 100 points.
    let frame = try #require(forwards[4 * LottieDrawing.frameParts])
    let stride = frame.count / 50
    let row = (0..<50).map { Array(frame[25 * stride + 4 * $0..<25 * stride + 4 * $0 + 4]) }
    for x in 0..<50 {
      let isInside = 35...55 ~= Double(2 * x) && 35...55 ~= Double(2 * x + 2)
      if isInside { #expect(row[x] == [255, 0, 0, 255], "\(x)") }
      if 2 * x + 2 <= 35 || 2 * x >= 55 { #expect(row[x] == [0, 0, 0, 0], "\(x)") }
    }
  }

  /// Handles on the line between two keyframes, and beyond both, are ignored, but not before a last keyframe without a
  /// value.
  @Test(arguments: [
    (#""s":[20,50,0]"#, #","s":[80,50,0]"#, 35), (#""s":[20,50,0],"e":[80,50,0]"#, "", 65),
    (#""s":[20,50],"e":[80,50]"#, "", 35),
  ])
  func handlesOnTheLine(key: String, last: String, place: Int) throws {
    let old = #"{"t":0,"s":[5,50],"i":{"x":1,"y":1},"o":{"x":0,"y":0}},{"t":10,"s":[105,50]}"#
    let new =
      #"{"t":0,\#(key),"i":{"x":1,"y":1},"o":{"x":0,"y":0},"to":[180,0,0],"ti":[-180,0,0]},{"t":10\#(last)}"#
    let file = LottieFiles.square().replacingOccurrences(of: old, with: new)
    let drawing = try LottieDrawing(
      Array(file.utf8), path: "square.json", by: LottieReader(helperPath: Self.helper))
    // The position is a quarter of the distance.
    let picture = bytes(
      try drawing.picture(step: 5 * LottieDrawing.frameParts / 2, width: 100, height: 100))
    let row = picture.count / 100 * 50
    #expect([35, 65].filter { picture[row + 4 * $0 + 3] == 255 } == [place])
  }

  /// Content outside the picture is blurred into it, also inside a composition and behind a mask that subtracts nothing.
  @Test(arguments: [
    ("\"ef\":EFFECT,", ""), ("", "\"ef\":EFFECT,"),
    (
      "\"ef\":EFFECT,",
      "\"hasMask\":true,\"masksProperties\":[{\"mode\":\"s\",\"o\":{\"a\":0,\"k\":0},\"pt\":{\"a\":0,\"k\":{\"c\":true,\"v\":[[0,0],[9,0],[9,9]],\"i\":[[0,0],[0,0],[0,0]],\"o\":[[0,0],[0,0],[0,0]]}}}],"
    ),
  ])
  func blursReachOverTheEdge(outer: String, inner: String) throws {
    /// Returns the alpha along the middle row from the right edge of a blurred solid.
    func slope(from edge: Int) throws -> [UInt8] {
      let members = [outer, inner].map {
        $0.replacing(
          "EFFECT",
          with: #"[{"ty":29,"en":1,"ef":[{"ty":0,"v":{"a":0,"k":30}},{"ty":0,"v":{"a":0,"k":1}}]}]"#
        )
      }
      let file =
        ##"{"v":"5.7.0","fr":10,"ip":0,"op":10,"w":200,"h":100,"assets":[{"id":"a","layers":[{"ty":1,"sw":90,"sh":300,"sc":"#ff0000","ip":0,"op":10,"st":0,\##(members[1])"ks":{}}]}],"##
        + #""layers":[{"ty":0,"refId":"a","w":400,"h":400,"ip":0,"op":10,"st":0,\#(members[0])"ks":{"p":{"a":0,"k":[\#(edge - 90),-100]}}}]}"#
      let drawing = try LottieDrawing(
        Array(file.utf8), path: "edge.json", by: LottieReader(helperPath: Self.helper))
      let picture = bytes(try drawing.picture(step: 0, width: 200, height: 100))
      let row = picture.count / 100 * 50
      return (0..<20).map { picture[row + 4 * (edge + $0) + 3] }
    }
    let (middle, atEdge) = (try slope(from: 120), try slope(from: 0))
    #expect(middle[0] > 110 && middle[0] < 127)
    #expect(atEdge == middle)
  }

  /// An expanded mask has corners, except where its outline begins, because lottie-web draws no corner there.
  @Test func expandedMasks() throws {
    let mask =
      #"{"mode":"a","inv":false,"x":{"k":10},"o":{"k":100},"pt":{"k":{"c":true,"#
      + #""v":[[40,40],[60,40],[60,60],[40,60]],"i":[[0,0],[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0],[0,0]]}}}"#
    let file =
      #"{"v":"5.9.0","fr":30,"ip":0,"op":60,"w":100,"h":100,"layers":[{"ty":1,"ip":0,"op":60,"st":0,"#
      + ##""ks":{},"sw":100,"sh":100,"sc":"#ff0000","hasMask":true,"masksProperties":[\##(mask)]}]}"##
    let drawing = try LottieDrawing(
      Array(file.utf8), path: "mask.json", by: LottieReader(helperPath: Self.helper))
    let picture = bytes(try drawing.picture(step: 0, width: 100, height: 100))
    func alpha(_ x: Int, _ y: Int) -> UInt8 { picture[picture.count / 100 * y + 4 * x + 3] }
    #expect([alpha(32, 32), alpha(28, 50)] == [0, 0])
    #expect([alpha(32, 50), alpha(50, 32), alpha(50, 50)] == [255, 255, 255])
    #expect([alpha(67, 32), alpha(67, 67), alpha(32, 67)] == [255, 255, 255])
  }

  /// Many readers take turns with few helpers, and draw the same pictures.
  @Test func helpersAreFew() throws {
    let drawings = try (0..<LottieReader.helperLimit + 6).map { _ in
      try LottieDrawing(
        Self.square, path: "square.json", by: LottieReader(helperPath: Self.helper))
    }
    for step in [0, 512] {
      let wanted = bytes(try drawings[0].picture(step: step, width: 30, height: 30))
      for drawing in drawings {
        #expect(bytes(try drawing.picture(step: step, width: 30, height: 30)) == wanted)
      }
      // Helpers of other tests may be running too.
      #expect(LottieReader.helperCount <= LottieReader.helperLimit + 4)
    }
  }

  /// Many files take turns with few helpers.
  @Test func manyFiles() throws {
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
    #expect(reader.settings.context.version(of: "pipeline-lottie")?.hasPrefix("cairo ") == true)
  }

  @Test func refusesWhatIsNone() throws {
    let reader = LottieReader(helperPath: Self.helper)
    for text in ["", "no", "[1]", #"{"hello":1}"#] {
      let error = #expect(throws: MediaError.self) {
        try LottieDrawing(Array(text.utf8), path: "x.json", by: reader)
      }
      #expect(error?.status == .content, "\(text): \(error!)")
    }
    // The reader continues with the next file.
    _ = try LottieDrawing(Self.square, path: "square.json", by: reader)
  }

  /// Returns the CRC of ISO 3309, computed bit by bit.
  private static func crc32(_ bytes: [UInt8]) -> Int {
    var sum: UInt32 = .max
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum >> 1 ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    return Int(~sum)
  }

  /// Returns a ZIP archive of files that are stored, or that declare another compression.
  private static func archive(
    _ files: [(name: String, bytes: [UInt8])], method: Int = 0, whole: Int? = nil,
    unpacked: [UInt8]? = nil
  ) -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(value >> (8 * $0) & 255) }
    }
    var bytes: [UInt8] = []
    var directory: [UInt8] = []
    for (name, content) in files {
      let sizes =
        number(content.count, 4) + number(whole ?? content.count, 4) + number(name.utf8.count, 2)
      let kind =
        number(20, 2) + number(0, 2) + number(method, 2) + number(0, 4)
        + number(crc32(unpacked ?? content), 4) + sizes
      directory += number(0x0201_4B50, 4) + number(20, 2) + kind + number(0, 12)
      directory += number(bytes.count, 4) + Array(name.utf8)
      bytes += number(0x0403_4B50, 4) + kind + number(0, 2) + Array(name.utf8) + content
    }
    return bytes + directory + number(0x0605_4B50, 4) + number(0, 4) + number(files.count, 2)
      + number(files.count, 2) + number(directory.count, 4) + number(bytes.count, 4) + number(0, 2)
  }

  /// Tests stored and deflated files by their names; the first existing name counts.
  @Test func takesArchivesApart() throws {
    let reader = LottieReader(helperPath: Self.helper)
    func files(_ bytes: [UInt8]) throws -> ArchivedFiles {
      try ArchivedFiles(bytes, path: "x.lottie", by: reader)
    }
    var stored = try files(Self.archive([("a/one", [1, 2]), ("two", []), ("two", [9])]))
    #expect(try stored.file(["one", "a/one", "two"]) == [1, 2])
    #expect(try stored.file(["two"]) == [])
    #expect(try stored.file(["on", "a/one\0", "a"]) == nil)
    #expect(try stored.file([]) == nil)
    // Tests a stored block of deflated data, and invalid data.
    let packed: [UInt8] = [1, 3, 0, 0xFC, 0xFF, 7, 8, 9]
    var deflated = try files(
      Self.archive([("x", packed)], method: 8, whole: 3, unpacked: [7, 8, 9]))
    #expect(try deflated.file(["x"]) == [7, 8, 9])
    for (method, whole, words) in [
      (8, 4, "is damaged"), (8, 2, "is damaged"), (0, 4, "directory is damaged"),
      (12, 3, "unknown compression"), (8, 0x7FFF_FFFF, "more than 128 MiB"),
    ] {
      var spoilt = try files(Self.archive([("x", packed)], method: method, whole: whole))
      let error = #expect(throws: MediaError.self) { try spoilt.file(["x"]) }
      #expect(error?.status == .content && "\(error!)".contains(words), "\(method): \(error!)")
    }
  }

  /// Unpacked bytes that differ from the original are reported with the file's name, for stored and deflated files.
  @Test func damagedFilesOfArchives() throws {
    let reader = LottieReader(helperPath: Self.helper)
    let packed: [UInt8] = [1, 3, 0, 0xFC, 0xFF, 7, 8, 9]
    for archive in [
      Self.archive([("m", [1]), ("a/one.json", [1, 2])], unpacked: [1, 3]),
      Self.archive([("a/one.json", packed)], method: 8, whole: 3, unpacked: [7, 8, 8]),
    ] {
      var files = try ArchivedFiles(archive, path: "x.lottie", by: reader)
      let error = #expect(throws: MediaError.self) { try files.file(["a/one.json"]) }
      #expect(error?.status == .content)
      #expect(
        "\(error!)".contains(#"x.lottie: cannot be decoded: "a/one.json" is damaged"#), "\(error!)")
    }
  }

  /// A truncated archive, or one with any changed byte, is refused or gives the same contents, and the helper survives.
  @Test func damagedArchives() throws {
    let reader = LottieReader(helperPath: Self.helper)
    let whole = Self.archive([("one", [1, 2]), ("two", [3])])
    func expectRefusal(_ bytes: [UInt8], _ what: String) throws {
      do throws(MediaError) {
        var files = try ArchivedFiles(bytes, path: "x.lottie", by: reader)
        _ = try files.file(["two"])
      } catch {
        #expect(error.status == .content, "\(what): \(error)")
      }
    }
    for count in 0..<whole.count { try expectRefusal(Array(whole.prefix(count)), "cut \(count)") }
    for place in whole.indices {
      var spoilt = whole
      spoilt[place] ^= 0xFF
      try expectRefusal(spoilt, "byte \(place)")
    }
  }

  /// Tests mutated files: each is drawn or refused within the time limit, and the host continues with the next file.
  /// The seeds are test files, and other files if they are available.
  @Test func mutatedFiles() throws {
    let example = Program.root.appending(path: "Examples/lottie-button/art/button.json")
    var files = [Self.square, [UInt8](try Data(contentsOf: example))]
    for file in Corpora.files("lottie", ending: ".json", for: "mutated Lottie files of others") {
      let bytes = [UInt8](try Data(contentsOf: file))
      if bytes.count < 200_000 { files.append(bytes) }
    }
    let reader = LottieReader(MediaSettings(seconds: 2), helperPath: Self.helper)
    var (drawn, refused, failed) = (0, 0, 0)
    for seed in Effort.sample(of: Array(0..<1_000), test: 16) {
      var random = SeededRandom(47 + UInt64(seed))
      var bytes = files[random.below(files.count)]
      for _ in 0...random.below(4) { Self.mutate(&bytes, &random) }
      do throws(MediaError) {
        let drawing = try LottieDrawing(bytes, path: "x.json", by: reader)
        for step in [0, 1000, 5000] { _ = try drawing.picture(step: step, width: 64, height: 64) }
        drawn += 1
      } catch {
        switch error.status {
        case .content: refused += 1
        case .defect: failed += 1
        default: Issue.record("\(error)")
        }
      }
    }
    print("lottie: \(drawn) drawn, \(refused) refused, \(failed) in which the helper failed")
    #expect(drawn > 0)
  }

  /// Replaces a number, a key or a range of bytes.
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
      // The next number is changed, so that most files remain valid JSON and reach deep code.
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
    try folder.writeProgram("#!/bin/sh\n\(script)\n", to: "helper")
    let reader = LottieReader(MediaSettings(seconds: seconds), helperPath: folder.path("helper"))
    return #expect(throws: MediaError.self) {
      try LottieDrawing(Self.square, path: "square.json", by: reader)
        .picture(step: 0, width: 8, height: 8)
    }
  }

  @Test func aCrashNamesTheFileAndTheSignal() throws {
    let error = try failure("kill -SEGV $$")
    #expect("\(error!)".hasPrefix("square.json: pipeline-lottie was ended by signal 11"))
    #expect(error?.status == .content)
  }

  @Test func aHangIsKilled() throws {
    let error = try failure("exec sleep 1000", seconds: 1)
    #expect("\(error!)".contains("did not answer within 1 s and was killed"))
    #expect(error?.status == .content)
  }
}
