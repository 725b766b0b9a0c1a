package import Documents
package import JSON

/// Provides the planner with the samples of a track, wherever they are.
package protocol TrackLoading {
  func samples(_ track: TrackSpec, in document: Document) throws(Problem) -> [TrackSample]
}

/// Tracks whose samples are in the document itself.
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
