import Foundation
import Scenes
import TestSupport
import Testing

/// A frame has the same bits in every order, range or shard, whatever its contents are.
@Suite struct AnyOrderTests {
  private let folder: Folder
  init() throws { folder = try Folder() }

  private static let count = 10

  /// The kinds of contents, and how their files are created.
  private static let kinds: [(name: String, contents: String)] = [
    ("lottie", #"{ "lottie": "a.json" }"#),
    ("lottie with expressions", #"{ "lottie": "x.json" }"#),
    ("image", #"{ "image": "f/0003.png" }"#),
    ("svg", #"{ "image": "a.svg" }"#),
    ("frames", #"{ "frames": "f/%04d.png", "fps": 10 }"#),
    ("video", #"{ "video": "v.mkv" }"#),
    ("text", #"{ "text": "any order" }"#),
    (
      "gradient",
      ##"{ "gradient": { "linear": { "from": [0, 0], "to": [1, 1] }, "stops": ["#f00", "#00f"] } }"##
    ),
  ]

  /// A Lottie file with expressions that count, and expressions with random numbers.
  private static let expressions = LottieFiles.square(
    layers: LottieFiles.layer(
      #""ty":3,"nm":"X","ind":5"#,
      opacity: ##""k":100,"x":"this.q=(this.q||0)+7; $bm_rt=this.q%100*Math.random();""##)
  ).replacing(
    #""o":{"a":0,"k":100},"r":{"a":0,"k":0},"#,
    with:
      #""o":{"a":0,"k":90,"x":"var n = (typeof n==='undefined')?1:n+1; $bm_rt = n*10%100;"},"r":{"a":0,"k":0},"#
  )

  private func make() throws {
    try folder.write(LottieFiles.square(), to: "a.json")
    try folder.write(Self.expressions, to: "x.json")
    try folder.write(
      "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='40'><circle cx='20' cy='20' r='15'/></svg>",
      to: "a.svg")
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "f"), withIntermediateDirectories: true)
    for output in [["f/%04d.png"], ["-c:v", "libx264", "-pix_fmt", "yuv420p", "v.mkv"]] {
      let made = try Program.tool(
        "ffmpeg", ["-v", "error", "-y", "-f", "lavfi", "-i", "testsrc=s=40x40:r=10:d=1"] + output,
        in: folder.url)
      try #require(made.status == 0, "\(made.summary)")
    }
  }

  private func frames(_ arguments: [String]) throws -> [Data] {
    let result = try Program.pipeline(["run", "doc.json", "-o", "-"] + arguments, in: folder.url)
    try #require(result.status == 0, "\(result.summary)")
    let size = 40 * 40 * 4
    return stride(from: 0, to: result.data.count, by: size).map {
      result.data.subdata(in: $0..<$0 + size)
    }
  }

  @Test func eachAloneIsAsInAll() throws {
    try make()
    let layers = Self.kinds.enumerated().map { number, kind in
      #"{ "id": "l\#(number)", "frame": [\#(number % 4 * 10), \#(number / 4 * 20), 20, 20], "contents": \#(kind.contents) }"#
    }
    try folder.write(
      """
      { "version": 1, "canvas": { "size": [40, 40], "fps": 10 }, "layers": [\(layers.joined(separator: ","))],
        "timeline": { "targets": ["l0"], "duration": 1, "keyframes": [{ "opacity": 0.5 }, { "opacity": 1 }] } }
      """, to: "doc.json")
    let whole = try frames([])
    try #require(whole.count >= Self.count)
    var random = SeededRandom(7)
    var order = Array(0..<Self.count)
    for place in order.indices { order.swapAt(place, random.below(order.count)) }
    for frame in order {
      #expect(try frames(["--frames", "\(frame)-\(frame)"]) == [whole[frame]], "frame \(frame)")
    }
    for shard in 1...3 {
      let told = try Program.pipeline(
        ["run", "doc.json", "--shard", "\(shard)/3", "--resume", "-o", "out/%02d.png"],
        in: folder.url)
      try #require(told.status == 0, "\(told.summary)")
    }
    let single = try Program.pipeline(
      ["run", "doc.json", "--jobs", "1", "-o", "one/%02d.png"], in: folder.url)
    try #require(single.status == 0, "\(single.summary)")
    for frame in 0..<Self.count {
      let name = frame < 10 ? "0\(frame).png" : "\(frame).png"
      #expect(try folder.data("out/\(name)") == folder.data("one/\(name)"), "\(name)")
    }
  }
}
