import Foundation
import TestSupport
import Testing

/// Tests the root document: the numbers of the magic push, its files, and that its bits never change.
@Suite struct MagicPushTests {
  private func near(_ a: [Double], _ b: [Double]) -> Bool {
    a.count == b.count && zip(a, b).allSatisfy { abs($0 - $1) <= 0.01 }
  }

  @Test(
    arguments: Effort.spread(
      [
        (0.0, [12.0, 273, 88, 115]), (0.795, [8.48, 150.4, 95.04, 124.2]),
        (1.11, [12, 155, 88, 115]), (1.3, [12, 155, 88, 115]), (1.5, [12, 155, 88, 115]),
      ], test: 2))
  func posterIsWhereTheCatalogueSays(_ time: Double, _ frame: [Double]) throws {
    let poster = try #require(try Inspection.of("pipeline.json", at: time)["poster"])
    #expect(near(poster.frame, frame))
  }

  @Test(arguments: Effort.spread([(0.0, 0.0), (0.06, 0.3), (0.12, 0.6)], test: 1))
  func shadowLifts(_ time: Double, _ opacity: Double) throws {
    let poster = try #require(try Inspection.of("pipeline.json", at: time)["poster"])
    #expect(near([poster.shadowOpacity], [opacity]))
    // The offset is 5 % of the poster's size when the lift starts.
    #expect(near(poster.shadowOffset, [4.4, 5.75]))
  }

  @Test(arguments: Effort.spread([(0.0, 0.0), (0.1275, 0.5), (0.255, 1.0)], test: 1))
  func coverFades(_ time: Double, _ opacity: Double) throws {
    let cover = try #require(try Inspection.of("pipeline.json", at: time)["cover"])
    #expect(near([cover.opacity], [opacity]))
  }

  @Test(arguments: Effort.spread([(1.11, 0.0), (1.305, 0.5), (1.4025, 0.75), (1.5, 1.0)], test: 2))
  func holeGrows(_ time: Double, _ share: Double) throws {
    let mask = try #require(try Inspection.of("pipeline.json", at: time)["cover"]?.mask)
    #expect(mask.kind == "ellipse" && mask.inverted)
    #expect(near(mask.center ?? [], [56, 212.5]))
    let diagonal = (320.0 * 320 + 568 * 568).squareRoot()
    #expect(near([mask.radius ?? -1], [share * diagonal]))
  }

  // MARK: Files

  @Test func makesTheThreeFiles() throws {
    let folder = try Folder()
    let result = try Program.pipeline(
      [
        "run", "pipeline.json", "-o", folder.path("magic.mp4"), "-o", folder.path("magic.gif"),
        "--scale", "1",
      ])
    #expect(result.status == 0, "\(result.summary)")
    let video = try Program.tool(
      "ffprobe",
      [
        "-v", "error", "-count_frames", "-select_streams", "v:0", "-show_entries",
        "stream=nb_read_frames,r_frame_rate,width,height,pix_fmt,color_space,color_range",
        "-of", "default=nw=1", folder.path("magic.mp4"),
      ])
    for line in [
      "width=320", "height=568", "r_frame_rate=60/1", "nb_read_frames=90", "pix_fmt=yuv420p",
      "color_space=bt709", "color_range=tv",
    ] {
      #expect(video.output.contains(line), "\(line) in \(video.summary)")
    }
    let gif = try Program.tool(
      "ffprobe",
      [
        "-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0",
        folder.path("magic.gif"),
      ])
    let seconds = Double(gif.output.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
    #expect(abs(seconds - 1.5) <= 0.02, "\(gif.summary)")
    #expect(try folder.files() == ["magic.gif", "magic.mp4"])
  }

  // MARK: Determinism

  private func frames(
    _ arguments: [String], environment: [String: String] = [:]
  ) throws -> [String: Data] {
    let folder = try Folder()
    let result = try Program.pipeline(
      ["run", "pipeline.json", "-o", folder.path("f/frame-%04d.png")] + arguments,
      environment: environment)
    try #require(result.status == 0, "\(result.summary)")
    var frames: [String: Data] = [:]
    for name in try folder.files(in: "f") { frames[name] = try folder.data("f/\(name)") }
    return frames
  }

  @Test func theSameBitsHoweverTheyAreMade() throws {
    let one = try frames(["--jobs", "1"])
    #expect(one.count == 90)
    let two = try frames(["--jobs", "2"])
    #expect(one == two)
    let range = try frames(["--frames", "40-50", "--jobs", "2"])
    #expect(range.count == 11)
    for (name, data) in range { #expect(one[name] == data, "\(name)") }
    let plain = try frames(
      ["--frames", "0-89"], environment: ["GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2,-FMA"])
    #expect(one == plain)
  }

  // MARK: Ends

  /// Returns a document that shows only the screen, without a transition.
  private func screen(_ name: String, poster: String) -> String {
    let others =
      name == "list"
      ? """
      { "contents": { "image": "Examples/magic-push/art/poster-2.png" }, "frame": [108, 273, 88, 115] },
      { "contents": { "image": "Examples/magic-push/art/poster-3.png" }, "frame": [204, 273, 88, 115] },
      """ : ""
    return """
      { "version": 1, "canvas": { "size": [320, 568], "scale": 2 }, "layers": [
        { "contents": { "image": "Examples/magic-push/art/\(name).png" }, "frame": [0, 0, 320, 568] },
        \(others)
        { "contents": { "image": "Examples/magic-push/art/poster-1.png" }, "frame": \(poster) }
      ] }
      """
  }

  @Test(arguments: [("0", "list", "[12, 273, 88, 115]"), ("end", "detail", "[12, 155, 88, 115]")])
  func endsAreExactlyTheScreens(_ time: String, _ name: String, _ poster: String) throws {
    let folder = try Folder()
    try FileManager.default.createSymbolicLink(
      at: folder.url.appending(path: "Examples"),
      withDestinationURL: Program.root.appending(path: "Examples"))
    try folder.write(screen(name, poster: poster), to: "screen.json")
    let transition = try Program.pipeline(
      ["frame", "pipeline.json", "--at", time, "-o", folder.path("a.png")])
    #expect(transition.status == 0, "\(transition.summary)")
    let alone = try Program.pipeline(
      [
        "frame", folder.path("screen.json"), "--at", "0", "-o", folder.path("b.png"),
        "--allow-outside-assets",
      ])
    #expect(alone.status == 0, "\(alone.summary)")
    #expect(try folder.data("a.png") == folder.data("b.png"))
  }
}
