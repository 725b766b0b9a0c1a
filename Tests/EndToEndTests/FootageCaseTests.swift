import Foundation
import TestSupport
import Testing

/// Tests video and sound in the forms of other programs, which ffmpeg creates and a run mixes or draws.
@Suite struct FootageCaseTests {
  private let folder: Folder
  init() throws { folder = try Folder() }

  private func ffmpeg(_ arguments: [String]) throws {
    let result = try Program.tool("ffmpeg", ["-v", "error", "-y"] + arguments, in: folder.url)
    try #require(result.status == 0, "\(result.summary)")
  }

  private func document(
    _ contents: String?, audio: String = "", duration: Double = 2, size: String = "[32, 32]",
    fps: Int = 50
  ) throws {
    let drawn = contents.map { #", "contents": \#($0)"# } ?? ##", "backgroundColor": "#a81c31""##
    try folder.write(
      """
      { "version": 1, "canvas": { "size": \(size), "scale": 1, "fps": \(fps) },
        "duration": \(duration),
        "layers": [ { "frame": [0, 0, "100%", "100%"]\(drawn) } ], "audio": [\(audio)] }
      """, to: "doc.json")
  }

  private func run(_ words: [String]) throws -> Program.Result {
    let result = try Program.pipeline(["run", "doc.json"] + words, in: folder.url)
    try #require(result.status == 0, "\(result.summary)")
    return result
  }

  /// Returns the left channel of the mix at 48 kHz.
  private func wave() throws -> [Float] {
    _ = try run(["-o", "mix.wav"])
    try ffmpeg(["-i", "mix.wav", "-f", "f32le", "-ac", "1", "-af", "pan=mono|c0=c0", "x.raw"])
    let data = try folder.data("x.raw")
    return stride(from: 0, to: data.count, by: 4).map { place in
      Float(bitPattern: data[place..<place + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) })
    }
  }

  /// Returns the red of the middle pixel in every frame.
  private func reds(_ side: Int = 32) throws -> [Int] {
    let result = try run(["-o", "-"])
    let size = side * side * 4
    return stride(from: 0, to: result.data.count, by: size).map {
      Int(result.data[$0 + (side / 2 * side + side / 2) * 4])
    }
  }

  /// Tests a beep and a flash at the same time of a file whose sound or picture begins late.
  @Test(arguments: Effort.spread(["mp4", "mov", "mkv", "ts"], test: 1), ["sound", "picture"])
  func streamsKeepTheirOffset(_ ending: String, _ late: String) throws {
    let moment = 1.0
    let video = late == "picture" ? moment - 0.3 : moment
    let sound = late == "sound" ? moment - 0.3 : moment
    try ffmpeg([
      "-f", "lavfi", "-i",
      "color=black:s=32x32:r=50:d=2,format=yuv420p,drawbox=c=white:t=fill:enable='gte(t,\(video - 0.001))'",
      "-c:v", "libx264", "-bf", "0", "v.\(ending)",
    ])
    try ffmpeg([
      "-f", "lavfi", "-i", "aevalsrc='if(gte(t,\(sound)),0.5*sin(2000*t),0)':s=48000:d=2", "-c:a",
      ending == "mov" ? "pcm_s16le" : "aac", "a.\(ending)",
    ])
    let offset = ["-itsoffset", "0.3"]
    try ffmpeg(
      (late == "picture" ? offset : []) + ["-i", "v.\(ending)"]
        + (late == "sound" ? offset : []) + ["-i", "a.\(ending)"]
        + ["-map", "0:v", "-map", "1:a", "-c", "copy", "both.\(ending)"])
    try document(#"{ "video": "both.\#(ending)" }"#, audio: #"{ "file": "both.\#(ending)" }"#)
    let flash = try #require(try reds().firstIndex { $0 > 128 })
    let beep = try #require(try wave().firstIndex { abs($0) > 0.1 })
    let apart = Double(flash) / 50 - Double(beep) / 48000
    #expect(abs(apart) < 0.025, "\(apart) s apart in .\(ending)")
  }

  /// The sound remains at 440 Hz although its rate and channels change in the file.
  @Test(.long) func soundsMayChangeTheirForm() throws {
    var parts = Data()
    for (rate, channels) in [(44100, 1), (48000, 2), (22050, 2)] {
      try ffmpeg([
        "-f", "lavfi", "-i", "sine=f=440:r=\(rate):d=1", "-ac", "\(channels)", "-c:a",
        "libmp3lame", "-write_xing", "0", "-id3v2_version", "0", "part.mp3",
      ])
      parts += try folder.data("part.mp3")
    }
    try parts.write(to: folder.url.appending(path: "all.mp3"))
    try document(nil, audio: #"{ "file": "all.mp3" }"#, duration: 3)
    let wave = try wave()
    for start in [12_000, 60_000, 108_000] {
      let some = wave[start..<start + 24_000]
      let rising = zip(some.indices, some.dropFirst()).filter { wave[$0.0] < 0 && $0.1 >= 0 }
      #expect(abs(rising.count * 2 - 440) <= 4, "\(rising.count * 2) Hz from \(start)")
      #expect(some.map(abs).max()! > 0.05)
    }
  }

  /// The decoder returns another format than the probe reported.
  @Test(.long) func theFormOfADecoderCounts() throws {
    try ffmpeg([
      "-f", "lavfi", "-i", "sine=f=440:r=48000:d=1", "-ac", "2", "-c:a", "dca", "-strict", "-2",
      "dts.mkv",
    ])
    try document(nil, audio: #"{ "file": "dts.mkv" }"#, duration: 1)
    let peak = try wave().map(abs).max()!
    #expect(peak > 0.05 && peak < 0.2, "\(peak)")
  }

  /// Samples that are not numbers become silence and are reported; the other samples keep their loudness.
  @Test func samplesThatAreNoNumbers() throws {
    try ffmpeg([
      "-f", "lavfi", "-i",
      "aevalsrc='if(between(n,4800,4810),NAN,if(between(n,9600,9610),1/0,0.25))':s=48000:d=0.5",
      "-c:a", "pcm_f32le", "nan.wav",
    ])
    try document(nil, audio: #"{ "file": "nan.wav" }"#, duration: 0.5)
    let told = try run(["-o", "mix.wav"])
    #expect(told.errors.contains("22 of its samples are infinite or not numbers"), "\(told.errors)")
    let wave = try wave()
    #expect(abs(wave[4805]) < 0.001 && abs(wave[9605]) < 0.001)
    #expect(abs(wave[7000] - 0.25) < 0.001 && abs(wave[20_000] - 0.25) < 0.001)
    let validated = try Program.pipeline(["validate", "doc.json"], in: folder.url)
    #expect(validated.errors.contains("22 of its samples"), "\(validated.errors)")
  }

  /// An edit list cuts the samples that an encoder adds, so that a loop has no gap.
  @Test func loopsHaveNoSeam() throws {
    try ffmpeg([
      "-f", "lavfi", "-i", "aevalsrc='0.5*sin(2*PI*440*t)':s=44100:d=1", "-c:a", "aac", "-b:a",
      "192k", "tone.m4a",
    ])
    try document(nil, audio: #"{ "file": "tone.m4a", "loop": true }"#, duration: 3)
    let wave = try wave()
    let seam = (0..<3).map { 48_000 * $0 + 2000 }
    #expect(seam.allSatisfy { abs(wave[$0] - wave[seam[0]]) < 0.01 })
    // Silence of more than a period would be an audible gap.
    for start in stride(from: 46_000, to: 50_000, by: 200) {
      #expect(wave[start..<start + 200].map(abs).max()! > 0.3, "at \(start)")
    }
  }

  /// A reversed part shows the same frames as the part forwards.
  @Test(arguments: Effort.spread(["mp4", "mkv"], test: 1)) func reversedPartsHaveTheirFrames(
    _ ending: String
  ) throws {
    try ffmpeg(
      ["-f", "lavfi", "-i", "color=black:s=32x32:r=25:d=2,format=gray,geq=lum='5*N'"]
        + ["-vf", "scale=out_range=full", "-pix_fmt", "yuv444p", "-color_range", "pc"]
        + ["-colorspace", "bt709"]
        + (ending == "mp4" ? ["-c:v", "libx264", "-qp", "0"] : ["-c:v", "ffv1"])
        + ["v.\(ending)"])
    for (keys, wanted) in [
      (#""from": 0.4, "to": 1.2"#, Array(10..<30)),
      (#""from": 0.4, "to": 1.2, "reverse": true"#, (10..<30).reversed()),
      (#""reverse": true"#, (0..<50).reversed()),
    ] {
      try document(
        #"{ "video": "v.\#(ending)", \#(keys), "loop": "forever" }"#,
        duration: Double(wanted.count) / 25, fps: 25)
      let got = try reds().map { Int((Double($0) / 5).rounded()) }
      #expect(got == wanted, "\(keys) in .\(ending): \(got)")
    }
  }

  /// Every pixel is exact to the bit; a transparent film is refused before the first frame.
  @Test func losslessVP9() throws {
    try folder.write(
      """
      { "version": 1, "canvas": { "size": [63, 47], "scale": 1, "background": "#3c3c3c", "fps": 10 },
        "duration": 0.3, "layers": [
          { "frame": [9, 7, 21, 21], "cornerRadius": 8, "backgroundColor": "#dc1e1e" },
          { "frame": [33, 11, 20, 30], "backgroundColor": "#1e32dc", "rotate": 12 } ] }
      """, to: "doc.json")
    _ = try run(["-o", "a.webm", "--codec", "vp9-lossless"])
    let raw = try run(["-o", "-"]).data
    let probed = try Program.tool(
      "ffprobe", ["-v", "error", "-show_entries", "stream=pix_fmt", "-of", "csv=p=0", "a.webm"],
      in: folder.url)
    #expect(probed.output.hasPrefix("gbrp"))
    try ffmpeg(["-i", "a.webm", "-f", "rawvideo", "-pix_fmt", "rgba", "back.raw"])
    #expect(try folder.data("back.raw") == raw)
    let text = try String(contentsOf: folder.url.appending(path: "doc.json"), encoding: .utf8)
    try folder.write(text.replacing("#3c3c3c", with: "#3c3c3c80"), to: "clear.json")
    let refused = try Program.pipeline(
      ["run", "clear.json", "-o", "b.webm", "--codec", "vp9-lossless"], in: folder.url)
    #expect(refused.status != 0 && !FileManager.default.fileExists(atPath: folder.path("b.webm")))
    for word in ["ffv1", ".apng", ".webp"] { #expect(refused.errors.contains(word)) }
  }

  /// Unsupported files are reported by the name of their kind.
  @Test(
    arguments: Effort.spread(
      [
        ("x.wmv", ["-c:v", "wmv2", "-c:a", "wmav2"], "ASF"), ("x.flv", ["-c:v", "flv"], "FLV"),
        ("x.ogv", ["-c:v", "libtheora"], "Theora"),
      ], test: 1)) func foreignVideosAreNamed(_ name: String, _ codec: [String], _ word: String)
    throws
  {
    try ffmpeg(
      [
        "-f", "lavfi", "-i", "testsrc=s=32x32:r=10:d=0.5", "-f", "lavfi", "-i",
        "sine=d=0.5:r=44100",
      ]
        + codec + [name])
    try document(#"{ "video": "\#(name)" }"#)
    let refused = try Program.pipeline(["validate", "doc.json"], in: folder.url)
    #expect(refused.status == 65 && refused.errors.contains(word), "\(refused.errors)")
  }

  /// Files are recognised by their first bytes, wherever a picture, a film or a sound is expected.
  @Test func foreignKindsAreNamed() throws {
    let kinds: [(name: String, bytes: [UInt8], words: String)] = [
      ("a.jp2", [0, 0, 0, 12] + Array("jP  \r\n".utf8) + [0x87, 10], "JPEG 2000"),
      ("a.jxl", [0xFF, 10, 1, 2], "JPEG XL"), ("a.psd", Array("8BPS\0\u{1}".utf8), "Photoshop"),
      (
        "a.ico", [0, 0, 1, 0, 1, 0, 16, 16, 0, 0, 1, 0, 32, 0] + [UInt8](repeating: 0, count: 20),
        "ICO"
      ),
      (
        "a.tga",
        [0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 4, 0, 24, 0] + [UInt8](repeating: 9, count: 48),
        "Targa"
      ),
      ("a.ppm", Array("P6\n1 1\n255\nabc".utf8), "portable map"),
      ("a.pdf", Array("%PDF-1.7\n".utf8), "a PDF file"),
      ("a.eps", Array("%!PS-Adobe-3.0 EPSF-3.0\n".utf8), "EPS"),
      ("a.exr", [0x76, 0x2F, 0x31, 1, 2, 0], "OpenEXR"),
      ("a.cr2", Array("II*\0".utf8) + [16, 0, 0, 0] + Array("CR\u{2}\0".utf8), "CR2"),
      (
        "a.dng",
        Array("II*\0".utf8) + [8, 0, 0, 0, 1, 0, 0x12, 0xC6, 1, 0, 4, 0, 0, 0, 1, 4, 0, 0], "DNG"
      ),
    ]
    for (name, bytes, words) in Effort.spread(kinds, test: 4) {
      try Data(bytes).write(to: folder.url.appending(path: name))
      let contents: [String?] = [#"{ "image": "\#(name)" }"#, #"{ "video": "\#(name)" }"#, nil]
      for contents in contents {
        try document(contents, audio: contents == nil ? #"{ "file": "\#(name)" }"# : "")
        let told = try Program.pipeline(["validate", "doc.json"], in: folder.url)
        #expect(
          told.status == 65 && told.errors.contains(words)
            && told.errors.contains("which pipeline cannot read"), "\(told.errors)")
      }
    }
    // Files of other kinds are also reported where a Lottie file, a font or a document is expected.
    for (name, bytes, words) in [
      ("a.psd", Array("8BPS\0\u{1}".utf8), "a Photoshop file"),
      ("a.aep", Array("RIFX\0\0\0\0Egg!".utf8), "an After Effects project"),
      ("a.png", [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10], "picture"),
    ] {
      try Data(bytes).write(to: folder.url.appending(path: name))
      for contents in [
        #"{ "lottie": "\#(name)" }"#, #"{ "text": "a", "font": { "file": "\#(name)" } }"#,
      ] {
        try document(contents)
        let told = try Program.pipeline(["validate", "doc.json"], in: folder.url)
        let place = contents.contains("lottie") ? "/contents/lottie: " : "/contents/font/file: "
        #expect(told.status == 65 && told.errors.contains(words), "\(told.errors)")
        #expect(told.errors.contains(place), "\(told.errors)")
      }
      let told = try Program.pipeline(["validate", name], in: folder.url)
      #expect(told.status == 65 && told.errors.contains(words), "\(told.errors)")
    }
    // A problem of a sound is reported at the place that names the sound.
    try document(nil, audio: #"{ "file": "a.psd" }"#)
    let sound = try Program.pipeline(["validate", "doc.json"], in: folder.url)
    #expect(sound.errors.contains("/audio/0/file: a.psd: "), "\(sound.errors)")
    // A sound file that is used as a picture is reported with the kind of its sound.
    try ffmpeg(["-f", "lavfi", "-i", "sine=d=0.1", "s.wav"])
    try document(#"{ "image": "s.wav" }"#)
    let told = try Program.pipeline(["validate", "doc.json"], in: folder.url)
    #expect(told.errors.contains("the file is a WAV sound, not a picture"), "\(told.errors)")
  }

  @Test func foreignSoundsAreNamed() throws {
    try ffmpeg(["-f", "lavfi", "-i", "sine=d=0.5", "-c:a", "ac3", "x.ac3"])
    try document(nil, audio: #"{ "file": "x.ac3" }"#)
    let refused = try Program.pipeline(["validate", "doc.json"], in: folder.url)
    #expect(refused.status == 65 && refused.errors.contains("AC-3"), "\(refused.errors)")
  }

  /// A sound that begins after the end is reported, but is not an error.
  @Test func soundsBehindTheEndAreTold() throws {
    try ffmpeg(["-f", "lavfi", "-i", "sine=d=0.5", "late.wav"])
    try document(nil, audio: #"{ "file": "late.wav", "at": 3 }"#)
    for words in [["validate", "doc.json"], ["run", "doc.json", "-o", "x.mp4"]] {
      let told = try Program.pipeline(words, in: folder.url)
      #expect(told.status == 0)
      #expect(told.errors.contains("note: doc.json:"), "\(told.errors)")
      #expect(told.errors.contains("the sound begins at 3 s, but the timeline ends at 2 s"))
    }
  }
}
