import Documents
import Planning
import Scenes
import Synchronization

extension ClipSpec: PictureReading {
  func read(for place: PicturePlace, with loader: AssetLoader) -> any PictureSource {
    Clip(self, size: place.size)
  }

  func check(for place: PicturePlace, with checker: AssetChecker) -> any PictureSource {
    Clip(self, size: place.size)
  }
}

/// Fills as many pixels as it is seen on with the colour of its time.
private final class Clip: PictureSource {
  private let spec: ClipSpec
  let size: Size
  /// The last picture, which is asked for several times in a frame.
  private let last = Mutex<(isFirst: Bool, bitmap: Bitmap)?>(nil)

  init(_ spec: ClipSpec, size: Size) {
    self.spec = spec
    self.size = size
  }

  var isMoving: Bool { true }

  func picture(at time: FrameTime, width: Int, height: Int) -> Bitmap {
    let turn = (time.seconds / spec.seconds).rounded(.down)
    let isFirst = turn.truncatingRemainder(dividingBy: 2) == 0
    return last.withLock { last in
      if let last, last.isFirst == isFirst, last.bitmap.width == width,
        last.bitmap.height == height
      {
        return last.bitmap
      }
      let bitmap = Self.filled(isFirst ? spec.first : spec.second, width, height)
      last = (isFirst, bitmap)
      return bitmap
    }
  }

  private static func filled(_ color: Color, _ width: Int, _ height: Int) -> Bitmap {
    let bitmap = Bitmap(width: width, height: height)
    let pixel = [color.red, color.green, color.blue, 1].map { part in
      UInt8(clamped: part * color.alpha * 255, rounded: .toNearestOrAwayFromZero)
    }
    for y in 0..<height {
      for i in 0..<width * 4 {
        // Unsafe: a byte of a row of the bitmap.
        unsafe bitmap.pixels[y * bitmap.strideBytes + i] = pixel[i % 4]
      }
    }
    bitmap.scanOpacity()
    return bitmap
  }
}
