internal import CMeasuring
package import Scenes

/// The levels of a part of a frame, or of a picture: luma from 0 to 255, or coverage.
package struct LumaPlane: Sendable {
  package let width: Int
  package let height: Int
  package private(set) var values: [Float]

  init(width: Int, height: Int, _ fill: (UnsafeMutablePointer<Float>) -> Void) {
    self.width = width
    self.height = height
    // Safety of all calls in this file: the kernels write exactly as many values as the plane has.
    values = unsafe [Float](unsafeUninitializedCapacity: max(1, width * height)) { buffer, count in
      unsafe buffer.initialize(repeating: 0)
      unsafe fill(buffer.baseAddress!)
      count = buffer.count
    }
  }

  init(width: Int, height: Int, values: [Float]) {
    precondition(values.count == width * height)
    self.width = width
    self.height = height
    self.values = values
  }

  /// The channel of the bitmap that the levels represent.
  package enum Channel: Int32, Sendable { case luma = -1, red, green, blue }

  /// Creates the levels of a part of a bitmap; the bitmap must contain the part.
  package init(_ bitmap: Bitmap, _ part: PixelRect, _ channel: Channel = .luma) {
    precondition(part.intersection(bitmap.bounds) == part && !part.isEmpty)
    unsafe self.init(width: part.width, height: part.height) { to in
      let pixels = unsafe bitmap.pixels + part.y * bitmap.strideBytes + part.x * 4
      let (stride, width, height) = (bitmap.strideBytes, Int32(part.width), Int32(part.height))
      if channel == .luma {
        unsafe measuring_luma(pixels, stride, width, height, to)
      } else {
        unsafe measuring_channel(pixels, stride, width, height, channel.rawValue, to)
      }
    }
  }

  /// Creates the levels of a part of a bitmap at another size; the bitmap's edge is repeated beyond the bitmap.
  package init(
    _ bitmap: Bitmap, _ part: Rect, _ channel: Channel = .luma, width: Int, height: Int
  ) {
    let left = Int(clamped: part.x, rounded: .toNearestOrAwayFromZero, to: 0...bitmap.width - 1)
    let top = Int(clamped: part.y, rounded: .toNearestOrAwayFromZero, to: 0...bitmap.height - 1)
    let right = Int(
      clamped: part.maxX, rounded: .toNearestOrAwayFromZero, to: left + 1...bitmap.width)
    let bottom = Int(
      clamped: part.maxY, rounded: .toNearestOrAwayFromZero, to: top + 1...bitmap.height)
    self = LumaPlane(bitmap, PixelRect(left, top, right - left, bottom - top), channel).resized(
      width: width, height: height)
  }

  /// Passes the plane to `body` in the form that the kernels read.
  func lend<Result>(_ body: (measuring_plane) -> Result) -> Result {
    unsafe values.withUnsafeBufferPointer {
      unsafe body(
        measuring_plane(
          values: $0.baseAddress!, width: Int32(width), height: Int32(height)))
    }
  }

  /// Returns the means of blocks of `side` pixels.
  static func blocks(of frame: Bitmap, side: Int) -> [Float] {
    let count = (frame.width / side) * (frame.height / side)
    // Safety: the kernel writes `count` means.
    return unsafe [Float](unsafeUninitializedCapacity: max(1, count)) { buffer, filled in
      unsafe buffer.initialize(repeating: 0)
      unsafe measuring_blocks(
        frame.pixels, frame.strideBytes, Int32(frame.width), Int32(frame.height), Int32(side),
        buffer.baseAddress!)
      filled = count
    }
  }

  package var blurred: LumaPlane {
    var room = [Float](repeating: 0, count: values.count)
    return unsafe LumaPlane(width: width, height: height) { to in
      unsafe lend { unsafe measuring_blur($0, &room, to) }
    }
  }

  /// The plane at half its size; the plane must be blurred first.
  var halved: LumaPlane {
    unsafe LumaPlane(width: width / 2, height: height / 2) { to in
      unsafe lend { unsafe measuring_halve($0, to) }
    }
  }

  package func resized(width: Int, height: Int) -> LumaPlane {
    unsafe LumaPlane(width: width, height: height) { to in
      unsafe lend { unsafe measuring_resize($0, Int32(width), Int32(height), to) }
    }
  }
}
