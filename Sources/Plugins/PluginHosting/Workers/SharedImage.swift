internal import Synchronization

/// An image that a worker has mapped and identifies by its number.
protocol SharedImage: AnyObject, Sendable {
  /// The number of the image, which no other image ever has.
  var number: UInt64 { get }
  var byteCount: Int { get }
}

enum SharedImages {
  private static let count = Atomic<UInt64>(0)

  static func newNumber() -> UInt64 { count.add(1, ordering: .relaxed).newValue }
}
