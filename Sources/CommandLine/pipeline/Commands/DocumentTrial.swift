import CommandLine
import Assets
import Reporting

/// Plans documents with the plugins of a folder, without rendering them.
struct DocumentTrial {
  private var settings = ReadingSettings(context: .ofProgram)

  init(plugins: String) { settings.plugins.folders = [plugins] }

  /// The lines of the error that planning reports; empty if the document is valid.
  func problems(of document: String, _ diagnostics: Diagnostics) throws -> [String] {
    try Interruption.cancellation.check()
    let reader = ProjectReader(settings, checksOnly: true, diagnostics)
    defer { reader.close() }
    do throws(EngineError) { _ = try reader.open(document) } catch { return error.lines }
    return []
  }
}
