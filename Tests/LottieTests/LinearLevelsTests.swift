import Foundation
import Formats
import Scenes
import TestSupport
import Testing

/// Compares sRGB's curve as a table in C with the same curve in Swift.
@Suite struct LinearLevelsTests {
  @Test func tableIsTheCurve() throws {
    let file = Program.root.appending(path: "Sources/Media/CLottie/linear.h")
    let text = try String(contentsOf: file, encoding: .utf8)
    let body = try #require(text.split(separator: "linear_levels[256] = {").last)
    let levels = body.prefix { $0 != "}" }.split { !$0.isNumber }.compactMap { Int($0) }
    #expect(levels.count == 256)
    for (level, light) in levels.enumerated() {
      #expect(
        abs(65_535 * SRGBCurve.linear(Double(level) / 255) - Double(light)) <= 0.5, "\(level)")
    }
  }
}
