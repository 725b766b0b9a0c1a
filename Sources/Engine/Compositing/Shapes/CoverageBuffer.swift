internal import CKernels
internal import Scenes

/// The memory in which a kernel builds a coverage row by row.
struct CoverageBuffer {
  private let rows: Buffer<ck_row>
  private let runs: Buffer<ck_run>
  private let values: Buffer<UInt16>

  /// Allocates memory for the given numbers of rows, runs and values.
  init(rows: Int, runs: Int, values: Int) {
    self.rows = Buffer(roomFor: rows)
    self.runs = Buffer(roomFor: runs)
    self.values = Buffer(roomFor: values + Coverage.valuePadding)
  }

  /// Builds the coverage that `fill` writes for the rows of `bounds`; nil if the memory is too small.
  func make(_ bounds: PixelRect, _ fill: (inout ck_room) -> Bool) -> Coverage? {
    // Safety: the memory exists until the kernel returns, and has the sizes that `room` gives.
    var room = unsafe ck_room(
      rows: rows.base, runs: runs.base, values: values.base, row_room: rows.count,
      run_room: runs.count, value_room: values.count - Coverage.valuePadding, row_count: 0,
      run_count: 0, value_count: 0)
    guard unsafe fill(&room), unsafe room.row_count == bounds.height else { return nil }
    if unsafe room.run_count == 0 { return Coverage(.zero) }
    let used = unsafe room.value_count
    return unsafe Coverage(
      bounds: bounds, rows: Buffer(room.row_count, of: rows),
      runs: Buffer(room.run_count, of: runs),
      values: Buffer(used, of: values, padding: used == 0 ? 0 : Coverage.valuePadding))
  }
}

extension PixelRect {
  var kernel: ck_box {
    ck_box(x0: Int32(x), y0: Int32(y), x1: Int32(maxX), y1: Int32(maxY))
  }
}
