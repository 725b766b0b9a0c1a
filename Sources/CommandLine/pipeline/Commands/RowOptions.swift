import CommandLine
import ArgumentParser
import Rendering

extension RowNumbers: ExpressibleByArgument {
  package init?(argument: String) { self.init(argument) }
}

/// The options of a run that renders its outputs once for each row of data.
struct RowOptions: ParsableArguments {
  /// The reaction to invalid table rows: skip them, or fail.
  enum BadRows: String, WordArgument { case skip, fail }

  @Option(
    help: ArgumentHelp(
      """
      Renders the outputs once for each row of a CSV or JSON file. The columns of the file set \
      variables of the document. -o 'out/{name}.png' names the files by a column, or by {row}; \
      the document's outputs can do the same.
      """, valueName: "ROWS.csv"))
  var data: String?

  @Option(
    help: ArgumentHelp(
      "Renders only the given rows of --data, counted from 1. A range includes both ends.",
      valueName: "3,7,20-30"))
  var rows: RowNumbers?

  @Option(
    help: ArgumentHelp(
      """
      With --data, renders one picture for each row, at the given time: seconds, 120ms, 12f, 50% \
      or end.
      """, valueName: "T"))
  var at: MomentArgument?

  @Option(
    help:
      """
      With --data, sets what happens with invalid rows: fail (the run fails), or skip (invalid \
      rows are left out and written to bad-rows.csv beside the outputs).
      """)
  var badRows = BadRows.fail

  @Option(
    help: ArgumentHelp(
      "With --data, also renders one picture with all rows, at the time of --at, or at the end.",
      valueName: "ALL.png"))
  var sheet: String?

  func validate() throws {
    guard data == nil else { return }
    for (word, isGiven) in [
      ("--rows", rows != nil), ("--at", at != nil), ("--bad-rows", badRows != .fail),
      ("--sheet", sheet != nil),
    ] where isGiven {
      throw ValidationError("\(word) needs --data")
    }
  }
}
