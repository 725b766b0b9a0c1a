internal import Scenes

/// The destination of a window of the canvas: a bitmap, or the separate picture of a group, whose channels
/// have 16 bits so that the group is rounded only once, when it is composited.
@safe struct Target {
  let window: PixelRect
  let strideBytes: Int
  /// The picture of a group: 8.8 channels, and rows without padding.
  let group: Buffer<UInt16>?
  private let bitmap: Bitmap?
  // Safety: the address of the window's first pixel, inside `bitmap` or `group`, which this value retains.
  @unsafe let address: UnsafeMutablePointer<UInt8>

  var isWide: Bool { group != nil }

  /// A target that is a part of the canvas itself.
  init(canvas: Bitmap, window: PixelRect) {
    self.window = window.intersection(canvas.bounds)
    strideBytes = canvas.strideBytes
    bitmap = canvas
    group = nil
    unsafe address = canvas.pixels + self.window.y * canvas.strideBytes + self.window.x * 4
  }

  /// Creates a transparent picture of a part of the canvas.
  init(group window: PixelRect) {
    self.init(group: window, in: Self.buffer(width: window.width, height: window.height))
  }

  /// Allocates a transparent picture with `width` × `height` pixels.
  static func buffer(width: Int, height: Int) -> Buffer<UInt16> {
    // The padding is needed because kernels read whole vectors: up to 16 channels beyond the last pixel.
    Buffer(repeating: 0, count: width * height * 4 + 16)
  }

  /// Creates a target in the separate picture of a group.
  init(group window: PixelRect, in picture: Buffer<UInt16>) {
    precondition(window.width * window.height * 4 + 16 <= picture.count)
    self.window = window
    strideBytes = window.width * 8
    bitmap = nil
    group = picture
    unsafe address = UnsafeMutableRawPointer(picture.base).assumingMemoryBound(to: UInt8.self)
  }

  /// Returns a target with the same picture and a smaller window.
  func narrowed(to rect: PixelRect) -> Target { Target(self, rect) }

  private init(_ outer: Target, _ rect: PixelRect) {
    window = outer.window.intersection(rect)
    strideBytes = outer.strideBytes
    bitmap = outer.bitmap
    group = outer.group
    let (dx, dy) = (window.x - outer.window.x, window.y - outer.window.y)
    unsafe address = outer.address + dy * strideBytes + dx * (outer.isWide ? 8 : 4)
  }
}
