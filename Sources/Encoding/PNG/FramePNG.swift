package import Scenes

/// PNGs of one frame after another, in memory: the bytes that a sequence of them has. One caller at a time.
package final class FramePNG {
  private let png: BandedPNG

  package init(_ clip: StreamFormat) {
    png = BandedPNG(
      PNGForm(
        width: clip.width, height: clip.height, hasAlpha: !clip.isOpaque, scale: clip.scale),
      jobs: clip.jobs)
  }

  /// A whole file. Outside of `changed` the picture is the one before; nil when that is not known.
  package func encode(_ bitmap: Bitmap, changed: [PixelRect]?) -> [UInt8] {
    var whole: [UInt8] = []
    png.encode(bitmap, changed: changed) { whole += $0 }
    return whole
  }
}
