import Documents
import Encoding
import Evaluation
import JSON
import Planning
import Scenes

/// Fuzzes the options that take a number, a time, a size, a range or a ratio, without ArgumentParser.
///
/// The bytes are an option and its value, with a space between: `at 1e300ms`.
enum CommandLineWords {
  static let options = [
    "at", "fps", "scale", "frames", "size", "ignore", "only", "limit", "set", "duration", "easing",
    "plugin-timeout",
  ]

  /// Returns whether the value is accepted; its consequences are computed too.
  static func reads(_ bytes: [UInt8], plan: ([UInt8]) -> PlannedDocument?) -> Bool {
    let words = String(decoding: bytes, as: UTF8.self)
      .split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard words.count == 2 else { return false }
    let value = words[1]
    switch words[0] {
    case "at":
      guard let moment = OptionText.moment(value), let planned = plan(document()) else {
        return false
      }
      guard case .time(let spec) = moment else { return true }
      let time = planned.time(of: spec)
      _ = try? planned.playback.scene(at: planned.time(of: moment))
      return time >= .zero && time <= planned.duration
    case "fps":
      guard let rate = Double(value), CanvasSpec.frameRates.contains(rate) else { return false }
      let second = FrameTime(seconds: 1)
      return second.frameCount(framesPerSecond: rate) > 0
        && !GIFTiming(duration: second, framesPerSecond: rate, hold: second).times.isEmpty
        && FrameRate(rate).numerator > 0
    case "scale":
      guard let scale = Double(value), scale > 0, scale <= 64 else { return false }
      return Int32(clamped: 16 * scale, rounded: .up) > 0
    case "frames":
      guard let range = FrameRangeText.range(value) else { return false }
      return range.count <= FrameRangeText.limit
    case "size":
      guard let size = OptionText.size(value) else { return false }
      return SheetLayout(
        frameCount: 9, frameWidth: Int(clamped: size.width, rounded: .up, to: 1...16_384),
        frameHeight: Int(clamped: size.height, rounded: .up, to: 1...16_384)
      ).width > 0
    case "ignore":
      guard let rect = OptionText.region(value) else { return false }
      return rect.maxX > rect.x && rect.maxY > rect.y
    case "only":
      return OptionText.numbers(value, upTo: 52).map { !$0.isEmpty } ?? false
    case "limit":
      guard let (word, text) = OptionText.assignment(value),
        let name = DocumentLimits.Name(rawValue: word), let number = Int(text)
      else { return false }
      return name.range.contains(number)
    case "set":
      guard let (name, text) = OptionText.assignment(value), name == "total" else { return false }
      return plan(document(duration: text)) != nil
    case "duration": return plan(document(duration: JSONWriter.string(value))) != nil
    case "easing": return plan(document(easing: JSONWriter.string(value))) != nil
    case "plugin-timeout":
      guard let seconds = Double(value), seconds >= 0.01, seconds <= 86_400 else { return false }
      return Int32(clamped: seconds * 1000, rounded: .up) > 0
    default: return false
    }
  }

  private static func document(duration: String = "1", easing: String = "\"linear\"") -> [UInt8] {
    Array(
      """
      { "version": 1, "canvas": { "size": [16, 16] },
        "layers": [ { "id": "box", "frame": [0, 0, 8, 8] } ],
        "timeline": { "targets": ["box"], "duration": \(duration), "easing": \(easing),
                      "keyframes": [ { "opacity": 0 }, { "opacity": 1 } ] } }
      """.utf8)
  }
}
