import JSON
import Scenes

/// Reads the titles of a file in SRT or WebVTT format. https://www.w3.org/TR/webvtt1. In both formats, tags
/// and position settings are ignored, and the lines of one title are joined.
enum SubtitleText {
  private static let most = 1_000

  /// The titles in order of their times; the time of a title includes the time in which it fades in and out.
  static func items(in bytes: [UInt8], fading: Double, at origin: Origin) -> [CaptionsSpec.Item] {
    let text = String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var items: [CaptionsSpec.Item] = []
    var place = 0
    while place < lines.count, items.count < most {
      defer { place += 1 }
      guard let (start, end) = times(of: lines[place]) else { continue }
      var words: [String] = []
      while place + 1 < lines.count, !lines[place + 1].allSatisfy(\.isWhitespace) {
        place += 1
        words.append(plain(lines[place]))
      }
      guard end > start, words.contains(where: { !$0.isEmpty }) else { continue }
      var item = CaptionsSpec.Item()
      item.origin = origin
      item.text = words.joined(separator: "\n")
      item.at = Sourced(.time(.seconds(start)), origin)
      item.hold = max(0, end - start - fading)
      items.append(item)
    }
    return items.enumerated().sorted { a, b in
      (a.element.seconds, a.offset) < (b.element.seconds, b.offset)
    }.map(\.element)
  }

  /// Parses times such as `00:00:01,000 --> 00:00:02,500`; hours may be missing, and settings may follow.
  private static func times(of line: Substring) -> (Double, Double)? {
    guard let arrow = line.firstRange(of: "-->"),
      let start = seconds(line[..<arrow.lowerBound]),
      let last = line[arrow.upperBound...].split(whereSeparator: \.isWhitespace).first,
      let end = seconds(last)
    else { return nil }
    return (start, end)
  }

  private static func seconds(_ text: Substring) -> Double? {
    let parts = text.filter { !$0.isWhitespace }.replacing(",", with: ".").split(separator: ":")
    guard (2...3).contains(parts.count) else { return nil }
    var sum = 0.0
    for part in parts {
      guard let number = Double(part), number >= 0, number < 1_000_000 else { return nil }
      sum = sum * 60 + number
    }
    return sum
  }

  /// Removes the markup tags from a line of a subtitle.
  private static func plain(_ line: Substring) -> String {
    var result = ""
    var isTag = false
    for character in line {
      switch character {
      case "<": isTag = true
      case ">" where isTag: isTag = false
      default: if !isTag { result.append(character) }
      }
    }
    return result.replacing("&amp;", with: "&").replacing("&lt;", with: "<")
      .replacing("&gt;", with: ">").trimmed
  }
}

extension String {
  fileprivate var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}

extension CaptionsSpec.Item {
  fileprivate var seconds: Double {
    if case .time(.seconds(let seconds)) = at.value { seconds } else { 0 }
  }
}
