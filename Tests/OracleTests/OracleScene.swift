import Testing

/// One moment, said twice: as our document and as HTML for a browser.
struct OracleScene: Sendable, CustomTestStringConvertible {
  /// How far our picture may be from the browser's.
  enum Limit: Sendable {
    /// Flat areas within 1; 24 within a pixel of an edge.
    case edges
    /// As `edges`, but flat areas are compared with the browser's mean of nine: it dithers gradients
    /// and rounds them before it lays them over each other or turns them, so that its single pixels
    /// are up to 2 away from what they mean. An edge is whatever is not flat in ours, however faint.
    case averaged
    /// A smooth picture that is scaled: within 2; 24 at its own edges.
    case smooth
    /// Colours that the browser rounds more than once: within 2; 24 within a pixel of an edge.
    case steps
    /// The browser's blur is up to 7 times the shadow's alpha away from a Gaussian.
    case shadow(alpha: Double)
    /// The same beside edges of other things.
    case shadowAndEdges(alpha: Double)
  }
  var name: String
  var limit = Limit.edges
  var size = (width: 120, height: 90)
  /// Seconds; nil: the end.
  var time: Double? = 0
  /// Members of the document beside version and canvas.
  var document: String
  /// What lies in the browser's cell of the same size; `div` and `img` are positioned absolutely.
  var html: String
  var background = "#ffffff"
  /// The row of the catalogue that it shows; without number what libraries brought.
  var row: Row?
  struct Row: Sendable {
    var number, example: String
  }

  var testDescription: String { name }

  /// A scene of layers that stand still.
  init(
    _ name: String, _ limit: Limit = .edges, layers: String, html: String
  ) {
    self.name = name
    self.limit = limit
    document = "\"layers\": [\(layers)]"
    self.html = html
  }
}
