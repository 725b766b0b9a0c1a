import Foundation
import TestSupport
import Testing

/// Tests renders that several runs share: `run --shard`, `join`, `verify`, `submit`.
@Suite struct FarmTests {
  /// A document of two seconds at 12 frames a second, in which a screen covers another.
  static let document = """
    {
      "version": 1,
      "canvas": { "size": [64, 48], "background": "#ffffff", "fps": 12 },
      "vars": { "shade": "#a81c31" },
      "screens": {
        "from": { "layers": [ { "contents": { "color": "#204080" }, "frame": [0, 0, 64, 48] } ] },
        "to": { "layers": [ { "contents": { "color": "${shade}" }, "frame": [4, 4, 56, 40] } ] }
      },
      "transition": { "duration": 2, "animator": "circle-reveal" },
      "outputs": [
        { "path": "whole.gif" }, { "path": "whole.apng" }, { "path": "whole.png", "sheet": [0, 0.77, "end"] }
      ]
    }
    """
  static let total = 24

  func folder() throws -> Folder {
    let folder = try Folder()
    try folder.write(Self.document, to: "doc.json")
    return folder
  }

  @discardableResult
  func pipeline(
    _ words: String, in folder: Folder, status: Int32 = 0,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Program.Result {
    let result = try Program.pipeline(words.split(separator: " ").map(String.init), in: folder.url)
    #expect(result.status == status, "\(words)\n\(result.summary)", sourceLocation: sourceLocation)
    return result
  }

  func render(_ shards: Int, in folder: Folder, _ output: (Int) -> String) throws {
    for number in 1...shards {
      try pipeline(
        "run doc.json --shard \(number)/\(shards) --resume -o out/%02d.png -o \(output(number))",
        in: folder)
    }
  }

  private static var counts: [Int] { Effort.current == .test ? [3] : [1, 2, 7] }

  /// The frames of shards, and the file that `join` makes of them, have the same bytes as in a single run.
  @Test(arguments: counts) func framesAreThoseOfASingleRun(shards: Int) throws {
    let folder = try folder()
    try pipeline("run doc.json", in: folder)
    try pipeline("run doc.json -o single/%02d.png -o single.mp4 -o single.y4m", in: folder)
    for number in 1...shards {
      try pipeline(
        "run doc.json --shard \(number)/\(shards) --resume -o out/%02d.png", in: folder)
    }
    for number in 0..<Self.total {
      let name = String(format: "%02d.png", number)
      #expect(try folder.data("out/\(name)") == folder.data("single/\(name)"), "\(name)")
    }
    let made = ["whole.gif", "whole.apng", "whole.png"]
    let expected = try made.map { try folder.data($0) }
    for name in made { try FileManager.default.removeItem(atPath: folder.path(name)) }
    try pipeline("join out/%02d.png --like doc.json", in: folder)
    for (name, data) in zip(made, expected) { #expect(try folder.data(name) == data, "\(name)") }
    try pipeline("join out/%02d.png --like doc.json -o a.mp4 -o a.y4m", in: folder)
    #expect(try folder.data("a.mp4") == folder.data("single.mp4"))
    #expect(try folder.data("a.y4m") == folder.data("single.y4m"))
  }

  /// Returns the frames of a video and their times, as an independent program decodes them.
  func frames(of file: String, in folder: Folder) throws -> [Substring] {
    let result = try Program.tool(
      "ffmpeg", ["-v", "error", "-i", folder.path(file), "-f", "framemd5", "-"])
    #expect(result.status == 0, "\(result.summary)")
    return result.output.split(separator: "\n").filter { !$0.hasPrefix("#") }
  }

  /// `submit --parts` renders a video in parts; the joined video has the frames of a single run.
  @Test func aJobInParts() throws {
    let folder = try folder()
    try pipeline("run doc.json -o single.mkv", in: folder)
    try pipeline(
      "submit doc.json --engine local --parts --chunk 9 --dry-run -o film.mkv", in: folder)
    let program = Program.folder.appending(path: "pipeline").path(percentEncoded: false)
    let made = try Program.shell(
      [folder.path("film.mkv.job/submit-local")], in: folder.url,
      environment: ["PIPELINE": program])
    #expect(made.status == 0, "\(made.summary)")
    #expect(try frames(of: "film.mkv", in: folder) == frames(of: "single.mkv", in: folder))
    let parts = try folder.files(in: "film.mkv.job/parts").filter { $0.hasSuffix(".mkv") }
    #expect(parts.sorted() == ["0000000.mkv", "0000009.mkv", "0000018.mkv"])
    let record = String(
      decoding: try folder.data("film.mkv.job/parts/0000009.mkv.jsonl"), as: UTF8.self)
    #expect(record.contains("\"frames\":[9,17]") && record.contains("\"seconds\":"), "\(record)")
    #expect(record.contains("\"host\":\""), "\(record)")
    let status = try pipeline("status film.mkv.job", in: folder)
    #expect(status.output.contains("3 of 3 chunks are done"), "\(status.summary)")
    try pipeline(
      "submit doc.json --engine local --parts -o film.gif --dry-run", in: folder, status: 64)
  }

  /// A folder that cannot be used for a job is reported as an invalid argument, or as taken.
  @Test(
    arguments: [
      ("doc.json", 73), ("full", 64), ("doc.json/job", 74), (".", 64), ("a\nb", 64),
    ] as [(String, Int32)])
  func aFolderThatIsNoJobs(_ bundle: String, _ status: Int32) throws {
    let folder = try folder()
    try folder.write("mine", to: "full/notes.txt")
    let ran = try Program.pipeline(
      ["submit", "doc.json", "--engine", "local", "--dry-run", "-o", "a.gif", "--bundle", bundle],
      in: folder.url)
    #expect(ran.status == status, "\(ran.summary)")
    #expect(try folder.data("full/notes.txt") == Data("mine".utf8))
  }

  /// Returns the times of frames without their hashes.
  private func times(_ frames: [Substring]) -> [Substring] {
    frames.map { $0.prefix { $0 != "," } + $0.split(separator: ",")[2] }
  }

  /// Returns the similarity between each frame of a video and the drawn frame, in dB.
  private func nearness(_ file: String, to pictures: String, in folder: Folder) throws -> [Double] {
    let result = try Program.tool(
      "ffmpeg",
      [
        "-v", "error", "-i", folder.path(file), "-framerate", "12", "-i", folder.path(pictures),
        "-lavfi",
        "[0:v]settb=1/12,setpts=N,format=gbrp[a];[1:v]settb=1/12,setpts=N,format=gbrp[b];"
          + "[a][b]psnr=stats_file=-", "-f", "null", "-",
      ])
    #expect(result.status == 0, "\(result.summary)")
    return result.output.split(separator: "\n").compactMap { line in
      let word = line.split(separator: " ").first { $0.hasPrefix("psnr_avg:") }
      return word.map { min(99, Double($0.dropFirst(9)) ?? 99) }
    }
  }

  /// Within five frames of a cut, no frame of `joined` may be worse than in `single` by more than half a dB.
  private func expectGoodCuts(
    _ joined: String, shards: Int, single: [Double], _ pictures: String, in folder: Folder
  ) throws {
    let own = try nearness(joined, to: pictures, in: folder)
    try #require(own.count == single.count && !own.isEmpty)
    for shard in 1..<max(1, shards) {
      let cut = shard * own.count / shards
      for frame in max(0, cut - 5)...min(own.count - 1, cut + 5) {
        #expect(
          own[frame] >= single[frame] - 0.5, "\(joined), \(shards) shards, frame \(frame)")
      }
    }
  }

  @Test(arguments: Effort.current == .test ? ["mp4"] : ["mp4", "webm", "mov", "y4m"])
  func videosAreJoined(ending: String) throws {
    let folder = try folder()
    let isLossy = ["mp4", "webm"].contains(ending)
    try pipeline(
      "run doc.json -o single.\(ending)" + (isLossy ? " -o single/%02d.png" : ""), in: folder)
    let near =
      isLossy ? try nearness("single.\(ending)", to: "single/%02d.png", in: folder) : []
    let single = try frames(of: "single.\(ending)", in: folder)
    #expect(single.count == Self.total)
    // Parts of three frames are the hardest case for the quality.
    for shards in Effort.current == .test ? [3] : Self.counts {
      var parts: [String] = []
      for number in 1...shards {
        parts.append("\(shards)-\(number).\(ending)")
        try pipeline("run doc.json --shard \(number)/\(shards) -o \(parts.last!)", in: folder)
      }
      // The parts are joined in any order.
      let words = parts.reversed().joined(separator: " ")
      try pipeline("join \(words) --like doc.json -o joined.\(ending)", in: folder)
      let joined = try frames(of: "joined.\(ending)", in: folder)
      #expect(times(joined) == times(single), "\(shards)")
      if isLossy {
        try expectGoodCuts(
          "joined.\(ending)", shards: shards, single: near, "single/%02d.png", in: folder)
      } else {
        #expect(joined == single, "\(shards)")
      }
    }
  }

  /// Tests the magic push in the two lossy formats.
  @Test(
    .enabled(if: Effort.current > .test, "the full counts take a minute"),
    arguments: ["mp4", "webm"])
  func theMagicPushIsGoodNearCuts(ending: String) throws {
    let folder = try Folder()
    let document = Program.root.appending(path: "pipeline.json").path(percentEncoded: false)
    try pipeline(
      "run \(document) --scale 1 -o single/%02d.png -o single.\(ending)", in: folder)
    let near = try nearness("single.\(ending)", to: "single/%02d.png", in: folder)
    for shards in [2, 7] {
      let parts = (1...shards).map { "\(shards)-\($0).\(ending)" }
      for (index, part) in parts.enumerated() {
        try pipeline(
          "run \(document) --scale 1 --shard \(index + 1)/\(shards) -o \(part)", in: folder)
      }
      try pipeline(
        "join \(parts.joined(separator: " ")) --like \(document) --scale 1 -o joined.\(ending)",
        in: folder)
      try expectGoodCuts(
        "joined.\(ending)", shards: shards, single: near, "single/%02d.png", in: folder)
    }
  }

  /// Parts with another codec are joined without naming the codec again.
  @Test(
    arguments: [
      ("mkv", "ffv1", true), ("mp4", "h265", false), ("webm", "vp9-lossless", true),
      ("mp4", "av1", false),
    ].prefix(Effort.current == .test ? 1 : 4))
  func codecsAreJoined(ending: String, codec: String, isLossless: Bool) throws {
    let folder = try folder()
    try pipeline("run doc.json --codec \(codec) -o single.\(ending)", in: folder)
    let single = try frames(of: "single.\(ending)", in: folder)
    for shards in Effort.current == .test ? [2] : [1, 2, 7] {
      let parts = (1...shards).map { "\(shards)-\($0).\(ending)" }
      for (index, part) in parts.enumerated() {
        try pipeline(
          "run doc.json --codec \(codec) --shard \(index + 1)/\(shards) -o \(part)", in: folder)
      }
      try pipeline(
        "join \(parts.joined(separator: " ")) --like doc.json -o joined.\(ending)", in: folder)
      let joined = try frames(of: "joined.\(ending)", in: folder)
      #expect(joined.count == Self.total && times(joined) == times(single), "\(shards)")
      if isLossless { #expect(joined == single, "\(shards)") }
    }
    let refused = try pipeline(
      "join a.\(ending) --like doc.json --codec \(codec) -o b.\(ending)", in: folder, status: 64)
    #expect(refused.errors.contains("give this option to run --shard"))
  }

  /// The joined video contains the sound of the whole film, with the same packets as in a single run.
  @Test(.long, arguments: Effort.current == .test ? ["mp4"] : ["mp4", "webm", "mov", "mkv"])
  func joinedVideosHaveTheSound(ending: String) throws {
    let folder = try folder()
    let tone = try Program.tool(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "sine=f=700:r=48000:d=1.3", "-c:a", "pcm_s16le",
        folder.path("tone.wav"),
      ])
    try #require(tone.status == 0, "\(tone.summary)")
    try folder.write(
      Self.document.replacing(
        "\"outputs\"", with: "\"audio\": [{ \"file\": \"tone.wav\", \"at\": 0.3 }], \"outputs\""),
      to: "doc.json")
    try pipeline("run doc.json -o single.\(ending)", in: folder)
    for number in 1...3 {
      try pipeline("run doc.json --shard \(number)/3 -o \(number).\(ending)", in: folder)
    }
    try pipeline(
      "join 1.\(ending) 2.\(ending) 3.\(ending) --like doc.json -o joined.\(ending)", in: folder)
    func sound(_ name: String) throws -> String {
      let result = try Program.tool(
        "ffmpeg",
        [
          "-v", "error", "-i", folder.path(name), "-map", "0:a", "-c", "copy", "-f", "framemd5",
          "-",
        ])
      #expect(result.status == 0 && result.output.contains("#codec_id"), "\(result.summary)")
      return result.output
    }
    #expect(try sound("joined.\(ending)") == sound("single.\(ending)"))
    #expect(
      try times(frames(of: "joined.\(ending)", in: folder)).count
        == times(frames(of: "single.\(ending)", in: folder)).count)
  }

  /// Tests the messages for parts that do not fit together.
  @Test func badPartsAreRefused() throws {
    let folder = try folder()
    for number in 1...3 {
      try pipeline("run doc.json --shard \(number)/3 -o \(number).mp4", in: folder)
    }
    func refused(_ parts: String, _ words: String, status: Int32, _ options: String = "") throws {
      let result = try pipeline(
        "join \(parts) --like doc.json -o joined.mp4 \(options)", in: folder, status: status)
      #expect(result.errors.contains(words), "\(parts): \(result.summary)")
      #expect(!FileManager.default.fileExists(atPath: folder.path("joined.mp4")))
    }
    try refused("1.mp4 3.mp4", "frames 8-15 are missing: no part contains them", status: 66)
    try refused("1.mp4 2.mp4", "frames 16-23 are missing: no part contains them", status: 66)
    try refused("1.mp4 2.mp4 2.mp4 3.mp4", "frames 8-15: in 2.mp4 and in 2.mp4", status: 65)
    try refused("1.mp4 2.mp4 3.mp4 4.mp4", "4.mp4: no such file", status: 66)
    try refused("1.mp4 2.mp4 3.mp4", "scale 1, not 2", status: 65, "--scale 2")
    try refused("1.mp4 2.mp4 3.mp4", "frames a second 12, not 24", status: 65, "--fps 24")
    try refused("1.mp4 2.mp4 3.mp4", "no variable shade", status: 65, "--set shade=#00ff00")
    try refused(
      "1.mp4 2.mp4 3.webm", "3.webm: a part must have the same extension as joined.mp4", status: 64)
    try refused("1.mp4 out/%02d.png", "cannot be joined together", status: 64)
    // The file and the record of a part are replaced by those of another video.
    let part = try folder.data("2.mp4")
    try pipeline("run doc.json --frames 8-15 --set shade=#123456 -o 2.mp4", in: folder)
    try refused("1.mp4 2.mp4 3.mp4", "2.mp4: frames 8-15: damaged", status: 65)
    var flipped = part
    flipped[flipped.count / 2] ^= 1
    try flipped.write(to: folder.url.appending(path: "2.mp4"))
    try refused("1.mp4 2.mp4 3.mp4", "2.mp4: frames 8-15: damaged", status: 65)
    // The file has a codec that the program does not use, with a record that matches.
    let encoded = try Program.tool(
      "ffmpeg",
      ["-v", "error", "-y", "-i", folder.path("1.mp4"), "-c:v", "mpeg4", folder.path("1.x.mp4")])
    try #require(encoded.status == 0, "\(encoded.summary)")
    try part.write(to: folder.url.appending(path: "2.mp4"))
    let hash = try Program.tool("sha256sum", [folder.path("1.x.mp4")]).output.prefix(64)
    let own = try Program.tool("sha256sum", [folder.path("1.mp4")]).output.prefix(64)
    let record = String(decoding: try folder.data("1.mp4.jsonl"), as: UTF8.self)
    try folder.write(record.replacing(own, with: hash), to: "1.x.mp4.jsonl")
    try refused("1.x.mp4 2.mp4 3.mp4", "1.x.mp4: the file contains mpeg4", status: 65)
  }

  /// Tests invalid shards on the command line.
  @Test func badShardsAreRefused() throws {
    let folder = try folder()
    func refused(_ words: String, _ message: String) throws {
      let result = try pipeline("run doc.json \(words)", in: folder, status: 64)
      #expect(result.errors.contains(message), "\(result.summary)")
    }
    try refused("--shard 0/4 -o %d.png", "--shard takes K/N with K from 1 to N, or A-B, found 0/4")
    try refused("--shard 5/4 -o %d.png", "--shard takes K/N with K from 1 to N, or A-B, found 5/4")
    try refused("--shard 1/4 --frames 0-2 -o %d.png", "--shard and --frames cannot be combined")
    try refused("--shard 1/25 -o %d.png", "there are only 24 frames")
    try refused("--shard 1/4 -o a.gif", "join makes the other formats from numbered PNGs")
  }
}
