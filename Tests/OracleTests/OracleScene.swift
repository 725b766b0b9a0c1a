import Testing

/// A moment in two forms: as a document, and as HTML for a browser.
struct OracleScene: Sendable, CustomTestStringConvertible {
  /// The maximum distance between the program's picture and the browser's.
  enum Limit: Sendable {
    /// The limit is 1 for flat areas, and 24 within a pixel of an edge.
    case edges
    /// The limits are those of `edges`, but flat areas are compared with the browser's mean of nine pixels: the browser
    /// dithers gradients and rounds them before it composites or rotates them, so that its single pixels are wrong by
    /// up to 2. Everything that is not flat in the program's picture counts as an edge, however faint it is.
    case averaged
    /// For a smooth picture that is scaled, the limit is 2, and 24 at its own edges.
    case smooth
    /// For colours that the browser rounds more than once, the limit is 2, and 24 within a pixel of an edge.
    case steps
    /// The browser's blur differs from a Gaussian by up to 7 times the shadow's alpha.
    case shadow(alpha: Double)
    /// The shadow is beside edges of other layers, so the limits of edges apply too.
    case shadowAndEdges(alpha: Double)
  }
  var name: String
  var limit = Limit.edges
  var size = (width: 120, height: 90)
  /// The time in seconds; nil means the end.
  var time: Double? = 0
  /// The members of the document other than version and canvas.
  var document: String
  /// The contents of the browser's cell of the same size; `div` and `img` are positioned absolutely.
  var html: String
  var background = "#ffffff"
  /// The row of the catalogue that the scene shows; without a number, a row of features from other libraries.
  var row: Row?
  struct Row: Sendable {
    var number, example: String
  }

  var testDescription: String { name }

  /// Creates a scene of layers that do not move.
  init(
    _ name: String, _ limit: Limit = .edges, layers: String, html: String
  ) {
    self.name = name
    self.limit = limit
    document = "\"layers\": [\(layers)]"
    self.html = html
  }
}
