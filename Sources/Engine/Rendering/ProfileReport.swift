internal import Documents
package import Files
import JSON

/// The results of a profile as a table for the terminal and as JSON.
package struct ProfileReport {
  package struct Row {
    package let kind: Profile.Kind
    package let name: String
    package let count: Int
    package let milliseconds: Double
    /// The operation's share of the total measured time.
    package let share: Double
  }
  package let rows: [Row]
  /// The name of the stage for time of a frame that belongs to no other stage.
  static let frame = "rest"
  /// The number of drawn frames; a frame that several outputs show counts once.
  package let frames: Int
  package let seconds: Double

  /// Creates a report of all time measurements so far. `seconds` is the total duration of the run in seconds.
  package init(seconds: Double) {
    let totals = Profile.totals
    self.seconds = seconds
    frames = totals[Profile.Key(kind: .stage, name: Self.frame)]?.count ?? 0
    // The times of plugins are included in those of steps and layers, and stages count the same times again.
    let all = totals.filter { ![.stage, .plugin].contains($0.key.kind) }
      .reduce(0.0) { $0 + Double($1.value.nanoseconds) }
    rows = totals.map { key, total in
      Row(
        kind: key.kind, name: key.name, count: total.count,
        milliseconds: Double(total.nanoseconds) / 1e6,
        share: all > 0 ? Double(total.nanoseconds) / all : 0)
    }.sorted { a, b in
      (Self.place(a.kind), -a.milliseconds, a.name) < (Self.place(b.kind), -b.milliseconds, b.name)
    }
  }

  private static func place(_ kind: Profile.Kind) -> Int {
    Profile.Kind.allCases.firstIndex(of: kind) ?? 0
  }

  private func each(_ row: Row) -> Double { row.milliseconds / Double(max(1, frames)) }

  private static func number(_ value: Double, _ digits: Int = 3) -> String {
    let factor = digits == 3 ? 1000.0 : 10.0
    let whole = (value * factor).rounded() / factor
    let parts = JSONWriter.number(whole).split(separator: ".")
    let rest = parts.count > 1 ? String(parts[1]) : ""
    return "\(parts[0]).\(rest)" + String(repeating: "0", count: max(0, digits - rest.count))
  }

  /// The maximum number of table rows for each kind of operation.
  private static let most = 20

  /// The lines of the profile table.
  package var lines: [String] {
    var lines = [
      "profile: \(frames) frames in \(Self.number(seconds)) s; "
        + "the times of steps and layers include the time of their plugins"
    ]
    func row(_ name: String, _ each: String, _ share: String, _ calls: String) -> String {
      func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
      }
      return right(each, 10) + right(share, 8) + right(calls, 9) + "  " + name
    }
    lines.append(row("", "ms/frame", "share", "times"))
    for kind in Profile.Kind.allCases {
      let own = rows.filter { $0.kind == kind }
      for one in own.prefix(Self.most) {
        lines.append(
          row(
            "\(kind.rawValue) \(one.name)", Self.number(each(one)),
            kind == .stage ? "" : Self.number(one.share * 100, 1) + " %", "\(one.count)"))
      }
      if own.count > Self.most {
        lines.append(row("… \(own.count - Self.most) more of kind \(kind.rawValue)", "", "", ""))
      }
    }
    return lines
  }

  package var json: String {
    let rows: [JSONObject] = rows.map { row in
      var members: JSONObject = [
        "kind": row.kind.rawValue, "name": row.name, "millisecondsPerFrame": each(row),
        "milliseconds": row.milliseconds, "times": row.count,
      ]
      if row.kind != .stage { members.add("share", row.share) }
      return members
    }
    let all: JSONObject = ["frames": frames, "seconds": seconds, "rows": rows]
    return all.json
  }
}
