import Foundation
import Media
import Scenes
import Testing

/// Tests the small picture files of ../shared/cases/files, all in one picture: each looks as an independent judge shows
/// it, or has a message that explains the difference.
@Suite(.enabled(if: GivenFiles.areRead, GivenFiles.leftOut)) struct GivenPictureTests {
  private let folder: Folder
  init() throws { folder = try Folder() }

  private func drawn(_ document: String, at time: Double) throws -> (Pixels, said: String) {
    let result = try Program.pipeline(
      ["frame", document, "--at", "\(time)", "-o", "out.png"], in: folder.url)
    try #require(result.status == 0, "\(result.summary)")
    return (Pixels(try ImageReader().read(folder.path("out.png"))), result.errors)
  }

  private func line(of cell: GivenFiles.Cell, in said: String) -> String? {
    said.split(separator: "\n").first { $0.contains(cell.name) }.map(String.init)
  }

  /// Returns the maximum and the mean distance in levels between a cell and the recorded colours.
  private func distance(_ pixels: Pixels, _ cell: GivenFiles.Cell, _ theirs: [Int]) -> (
    most: Int, mean: Double
  ) {
    let ours = GivenFiles.means(pixels, cell, left: cell.left, top: cell.top)
    let differences = zip(ours, theirs).map { abs($0 - $1) }
    return (differences.max()!, Double(differences.reduce(0, +)) / Double(differences.count))
  }

  /// The files that are not drawn as in a browser, with their messages.
  private static let saidOfVectors = [
    "css-pi": "the style sheet \"style.css\" is not read", "image-rel": "\"pic.png\"",
    "use-ext": "\"other.svg#x\"", "s-fo": "<foreignObject>", "textpath": "letters along a path",
  ]

  @Test func vectors() throws {
    try GivenFiles.write(GivenFiles.vectors, as: "image", to: "doc.json", in: folder)
    let (pixels, said) = try drawn("doc.json", at: 0)
    let recorded = try GivenFiles.recorded()
    for cell in GivenFiles.vectors {
      let theirs = try #require(recorded[cell.name]?.first, "\(cell.name) is not recorded")
      let words = Self.saidOfVectors.first { cell.name.contains($0.key) }?.value
      let line = line(of: cell, in: said)
      #expect((line != nil) == (words != nil), "\(cell.name): \(line ?? "nothing is said")")
      if let words { #expect(line?.contains(words) == true, "\(cell.name): \(line ?? "")") }
      if words == nil {
        let distance = distance(pixels, cell, theirs)
        #expect(distance.most <= 10, "\(cell.name): \(distance.most) levels off")
      }
    }
  }

  private static let saidOfLotties = [
    "e-checkbox": "1 expression is not computed", "e-ease": "1 expression is not computed",
    "e-slider-pos": "1 expression is not computed", "e-toComp": "1 expression is not computed",
    "ex-infinite": "1 expression is not computed", "ex-random": "1 expression is not computed",
    "ex-slider": "1 expression is not computed", "tw-twist": "1 twist is not drawn",
    "ex-loopin": "1 loop is drawn before its first key as After Effects repeats it",
  ]
  /// The player applies an inverted mask only to the area of its layer's picture.
  private static let playerErrs = "F-mask-inv-op"

  @Test func lotties() throws {
    try GivenFiles.write(GivenFiles.lotties, as: "lottie", to: "doc.json", in: folder)
    let recorded = try GivenFiles.recorded()
    for (moment, frame) in GivenFiles.frames.enumerated() {
      let (pixels, said) = try drawn("doc.json", at: frame / 30)
      for cell in GivenFiles.lotties {
        let words = Self.saidOfLotties.first { cell.name.contains($0.key) }?.value
        let line = line(of: cell, in: said)
        #expect((line != nil) == (words != nil), "\(cell.name): \(line ?? "nothing is said")")
        if let words { #expect(line?.contains(words) == true, "\(cell.name): \(line ?? "")") }
        if cell.name.contains(Self.playerErrs) {
          // The result is 60 % of the green outside the mask, and nothing inside.
          #expect(pixels.color((cell.left + 50, cell.top + 40)) == [255, 255, 255])
          #expect(pixels.color((cell.left + 20, cell.top + 80)) == [117, 209, 148])
        } else if words == nil {
          let theirs = try #require(recorded[cell.name]?[moment], "\(cell.name) is not recorded")
          let distance = distance(pixels, cell, theirs)
          #expect(distance.mean <= 1, "\(cell.name) at \(frame): \(distance.mean)")
        }
      }
    }
  }

  private struct Given {
    var file: String
    var key = "image"
    var from = 0.0
    /// The expected colours at positions in fractions of the width and height.
    var colors: [(x: Double, y: Double, [Int])]
    var tolerance = 2
  }

  private static let patches: [[Int]] = [
    [255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 255], [0, 0, 0], [128, 128, 128],
    [200, 80, 40], [40, 160, 220],
  ]

  /// Returns eight patches in a row, some of which differ from those of most files.
  private static func row(_ others: [Int: [Int]] = [:]) -> [(x: Double, y: Double, [Int])] {
    patches.enumerated().map { i, color in ((Double(i) + 0.5) / 8, 0.5, others[i] ?? color) }
  }

  /// The colours of Display P3 in sRGB, computed by transicc.
  private static let wide = row([6: [216, 69, 17], 7: [0, 163, 226]])
  /// The colours of linear light in sRGB.
  private static let light = row([5: [188, 188, 188], 6: [229, 152, 110], 7: [110, 208, 239]])
  /// The colours of BT.2020's primaries in sRGB, computed in doubles; light beyond white follows BT.2390.
  private static let broad = row([6: [245, 37, 16], 7: [0, 168, 227]])
  private static let blueFrame: [(x: Double, y: Double, [Int])] = [
    (0.1, 0.5, [0, 0, 255]), (0.9, 0.5, [0, 0, 255]),
  ]
  /// The picture has a red middle and is transparent around it.
  private static let redMiddle: [(x: Double, y: Double, [Int])] = [
    (0.05, 0.95, [77, 77, 77]), (0.95, 0.5, [77, 77, 77]), (0.5, 0.5, [255, 0, 0]),
  ]

  private static let pictures: [Given] = [
    Given(file: "apng-colours/apng_cicp.png", colors: wide),
    Given(file: "apng-colours/apng_cicp.png", key: "video", colors: wide),
    Given(file: "apng-colours/apng_gam1.png", colors: light),
    Given(file: "apng-colours/apng_gam1.png", key: "video", colors: light),
    Given(file: "bmp16/b16_555.bmp", colors: row(), tolerance: 6),
    Given(file: "bmp16/b16_565.bmp", colors: row(), tolerance: 6),
    Given(file: "bmp16/b16_555.bmp", colors: [(0.44, 0.5, [255, 255, 255])], tolerance: 0),
    Given(file: "tiff-tiled/tile.tif", colors: row()),
    // These files have the profile of Display P3.
    Given(file: "tiff-tiled/tile_lzw.tif", colors: wide),
    Given(file: "tiff-tiled/f16.tif", colors: wide),
    Given(file: "webp-animated-image/an0.webp", colors: row()),
    Given(
      file: "cmyk-no-adobe/cmyk_et.jpg",
      colors: [
        (0.25, 0.25, [255, 0, 0]), (0.75, 0.25, [0, 255, 0]), (0.25, 0.75, [0, 0, 255]),
        (0.75, 0.75, [255, 255, 0]),
      ], tolerance: 4),
    Given(
      file: "cmyk-no-adobe/cmyk_noadobe.jpg",
      colors: [
        (0.25, 0.25, [255, 0, 0]), (0.75, 0.25, [0, 255, 0]), (0.25, 0.75, [0, 0, 255]),
        (0.75, 0.75, [255, 255, 0]),
      ], tolerance: 4),
    Given(file: "gif-background/g2_still_part.gif", colors: redMiddle),
    Given(file: "gif-background/g2_part_trans_later.gif", colors: redMiddle),
    Given(file: "gif-background/g2_part_trans_later.gif", key: "video", colors: redMiddle),
    // The first frame is completely blue and is removed; a frame that remains is blue around the second frame.
    Given(
      file: "gif-background/g2_disp2_first.gif", key: "video", from: 0.15, colors: redMiddle),
    Given(
      file: "gif-background/g2_disp2_nt.gif", key: "video", from: 0.15,
      colors: blueFrame + [(0.5, 0.5, [255, 0, 0])]),
    Given(
      file: "gif-background/g2_disp2_nt.gif", key: "video", from: 0.25,
      colors: blueFrame + [(0.5, 0.5, [77, 77, 77])]),
    Given(file: "video-primaries/x_p3.mp4", key: "video", colors: wide, tolerance: 4),
    Given(file: "video-primaries/x_2020sdr.mp4", key: "video", colors: broad, tolerance: 8),
    Given(
      file: "video-hdr/y_hlg.mp4", key: "video", colors: Array(row()[4..<7]), tolerance: 4),
    Given(
      file: "video-hdr/y_hlg.webm", key: "video", colors: Array(row()[4..<7]), tolerance: 4),
    Given(file: "video-hdr/y_pq.webm", key: "video", colors: Array(row()[4..<7]), tolerance: 4),
    Given(
      file: "vp8-alpha/vp8a.webm", key: "video",
      colors: [(0.15, 0.5, [254, 0, 0]), (0.5, 0.5, [38, 167, 38]), (0.85, 0.5, [77, 77, 77])],
      tolerance: 4),
    Given(file: "embedded-pictures/swap.png", colors: [(0.5, 0.5, [30, 230, 40])], tolerance: 3),
    Given(file: "embedded-pictures/swap.jpg", colors: [(0.5, 0.5, [30, 230, 40])], tolerance: 3),
    Given(
      file: "embedded-pictures/rot.jpg",
      colors: [(0.25, 0.5, [20, 20, 220]), (0.75, 0.5, [220, 20, 20])], tolerance: 6),
  ]

  /// Each picture is in a cell of 128 × 64 pixels on a grey background.
  @Test func pictures() throws {
    var layers: [String] = []
    for (index, given) in Self.pictures.enumerated() {
      let name = given.file.replacing("/", with: "_")
      try Data(contentsOf: GivenFiles.folder.appending(path: given.file))
        .write(to: folder.url.appending(path: name))
      let from = given.from > 0 ? ", \"from\": \(given.from)" : ""
      layers.append(
        """
        { "frame": [\(index % 5 * 128), \(index / 5 * 64), 128, 64],
          "contents": { "\(given.key)": "\(name)"\(from) } }
        """)
    }
    try folder.write(
      """
      { "version": 1, "canvas": { "size": [640, 384], "scale": 1, "background": "#4d4d4d" },
        "layers": [\(layers.joined(separator: ",\n"))] }
      """, to: "doc.json")
    let (pixels, _) = try drawn("doc.json", at: 0)
    for (index, given) in Self.pictures.enumerated() {
      for (x, y, color) in given.colors {
        let place = (x: index % 5 * 128 + Int(x * 128), y: index / 5 * 64 + Int(y * 64))
        let seen = pixels.color(place).map(Int.init)
        #expect(
          zip(seen, color).allSatisfy { abs($0 - $1) <= given.tolerance },
          "\(given.file) as \(given.key) at \(x), \(y): \(seen) for \(color)")
      }
    }
  }

  /// An unreadable file is reported with its name.
  @Test(arguments: [
    ("gif-truncated/trunc_x.gif", "image", "the file ends early"),
    ("tiff-tiled/jpeg_strip.tif", "image", "Invalid strip byte count"),
    ("lottie-cycles/cycle-precomp.lot", "lottie", "asset \"c\" shows itself"),
    ("lottie-cycles/self-precomp.lot", "lottie", "asset \"c\" shows itself"),
    ("lottie-cycles/parent-cycle.lot", "lottie", "is its own ancestor"),
    ("lottie-cycles/star-huge.lot", "lottie", "has a star of 100000000 points"),
  ])
  func refused(_ file: String, _ key: String, _ words: String) throws {
    let name = file.replacing("/", with: "_")
    try Data(contentsOf: GivenFiles.folder.appending(path: file))
      .write(to: folder.url.appending(path: name))
    try folder.write(
      """
      { "version": 1, "canvas": { "size": [64, 64] },
        "layers": [ { "frame": [0, 0, 64, 64], "contents": { "\(key)": "\(name)" } } ] }
      """, to: "doc.json")
    let result = try Program.pipeline(["validate", "doc.json"], in: folder.url)
    #expect(result.status == 65 && result.errors.contains(words), "\(result.summary)")
    #expect(result.errors.contains(name), "\(result.errors)")
  }

  /// Tests packed SVG, packed Lottie, and a manifest with a byte order mark.
  @Test(arguments: [
    ("svg-references-and-kinds/z.svgz", "image"), ("dotlottie/sticker.tgs", "lottie"),
    ("dotlottie/bom.lottie", "lottie"),
  ])
  func kinds(_ file: String, _ key: String) throws {
    let name = file.replacing("/", with: "_")
    try Data(contentsOf: GivenFiles.folder.appending(path: file))
      .write(to: folder.url.appending(path: name))
    try folder.write(
      """
      { "version": 1, "duration": 1,
        "canvas": { "size": [64, 64], "scale": 1, "background": "#fff" },
        "layers": [ { "frame": [0, 0, 64, 64], "contents": { "\(key)": "\(name)" } } ] }
      """, to: "doc.json")
    let (pixels, said) = try drawn("doc.json", at: 0.5)
    #expect(!said.contains("warning"), "\(said)")
    #expect(pixels.bytes.contains { $0 < 200 }, "\(file) is empty")
  }
}
