package import Foundation
package import Testing

/// The small picture files of ../shared/cases/files, each in a cell of one large picture, so that one document and one
/// page show all of them.
package enum GivenFiles {
  package static let folder = URL(filePath: "\(#filePath)").deletingLastPathComponent()
    .appending(path: "../../../shared/cases/files").standardized
  /// Whether this run reads the files, and the files exist.
  package static let areRead =
    Effort.current >= .long && FileManager.default.fileExists(atPath: folder.path())
  package static let leftOut: Comment = "../shared/cases is missing, or this is no long run"
  /// The recorded pictures of a browser and lottie-web, which `make oracle` writes.
  package static let record = URL(filePath: "\(#filePath)").deletingLastPathComponent()
    .appending(path: "GivenFiles.txt")
  /// The tested frames of Lottie animations, all of which have 60 frames at 30 frames a second.
  package static let frames: [Double] = [6, 21, 36, 51]

  package static let side = 200
  private static let columns = 6

  package struct Cell: Sendable {
    package let name: String
    package let file: URL
    package let left: Int, top: Int, width: Int, height: Int
  }

  package static let vectors = cells([
    "embedded-pictures/WEBP.svg", "embedded-pictures/s-jpg.svg", "embedded-pictures/s-rot.svg",
    "svg-90-dpi/1in.svg", "svg-90-dpi/units.svg", "svg-abort/clip-matrix0.svg",
    "svg-abort/tile-empty.svg", "svg-abort/tile-zero-primitive.svg",
    "svg-left-out/clip-child-clip.svg", "svg-left-out/clip-path-shape.svg",
    "svg-left-out/css-var-fallback.svg", "svg-left-out/css-var.svg",
    "svg-left-out/inner-svg-image.svg", "svg-left-out/linear-0.svg",
    "svg-left-out/origin-attr.svg", "svg-left-out/origin-css.svg", "svg-left-out/radial-r0.svg",
    "svg-left-out/textpath.svg", "svg-left-out/xlist.svg", "svg-references-and-kinds/css-pi.svg",
    "svg-references-and-kinds/image-rel.svg", "svg-references-and-kinds/use-ext.svg",
    "svg-unsaid/s-cssvar.svg", "svg-unsaid/s-fo.svg", "svg-unsaid/s-nonscaling2.svg",
    "svg-unsaid/s-textpath.svg", "svg-unsaid/s-transorigin.svg",
    "vector-contents-off-grid/icon.svg",
  ]) { _ in (120, 120) }

  package static let lotties = cells([
    "embedded-pictures/BMP.lot.json", "embedded-pictures/GIF.lot.json",
    "embedded-pictures/l-jpg.json", "embedded-pictures/l-png.json",
    "lottie-easing-per-axis/F-i-posease.json", "lottie-easing-per-axis/F-i-scaleease.json",
    "lottie-expressions/e-checkbox.lot", "lottie-expressions/e-ease.lot",
    "lottie-expressions/e-slider-pos.lot", "lottie-expressions/e-toComp.lot",
    "lottie-expressions/ex-infinite.lot", "lottie-expressions/ex-loopin.lot",
    "lottie-expressions/ex-random.lot", "lottie-expressions/ex-slider.lot",
    "lottie-group-opacity/F-gopacity.json", "lottie-left-out/ef-stroke.lot",
    "lottie-left-out/matte-hidden-src.lot", "lottie-left-out/trim-individual.lot",
    "lottie-left-out/zz.lot", "lottie-mask-inverted-opacity/F-mask-inv-op.json",
    "lottie-motion-path/F-k-spatial-lin.json", "lottie-picture-misplaced/im-half.json",
    "lottie-picture-misplaced/im-rot90.json", "lottie-picture-misplaced/im-scale75.json",
    "lottie-round-corners-path/F-h-rd034.json", "lottie-round-corners-path/F-h-rdrc034.json",
    "lottie-single-rectangle-snaps/one-rc.json", "lottie-single-rectangle-snaps/one-rot90.json",
    "lottie-solid-opacity/F-solid.json", "lottie-stroke-scaled-turned/st-layer.json",
    "lottie-stroke-scaled-turned/st-skew.json", "lottie-zigzag-unsaid/tw-twist.json",
  ]) { file in
    struct Head: Decodable { let w: Double, h: Double }
    guard let data = try? Data(contentsOf: file),
      let head = try? JSONDecoder().decode(Head.self, from: data)
    else { return (side, side) }
    let scale = min(1, Double(side) / max(head.w, head.h))
    return (Int((head.w * scale).rounded()), Int((head.h * scale).rounded()))
  }

  private static func cells(_ paths: [String], size: (URL) -> (Int, Int)) -> [Cell] {
    paths.enumerated().map { index, path in
      let file = folder.appending(path: path)
      let (width, height) = size(file)
      return Cell(
        name: path.replacing("/", with: "_"), file: file, left: index % columns * side,
        top: index / columns * side, width: width, height: height)
    }
  }

  package static func height(of cells: [Cell]) -> Int {
    (cells.count + columns - 1) / columns * side
  }
  package static let width = columns * side

  /// Copies the files and writes a document that shows all of them.
  package static func write(
    _ cells: [Cell], as key: String, to name: String, in folder: Folder
  ) throws {
    let layers = try cells.map { cell in
      try Data(contentsOf: cell.file).write(to: folder.url.appending(path: cell.name))
      return """
        { "frame": [\(cell.left), \(cell.top), \(cell.width), \(cell.height)],
          "contentsGravity": "\(key == "image" ? "topLeft" : "resize")",
          "contents": { "\(key)": "\(cell.name)" } }
        """
    }
    try folder.write(
      """
      { "version": 1, "duration": 2, "canvas": { "size": [\(width), \(height(of: cells))],
        "scale": 1, "background": "#fff" }, "layers": [\(layers.joined(separator: ",\n"))] }
      """, to: name)
  }

  /// Returns the mean colours of 8 × 8 parts of a cell, in a picture with `scale` pixels for each point.
  package static func means(
    _ pixels: Pixels, _ cell: Cell, left: Int, top: Int, scale: Int = 1
  ) -> [Int] {
    var means: [Int] = []
    for row in 0..<8 {
      let rows = row * cell.height * scale / 8..<(row + 1) * cell.height * scale / 8
      for column in 0..<8 {
        let columns = column * cell.width * scale / 8..<(column + 1) * cell.width * scale / 8
        var sums = [0, 0, 0]
        for y in rows {
          for x in columns {
            let color = pixels.color((left * scale + x, top * scale + y))
            for c in 0..<3 { sums[c] += Int(color[c]) }
          }
        }
        let count = max(1, rows.count * columns.count)
        means += sums.map { ($0 + count / 2) / count }
      }
    }
    return means
  }

  package static func text(_ means: [Int]) -> String {
    means.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// Returns the recorded means of each file, one list for each of its moments.
  package static func recorded() throws -> [String: [[Int]]] {
    var known: [String: [[Int]]] = [:]
    for line in try String(contentsOf: record, encoding: .utf8).split(separator: "\n") {
      let words = line.split(separator: " ")
      known[String(words[0])] = words.dropFirst().map { word in
        let digits = Array(word)
        return stride(from: 0, to: digits.count - 1, by: 2).map {
          Int(String(digits[$0...$0 + 1]), radix: 16)!
        }
      }
    }
    return known
  }
}
