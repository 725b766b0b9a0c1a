internal import CHosting
internal import Glibc
internal import Scenes

/// An image that a worker has mapped; the reference is nil if the host has released the image, so that the
/// worker can unmap it.
struct MappedThere {
  weak var image: (any SharedImage)?
  let byteCount: Int
}

/// Manages the images of a worker; the worker maps each image once.
extension WorkerProcess {
  /// The maximum number of surfaces of different sizes that a worker keeps.
  private static let surfaceCount = 3
  /// The maximum number of bytes of the unused surfaces of all workers together.
  private static let keptSurfaceBytes = 256 << 20

  /// The inputs in the form in which this worker can read them.
  func share(_ inputs: [Bitmap], seconds: Double) throws(WorkerFailure) -> [SharedPicture] {
    var pictures: [SharedPicture] = []
    for input in inputs {
      guard let picture = SharedPictures.all.copy(of: input) else { throw Self.noMemory }
      pictures.append(picture)
      if images[picture.number] == nil {
        try map(picture, WORKER_PICTURE, picture.descriptor, seconds: seconds)
      }
    }
    return pictures
  }

  /// A surface of this size into which the worker can draw: that of the previous picture, or a new one.
  func surface(of byteCount: Int, seconds: Double) throws(WorkerFailure) -> SharedSurface {
    if let known = surfaces.firstIndex(where: { $0.byteCount == byteCount }) {
      surfaces.append(surfaces.remove(at: known))
      return surfaces[surfaces.count - 1]
    }
    if surfaces.count == Self.surfaceCount { try dropSurface(seconds: seconds) }
    guard let (surface, descriptor) = SharedSurface.make(byteCount) else { throw Self.noMemory }
    defer { close(descriptor) }
    try map(surface, WORKER_SURFACE, descriptor, seconds: seconds)
    surfaces.append(surface)
    return surface
  }

  /// Removes surfaces if there are too many; must be called after the picture has been read.
  func trimSurfaces(seconds: Double) throws(WorkerFailure) {
    while SharedSurface.allBytes > Self.keptSurfaceBytes, !surfaces.isEmpty {
      try dropSurface(seconds: seconds)
    }
  }

  /// Removes the least recently used image surface from the worker.
  private func dropSurface(seconds: Double) throws(WorkerFailure) {
    try forget([surfaces.removeFirst().number], seconds: seconds)
  }

  /// Tells the worker which images the host has released.
  func forgetGone(seconds: Double) throws(WorkerFailure) {
    let gone = images.filter { $0.value.image == nil }
    if !gone.isEmpty { try forget(gone.keys.sorted(), seconds: seconds) }
  }

  private func forget(_ numbers: [UInt64], seconds: Double) throws(WorkerFailure) {
    var writer = WireWriter()
    writer.put(numbers) { $0.put($1) }
    guard sharedBuffer.write(writer.bytes) else { throw .notStarted("it has too many images") }
    var message = worker_message(WORKER_FORGET)
    message.bytes = UInt64(writer.bytes.count)
    let answer = try ask(message, seconds: seconds)
    guard answer.status == 0 else { throw stop(.protocolBroken("its images")) }
    for number in numbers { images[number] = nil }
    allow()
  }

  private func map(
    _ image: any SharedImage, _ kind: UInt32, _ descriptor: Int32, seconds: Double
  ) throws(WorkerFailure) {
    var message = worker_message(kind)
    message.step = image.number
    message.bytes = UInt64(image.byteCount)
    allow(more: image.byteCount)
    let answer = try ask(message, passing: descriptor, seconds: seconds)
    guard answer.status == 0 else { throw Self.noMemory }
    images[image.number] = MappedThere(image: image, byteCount: image.byteCount)
  }

  private static var noMemory: WorkerFailure { .notStarted("no memory for the images") }
}
