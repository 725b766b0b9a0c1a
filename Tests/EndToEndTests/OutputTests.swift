import Foundation
import TestSupport
import Testing

/// Tests the settings of `outputs` other than the name: size, codec, effort, and the maximum number of bytes.
@Suite struct OutputTests {
  private let folder: Folder
  init() throws { folder = try Folder() }

  /// Writes a document with a disc that moves over a translucent background.
  private func document(_ output: String, background: String = "#ffffff") throws {
    try folder.write(
      """
      { "version": 1, "canvas": { "size": [64, 48], "fps": 20, "background": "\(background)" },
        "layers": [
          { "frame": [0, 0, 64, 24], "backgroundColor": "rgba(200, 50, 20, 0.5)" },
          { "id": "dot", "frame": [4, 12, 24, 24], "cornerRadius": 12,
            "backgroundColor": "#2060c0" } ],
        "timeline": { "targets": ["dot"], "duration": 0.5,
                      "keyframes": [{ "translate": [0, 0] }, { "translate": [30, 0] }] },
        "outputs": [\(output)] }
      """,
      to: "doc.json")
  }

  private func run() throws -> Program.Result {
    try Program.pipeline(["run", "doc.json"], in: folder.url)
  }

  /// Returns the frames of a file as RGBA, decoded by ffmpeg.
  private func frames(_ name: String, decoder: [String] = []) throws -> [UInt8] {
    let result = try Program.tool(
      "ffmpeg",
      ["-v", "error", "-y"] + decoder + [
        "-i", name, "-f", "rawvideo", "-pix_fmt", "rgba", "x.raw",
      ],
      in: folder.url)
    try #require(result.status == 0, "\(result.summary)")
    return Array(try folder.data("x.raw"))
  }

  private func drawn() throws -> [UInt8] {
    let raw = try Program.pipeline(["run", "doc.json", "-o", "-"], in: folder.url)
    return Array(raw.data)
  }

  @Test func onlyOneOutputIsMade() throws {
    try document(
      #"{ "path": "a.gif", "fps": 10, "scale": 0.5 }, { "path": "b.png", "sheet": [0] }"#)
    func run(_ words: String...) throws -> Program.Result {
      try Program.pipeline(["run", "doc.json"] + words, in: folder.url)
    }
    let made = try run("--only", "a.gif")
    #expect(made.status == 0 && made.summary.contains("32×24, 10 fps"), "\(made.summary)")
    #expect(try folder.files().sorted() == ["a.gif", "doc.json"])
    let other = try run("--only", "c.gif")
    #expect(other.summary.contains("no output \"c.gif\"; it has a.gif, b.png"), "\(other.summary)")
    #expect(try run("--only", "a.gif", "-o", "c.gif").summary.contains("remove -o"))
  }

  private func about(_ name: String, _ entries: String) throws -> String {
    try Program.tool(
      "ffprobe",
      ["-v", "error", "-select_streams", "v", "-show_entries", entries, "-of", "csv=p=0", name],
      in: folder.url
    ).output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  @Test(
    arguments: Effort.spread(
      [
        ("a.mp4", "h265", "hevc"), ("a.mp4", "av1", "av1"), ("a.webm", "av1", "av1"),
        ("a.webm", "vp9-lossless", "vp9"), ("a.mov", "h264", "h264"), ("a.mov", "h265", "hevc"),
        ("a.mkv", "ffv1", "ffv1"),
      ], test: 2)) func codecs(_ name: String, _ codec: String, _ found: String) throws
  {
    try document(#"{ "path": "\#(name)", "codec": "\#(codec)", "effort": "draft" }"#)
    let made = try run()
    try #require(made.status == 0, "\(made.summary)")
    #expect(try about(name, "stream=codec_name").contains(found))
    let (wanted, got) = (try drawn(), try frames(name))
    #expect(wanted.count == got.count)
    #expect(Bytes.meanDifference(Array(wanted), Array(got)) < 3)
  }

  /// Alpha is preserved.
  @Test(
    arguments: Effort.spread(
      [
        ("a.mkv", "ffv1", [String](), 0),
        ("a.mov", "prores", [], 2),
      ], test: 1)) func alpha(_ name: String, _ codec: String, _ decoder: [String], _ most: Int)
    throws
  {
    try document(#"{ "path": "\#(name)", "codec": "\#(codec)" }"#, background: "#00000000")
    let made = try run()
    try #require(made.status == 0, "\(made.summary)")
    let (wanted, got) = (try drawn(), try frames(name, decoder: decoder))
    try #require(wanted.count == got.count)
    let worst = stride(from: 3, to: wanted.count, by: 4)
      .map { abs(Int(wanted[$0]) - Int(got[$0])) }.max()
    #expect(try #require(worst) <= most)
  }

  @Test func sizes() throws {
    try document(
      """
      { "path": "w.png", "width": 128 }, { "path": "h.png", "height": 24 },
      { "path": "contain.png", "width": 64, "height": 64 },
      { "path": "cover.png", "width": 40, "height": 48, "fit": "cover" }
      """)
    let made = try run()
    try #require(made.status == 0, "\(made.summary)")
    for (name, size) in [
      ("w.png", "128,96"), ("h.png", "32,24"), ("contain.png", "64,64"), ("cover.png", "40,48"),
    ] { #expect(try about(name, "stream=width,height") == size) }
    // The result has the same pixels, eight rows lower, with white above them.
    let whole = try Program.pipeline(["run", "doc.json", "-o", "plain.png"], in: folder.url)
    #expect(whole.status == 0)
    let (plain, framed) = (try frames("plain.png"), try frames("contain.png"))
    #expect(Array(framed[(8 * 64 * 4)..<(56 * 64 * 4)]) == plain)
    #expect(framed[..<(8 * 64 * 4)].allSatisfy { $0 == 255 })
    let cut = try frames("cover.png")
    #expect(Array(cut[..<(40 * 4)]) == Array(plain[(12 * 4)..<(52 * 4)]))
  }

  @Test func staysBelowItsBytes() throws {
    try document(#"{ "path": "a.mp4", "quality": 1, "scale": 6 }"#)
    #expect(try run().status == 0)
    let free = try folder.data("a.mp4").count
    try document(#"{ "path": "a.mp4", "quality": 1, "scale": 6, "maxBytes": \#(free * 7 / 10) }"#)
    let made = try run()
    #expect(made.status == 0 && made.errors.contains("rendered again"), "\(made.summary)")
    #expect(try folder.data("a.mp4").count <= free * 7 / 10)
    try document(#"{ "path": "a.mp4", "maxBytes": 10 }"#)
    let never = try run()
    #expect(never.status == 65 && never.errors.contains("maxBytes is 10"), "\(never.summary)")
  }

  /// An MP4 in fragments is written to standard output, which may be a pipe.
  @Test func streams() throws {
    try document("")
    let made = try Program.pipeline(["run", "doc.json", "-o", "-.mp4"], in: folder.url)
    try #require(made.status == 0, "\(made.errors)")
    try made.data.write(to: folder.url.appending(path: "piped.mp4"))
    #expect(try about("piped.mp4", "stream=codec_name").contains("h264"))
    #expect(try frames("piped.mp4").count == 10 * 64 * 48 * 4)
  }

  @Test func refusesWhatDoesNotFit() throws {
    for (output, words) in [
      (#"{ "path": "a.mp4", "codec": "prores" }"#, "the codecs of a.mp4 are"),
      (#"{ "path": "a.png", "codec": "h264" }"#, "\"codec\" is for"),
      (#"{ "path": "a.png", "maxBytes": 1000 }"#, "no quality that could be reduced"),
      (#"{ "path": "a.gif", "effort": "best" }"#, "\"effort\" applies only"),
      (#"{ "path": "a.mp4", "width": 64, "scale": 1 }"#, "both set the size"),
      (#"{ "path": "a.gif", "quality": 1 }"#, "has no effect on a.gif: a GIF always has the 256"),
      (
        #"{ "path": "a.png", "quality": 1 }"#,
        "has no effect on a.png: the format keeps every "
          + "pixel"
      ),
      (#"{ "path": "a.webm", "codec": "vp9-lossless", "quality": 1 }"#, "vp9-lossless keeps every"),
      (#"{ "path": "%d.jpg", "maxBytes": 1000 }"#, "no quality that could be reduced as one file"),
      (#"{ "path": "a.gif", "preset": "app-store-6.7" }"#, "works with .mp4, .mov, .m4v, .png"),
      (#"{ "path": "a.png", "preset": "app-store-6.7", "width": 4 }"#, "sets the \"width\""),
      (#"{ "path": "a.mp4", "preset": "app-store-6.7" }"#, "requires 15 to 30 s"),
      (#"{ "path": "a.mp4", "preset": "app-store-6" }"#, "did you mean \"app-store-6."),
      (#"{ "path": "a.mp4", "width": 64, "fit": "cover" }"#, "\"fit\" needs"),
    ] {
      try document(output)
      let made = try run()
      #expect(made.status == 65 && made.errors.contains(words), "\(made.summary)")
    }
  }

  /// A format without transparency gets the canvas's background, which is reported.
  @Test(arguments: Effort.spread(["a.mp4", "a.y4m", "a.jpg"], test: 1)) func transparencyIsFilled(
    _ name: String
  ) throws {
    try document(#"{ "path": "\#(name)" }"#, background: "#3060c000")
    let said = try run()
    #expect(
      said.status == 0 && said.errors.contains("keeps no transparency")
        && said.errors.contains("#3060c0"), "\(said.summary)")
    let clear = try drawn()
    let got = try frames(name)
    try #require(!got.isEmpty)
    var seen = 0
    for place in stride(from: 0, to: got.count, by: 4) where clear[place + 3] == 0 {
      // The chroma of neighbouring pixels bleeds into the edges.
      let off = zip(got[place..<place + 3], [0x30, 0x60, 0xC0]).map { abs(Int($0) - $1) }.max()!
      if off <= 6 { seen += 1 }
    }
    let all = stride(from: 0, to: got.count, by: 4).count { clear[$0 + 3] == 0 }
    #expect(all > 0 && Double(seen) > 0.9 * Double(all), "\(seen) of \(all)")
  }

  /// A frame has the same bytes as a run with the same picture over the same background.
  @Test func aFrameIsAnyPicture() throws {
    try document("", background: "#20406080")
    for name in ["jpg", "png"] {
      let run = try Program.pipeline(["run", "doc.json", "-o", "a.\(name)"], in: folder.url)
      let frame = try Program.pipeline(
        ["frame", "doc.json", "--at", "0", "-o", "b.\(name)"], in: folder.url)
      #expect(run.status == 0 && frame.status == 0, "\(run.summary)\(frame.summary)")
      #expect(try folder.data("a.\(name)") == folder.data("b.\(name)"), "\(name)")
    }
    for name in ["b.gif", "f-%d.png"] {
      let frame = try Program.pipeline(
        ["frame", "doc.json", "--at", "0", "-o", name], in: folder.url)
      #expect(
        frame.status == 64 && frame.errors.contains("a .png or .jpg, or -"), "\(frame.summary)")
    }
  }

  /// Tests stills and numbered frames as JPEG, read by an independent program; a higher quality is more similar, and
  /// larger.
  @Test func jpegs() throws {
    try document(
      #"{ "path": "out/%02d.jpg" }, { "path": "a.jpg", "quality": 0.3 }, { "path": "b.jpg" }"#)
    let made = try run()
    try #require(made.status == 0, "\(made.summary)")
    #expect(try folder.files(in: "out").count == 10)
    #expect(try folder.data("out/00.jpg") == folder.data("b.jpg"))
    #expect(try about("b.jpg", "stream=codec_name,pix_fmt").contains("mjpeg,yuvj444p"))
    let wanted = Array(try drawn().prefix(64 * 48 * 4))
    func off(_ name: String) throws -> Double {
      let got = try frames(name)
      try #require(got.count == wanted.count)
      return Bytes.meanDifference(wanted, Array(got))
    }
    #expect(try off("b.jpg") < 2)
    #expect(try off("b.jpg") < off("a.jpg"))
    #expect(try folder.data("a.jpg").count < folder.data("b.jpg").count)
  }

  /// With a higher quality a file is larger and more similar to the drawn frames, for each codec with a quality. The
  /// clip comes from another program, with detail and motion; `make test` tests one codec.
  @Test(
    arguments: [
      "a-%.mp4", "a-%.webm", "a-%/%02d.jpg", "a-%.mov", "a-%.webp", "a-%.mp4 h265", "a-%.mp4 av1",
    ].prefix(Effort.count(test: 1, long: 7, soak: 7)))
  func qualityIsNearness(_ output: String) throws {
    let words = output.split(separator: " ").map(String.init)
    let clip = try Program.tool(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i",
        "mandelbrot=size=160x120:rate=10:start_scale=0.2,gblur=sigma=2",
        "-frames:v", "8", "-c:v", "ffv1", "clip.mkv",
      ], in: folder.url)
    try #require(clip.status == 0, "\(clip.summary)")
    func document(_ video: String, outputs: [String] = []) throws {
      try folder.write(
        """
        { "version": 1, "canvas": { "size": [160, 120], "fps": 10, "background": "#000000" },
          "duration": 0.8, "layers": [
            { "frame": [0, 0, 160, 120], "contents": { "video": "\(video)" } } ],
          "outputs": [\(outputs.joined(separator: ", "))] }
        """, to: "doc.json")
    }
    let qualities = ["0.3", "0.6", "0.9"]
    let codec = words.count > 1 ? ", \"codec\": \"\(words[1])\"" : ""
    func path(_ quality: String) -> String { words[0].replacing("a-%", with: "a-\(quality)") }
    try document(
      "clip.mkv",
      outputs: qualities.map { "{ \"path\": \"\(path($0))\", \"quality\": \($0)\(codec) }" })
    let made = try run()
    try #require(made.status == 0, "\(made.summary)")
    let wanted = try drawn()
    var sizes: [Int] = []
    var decibels: [Double] = []
    for quality in qualities {
      let path = path(quality)
      sizes.append(
        path.hasSuffix(".jpg")
          ? try folder.files(in: "a-\(quality)").reduce(0) {
            try $0 + folder.data("a-\(quality)/\($1)").count
          }
          : try folder.data(path).count)
      let got: [UInt8]
      if path.hasSuffix(".webp") {
        // FFmpeg cannot read an animated WebP, but libwebp in the program's helper can.
        try document(path)
        got = try drawn()
      } else {
        got = try frames(path)
      }
      try #require(got.count == wanted.count, "\(path)")
      let squares = zip(wanted, got).reduce(0) {
        $0 + (Int($1.0) - Int($1.1)) * (Int($1.0) - Int($1.1))
      }
      decibels.append(10 * log10(255 * 255 * Double(got.count) / Double(max(1, squares))))
    }
    #expect(sizes[0] < sizes[1] && sizes[1] < sizes[2], "\(sizes)")
    #expect(decibels[0] < decibels[1] && decibels[1] < decibels[2], "\(decibels)")
  }

  /// Ten videos are written in the same way, with eight encoders at a time.
  @Test func encodersTakeTurns() throws {
    try document((0..<10).map { "{ \"path\": \"\($0).mp4\" }" }.joined(separator: ", "))
    try folder.install(Program.folder.appending(path: "pipeline"), as: "pipeline")
    try folder.install(Program.folder.appending(path: "pipeline-media"), as: "encoder")
    // Each encoder counts the running encoders when it starts, and keeps the number.
    try folder.writeProgram(
      """
      #!/bin/sh
      cd "$(dirname "$0")"
      echo $$ >> started
      ls -d $(sed 's,^,/proc/,' started) 2> /dev/null | wc -l >> alive
      exec ./encoder "$@"

      """, to: "pipeline-media")
    let made = try Program.run(
      folder.url.appending(path: "pipeline"), ["run", "doc.json"], in: folder.url)
    try #require(made.status == 0, "\(made.summary)")
    let alive = String(decoding: try folder.data("alive"), as: UTF8.self)
      .split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    #expect(alive.max() == 8, "\(alive)")
    let first = try folder.data("0.mp4")
    for number in 1..<10 { #expect(try folder.data("\(number).mp4") == first, "\(number)") }
  }

  /// The settings of a preset are applied, and are tested in the written files.
  @Test func presets() throws {
    try document(
      #"{ "path": "play.png", "preset": "play-feature" }, { "path": "a.gif", "preset": "readme" }"#,
      background: "#3060c000")
    let made = try run()
    try #require(made.status == 0, "\(made.summary)")
    #expect(try about("play.png", "stream=width,height,pix_fmt").contains("1024,500,rgb24"))
    try document(#"{ "path": "shot.jpg", "preset": "play-screenshot" }"#)
    #expect(try run().status == 0)
    // The canvas is in landscape orientation.
    #expect(try about("shot.jpg", "stream=width,height").contains("1920,1080"))
  }
}
