import Encoding
import Foundation
import Media
import PluginModel
import Scenes
import TestSupport
import Testing

/// Compares every name of FFmpeg's filter `xfade`, as `pipeline transition xfade:NAME` draws it, with the filter: on
/// noise, where a pixel from a wrong position is visible at once, and on pictures.
///
/// The filter truncates the fractions of a channel, so a mix may differ by 1.
@Suite struct XfadeNameTests {
  private static let frames = 16

  /// Returns the names of the installed filter's transitions, except `custom`.
  private static func theirs() throws -> Set<String> {
    let help = try Program.tool("ffmpeg", ["-hide_banner", "-h", "filter=xfade"])
    try #require(help.status == 0, "ffmpeg is needed: make deps")
    let lines = help.output.split(separator: "\n").map { $0.split(separator: " ") }
    // The values of the option follow it, each with a name and a number.
    let values = lines.drop { $0.first != "transition" }.dropFirst()
      .prefix { $0.count > 1 && Int($0[1]) != nil }
    return Set(values.map { String($0[0]) }).subtracting(["custom"])
  }

  @Test func noNameIsForgotten() throws {
    let theirs = try Self.theirs()
    let ours = Set(XfadeName.names)
    #expect(ours.isSubset(of: theirs), "\(ours.subtracting(theirs).sorted())")
    #expect(ours.count == 46)
    let new = theirs.subtracting(ours).sorted().joined(separator: ", ")
    if !new.isEmpty { LeftOut.tell("transitions of a newer xfade: \(new)") }
  }

  @Test func namesAreFoundWhereNoAnimatorHasThem() throws {
    let plain = try Program.pipeline(["transition", "circleopen", "--print-json"])
    #expect(plain.output.contains("\"animator\": \"soft-wipe\""), "\(plain.summary)")
    let own = try Program.pipeline(["transition", "slide", "--print-json"])
    #expect(own.output.contains("\"animator\": \"slide\""))
    let given = try Program.pipeline(
      ["transition", "xfade:radial", "--print-json", "--param", "lead=0", "--easing", "easeIn"])
    #expect(given.output.contains(/"lead": 0[ ,]/) && given.output.contains("\"easeIn\""))
    let wrong = try Program.pipeline(["transition", "xfade:circelopen"])
    #expect(wrong.status == 65)
    #expect(
      wrong.errors.contains(
        "xfade has no transition \"circelopen\"; did you mean \"circleopen\"?"), "\(wrong.summary)")
  }

  // MARK: - Pictures

  struct Size: Sendable, CustomTestStringConvertible {
    var width, height: Int
    var testDescription: String { "\(width)×\(height)" }
  }

  private static func picture(_ size: Size, seed: UInt64, isNoise: Bool) -> Bitmap {
    let bitmap = Bitmap(width: size.width, height: size.height)
    var random = SeededRandom(seed)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let place = y * bitmap.strideBytes + 4 * x
        let inside = x > size.width / 4 && x < size.width / 2 && y > size.height / 3
        let levels =
          isNoise
          ? (0..<3).map { _ in UInt8.random(in: 0...255, using: &random) }
          : inside
            ? [UInt8(seed * 40), 60, 200]
            : [UInt8(x * 255 / size.width), UInt8(seed * 90), UInt8(y * 255 / size.height)]
        // Safety: the index is inside the bitmap.
        for i in 0..<4 { unsafe bitmap.pixels[place + i] = i < 3 ? levels[i] : 255 }
      }
    }
    return bitmap
  }

  private static func theirs(
    _ name: String, format: String, in folder: TestSupport.Folder
  ) throws -> [UInt8] {
    let input = ["-loop", "1", "-framerate", "\(frames)", "-t", "2", "-i"]
    let result = try Program.tool(
      "ffmpeg",
      ["-v", "error", "-y"] + input + ["a.png"] + input + [
        "b.png", "-filter_complex",
        "[0]format=\(format)[a];[1]format=\(format)[b];"
          + "[a][b]xfade=transition=\(name):duration=1:offset=0\(format == "gbrp" ? ",format=rgb24" : "")",
        "-frames:v", "\(frames)", "-f", "rawvideo", "theirs",
      ], in: folder.url)
    try #require(result.status == 0, "ffmpeg is needed: make deps")
    return [UInt8](try folder.data("theirs"))
  }

  /// Returns the program's frames with three bytes for each pixel, or as three planes.
  private static func ours(
    _ name: String, _ size: Size, format: String, in folder: TestSupport.Folder
  ) throws -> [UInt8] {
    let drawn = try Program.pipeline(
      ["transition", "xfade:\(name)", "a.png", "b.png", "--fps", "\(frames)", "-o", "-"],
      in: folder.url)
    try #require(drawn.status == 0, "\(drawn.errors)")
    try drawn.data.write(to: folder.url.appending(path: "ours"))
    let made = try Program.tool(
      "ffmpeg",
      [
        "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgba", "-s",
        "\(size.width)x\(size.height)", "-i", "ours", "-pix_fmt",
        format == "gbrp" ? "rgb24" : format, "-f", "rawvideo", "converted",
      ], in: folder.url)
    try #require(made.status == 0, "\(made.summary)")
    return [UInt8](try folder.data("converted"))
  }

  private static let sizes =
    Effort.current == .test
    ? [Size(width: 64, height: 48)]
    : [Size(width: 64, height: 48), Size(width: 161, height: 97), Size(width: 320, height: 180)]

  @Test(arguments: sizes, Effort.current == .test ? [true] : [true, false])
  func drawsLikeTheFilter(_ size: Size, isNoise: Bool) throws {
    // `make test` covers a few transitions that differ most from each other.
    let few: Set = [
      "circleopen", "zoomin", "hblur", "hlslice", "fadegrays", "fadefast", "pixelize", "wipetr",
      "radial", "dissolve",
    ]
    let folder = try TestSupport.Folder()
    for (seed, name) in ["a", "b"].enumerated() {
      let picture = Self.picture(size, seed: UInt64(seed + 1), isNoise: isNoise)
      try Data(SmallPNG.encode(picture, isOpaque: true))
        .write(to: folder.url.appending(path: "\(name).png"))
    }
    for name in XfadeName.names where Effort.current > .test || few.contains(name) {
      // In RGB the filter adds fadegrays' grey to uninitialised memory, so no two runs agree.
      let format = name == "fadegrays" ? "yuv444p" : "gbrp"
      let theirs = try Self.theirs(name, format: format, in: folder)
      let ours = try Self.ours(name, size, format: format, in: folder)
      let frame = size.width * size.height * 3
      try #require(theirs.count == frame * Self.frames && ours.count >= theirs.count, "\(name)")
      // In its first frame the filter reads beyond the ends of rows.
      let limit = name == "fadegrays" ? 2 : 1
      let wrong = (frame..<theirs.count).filter {
        abs(Int(theirs[$0]) - Int(ours[$0])) > limit
      }
      let allowed = name == "dissolve" ? (theirs.count - frame) / 1000 : 0
      #expect(wrong.count <= allowed, "\(name) at \(wrong.first ?? 0), \(wrong.count) bytes")
    }
  }
}
