import Foundation
import Importing
import TestSupport
import Testing

/// Tests the program's animators as effects of frei0r in other programs.
@Suite struct ExportTests {
  private static let (width, height, frames) = (64, 48, 8)

  private static func hasTool(_ name: String) -> Bool {
    (try? Program.tool("sh", ["-c", "command -v \(name)"]))?.status == 0
  }

  /// Returns a folder with two lossless films, each with a gradient of one colour, and the folder `lib` of the export.
  private func prepared(_ ids: [String]) throws -> Folder {
    let folder = try Folder()
    let made = try Program.pipeline(
      ["plugin", "export", "frei0r"] + ids + ["--to", "lib"], in: folder.url)
    #expect(made.status == 0, "\(made.summary)")
    #expect(made.output == ids.map { "lib/pipeline_\($0).so\n" }.joined(), "\(made.summary)")
    for (name, colours) in [("a", "c0=red:c1=yellow"), ("b", "c0=blue:c1=white")] {
      let film = try Program.tool(
        "ffmpeg",
        [
          "-v", "error", "-y", "-f", "lavfi", "-i",
          "gradients=s=\(Self.width)x\(Self.height):\(colours):x0=0:y0=0:x1=60:y1=40:speed=0.00001:r=25",
          "-frames:v", "1", "-pix_fmt", "rgb24", "\(name).png",
        ], in: folder.url)
      try #require(film.status == 0, "\(film.summary)")
    }
    return folder
  }

  /// Returns a frame of `pipeline transition` at `progress`.
  private func ours(_ id: String, at progress: Double, in folder: Folder) throws -> [UInt8] {
    let document = try Program.pipeline(
      [
        "transition", id, "a.png", "b.png", "--duration", "1", "--easing", "linear",
        "--print-json",
      ], in: folder.url)
    try folder.write(document.output, to: "\(id).json")
    let frame = try Program.pipeline(
      ["frame", "\(id).json", "--at", "\(progress)", "-o", "-"], in: folder.url)
    try #require(frame.status == 0, "\(frame.summary)")
    return [UInt8](frame.data)
  }

  private func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    zip(a, b).enumerated().filter { $0.offset % 4 < 3 }
      .map { abs(Int($0.element.0) - Int($0.element.1)) }.max() ?? 0
  }

  private static let profile = """
    description=small
    frame_rate_num=25
    frame_rate_den=1
    width=\(width)
    height=\(height)
    progressive=1
    sample_aspect_num=1
    sample_aspect_den=1
    display_aspect_num=4
    display_aspect_den=3
    colorspace=601

    """

  @Test(arguments: ["circle-reveal", "turn"]) func meltMixesWithIt(_ id: String) throws {
    guard Self.hasTool("melt") else { return LeftOut.tell("mixers in melt: apt-get install melt") }
    let folder = try prepared([id])
    try folder.write(Self.profile, to: "small.profile")
    for progress in [0.25, 0.5] {
      let mix =
        "-transition frei0r.pipeline_\(id) progress=\(progress) in=0 out=3 a_track=0 b_track=1"
      let run = try Program.shell(
        [
          "-c",
          // Rarely, melt writes its file and does not end, or ends without a readable file.
          "for try in 1 2 3; do timeout -k 1 30 melt -profile ./small.profile a.png out=3 -track b.png out=3 \(mix) "
            + "-consumer avformat:out.avi vcodec=ffv1 pix_fmt=bgra an=1 real_time=-1 "
            + "mlt_image_format=rgba && ffmpeg -v quiet -i out.avi -f null - && break; done",
        ], in: folder.url,
        environment: ["FREI0R_PATH": folder.path("lib"), "QT_QPA_PLATFORM": "offscreen"])
      let theirs = try frame(of: "out.avi", in: folder, run)
      let ours = try ours(id, at: progress, in: folder)
      try #require(theirs.count == ours.count, "\(theirs.count)")
      #expect(distance(theirs, ours) <= 1, "\(id) at \(progress)")
      // The picture is a mix and equals neither of the two pictures.
      let ends = try [0.0, 1.0].map { try self.ours(id, at: $0, in: folder) }
      #expect(ends.allSatisfy { distance($0, theirs) > 20 })
    }
  }

  @Test func ffmpegFiltersWithIt() throws {
    let folder = try prepared(["ripple-reveal"])
    let run = try Program.shell(
      [
        "-c",
        "ffmpeg -v error -y -loop 1 -t 0.2 -i a.png -vf "
          + "format=rgba,frei0r=pipeline_ripple-reveal:0.5 -c:v ffv1 -pix_fmt bgra out.mkv",
      ], in: folder.url, environment: ["FREI0R_PATH": folder.path("lib")])
    let theirs = try frame(of: "out.mkv", in: folder, run)
    try folder.write(
      """
      { "version": 1, "canvas": { "size": [\(Self.width), \(Self.height)], "scale": 1,
          "background": "#00000000" },
        "layers": [ { "id": "a", "frame": [0, 0, "100%", "100%"], "contents": { "image": "a.png" } } ],
        "timeline": { "animator": "ripple-reveal", "duration": 1, "easing": "linear",
          "layers": { "cover": "a" } } }
      """, to: "own.json")
    let own = try Program.pipeline(["frame", "own.json", "--at", "0.5", "-o", "-"], in: folder.url)
    try #require(own.status == 0, "\(own.summary)")
    let ours = [UInt8](own.data)
    try #require(theirs.count == ours.count)
    // The hole is visible in alpha.
    #expect(stride(from: 3, to: ours.count, by: 4).contains { ours[$0] == 0 })
    #expect(zip(theirs, ours).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
  }

  /// Returns the first frame of a film as RGBA.
  private func frame(of film: String, in folder: Folder, _ run: Program.Result) throws -> [UInt8] {
    let read = try Program.tool(
      "ffmpeg",
      [
        "-v", "error", "-y", "-i", film, "-frames:v", "1", "-pix_fmt", "rgba", "-f", "rawvideo",
        "out.rgba",
      ], in: folder.url)
    try #require(run.status == 0 && read.status == 0, "\(run.summary)\n\(read.summary)")
    return [UInt8](try folder.data("out.rgba"))
  }

  @Test func whatIsSaidOfItFitsItsField() {
    let effect = ExportedEffect(
      program: "/a", id: "b", isMixer: true, title: "t", doc: "one\ttwo\nthree",
      parameters: [.init(name: "p", type: "n", value: "1", range: 0...2, doc: "d")])
    let bridge = Array("animator-field:1\0".utf8) + [UInt8](repeating: 1, count: 16_384)
    let made = effect.written(into: bridge)
    let text = made.map { String(decoding: $0[17...].prefix { $0 != 0 }, as: UTF8.self) }
    #expect(text == "/a\tb\tm\tt\tone two three\np\tn\t1\t0.0\t2.0\td")
    #expect(made?.count == bridge.count && effect.written(into: []) == nil)
  }
}
