/// How large a document may be, so that nothing is allocated for one that is too large.
package struct DocumentLimits: Sendable {
  package var bytes = 8 << 20
  package var depth = 64
  /// Pixels: canvas side times scale.
  package var canvasSide = 16_384
  package var layers = 10_000
  package var steps = 100_000
  package var keyframes = 50_000
  package var frames = 1_000_000
  package var samples = 100_000
  package init() {}
}
