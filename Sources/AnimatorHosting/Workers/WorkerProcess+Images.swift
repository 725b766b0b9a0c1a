internal import CHosting
internal import Glibc
internal import Scenes

/// An image that a worker has mapped; nil when it is gone here, so that the worker can forget it.
struct MappedThere {
  weak var image: (any SharedImage)?
}

/// Images on their way to a worker, each of which is mapped there once.
extension WorkerProcess {
  /// Surfaces that a worker has mapped take at most this much of its address space, or one takes more.
  static let mappedSurfaceBytes = 1 << 30

  /// The inputs as this worker can read them.
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

  /// Memory of this size that this worker can draw into and that nobody shows.
  func surface(of byteCount: Int, seconds: Double) throws(WorkerFailure) -> SharedSurface {
    if let known = outputs.take(byteCount) { return known }
    try makeRoom(for: byteCount, seconds: seconds)
    guard let (surface, descriptor) = SharedSurface.make(byteCount) else { throw Self.noMemory }
    defer { close(descriptor) }
    try map(surface, WORKER_SURFACE, descriptor, seconds: seconds)
    return surface
  }

  /// Tells the worker of images that are gone.
  func forgetGone(seconds: Double) throws(WorkerFailure) {
    let gone = images.filter { $0.value.image == nil }
    if !gone.isEmpty { try forget(gone.keys.sorted(), seconds: seconds) }
  }

  /// Pictures may live longer than the worker has room for them; then their memory is not used again.
  private func makeRoom(for byteCount: Int, seconds: Double) throws(WorkerFailure) {
    let surfaces = images.values.compactMap { $0.image as? SharedSurface }
    let mapped = surfaces.reduce(0) { $0 + $1.byteCount }
    guard !surfaces.isEmpty, mapped + byteCount > Self.mappedSurfaceBytes else { return }
    outputs.empty()
    for surface in surfaces { surface.forget() }
    try forget(surfaces.map(\.number).sorted(), seconds: seconds)
  }

  private func forget(_ numbers: [UInt64], seconds: Double) throws(WorkerFailure) {
    var writer = WireWriter()
    writer.put(numbers) { $0.put($1) }
    guard mailbox.write(writer.bytes) else { throw .notStarted("it has too many images") }
    var message = worker_message(WORKER_FORGET)
    message.bytes = UInt64(writer.bytes.count)
    let answer = try ask(message, seconds: seconds)
    guard answer.status == 0 else { throw stop(.protocolBroken("its images")) }
    for number in numbers { images[number] = nil }
  }

  private func map(
    _ image: any SharedImage, _ kind: UInt32, _ descriptor: Int32, seconds: Double
  ) throws(WorkerFailure) {
    var message = worker_message(kind)
    message.step = image.number
    message.bytes = UInt64(image.byteCount)
    let answer = try ask(message, passing: descriptor, seconds: seconds)
    guard answer.status == 0 else { throw Self.noMemory }
    images[image.number] = MappedThere(image: image)
  }

  private static var noMemory: WorkerFailure { .notStarted("no memory for the images") }
}
