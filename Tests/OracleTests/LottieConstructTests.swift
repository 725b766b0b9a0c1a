import Foundation
import LottieSupport
import Media
import Scenes
import TestSupport
import Testing

/// Compares Lottie files with one construct each with lottie-web in headless Chromium: constructs that are drawn
/// differently must be reported, and others must not.
@Suite struct LottieConstructTests {
  private static let isThere = FileManager.default.fileExists(atPath: LottiePlayer.script.path())
  private static let record = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "LottieTests/Fixtures/constructs.txt")

  /// Returns the mean difference of all channels, in levels of 255.
  private static func difference(_ ours: [[UInt8]], _ theirs: [[UInt8]]) -> Double {
    var (sum, count) = (0, 0)
    for (a, b) in zip(ours, theirs) {
      for pixel in stride(from: 0, to: a.count, by: 4) {
        let white = 255 - Int(a[pixel + 3])
        for channel in 0..<3 {
          sum += abs(Int(a[pixel + channel]) + white - Int(b[pixel + channel]))
        }
        count += 3
      }
    }
    return Double(sum) / Double(count)
  }

  /// Returns the player's pictures of a construct, or the browser's pictures of the expected SVG.
  private static func judged(
    _ construct: LottieConstruct, _ tab: BrowserTab, in folder: TestSupport.Folder
  ) throws -> [[UInt8]]? {
    let (width, height) = (LottieConstruct.width, LottieConstruct.height)
    if let asked = LottieConstruct.asked[construct.name] {
      let picture = try LottiePlayer.picture(
        ofSVG: asked, width: width, height: height, tab, in: folder.url)
      return LottieCells.frames.map { _ in picture }
    }
    return try LottiePlayer.pictures(
      construct.bytes, at: LottieCells.frames, width: width, height: height, tab, in: folder.url)
  }

  /// Tests every construct; the cells are written to PIPELINE_ORACLE_TABLE if it is set.
  @Test(
    .enabled(
      if: isThere && Effort.current >= .long, "../shared/corpora is missing, or this is no long run"
    ))
  func wrongIsSaid() throws {
    let folder = try Folder()
    let browser = try Browser()
    defer { browser.close() }
    let tab = try BrowserTab(browser)
    let reader = LottieReader(
      helperPath: Program.folder.appending(path: "pipeline-lottie").path)
    var differences: [Double] = []
    var (unsaid, needless, lines) = ([String](), [String](), [String]())
    for construct in LottieConstruct.all {
      let (ours, said) = try LottieCells.drawn(construct, by: reader)
      guard let theirs = try Self.judged(construct, tab, in: folder) else {
        lines.append("\(construct.name) -")
        continue
      }
      lines.append(
        "\(construct.name) \(LottieCells.text(theirs.flatMap(LottieCells.cells)))")
      let difference = Self.difference(ours, theirs)
      let isKnown = LottieConstruct.playerLacks.contains(construct.name)
      if said.isEmpty, !isKnown {
        differences.append(difference)
        // The browser blurs linear light in 8 bits, where a red of 26 becomes 22.
        let most = construct.name == "effect-blur" ? 1.1 : 1
        if difference > most { unsaid.append("\(construct.name) \(difference)") }
      } else if difference <= 0.3, !isKnown {
        needless.append(construct.name)
      }
    }
    if ProcessInfo.processInfo.environment["PIPELINE_ORACLE_TABLE"] != nil {
      try (lines.joined(separator: "\n") + "\n")
        .write(to: Self.record, atomically: true, encoding: .utf8)
    }
    let sorted = differences.sorted()
    print(
      "oracle: of \(LottieConstruct.all.count) Lottie constructs \(sorted.count) are drawn, their median "
        + "\(sorted[sorted.count / 2]) of 255 apart, nine of ten within \(sorted[sorted.count * 9 / 10]); "
        + "said though alike: \(needless)")
    #expect(unsaid.isEmpty, "\(unsaid)")
    #expect(needless.count <= LottieConstruct.all.count / 50, "\(needless)")
    #expect(sorted[sorted.count / 2] <= 0.3 && sorted[sorted.count * 9 / 10] <= 1)
  }
}
