internal import CAnimator
internal import CHosting
internal import Glibc
internal import Scenes

/// The images of pixels calls where a worker has mapped them.
@safe final class MappedImages {
  // Unsafe: a mapping with pages around each image that nobody may touch.
  private let base: UnsafeMutableRawPointer
  private let mappedBytes: UInt64
  private let addresses: [UnsafeMutablePointer<UInt8>?]

  /// Maps and closes `descriptor`.
  init?(_ descriptor: Int32, count: Int, byteCount: Int) {
    var addresses = unsafe [UnsafeMutablePointer<UInt8>?](repeating: nil, count: count)
    var mapped: UInt64 = 0
    // Unsafe: C writes `count` addresses.
    let base = unsafe worker_map_images(
      descriptor, UInt32(count), UInt64(byteCount), &addresses, &mapped)
    close(descriptor)
    guard let base = unsafe base else { return nil }
    unsafe self.base = base
    mappedBytes = mapped
    unsafe self.addresses = unsafe addresses
  }

  deinit { unsafe munmap(base, Int(mappedBytes)) }

  func draw(_ step: LocalCalls, _ question: worker_message, _ moment: StepMoment) -> CallAnswer {
    let (width, height) = (question.width, question.height)
    let inputs = unsafe addresses.dropLast().map { address in
      unsafe animator_image(
        data: address!, width: width, height: height, stride_bytes: question.stride_bytes)
    }
    let output = unsafe animator_surface(
      data: addresses[addresses.count - 1]!, width: width, height: height,
      stride_bytes: question.stride_bytes)
    return unsafe step.pixels(
      moment, scale: question.scale, images: inputs, surface: output, window: question.window)
  }
}
