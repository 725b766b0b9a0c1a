package import PluginHosting
internal import PluginModel
package import Documents
internal import Media
internal import Planning

/// A file or value outside a document's own text on which the document's frames depend.
///
/// Fonts are not included, because the fonts that a document needs are only known after its texts are laid
/// out (`ProjectReader.fonts`).
package enum Dependency: Hashable, Sendable {
  /// A file, identified by its path in the document.
  case file(String)
  /// Numbered files: the pattern in the document and the files that exist.
  case frames(pattern: String, files: [String])
  case animator(id: String, version: String, parts: [PluginPart])
  case function(id: String, parts: [PluginPart])
}

extension Document {
  /// The sorted files that the document names, followed by its numbered files.
  package var dependencies: [Dependency] {
    inputPaths.map(Dependency.file)
      + framePatterns.map { pattern in
        .frames(pattern: pattern, files: NumberedFrames.names(pattern, in: paths) ?? [])
      }
  }
}

extension Project {
  /// The files that the document names, and the plugins that its plan uses.
  package func dependencies() -> [Dependency] {
    let animators = planned.animators.compactMap { id in
      registry.animator(named: id).map { found in
        Dependency.animator(
          id: id, version: "\(found.description.version)", parts: found.parts)
      }
    }
    let functions = planned.functions.compactMap { id in
      registry.function(named: id).map { Dependency.function(id: id, parts: $0.parts) }
    }
    return document.dependencies + animators + functions
  }
}
