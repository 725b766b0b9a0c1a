internal import CAnimator
internal import CHosting
internal import Glibc

/// An image that a worker has mapped.
@safe final class MappedImage {
  let byteCount: UInt64
  let isSurface: Bool
  // Safety: the mapping has inaccessible pages before and after the image.
  private let image: worker_image

  /// Maps the image of `descriptor`, as a surface or as a picture, and closes the descriptor; nil if there is
  /// too little memory.
  init?(_ descriptor: Int32, byteCount: UInt64, isSurface: Bool) {
    self.byteCount = byteCount
    self.isSurface = isSurface
    unsafe image = worker_map_image(descriptor, byteCount, isSurface, isSurface)
    close(descriptor)
    guard unsafe image.mapping != nil else { return nil }
  }

  deinit { unsafe munmap(image.mapping, Int(image.mapped_bytes)) }

  // Safety: the host specifies the sizes in the request, and the pixels exist as long as this object.
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
