internal import CAnimator
internal import CHosting
internal import Glibc

/// An image that a worker has mapped.
@safe final class MappedImage {
  let byteCount: UInt64
  let isSurface: Bool
  // Safety: a mapping with inaccessible pages around the image.
  private let image: worker_image

  /// Maps and closes `descriptor`, as a surface or as a picture; nil if there is no memory.
  init?(_ descriptor: Int32, byteCount: UInt64, isSurface: Bool) {
    self.byteCount = byteCount
    self.isSurface = isSurface
    unsafe image = worker_map_image(descriptor, byteCount, isSurface, isSurface)
    close(descriptor)
    guard unsafe image.mapping != nil else { return nil }
  }

  deinit { unsafe munmap(image.mapping, Int(image.mapped_bytes)) }

  // Safety: the sizes in the question are the host's, and the pixels exist as long as this object.
  func input(_ question: worker_message) -> animator_image {
    unsafe animator_image(
      data: image.pixels, width: question.width, height: question.height,
      stride_bytes: question.stride_bytes)
  }

  func surface(_ question: worker_message) -> animator_surface {
    unsafe animator_surface(
      data: image.pixels, width: question.width, height: question.height,
      stride_bytes: question.stride_bytes)
  }
}
