public import CAnimator

/// The context of a call: the time to draw, and the services of the host. A context is valid until the
/// animator's call returns.
@safe public struct Context {
  public enum Operation: UInt32, Sendable {
    case none = 0
    case push, pop, present, dismiss
  }

  // Safety: the host's struct is valid until the call returns.
  let raw: UnsafePointer<animator_context>

  /// The progress after easing: 0 at the start, and the final value of the easing at the end, which is
  /// exactly 1 except for some linear() easings; a spring may leave the range 0…1 in between.
  public var progress: Double { unsafe raw.pointee.progress }
  /// The time since the start of the step, in seconds.
  public var seconds: Double { unsafe raw.pointee.time.seconds }
  /// The duration of the step in seconds.
  public var durationSeconds: Double { unsafe raw.pointee.duration.seconds }
  public var framesPerSecond: Double { unsafe raw.pointee.frames_per_second }
  /// The number of output pixels per point.
  public var scale: Double { unsafe raw.pointee.scale }
  /// A random seed, which is the same in all calls with the same document seed, step and layer.
  public var seed: UInt64 { unsafe raw.pointee.seed }
  /// The size of the step's container in points.
  public var container: Size { unsafe raw.pointee.container }
  public var operation: Operation { Operation(rawValue: unsafe raw.pointee.operation) ?? .none }
  /// Whether the transition goes back (pop or dismiss), in which case `from` is above `to` and reveals it. An
  /// animator that lays out the upper screen and uses 1 − progress when going back works in both directions.
  public var goesBack: Bool { operation == .pop || operation == .dismiss }
  /// A heartbeat for long work; if the result is false, the animator should throw soon, because the host no
  /// longer needs the result.
  public var keepGoing: Bool { unsafe raw.pointee.keep_going(raw) }

  /// The table that `prepare` wrote; empty if the animator has no table.
  public var table: UnsafeRawBufferPointer {
    guard unsafe Int(raw.pointee.size) >= Self.sizeWithTable else {
      return unsafe UnsafeRawBufferPointer(start: nil, count: 0)
    }
    return unsafe UnsafeRawBufferPointer(
      start: raw.pointee.table, count: Int(raw.pointee.table_bytes))
  }

  /// The finger, for a `FingerAnimator`; nil before the first touch and in documents without touches.
  public var finger: Finger? {
    guard unsafe Int(raw.pointee.size) >= Self.sizeWithFinger,
      let finger = unsafe raw.pointee.finger
    else { return nil }
    return unsafe finger.pointee
  }

  private static let sizeWithFinger =
    unsafe MemoryLayout<animator_context>.offset(of: \.finger)!
    + MemoryLayout<UnsafeRawPointer>.size

  /// The images of one layer among the images that `pixels` receives, one image for each time of the layer.
  public func images(ofLayer layer: Int, in inputs: [Image]) -> ArraySlice<Image> {
    guard unsafe Int(raw.pointee.size) >= Self.sizeWithTable,
      let counts = unsafe raw.pointee.moment_counts, layer < Int(unsafe raw.pointee.layer_count)
    else { return inputs[layer...layer] }
    // Safety: the host's array has the length that the host specifies.
    let start = (0..<layer).reduce(0) { $0 + Int(unsafe counts[$1]) }
    return inputs[start..<start + Int(unsafe counts[layer])]
  }

  private static let sizeWithTable =
    unsafe MemoryLayout<animator_context>.offset(of: \.table_bytes)! + MemoryLayout<UInt64>.size

  /// The number of layers that are bound to a role; 1 if an older host does not provide the number.
  func roleCount(_ index: Int) -> Int {
    guard unsafe Int(raw.pointee.size) >= Self.sizeWithCounts else { return 1 }
    // Safety: the host's array has the length that the host specifies.
    guard index < Int(unsafe raw.pointee.role_count), let counts = unsafe raw.pointee.role_counts
    else { return 0 }
    return Int(unsafe counts[index])
  }

  private static let sizeWithCounts =
    unsafe MemoryLayout<animator_context>.offset(of: \.role_count)! + MemoryLayout<UInt64>.size
}
