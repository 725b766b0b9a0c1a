package import Documents
package import JSON

/// Supplies the planner with the samples of tracks from any source.
package protocol TrackLoading {
  func samples(_ track: TrackSpec, in document: Document) throws(Problem) -> [TrackSample]
}

/// A track loader for tracks whose samples are in the document itself.
package struct InlineTracks: TrackLoading {
  package init() {}
  package func samples(
    _ track: TrackSpec, in document: Document
  ) throws(Problem) -> [TrackSample] {
    if case .samples(let samples) = track.source { return samples }
    throw Problem(
      file: document.file, origin: track.origin,
      message: "the track must be in the document, because track files cannot be read")
  }
}
