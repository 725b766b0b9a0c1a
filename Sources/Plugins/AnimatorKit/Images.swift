internal import CAnimator

/// An image for reading: RGBA with 8 bits per channel, sRGB-encoded, premultiplied, with the top row first.
@safe public struct Image {
  // Safety: the host's pixels are valid until the call returns.
  let raw: animator_image
  public var width: Int { Int(unsafe raw.width) }
  public var height: Int { Int(unsafe raw.height) }

  /// Returns the bytes of `count` pixels in row `y` from column `x` on.
  public func row(_ y: Int, from x: Int, count: Int) -> UnsafeBufferPointer<UInt8> {
    precondition(y >= 0 && y < height && x >= 0 && count >= 0 && x + count <= width)
    return unsafe UnsafeBufferPointer(
      start: raw.data + y * Int(raw.stride_bytes) + x * 4, count: count * 4)
  }
}

/// An image for writing, in the same format as `Image`.
@safe public struct Surface {
  // Safety: the host's pixels are valid until the call returns.
  let raw: animator_surface
  public var width: Int { Int(unsafe raw.width) }
  public var height: Int { Int(unsafe raw.height) }

  /// Returns the bytes of `count` pixels in row `y` from column `x` on.
  public func row(_ y: Int, from x: Int, count: Int) -> UnsafeMutableBufferPointer<UInt8> {
    precondition(y >= 0 && y < height && x >= 0 && count >= 0 && x + count <= width)
    return unsafe UnsafeMutableBufferPointer(
      start: raw.data + y * Int(raw.stride_bytes) + x * 4, count: count * 4)
  }
}
