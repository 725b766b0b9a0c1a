package import Scenes

/// The layout of a contact sheet: a grid of frames with the same margin everywhere, and a line under each
/// frame that shows its time as a part of the animation.
package struct SheetLayout: Hashable, Sendable {
  package let columns: Int
  package let rows: Int
  /// The width in pixels of one frame on the sheet.
  package let cellWidth: Int
  package let cellHeight: Int
  /// The margin around the frames and between them, in pixels.
  package let margin: Int
  /// The distance from a frame to its line, which is also the line's thickness; 0 for a sheet without lines.
  package let lineGap: Int
  package let lineHeight: Int
  package let width: Int
  package let height: Int

  /// Creates a layout; if `columns` is nil, a number of columns is chosen that makes the grid wide and full. Frames are
  /// scaled down, never up, to make the sheet `width` pixels wide. Width and height of the sheet are at most 16,384 pixels.
  package init(
    frameCount: Int, frameWidth: Int, frameHeight: Int, columns wanted: Int? = nil,
    width wantedWidth: Int = 1600, showsTime: Bool = true
  ) {
    let count = max(1, frameCount)
    let columns = min(
      count, max(1, wanted ?? Self.columns(count, Double(frameWidth) / Double(frameHeight))))
    let rows = (count + columns - 1) / columns
    // The margin is a tenth of a cell; the width is filled by the cells and by one margin more than there are columns.
    var cell = min(frameWidth, max(1, wantedWidth * 10 / (11 * columns + 1)))
    while true {
      let cellHeight = max(1, (frameHeight * cell + frameWidth / 2) / frameWidth)
      let margin = max(4, cell / 10)
      let lineHeight = showsTime ? max(2, cell / 80) : 0
      let lineGap = showsTime ? max(3, margin / 3) : 0
      let width = columns * (cell + margin) + margin
      let height = rows * (cellHeight + lineGap + lineHeight + margin) + margin
      if (width <= 16_384 && height <= 16_384) || cell == 1 {
        self.columns = columns
        self.rows = rows
        cellWidth = cell
        self.cellHeight = cellHeight
        self.margin = margin
        self.lineGap = lineGap
        self.lineHeight = lineHeight
        self.width = width
        self.height = height
        return
      }
      cell = max(1, cell * 7 / 8)
    }
  }

  /// Returns the rectangle of the frame at `index`.
  package func cell(_ index: Int) -> PixelRect {
    PixelRect(
      margin + index % columns * (cellWidth + margin),
      margin + index / columns * (cellHeight + lineGap + lineHeight + margin), cellWidth,
      cellHeight)
  }

  /// Returns the number of columns for which the grid's proportions are nearest to 12:5 and the last row is nearly full.
  private static func columns(_ count: Int, _ aspect: Double) -> Int {
    var best = (columns: 1, cost: Double.infinity)
    for columns in 1...min(count, 64) {
      let rows = (count + columns - 1) / columns
      let shape = Double(columns) * aspect / Double(rows) / 2.4
      let empty = Double(rows * columns - count) / Double(columns)
      let cost = max(shape, 1 / shape) + empty
      if cost < best.cost { best = (columns, cost) }
    }
    return best.columns
  }
}
