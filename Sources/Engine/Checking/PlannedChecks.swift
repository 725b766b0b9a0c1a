internal import PluginHosting
package import Assets
internal import Documents
internal import Media
package import Planning
package import Reporting

/// A document whose plan exists, with its checks and the function that plans variants of the document.
package struct PlannedChecks {
  package let planned: PlannedDocument
  package let pictures: CheckPictures
  package private(set) var checks: [PlannedCheck]

  /// Whether `keep` has left out some checks.
  private(set) var isPartial = false

  /// Keeps the checks whose names contain one of these texts; without texts, keeps all checks.
  package mutating func keep(_ words: [String]) {
    guard !words.isEmpty else { return }
    isPartial = true
    checks = checks.filter { check in words.contains { check.name.contains($0) } }
  }

  package init(
    _ file: String, _ settings: ReadingSettings, _ diagnostics: Diagnostics
  ) throws(EngineError) {
    let read = try settings.read(file)
    let media = settings.media(diagnostics)
    let loader = AssetLoader(media, diagnostics)
    func plan(_ document: Document) throws(EngineError) -> PlannedDocument {
      try settings.plan(
        document, images: loader,
        registry: settings.registry(for: document, diagnostics), diagnostics)
    }
    planned = try plan(read)
    pictures = CheckPictures(planned, media, diagnostics, plan: plan)
    checks = try PlannedCheck.all(of: planned, pictures)
  }
}
