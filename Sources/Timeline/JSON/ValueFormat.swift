internal import Glibc

/// The format after the colon in `${name:format}`: Python's format specification for numbers and texts
/// (https://docs.python.org/3/library/string.html#formatspec), and that of strftime for dates.
enum ValueFormat {
  /// Formats a value; nil if the format is invalid or does not fit the value.
  package static func text(_ value: String, _ format: String) -> String? {
    if isOfDate(format) { return Date(value)?.text(format) }
    return Specification(format)?.text(value)
  }

  /// Whether the format is a date format: a character other than `%` follows a `%`.
  private static func isOfDate(_ format: String) -> Bool {
    zip(format.utf8, format.utf8.dropFirst()).contains {
      $0 == UInt8(ascii: "%") && $1 != UInt8(ascii: "%")
    }
  }
}

/// The parts of a format specification: `[[fill]align][sign][0][width][grouping][.precision][type]`.
private struct Specification {
  private var fill: Character = " "
  private var align: Character?
  /// Whether a zero precedes the width in the format specification.
  private var isZeroed = false
  private var sign: Character = "-"
  private var width = 0
  private var grouping: Character?
  private var precision: Int?
  private var type: Character?
  /// The maximum width and the maximum precision in a format specification.
  private static let most = 1_000

  package init?(_ format: String) {
    var rest = Array(format)[...]
    var own: Character?
    func takes(_ characters: String) -> Character? {
      guard let first = rest.first, characters.contains(first) else { return nil }
      rest.removeFirst()
      return first
    }
    func number() -> Int? {
      let digits = rest.prefix { ("0"..."9").contains($0) }
      rest = rest.dropFirst(digits.count)
      return Int(String(digits))
    }
    if rest.count > 1, "<>=^".contains(rest[1]) {
      (own, align) = (rest[0], rest[1])
      rest = rest.dropFirst(2)
    } else {
      align = takes("<>=^")
    }
    sign = takes("+- ") ?? "-"
    let hasZero = takes("0") != nil
    isZeroed = hasZero && align == nil
    fill = own ?? (hasZero ? "0" : " ")
    width = number() ?? 0
    grouping = takes(",_")
    if takes(".") != nil {
      guard let digits = number() else { return nil }
      precision = digits
    }
    type = takes("deEfFgGsxXob%")
    guard rest.isEmpty, width <= Self.most, precision ?? 0 <= Self.most else { return nil }
  }

  package func text(_ value: String) -> String? {
    let isText = type == "s" || type == nil && Double(value) == nil
    guard isText else { return written(number: value) }
    guard grouping == nil, sign == "-", align != "=" else { return nil }
    return padded(String(value.prefix(precision ?? .max)), sign: "", usually: "<")
  }

  private func written(number value: String) -> String? {
    guard let double = Double(value), double.isFinite else { return nil }
    let isNegative = value.hasPrefix("-")
    guard let digits = digits(of: isNegative ? String(value.dropFirst()) : value, abs(double))
    else { return nil }
    let mark = isNegative ? "-" : sign == "-" ? "" : String(sign)
    let number = grouped(digits, room: width - mark.count)
    return padded(number, sign: mark, usually: isZeroed ? "=" : ">")
  }

  /// Formats a number without its sign.
  private func digits(of text: String, _ number: Double) -> String? {
    let places = precision ?? 6
    switch type {
    case nil:
      return precision == nil ? text : Self.printed("%.*g", max(places, 1), number)
    case "d", "x", "X", "o", "b":
      guard precision == nil, text.allSatisfy({ ("0"..."9").contains($0) }) else { return nil }
      if type == "d" { return text }
      guard let whole = UInt64(text) else { return nil }
      let radix = type == "o" ? 8 : type == "b" ? 2 : 16
      return String(whole, radix: radix, uppercase: type == "X")
    case "e": return Self.printed("%.*e", places, number)
    case "E": return Self.printed("%.*E", places, number)
    case "g": return Self.printed("%.*g", max(places, 1), number)
    case "G": return Self.printed("%.*G", max(places, 1), number)
    case "%": return Self.printed("%.*f", places, number * 100) + "%"
    default: return Self.printed("%.*f", places, number)
    }
  }

  private static func printed(_ format: String, _ precision: Int, _ number: Double) -> String {
    // Safety: the call writes at most as many bytes as the string has capacity for, including a terminating
    // zero byte: 309 digits, a point and the precision.
    unsafe String(unsafeUninitializedCapacity: 400 + precision) { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { room in
        unsafe withVaList([Int32(precision), number]) {
          Int(unsafe vsnprintf(room.baseAddress, room.count, format, $0))
        }
      }
    }
  }

  /// Inserts a separator between groups of three digits before the point, or of four digits in other radices,
  /// and fills the width with leading zeros if required.
  private func grouped(_ digits: String, room: Int) -> String {
    let whole = digits.prefix { $0.isHexDigit && ($0.isNumber || "xXob".contains(type ?? " ")) }
    let rest = digits.dropFirst(whole.count)
    guard let grouping else { return digits }
    let size = "xXob".contains(type ?? " ") ? 4 : 3
    var number = String(whole)
    func marked() -> String {
      var result = ""
      for (place, digit) in number.enumerated() {
        if place > 0, (number.count - place) % size == 0 { result.append(grouping) }
        result.append(digit)
      }
      return result + rest
    }
    if fill == "0", align == "=" || isZeroed {
      while marked().count < room { number = "0" + number }
    }
    return marked()
  }

  private func padded(_ text: String, sign mark: String, usually: Character) -> String {
    let missing = max(0, width - text.count - mark.count)
    func fills(_ count: Int) -> String { String(repeating: fill, count: count) }
    return switch align ?? usually {
    case "=": mark + fills(missing) + text
    case "<": mark + text + fills(missing)
    case "^": fills(missing / 2) + mark + text + fills(missing - missing / 2)
    default: fills(missing) + mark + text
    }
  }
}

/// A date such as `2026-11-27`, optionally followed by `T` or a space and a time.
private struct Date {
  private var year = 0, month = 1, day = 1
  private var hour = 0, minute = 0, second = 0
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November",
    "December",
  ]
  private static let days = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]

  package init?(_ text: String) {
    let halves = text.split(maxSplits: 1) { $0 == "T" || $0 == " " }
    guard let date = halves.first.flatMap({ Self.numbers($0, "-", [4, 2, 2]) }), date.count == 3
    else { return nil }
    (year, month, day) = (date[0], date[1], date[2])
    guard 1...12 ~= month, 1...lastDay ~= day, year >= 1 else { return nil }
    guard halves.count == 2 else { return }
    // Time zones are not converted, and fractions of seconds are ignored.
    let clock = halves[1].prefix { $0.isNumber || $0 == ":" }
    guard let time = Self.numbers(clock, ":", [2, 2, 2]), time.count >= 2 else { return nil }
    (hour, minute, second) = (time[0], time[1], time.count > 2 ? time[2] : 0)
    guard hour < 24, minute < 60, second < 61 else { return nil }
  }

  private static func numbers(_ text: Substring, _ mark: Character, _ widths: [Int]) -> [Int]? {
    let parts = text.split(separator: mark, omittingEmptySubsequences: false)
    guard parts.count <= widths.count, zip(parts, widths).allSatisfy({ $0.count == $1 }) else {
      return nil
    }
    let numbers = parts.compactMap { part in
      part.utf8.allSatisfy { (48...57).contains($0) } ? Int(part) : nil
    }
    return numbers.count == parts.count ? numbers : nil
  }

  private var isLeap: Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }
  private var lastDay: Int {
    month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
  }

  /// The number of the day in the year, counted from 1.
  private var number: Int {
    [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334][month - 1] + day
      + (month > 2 && isLeap ? 1 : 0)
  }

  /// The number of the day in the week; 0 is Sunday.
  private var weekday: Int {
    let before = year - 1
    return (before * 365 + before / 4 - before / 100 + before / 400 + number) % 7
  }

  /// The date in a format, with the names of the C locale.
  package func text(_ format: String) -> String? {
    var result = ""
    var rest = Array(format)[...]
    while let character = rest.popFirst() {
      guard character == "%" else {
        result.append(character)
        continue
      }
      let isShort = rest.first == "-"
      if isShort { rest.removeFirst() }
      guard let letter = rest.popFirst(), let part = part(letter) else { return nil }
      let bare = part.drop { $0 == "0" }
      result += isShort ? (bare.isEmpty ? "0" : String(bare)) : part
    }
    return result
  }

  private func part(_ letter: Character) -> String? {
    func digits(_ number: Int, _ count: Int = 2) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    return switch letter {
    case "Y": digits(year, 4)
    case "y": digits(year % 100)
    case "m": digits(month)
    case "d": digits(day)
    case "H": digits(hour)
    case "I": digits((hour + 11) % 12 + 1)
    case "M": digits(minute)
    case "S": digits(second)
    case "p": hour < 12 ? "AM" : "PM"
    case "j": digits(number, 3)
    case "B": Self.months[month - 1]
    case "b": String(Self.months[month - 1].prefix(3))
    case "A": Self.days[weekday]
    case "a": String(Self.days[weekday].prefix(3))
    case "F": digits(year, 4) + "-" + digits(month) + "-" + digits(day)
    case "T": digits(hour) + ":" + digits(minute) + ":" + digits(second)
    case "%": "%"
    default: nil
    }
  }
}
