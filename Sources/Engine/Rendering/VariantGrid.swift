internal import Documents
import JSON
package import Planning
internal import Scenes

/// A document that shows several animations side by side, each below its label.
package struct VariantGrid {
  /// The number of pixels per point of the animations in the grid.
  package let scale: Double
  private let labels: [String]
  private let cells: [(x: Double, y: Double)]
  private let cell: (width: Double, height: Double)
  private let size: (width: Double, height: Double)
  private let seconds: Double
  private let framesPerSecond: Double

  /// The width of the grid in pixels.
  private static let width = 1600.0
  private static let gap = 16.0
  private static let labelHeight = 34.0
  private static let mostInRow = 6

  /// Creates a grid; all plans are shown on a canvas of the size of the first plan's canvas.
  package init(_ plans: [PlannedDocument], labels: [String]) {
    self.labels = labels
    let canvas = plans[0].document.canvas
    let rows = (plans.count + Self.mostInRow - 1) / Self.mostInRow
    let columns = (plans.count + rows - 1) / rows
    let room = (Self.width - Self.gap) / Double(columns) - Self.gap
    let width = min(canvas.size.width * canvas.scale, room).rounded(.down)
    scale = width / canvas.size.width
    let height = max(1, (canvas.size.height * scale).rounded())
    cell = (width, height)
    let (across, down) = (width + Self.gap, height + Self.gap + Self.labelHeight)
    cells = plans.indices.map { index in
      (
        x: Self.gap + Double(index % columns) * across,
        y: Self.gap + Double(index / columns) * down + Self.labelHeight
      )
    }
    // Video codecs require an even width and height.
    func even(_ side: Double) -> Double { (side / 2).rounded(.up) * 2 }
    size = (
      even(Double(columns) * across + Self.gap), even(Double(rows) * down + Self.gap)
    )
    seconds = plans.map(\.duration.seconds).max() ?? 0
    framesPerSecond = canvas.framesPerSecond
  }

  /// The document as JSON; `names` are the names by which it refers to the animations.
  package func json(names: [String]) -> String {
    let letters = min(22, max(11, cell.width / 20))
    var layers: [String] = []
    for (index, place) in cells.enumerated() {
      layers.append(
        """
        { "frame": [\(list(place.x, place.y - Self.labelHeight, cell.width, Self.labelHeight - 6))], "contents":
          { "text": \(JSONWriter.string(labels[index].replacing("$", with: "$$"))), "size": \(JSONWriter.number(letters)), "fit": "shrink", "minSize": 8, "color": "#3c3c43" } },
        { "frame": [\(list(place.x, place.y, cell.width, cell.height))], "masksToBounds": true,
          "contents": { "video": \(JSONWriter.string(names[index])) } }
        """)
    }
    return """
      {
        "version": 1,
        "canvas": { "size": [\(list(size.width, size.height))], "background": "#f1f1f1", "fps": \(JSONWriter.number(framesPerSecond)) },
        "duration": \(JSONWriter.number(seconds)),
        "layers": [
      \(layers.joined(separator: ",\n"))
        ],
        "timeline": []
      }
      """
  }

  private func list(_ numbers: Double...) -> String {
    numbers.map(JSONWriter.number).joined(separator: ", ")
  }
}
