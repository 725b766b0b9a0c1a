import CommandLine
import Files
import Glibc
import Media
import Reporting
import Studio

extension PreviewCommand {
  func perform() throws {
    let settings = try readingSettings()
    // A document that cannot be read is reported in the terminal; an invalid document is reported on the page until it
    // is corrected.
    if let file {
      guard unsafe access(file, R_OK) == 0 else {
        throw EngineError("\(file): no such file", .missing)
      }
    }
    guard let helper = EngineContext.ofProgram.find(HelperProgram.preview.rawValue) else {
      throw EngineError(
        "pipeline-preview is not installed next to pipeline or in ../lib/pipeline", .unavailable)
    }
    let arguments =
      [
        helper, System.commandPath, "\(port)", file ?? "", listen, host.joined(separator: ","),
        settings.handedOn, Studio.routeTable,
      ] + (compare.map { [$0] } ?? [])
    try Interruption.become(helper, arguments)
  }
}
