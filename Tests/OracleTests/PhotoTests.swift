import Foundation
import Media
import TestSupport
import Testing

/// Compares pictures in the forms of phones and programs, with profiles and orientations, with a browser's.
@Suite struct PhotoTests {
  private let folder: Folder
  init() throws { folder = try Folder() }

  private static let size = (width: 480, height: 260)

  /// A picture file, and the position at which it is shown in its own size.
  private struct Photo {
    var name: String
    var x: Int, y: Int, width: Int, height: Int
  }

  /// Writes a picture of 216 colours in squares of eight pixels.
  private func colors(_ name: String, bits: Int) throws {
    var file = PNGFile()
    file.kind = .rgb
    file.bits = bits
    (file.width, file.height) = (36 * 8, 6 * 8)
    let step = bits == 16 ? 257 : 1
    file.sample = { x, y, c in
      let number = y / 8 * 36 + x / 8
      return [number / 36, number / 6 % 6, number % 6][c] * 51 * step
    }
    try Data(file.bytes).write(to: folder.url.appending(path: name))
  }

  private func run(_ tool: String, _ words: [String]) throws {
    let result = try Program.tool(tool, words, in: folder.url)
    try #require(result.status == 0, "\(tool): \(result.summary)")
  }

  /// Creates the colours in Display P3 as PNG of both depths and as WebP, and a picture with four quarters in EXIF's
  /// eight orientations.
  private func photos() throws -> [Photo] {
    try Data(ICCProfile.displayP3).write(to: folder.url.appending(path: "p3.icc"))
    var photos: [Photo] = []
    for (row, bits) in [8, 16].enumerated() {
      try colors("plain-\(bits).png", bits: bits)
      try run(
        "exiftool", ["-q", "-icc_profile<=p3.icc", "-o", "p3-\(bits).png", "plain-\(bits).png"])
      photos.append(Photo(name: "p3-\(bits).png", x: 0, y: row * 50, width: 288, height: 48))
    }
    try run(
      "ffmpeg",
      ["-v", "error", "-i", "plain-8.png", "-lossless", "1", "-pix_fmt", "bgra", "plain.webp"])
    try run("webpmux", ["-set", "icc", "p3.icc", "plain.webp", "-o", "p3.webp"])
    photos.append(Photo(name: "p3.webp", x: 0, y: 100, width: 288, height: 48))

    let quarters = "color=0xDC1414:s=24x16,pad=48:32:0:0:0x14C814,drawbox=0:16:24:16:0x1414DC:fill,"
    try run(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", quarters + "drawbox=24:16:24:16:0xDCDC14:fill",
        "-frames:v", "1", "-q:v", "1", "-pix_fmt", "yuvj444p", "plain.jpg",
      ])
    for orientation in 1...8 {
      let name = "turned-\(orientation).jpg"
      try run("exiftool", ["-q", "-n", "-Orientation=\(orientation)", "-o", name, "plain.jpg"])
      let isTall = orientation > 4
      photos.append(
        Photo(
          name: name, x: (orientation - 1) * 56, y: 200, width: isTall ? 32 : 48,
          height: isTall ? 48 : 32))
    }
    return photos
  }

  /// Every colour differs by at most 1 from the browser's in the middle of its square; in the rotated JPEG pictures by
  /// at most 3, because decoders round differently.
  @Test func areThoseOfABrowser() throws {
    let photos = try photos()
    try folder.write(
      "<!doctype html><style>body{margin:0;background:#fff} img{position:absolute}</style>"
        + photos.map { "<img src='\($0.name)' style='left:\($0.x)px;top:\($0.y)px'>" }.joined(),
      to: "page.html")
    let layers = photos.map {
      """
      { "frame": [\($0.x), \($0.y), \($0.width), \($0.height)],
        "contents": { "image": "\($0.name)" } }
      """
    }
    try folder.write(
      """
      { "version": 1, "duration": 1,
        "canvas": { "size": [\(Self.size.width), \(Self.size.height)] },
        "layers": [ \(layers.joined(separator: ",\n")) ] }
      """, to: "doc.json")

    let browser = try Browser()
    defer { browser.close() }
    let tab = try BrowserTab(browser)
    try tab.open(folder.url.appending(path: "page.html"))
    try tab.picture(width: Self.size.width, height: Self.size.height, scale: 1).write(
      to: folder.url.appending(path: "theirs.png"))
    let made = try Program.pipeline(
      ["frame", "doc.json", "--at", "0", "-o", "ours.png"], in: folder.url)
    try #require(made.status == 0, "\(made.summary)")
    let reader = ImageReader()
    let theirs = Pixels(try reader.read(folder.path("theirs.png")))
    let ours = Pixels(try reader.read(folder.path("ours.png")))

    for photo in photos {
      let isTurned = photo.name.hasPrefix("turned")
      var worst = 0
      var colors = Set<[UInt8]>()
      for y in stride(from: photo.y + 4, to: photo.y + photo.height, by: 8) {
        for x in stride(from: photo.x + 4, to: photo.x + photo.width, by: 8) {
          let (a, b) = (ours.color((x, y)), theirs.color((x, y)))
          colors.insert(b)
          worst = zip(a, b).reduce(worst) { max($0, abs(Int($1.0) - Int($1.1))) }
        }
      }
      print("oracle: \(photo.name): \(worst) from the browser's at most")
      #expect(worst <= (isTurned ? 3 : 1), "\(photo.name)")
      #expect(colors.count >= (isTurned ? 4 : 100), "\(photo.name) is shown")
    }
  }
}
