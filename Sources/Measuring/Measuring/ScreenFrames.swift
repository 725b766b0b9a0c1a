internal import CMeasuring
internal import Scenes

/// The screens in each frame as means of cells, except the cells that layers cover.
struct ScreenFrames {
  let columns: Int
  let rows: Int
  /// The side of a cell, in pixels.
  let side: Int
  /// The size of the frame in cells; incomplete cells at the right and at the bottom are left out.
  let extent: Size
  let times: [Double]
  /// The luma of each cell, for each frame.
  private(set) var cells: [[Float]] = []
  /// The red, green and blue of each cell, for each frame.
  private(set) var colors: [[Float]] = []

  init(width: Int, height: Int, times: [Double]) {
    side = max(4, min(width, height) / 64 & ~1)
    columns = width / side
    rows = height / side
    extent = Size(Double(width) / Double(side), Double(height) / Double(side))
    self.times = times
  }

  mutating func add(_ frame: Bitmap) {
    let count = max(1, columns * rows)
    // Safety: the kernel writes three means for each cell.
    let means = unsafe [Float](unsafeUninitializedCapacity: 3 * count) { buffer, filled in
      unsafe buffer.initialize(repeating: 0)
      unsafe measuring_colors(
        frame.pixels, frame.strideBytes, Int32(frame.width), Int32(frame.height), Int32(side),
        buffer.baseAddress!)
      filled = 3 * count
    }
    colors.append(means)
    cells.append(
      (0..<count).map {
        0.299 * means[3 * $0] + 0.587 * means[3 * $0 + 1] + 0.114 * means[3 * $0 + 2]
      })
  }

  /// Returns the cells of a frame that are not within a few cells of a pose.
  func free(of poses: [Pose]) -> [Int] {
    let spans = poses.map { pose -> (ClosedRange<Double>, ClosedRange<Double>) in
      let (cosine, sine) = (
        Portable.sineCosine(pose.angle).cosine, Portable.sineCosine(pose.angle).sine
      )
      let across = (pose.width * cosine).magnitude + (pose.height * sine).magnitude
      let down = (pose.width * sine).magnitude + (pose.height * cosine).magnitude
      let margin = Double(side) + 0.06 * max(across, down)
      return (
        pose.x - across / 2 - margin...pose.x + across / 2 + margin,
        pose.y - down / 2 - margin...pose.y + down / 2 + margin
      )
    }
    var result: [Int] = []
    for row in 0..<rows {
      let y = (Double(row) + 0.5) * Double(side)
      for column in 0..<columns {
        let x = (Double(column) + 0.5) * Double(side)
        if !spans.contains(where: { $0.0.contains(x) && $0.1.contains(y) }) {
          result.append(row * columns + column)
        }
      }
    }
    return result
  }
}
