import Documents
import Foundation
import Lottie
import LottieSupport
import Media
import Scenes
import TestSupport
import Testing

/// Lottie files of others as our helper draws them, against lottie-web in headless Chromium.
///
/// The files and the player lie beside the project, in ../shared/corpora.
@Suite struct LottiePlayerTests {
  private static let corpus = BrowserPage.root.deletingLastPathComponent()
    .appending(path: "shared/corpora/lottie")
  private static let helper = Program.folder.appending(path: "pipeline-lottie").path
  private static let isThere =
    FileManager.default.fileExists(atPath: LottiePlayer.script.path())

  private static let table = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "README.md")
  private static let (start, end) = ("<!-- lottie -->\n", "<!-- end of lottie -->")

  /// How wide a file is drawn, and at which parts of its time.
  private static let width = 256
  private static let moments = [0.1, 0.35, 0.6, 0.85]

  /// A file that both have drawn, and how far apart they are: the mean of all channels, of 255.
  private struct Row {
    let name: String
    let difference: Double
  }

  /// Both pictures of every moment; nil for a file that one of them does not take.
  private static func row(
    _ url: URL, _ tab: BrowserTab, _ reader: LottieReader, in folder: URL
  ) throws -> Row? {
    let bytes = [UInt8](try Data(contentsOf: url))
    guard let file = try? LottieFile(bytes), file.pictures.isEmpty,
      file.size.height <= 2 * file.size.width
    else { return nil }
    let height = Int((Double(width) * file.size.height / file.size.width).rounded())
    let steps = moments.map { Int($0 * file.frameCount * Double(LottieDrawing.frameParts)) }
    guard let drawing = try? LottieDrawing(bytes, path: url.lastPathComponent, by: reader) else {
      return nil
    }
    var ours: [Bitmap] = []
    for step in steps {
      guard let drawn = try? drawing.picture(step: step, width: width, height: height) else {
        return nil
      }
      ours.append(drawn)
    }
    guard
      let theirs = try LottiePlayer.pictures(
        bytes, at: steps.map { Double($0) / Double(LottieDrawing.frameParts) }, width: width,
        height: height, tab, in: folder)
    else { return nil }
    var sum = 0
    var seen = false
    for (index, bitmap) in ours.enumerated() {
      let (a, b) = (Pixels(bitmap).bytes, theirs[index])
      for pixel in stride(from: 0, to: a.count, by: 4) {
        let white = 255 - Int(a[pixel + 3])
        for channel in 0..<3 {
          let (mine, other) = (Int(a[pixel + channel]) + white, Int(b[pixel + channel]))
          sum += abs(mine - other)
          if other != 255 { seen = true }
        }
      }
    }
    // A file that shows nothing would only make the figures better.
    guard seen else { return nil }
    let name = url.deletingPathExtension().lastPathComponent
    return Row(
      name: name, difference: Double(sum) / Double(width * height * 3 * steps.count))
  }

  private static func measured(_ count: Int) throws -> [Row] {
    let names = try FileManager.default.contentsOfDirectory(atPath: corpus.path())
      .filter { $0.hasSuffix(".json") }.sorted()
    let folder = try Folder()
    let browser = try Browser()
    defer { browser.close() }
    let tab = try BrowserTab(browser)
    let reader = LottieReader(MediaSettings(seconds: 10), helperPath: helper)
    var rows: [Row] = []
    for name in names where rows.count < count {
      if let row = try row(corpus.appending(path: name), tab, reader, in: folder.url) {
        rows.append(row)
      }
    }
    return rows
  }

  private static func median(_ rows: [Row]) -> Double {
    rows.map(\.difference).sorted()[rows.count / 2]
  }

  private static func shown(_ value: Double) -> String { String(format: "%.2f", value) }

  @Test(
    .enabled(
      if: isThere && Effort.current >= .long, "../shared/corpora is missing, or this is no long run"
    ))
  func nearLottieWeb() throws {
    let writes = ProcessInfo.processInfo.environment["PIPELINE_ORACLE_TABLE"] != nil
    let count = writes ? 100 : Effort.count(test: 0, long: 100, soak: 1000)
    let rows = try Self.measured(count)
    #expect(rows.count >= min(count, 100), "\(rows.count) files")
    let median = Self.median(rows)
    print("oracle: the median of \(rows.count) Lottie files is \(Self.shown(median)) of 255 apart")
    #expect(median <= 0.5)
    var text = try String(contentsOf: Self.table, encoding: .utf8)
    let from = try #require(text.range(of: Self.start)).upperBound
    let to = try #require(text.range(of: Self.end)).lowerBound
    if writes {
      let lines = rows.map { "| \($0.name) | \(Self.shown($0.difference)) |\n" }.joined()
      text.replaceSubrange(
        from..<to,
        with: "| file | mean difference |\n|---|---|\n" + lines
          + "| median of \(rows.count) | \(Self.shown(median)) |\n")
      try text.write(to: Self.table, atomically: true, encoding: .utf8)
      return
    }
    // Another version of the browser may come a little nearer or farther. A file that takes one of the two
    // players nearly as long as it has is drawn in some runs only.
    let told = text[from..<to]
    var missing: [String] = []
    for row in rows.prefix(100) {
      let line = told.split(separator: "\n").first { $0.hasPrefix("| \(row.name) |") }
      let words = line?.split(separator: "|").last?.trimmingCharacters(in: .whitespaces)
      guard let figure = words.flatMap(Double.init) else {
        missing.append(row.name)
        continue
      }
      #expect(abs(figure - row.difference) <= 0.1 + 0.1 * figure, "\(row.name): \(row.difference)")
    }
    #expect(missing.count <= rows.count / 20, "\(missing): make oracle writes the table anew")
  }
}
