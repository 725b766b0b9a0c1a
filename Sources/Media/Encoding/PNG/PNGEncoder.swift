package import Scenes

/// Writes consecutive frames as PNGs, either fast or small.
package final class PNGEncoder: FrameEncoder {
  private let clip: StreamFormat
  /// The fast encoder, which works in bands; nil if small files are preferred.
  private let banded: BandedPNG?

  /// Creates an encoder; `prefersSmall` selects small files instead of fast encoding.
  package init(_ clip: StreamFormat, prefersSmall: Bool = false) {
    self.clip = clip
    let form = PNGForm(
      width: clip.width, height: clip.height, hasAlpha: !clip.isOpaque, scale: clip.scale)
    banded = prefersSmall ? nil : BandedPNG(form, jobs: clip.jobs)
  }

  package func encode(_ bitmap: Bitmap, changed: [PixelRect]?) -> [UInt8] {
    precondition(bitmap.width == clip.width && bitmap.height == clip.height)
    guard let banded else {
      return SmallPNG.encode(bitmap, isOpaque: clip.isOpaque, scale: clip.scale, level: 12)
    }
    var whole: [UInt8] = []
    banded.encode(bitmap, changed: changed) { whole += $0 }
    return whole
  }
}
