import CommandLine
import ArgumentParser

/// The options of a run that makes its outputs once for each row of data.
struct RowOptions: ParsableArguments {
  /// What becomes of rows that cannot be made.
  enum BadRows: String, WordArgument { case skip, fail }

  @Option(
    help: ArgumentHelp(
      """
      Makes the outputs once for each row of a CSV or JSON file, whose columns are variables of the \
      document; -o 'out/{name}.png' names them by a column, or by {row}, as outputs of the document do.
      """, valueName: "ROWS.csv"))
  var data: String?

  @Option(
    help: ArgumentHelp(
      "Takes these rows of --data only; they count from 1, and both ends belong to them.",
      valueName: "A-B"))
  var rows: FrameRange?

  @Option(
    help: ArgumentHelp(
      """
      With --data makes one picture a row, of this moment: seconds, 120ms, 12f, 50% or end.
      """, valueName: "T"))
  var at: MomentArgument?

  @Option(
    help: """
      With --data says what rows that are wrong do: fail (nothing is made, or what follows them is made and \
      the run fails), or skip (they are left out, and bad-rows.csv beside the outputs has them).
      """)
  var badRows = BadRows.fail

  @Option(
    help: ArgumentHelp(
      "With --data shows all rows in one picture too, at the moment of --at, else at the end.",
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
