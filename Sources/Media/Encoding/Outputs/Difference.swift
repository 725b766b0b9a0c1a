internal import Glibc
internal import Scenes

/// Returns the bounds of the pixels in `region` that differ between two bitmaps of the same size.
func difference(of a: Bitmap, and b: Bitmap, in region: PixelRect) -> PixelRect {
  var bounds = PixelRect.zero
  for y in region.y..<max(region.y, region.maxY) {
    // Safety: the rows are inside both bitmaps.
    let p = unsafe UnsafeRawPointer(a.pixels + y * a.strideBytes)
    let q = unsafe UnsafeRawPointer(b.pixels + y * b.strideBytes)
    if unsafe memcmp(p + region.x * 4, q + region.x * 4, region.width * 4) == 0 { continue }
    var left = region.x
    var right = region.maxX
    while unsafe p.load(fromByteOffset: left * 4, as: UInt32.self)
      == q.load(fromByteOffset: left * 4, as: UInt32.self)
    { left += 1 }
    while unsafe p.load(fromByteOffset: right * 4 - 4, as: UInt32.self)
      == q.load(fromByteOffset: right * 4 - 4, as: UInt32.self)
    { right -= 1 }
    bounds = bounds.union(PixelRect(left, y, right - left, 1))
  }
  return bounds
}
