import Documents
import JSON
package import Lottie
package import Media
import Scenes

extension LottieDrawing {
  /// Creates a drawing from the bytes of a file, whose pictures are left out.
  package convenience init(
    _ bytes: [UInt8], path: String, by reader: LottieReader
  ) throws(MediaError) {
    let scene: LottieScene
    do throws(LottieScene.Fault) { scene = try LottieScene(bytes: bytes) } catch {
      throw .unusable(path: path, reason: error.reason)
    }
    self.init(
      path: path, pictures: try LottiePictures([], sizes: [], of: path), by: reader
    ) { scene.drawing(at: $0, width: $1, height: $2, pictures: []).words }
  }
}

extension LottieScene {
  /// Creates a scene from the bytes of a file, without replacing values.
  package init(bytes: [UInt8]) throws(Fault) {
    let file: LottieFile
    do throws(LottieFile.Fault) { file = try LottieFile(bytes) } catch {
      throw Fault(reason: error.reason)
    }
    try self.init(
      file.filled(with: LottieFile.Filling(), pictures: file.pictures.indices.map(Pictures.name)))
  }
}
