import Files
import Foundation
import Media
import Scenes
import TestSupport
import Testing

/// Tests the colours of videos: primaries against matrices in doubles, and PQ and HLG as in pictures.
@Suite struct VideoColorTests {
  private let folder: Folder
  init() throws { folder = try Folder() }

  static let patches: [[Double]] = [
    [128, 128, 128], [200, 80, 40], [40, 160, 220], [60, 120, 50], [220, 200, 90],
  ]

  private func ffmpeg(_ arguments: [String]) throws {
    let result = try Program.tool("ffmpeg", ["-v", "error", "-y"] + arguments)
    try #require(result.status == 0, "\(result.summary)")
  }

  /// Returns ffmpeg's input: the patches in a row, 16×16 each, for a few frames.
  private func source() throws -> [String] {
    var bytes: [UInt8] = []
    for _ in 0..<16 {
      for patch in Self.patches {
        for _ in 0..<16 { bytes += patch.map { UInt8($0) } }
      }
    }
    let raw = folder.path("patches.rgb")
    try Data(bytes + bytes).write(to: URL(fileURLWithPath: raw))
    return [
      "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", "\(16 * Self.patches.count)x16", "-r", "5", "-i",
      raw,
    ]
  }

  /// Returns the filter that sets the frames' colour description: ffmpeg 7 writes the frames' description, and ffmpeg 5
  /// writes its options.
  private static func told(_ matrix: String, _ primaries: String, _ transfer: String) -> String {
    "setparams=colorspace=\(matrix):color_primaries=\(primaries):color_trc=\(transfer):range=tv"
  }

  private func shown(_ path: String) throws -> [[Int]] {
    let bitmap = try SeekableVideo(try RegularFile(path)).frame(1)
    return Self.patches.indices.map { bitmap.bytes(16 * $0 + 8, 8).prefix(3).map(Int.init) }
  }

  private func near(_ got: [[Int]], _ wanted: [[Double]], within most: Double, _ name: String) {
    for (got, wanted) in zip(got, wanted) {
      #expect(
        zip(got, wanted).allSatisfy { abs(Double($0) - $1) <= most },
        "\(name): \(got) for \(wanted.map { $0.rounded() })")
    }
  }

  private static func light(_ v: Double) -> Double {
    v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4)
  }

  private static func value(_ light: Double) -> Double {
    let l = min(1, max(0, light))
    return l <= 0.0031308 ? 12.92 * l : 1.055 * pow(l, 1 / 2.4) - 0.055
  }

  /// The matrices to BT.709's primaries with the same white, from the published ones (SMPTE RP 177).
  static let matrices: [(name: String, rows: [[Double]])] = [
    (
      "smpte432",
      [
        [1.2249401, -0.2249402, 0], [-0.0420569, 1.0420571, 0],
        [-0.0196376, -0.0786361, 1.0982735],
      ]
    ),
    (
      "bt2020",
      [
        [1.6604910, -0.5876411, -0.0728499], [-0.1245505, 1.1328999, -0.0083494],
        [-0.0181508, -0.1005789, 1.1187297],
      ]
    ),
  ]

  @Test(arguments: [0, 1]) func primariesAreConverted(_ index: Int) throws {
    let (name, rows) = Self.matrices[index]
    let wanted = Self.patches.map { patch in
      let light = patch.map { Self.light($0 / 255) }
      return rows.map { row in
        255 * Self.value(zip(row, light).reduce(0) { $0 + $1.0 * $1.1 })
      }
    }
    let matrix = name == "bt2020" ? "bt2020nc" : "bt709"
    for (file, codec) in [
      ("p.mkv", ["-c:v", "ffv1"]), ("p.mp4", ["-c:v", "libx264", "-qp", "0"]),
      ("p.webm", ["-c:v", "libvpx-vp9", "-lossless", "1"]),
    ] {
      let path = folder.path(file)
      try ffmpeg(
        try source() + [
          "-vf",
          "scale=out_color_matrix=\(name == "bt2020" ? "bt2020" : "bt709"):out_range=tv,"
            + "format=yuv444p,\(Self.told(matrix, name, "bt709"))", "-colorspace", matrix,
          "-color_primaries", name,
          "-color_trc", "bt709", "-color_range", "tv",
        ] + codec + [path])
      // Colours far outside sRGB are steep near black, and the levels have 8 bits.
      near(try shown(path), wanted, within: 5, "\(name) in \(file)")
      #expect(try SeekableVideo(try RegularFile(path)).remark == nil)
    }
  }

  /// sRGB's white is at 203 nits: below it the patches are unchanged.
  @Test(arguments: [("smpte2084", "yuv444p10le"), ("smpte2084", "yuv420p10le")])
  func lightBeyondWhite(_ transfer: String, _ format: String) throws {
    let path = folder.path("hdr.mkv")
    try ffmpeg(
      try source() + [
        "-vf",
        "format=gbrp,zscale=tin=iec61966-2-1:pin=bt709:min=gbr:rin=pc:t=linear:p=bt709:m=gbr:r=pc:npl=203,format=gbrpf32le,zscale=tin=linear:pin=bt709:min=gbr:rin=pc:t=\(transfer):p=bt2020:m=bt2020nc:r=tv:npl=203,format=\(format)",
        "-colorspace", "bt2020nc", "-color_primaries", "bt2020", "-color_trc", transfer,
        "-color_range", "tv", "-c:v", "ffv1", path,
      ])
    let reader = try SeekableVideo(try RegularFile(path))
    #expect(reader.remark?.contains("white of 203 nits") == true && !reader.isGuess)
    near(
      Array(try shown(path)[0..<2]), Array(Self.patches[0..<2]), within: 5, "\(transfer)")
  }

  /// HLG as BT.2100 defines it: the screen's light is the scene's times its luminance to the power of 0.2. (zscale
  /// raises each channel separately to the power of 1.2, which gives another colour.) In Dolby Vision of profile 8.4,
  /// only the track's record declares HLG.
  @Test(arguments: [
    ("mkv", "ffv1", false), ("mp4", "libx265", false), ("webm", "libvpx-vp9", false),
    ("mp4", "libx265", true), ("mov", "libx265", true),
  ])
  func hybridLogGamma(_ ending: String, _ codec: String, isDolbyVision: Bool) throws {
    let toBT2020 = [
      [0.6274039, 0.3292830, 0.0433131], [0.0690973, 0.9195404, 0.0113623],
      [0.0163914, 0.0880133, 0.8955953],
    ]
    let coded = Self.patches.map { patch -> [UInt16] in
      let light = patch.map { Self.light($0 / 255) * 203 / 1000 }
      let wide = toBT2020.map { zip($0, light).reduce(0) { $0 + $1.0 * $1.1 } }
      let luminance = 0.2627 * wide[0] + 0.678 * wide[1] + 0.0593 * wide[2]
      return wide.map { display in
        let scene = display * pow(luminance, 1 / 1.2 - 1)
        let value =
          scene <= 1.0 / 12
          ? (3 * scene).squareRoot() : 0.17883277 * log(12 * scene - 0.28466892) + 0.55991073
        return UInt16((value * 65535).rounded())
      }
    }
    var words: [UInt16] = []
    for _ in 0..<32 { for patch in coded { for _ in 0..<16 { words += patch } } }
    let raw = folder.path("hlg.rgb")
    // Safety: the words are in their format in memory.
    let bytes = unsafe words.withUnsafeBytes { unsafe Data($0) }
    try bytes.write(to: URL(fileURLWithPath: raw))
    let path = folder.path("hlg.\(ending)")
    let transfer = isDolbyVision ? "bt2020-10" : "arib-std-b67"
    try ffmpeg(
      [
        "-f", "rawvideo", "-pix_fmt", "rgb48le", "-s", "\(16 * Self.patches.count)x16", "-r", "5",
        "-i", raw, "-vf",
        "scale=out_color_matrix=bt2020:out_range=tv:flags=accurate_rnd,format=yuv444p10le,"
          + Self.told("bt2020nc", "bt2020", transfer), "-colorspace", "bt2020nc",
        "-color_primaries", "bt2020", "-color_trc", transfer, "-color_range", "tv", "-c:v", codec,
      ]
        + (codec == "libx265"
        ? ["-x265-params", "lossless=1:log-level=none"] : ["-lossless", "1"])
        .filter { _ in codec != "ffv1" } + [path])
    if isDolbyVision { try recordDolbyVision(path) }
    // The patches are below the knee of BT.2390's curve.
    let (got, low) = (try shown(path), [0, 1, 3])
    near(low.map { got[$0] }, low.map { Self.patches[$0] }, within: 5, "HLG in .\(ending)")
  }

  /// Inserts a record of Dolby Vision 8.4 after the description of a file's only track, whose pixels precede it.
  private func recordDolbyVision(_ path: String) throws {
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    func number(_ at: Int) -> Int { bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
    // The record has version 1.0, profile 8, level 1, its own layer and no other, and is compatible with HLG.
    var record: [UInt8] = [0, 0, 0, 32] + Array("dvvC".utf8)
    record += [1, 0, 0x10, 0x0D, 0x40] + Array(repeating: 0, count: 19)
    var (start, end) = (0, bytes.count)
    let names = ["moov", "trak", "mdia", "minf", "stbl", "stsd", "hev1"]
    for name in names {
      var at = start
      while at < end, bytes[at + 4..<at + 8] != Array(name.utf8)[...] { at += number(at) }
      try #require(at < end, "\(name)")
      (start, end) = (at + (name == "stsd" ? 16 : 8), at + number(at))
      let grown = UInt32(end - at + record.count)
      for i in 0..<4 { bytes[at + i] = UInt8(truncatingIfNeeded: grown >> (24 - 8 * UInt32(i))) }
    }
    bytes.insert(contentsOf: record, at: end)
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let probe = try Program.tool("ffprobe", ["-v", "error", "-show_streams", path])
    #expect(probe.output.contains("dv_profile=8"), "\(probe.summary)")
  }

  /// The alpha of VP8 is in a second stream, as for VP9.
  @Test func keepsTheAlphaOfVP8() throws {
    let path = folder.path("alpha.webm")
    try ffmpeg([
      "-f", "lavfi", "-i", "color=0xC83214@0.5:s=32x32:r=5:d=1,format=yuva420p", "-c:v", "libvpx",
      "-auto-alt-ref", "0", "-b:v", "1M", "-metadata:s:v", "alpha_mode=1", path,
    ])
    let pixel = try SeekableVideo(try RegularFile(path)).frame(1).bytes(16, 16)
    #expect(abs(Int(pixel[3]) - 128) <= 3 && pixel[0] <= pixel[3])
  }

  /// Frames of another size are scaled to the first frame's size.
  @Test func sizesMayChange() throws {
    for (name, color, size) in [("a", "red", "64x32"), ("b", "blue", "128x64")] {
      try ffmpeg([
        "-f", "lavfi", "-i", "color=\(color):s=\(size):r=10:d=0.5,format=yuv420p", "-c:v",
        "libx264", "-bf", "0", folder.path("\(name).ts"),
      ])
    }
    // The times of the second part continue where the first part ends.
    try ffmpeg([
      "-f", "lavfi", "-i", "color=blue:s=128x64:r=10:d=0.5,format=yuv420p", "-c:v", "libx264",
      "-bf", "0", "-output_ts_offset", "0.5", folder.path("b.ts"),
    ])
    var bytes = try Data(contentsOf: URL(fileURLWithPath: folder.path("a.ts")))
    bytes += try Data(contentsOf: URL(fileURLWithPath: folder.path("b.ts")))
    let path = folder.path("both.ts")
    try bytes.write(to: URL(fileURLWithPath: path))
    let reader = try SeekableVideo(try RegularFile(path))
    #expect((reader.width, reader.height) == (64, 32))
    let last = try reader.frame(reader.starts.count - 1).bytes(32, 16)
    #expect(last[2] > 240 && last[0] < 20, "\(last)")
    #expect(try reader.frame(0).bytes(32, 16)[0] > 240)
  }
}
