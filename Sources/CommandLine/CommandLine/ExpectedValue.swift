import Encoding

/// The values that options accept, for messages about invalid values; options with plain text are not listed.
enum ExpectedValue {
  /// The problem with the value of an option, which is named as in the help text: `--port P`. The result is
  /// nil for options that report the problem themselves.
  static func problem(with value: String, of option: String) -> String? {
    switch option {
    case "--port P": whole(value, upTo: 65_535, "a port number (0 to 65535)")
    case "--frames A-B", "--rows A-B": range(value)
    case "--ignore X,Y,W,H", "--ignore x,y,w,h":
      "is not a rectangle of pixels, such as 0,20,640,40 (x,y,width,height)"
    case "--only NUMBERS|ID":
      "is neither a list of check numbers, such as 7,30-40, nor the id of an animator"
    default:
      switch option.split(separator: " ").first {
      case "--jobs", "--again", "--seed", "--retries", "--media-timeout", "--rows",
        "--first-version":
        whole(value, upTo: nil, "a whole number")
      case "--fps", "--scale", "--motion-blur", "--quality", "--tolerance", "--plugin-timeout":
        "is not a number"
      default: nil
      }
    }
  }

  private static func whole(_ value: String, upTo most: Int?, _ noun: String) -> String {
    let digits = value.hasPrefix("-") ? value.dropFirst() : value[...]
    let isWhole = !digits.isEmpty && digits.utf8.allSatisfy { (48...57).contains($0) }
    if most == nil, isWhole { return value.hasPrefix("-") ? "is below 0" : "is too large" }
    return "is not \(noun)"
  }

  /// The problem with a range `A-B` of frames or rows.
  private static func range(_ value: String) -> String {
    let ends = value.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    if ends.count == 2, let first = ends[0], let last = ends[1], last < first {
      return "ends before it begins"
    }
    if ends.contains(where: { $0 ?? 0 >= FrameRangeText.limit }) {
      return "exceeds \(FrameRangeText.limit - 1)"
    }
    return "is not a range of whole numbers from 0 on, such as 12-47, 12- or 12"
  }
}
