internal import Synchronization

/// An image that a worker has mapped and identifies by a number.
protocol SharedImage: AnyObject, Sendable {
  /// The number of the image, which is never used for another image.
  var number: UInt64 { get }
  var byteCount: Int { get }
}

enum SharedImages {
  private static let count = Atomic<UInt64>(0)

  static func newNumber() -> UInt64 { count.add(1, ordering: .relaxed).newValue }
}
