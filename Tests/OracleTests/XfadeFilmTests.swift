import Foundation
import PluginModel
import TestSupport
import Testing

/// Compares `pipeline transition xfade:NAME A B` of two films with FFmpeg's filter: the contents of both films continue
/// during the transition, frame by frame.
///
/// The filter truncates the fractions of a channel, so a mix may differ by 1.
@Suite struct XfadeFilmTests {
  private static let (width, height, rate) = (64, 48, 20)

  /// Returns a film of a gradient that moves by some pixels a frame, over a rising level, with a block that moves
  /// across: no two frames are equal, within a film or between the films.
  private static func film(_ seed: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    for frame in 0...rate {
      for y in 0..<height {
        for x in 0..<width {
          let isBlock = (x + width - (3 + seed) * frame % width) % width < 10 && y / 12 == seed
          bytes += [
            isBlock ? 250 : UInt8((x * 3 + frame * 9 + seed * 60) % 256),
            UInt8((y * 4 + frame * (5 + 3 * seed)) % 256),
            isBlock ? 10 : UInt8((seed * 120 + frame * 6) % 256),
          ]
        }
      }
    }
    return bytes
  }

  private static func ffmpeg(_ words: [String], in folder: TestSupport.Folder) throws {
    let run = try Program.tool("ffmpeg", ["-v", "error", "-y"] + words, in: folder.url)
    try #require(run.status == 0, "ffmpeg is needed: make deps: \(run.summary)")
  }

  private static func raw(_ format: String) -> [String] {
    ["-f", "rawvideo", "-pix_fmt", format, "-s", "\(width)x\(height)", "-framerate", "\(rate)"]
  }

  private static func theirs(_ name: String, in folder: TestSupport.Folder) throws -> [UInt8] {
    // In RGB the filter adds fadegrays' grey to uninitialised memory, so no two runs agree.
    let format = name == "fadegrays" ? "yuv444p" : "gbrp"
    try ffmpeg(
      [
        "-i", "a.mkv", "-i", "b.mkv", "-filter_complex",
        "[0]format=\(format)[a];[1]format=\(format)[b];"
          + "[a][b]xfade=transition=\(name):duration=1:offset=0"
          + (format == "gbrp" ? ",format=rgb24" : ""),
        "-frames:v", "\(rate)", "-f", "rawvideo", "theirs",
      ], in: folder)
    return [UInt8](try folder.data("theirs"))
  }

  private static func ours(_ name: String, in folder: TestSupport.Folder) throws -> [UInt8] {
    let drawn = try Program.pipeline(
      [
        "transition", "xfade:\(name)", "a.mkv", "b.mkv", "--fps", "\(rate)", "--duration", "1",
        "-o", "-",
      ], in: folder.url)
    try #require(drawn.status == 0, "\(drawn.errors)")
    try drawn.data.write(to: folder.url.appending(path: "ours"))
    try ffmpeg(
      raw("rgba") + ["-i", "ours", "-pix_fmt", name == "fadegrays" ? "yuv444p" : "rgb24"]
        + ["-f", "rawvideo", "converted"], in: folder)
    return [UInt8](try folder.data("converted"))
  }

  @Test func filmsGoOn() throws {
    let folder = try TestSupport.Folder()
    for (seed, name) in ["a", "b"].enumerated() {
      try Data(Self.film(seed)).write(to: folder.url.appending(path: "\(name).rgb"))
      try Self.ffmpeg(
        Self.raw("rgb24") + [
          "-i", "\(name).rgb", "-c:v", "ffv1", "-pix_fmt", "bgr0", "\(name).mkv",
        ],
        in: folder)
    }
    // `make test` covers one transition of each way of drawing: mixed, by a field, and pixel by pixel.
    let few: Set = ["fade", "radial", "pixelize"]
    let names = XfadeName.names.filter { Effort.current > .test || few.contains($0) }
    var wrong: [String] = []
    for name in names {
      let (theirs, ours) = (
        try Self.theirs(name, in: folder), try Self.ours(name, in: folder)
      )
      // In its first frame the filter reads beyond the ends of rows.
      let frame = Self.width * Self.height * 3
      try #require(theirs.count == frame * Self.rate && ours.count >= theirs.count, "\(name)")
      let off = (frame..<theirs.count).filter { abs(Int(theirs[$0]) - Int(ours[$0])) > 1 }
      let most = off.map { abs(Int(theirs[$0]) - Int(ours[$0])) }.max() ?? 0
      print("oracle: xfade \(name) of films: \(off.count) bytes off by at most \(most)")
      if !off.isEmpty { wrong.append("\(name): \(off.count) bytes by \(most)") }
    }
    // The random numbers of `dissolve` and the memory of `fadegrays` belong to the filter, so these two transitions may
    // differ.
    let allowed = Effort.current > .test ? 2 : 0
    #expect(wrong.count <= allowed, "\(wrong)")
    print("oracle: \(names.count - wrong.count) of \(names.count) names within 1 of 255 over films")
  }
}
