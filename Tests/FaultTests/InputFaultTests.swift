import Foundation
import TestSupport
import Testing

/// Tests a plugin that reads its layer at several moments, and a table: frames have the same bits in any order, and
/// failures are attributed to the plugin.
@Suite struct InputFaultTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "plugins"), withIntermediateDirectories: true)
    try FaultRig.build("inputs.c", into: folder, as: "plugins/inputs.so", ["-O1"])
  }

  /// Writes a document of ten frames with a moving layer inside another moving layer.
  private func write(_ what: String, count: Int = 3, size: Int = 24) throws {
    try folder.write(
      """
      { "version": 1,
        "canvas": { "size": [\(size), \(size)], "scale": 1, "fps": 10, "background": "#10203040" },
        "layers": [ { "id": "box", "frame": [2, 2, 16, 16], "backgroundColor": "#ffffff20",
          "sublayers": [ { "id": "dot", "frame": [3, 3, 5, 5], "backgroundColor": "#c08040" } ] } ],
        "timeline": { "parallel": [
          { "targets": ["dot"], "duration": 1, "keyframes": [{ "translate": [0, 0] }, { "translate": [9, 8] }] },
          { "targets": ["box"], "duration": 1, "keyframes": [{ "translate": [0, 0] }, { "translate": [5, 2] }] },
          { "id": "reads", "animator": "test.inputs", "layers": { "subject": "box" },
            "params": { "what": "\(what)", "count": \(count) }, "duration": 0.9 } ] } }
      """, to: "doc.json")
  }

  private func run(_ more: [String]) throws -> HostRun.Result {
    try HostRun(
      ["run", folder.path("doc.json"), "--plugins", folder.path("plugins")] + more
    ).wait()
  }

  private func frames(_ more: [String]) throws -> [Data] {
    let result = try run(["-o", "-"] + more)
    try #require(result.status == 0, "\(result.summary)")
    let size = 24 * 24 * 4
    return stride(from: 0, to: result.output.count, by: size).map {
      result.output.subdata(in: $0..<$0 + size)
    }
  }

  @Test(arguments: Effort.spread([("fine", 3), ("fine", 16), ("still", 1)], test: 1))
  func everyFrameIsTheSameAlone(what: String, count: Int) throws {
    try write(what, count: count)
    let whole = try frames(["--jobs", "1"])
    #expect(whole.count == 10 && Set(whole).count == 10)
    #expect(try frames(["--jobs", "4"]) == whole)
    #expect(try frames(["--isolate", "never"]) == whole)
    #expect(try frames(["--frames", "0-3"]) + frames(["--frames", "4-9"]) == whole)
    for number in [7, 2] {
      #expect(try frames(["--frames", "\(number)-\(number)"]) == [whole[number]])
    }
  }

  /// A plugin that reads a layer in which another plugin draws sees that drawing, which is inside the layer that
  /// contains it.
  @Test func oneInAnother() throws {
    func write(_ steps: String) throws {
      try folder.write(
        """
        { "version": 1,
          "canvas": { "size": [24, 24], "scale": 1, "fps": 10, "background": "#000" },
          "layers": [ { "id": "outer", "frame": [2, 2, 20, 12], "masksToBounds": true,
            "sublayers": [ { "id": "box", "frame": [4, 4, 14, 18], "backgroundColor": "#ffffff" } ] } ],
          "timeline": { "parallel": [
            { "targets": ["box"], "duration": 1, "keyframes": [{ "translate": [0, 0] }, { "translate": [4, 0] }] },
            \(steps) ] } }
        """, to: "doc.json")
    }
    func step(_ id: String, _ layer: String) -> String {
      #"{ "id": "\#(id)", "animator": "test.inputs", "layers": { "subject": "\#(layer)" }, "duration": 0.9 }"#
    }
    try write(step("inner", "box"))
    let one = try frames([])
    // Nothing is visible below the layer that clips.
    let below = one[5].subdata(in: 24 * 4 * 15..<24 * 4 * 24)
    #expect(below.indices.allSatisfy { below[$0] == ($0 % 4 == 3 ? 255 : 0) })
    try write(step("inner", "box") + ", " + step("outermost", "outer"))
    let both = try frames(["--jobs", "1"])
    #expect(both[5] != one[5])
    #expect(try frames(["--jobs", "3"]) == both)
    #expect(try frames(["--frames", "5-5"]) == [both[5]])
  }

  @Test(
    arguments: Effort.spread(
      [
        ("crash-moments", 76, "crashed with signal 11 in "),
        ("hang-moments", 76, "did not answer within 0.5 s"),
        ("many-moments", 76, "requests more than 16 moments of layer 0"),
        ("far-moment", 76, "a moment of layer 0 that is more than a day away"),
        ("crash-table", 76, "crashed with signal 11 in "),
        ("hang-table", 76, "did not answer within 0.5 s"),
        ("giant-table", 76, "a table of 1099511627776 bytes: a table has at most 268435456"),
        ("fail-table", 76, "no table today"),
        ("beyond-table", 76, "crashed with signal 11 in prepare"),
        ("write-table", 76, "crashed with signal 11 in pixels"),
      ], test: 2))
  func whatGoesWrongIsItsFault(what: String, status: Int32, says: String) throws {
    try write(what, size: 16)
    let result = try run([
      "-o", folder.path("out.gif"), "--plugin-timeout", "0.5", "--jobs", "1",
    ])
    #expect(result.status == status, "\(result.summary)")
    #expect(
      result.errors.contains("test.inputs") && result.errors.contains(says), "\(result.summary)")
    #expect(result.errors.contains("reads"), "\(result.summary)")
    #expect(try !folder.files().contains("out.gif"))
    let without = try run([
      "-o", folder.path("out.gif"), "--plugin-timeout", "0.5", "--jobs", "1",
      "--on-plugin-fault", "skip",
    ])
    #expect(without.status == 0, "\(without.summary)")
  }

  /// Sixteen pictures of a frame's size may exceed the limit of a frame's inputs.
  @Test func tooManyPicturesAreRefused() throws {
    try write("fine", count: 16, size: 8192)
    try folder.write(
      String(contentsOf: folder.url.appending(path: "doc.json"), encoding: .utf8)
        .replacing("[2, 2, 16, 16]", with: "[0, 0, 8192, 8192]"), to: "doc.json")
    let result = try run(["-o", folder.path("out.gif"), "--frames", "3-3"])
    #expect(result.status == 65, "\(result.summary)")
    #expect(
      result.errors.contains("reads 16 pictures at the same time, 4096 MiB; at most 1024 MiB"),
      "\(result.summary)")
  }

  /// The members of an offer have four bytes each, and compilers may align the struct accordingly.
  @Test func anOfferMayLieWhereItsMembersMay() throws {
    try FaultRig.build("odd.c", into: folder, as: "plugins/odd.so", ["-O1"])
    try folder.write(
      """
      { "version": 1, "canvas": { "size": [24, 24], "scale": 1, "fps": 10 }, "duration": 1,
        "layers": [ { "id": "box", "frame": [0, 0, 24, 24], "sublayers": [
          { "id": "dot", "frame": [4, 4, 8, 8], "backgroundColor": "#ffffff" } ] } ],
        "timeline": { "parallel": [
          { "animator": "test.odd", "layers": { "subject": "box" }, "duration": 1 },
          { "targets": ["dot"], "duration": 1, "keyframes": [
            { "backgroundColor": "#ff0000" }, { "backgroundColor": "#0000ff" } ] } ] } }
      """, to: "doc.json")
    let frames = try frames([])
    #expect(frames.count == 10)
    // The pixel is half as bright as the dot at this time, whose colour has changed since the start.
    let middle = [UInt8](frames[5])[(8 * 24 + 8) * 4..<(8 * 24 + 8) * 4 + 3]
    #expect(Array(middle) == [64, 0, 64])
  }
}
