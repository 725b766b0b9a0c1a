internal import CPipeline
internal import Glibc
internal import Pipeline
internal import Synchronization

/// A composition that the C interface has opened; one thread uses it at a time.
final class OpenComposition: Sendable {
  let engine: UInt64
  /// The cancellation flag of the composition, which stays set until the caller resets it.
  let isCancelled: Switch
  let isClosing = Switch()
  /// The thread that currently uses the composition; 0 means none.
  private let worker = Atomic<UInt>(0)
  private let composition: Mutex<Composition?>

  init(_ composition: Composition, engine: UInt64, isCancelled: Switch) {
    self.composition = Mutex(composition)
    self.engine = engine
    self.isCancelled = isCancelled
  }

  /// Waits until no other call uses the composition, and then runs `work`.
  func use<Result: Sendable>(_ work: (Composition) throws(Refusal) -> Result) throws(Refusal)
    -> Result
  {
    try turn { composition throws(Refusal) in
      guard let composition else { throw .handle }
      return try work(composition)
    }
  }

  private func turn<Result: Sendable>(
    _ work: (inout Composition?) throws(Refusal) -> Result
  ) throws(Refusal) -> Result {
    let thread = UInt(pthread_self())
    if worker.load(ordering: .relaxed) == thread { throw .busy }
    return try composition.withLock { composition throws(Refusal) in
      worker.store(thread, ordering: .relaxed)
      defer { worker.store(0, ordering: .relaxed) }
      return try work(&composition)
    }
  }

  /// Ends the current work and releases the composition; fails with `busy` if it is called from that work.
  func close(forgetting forget: () -> Void) throws(Refusal) {
    if worker.load(ordering: .relaxed) == UInt(pthread_self()) { throw .busy }
    forget()
    isClosing.isOn = true
    try turn { composition throws(Refusal) in composition = nil }
  }
}

/// An iterator over the frames of a composition.
final class OpenFrames: Sendable {
  let composition: UInt64
  let next: Mutex<Range<Int>>

  init(_ composition: UInt64, _ range: Range<Int>) {
    self.composition = composition
    next = Mutex(range)
  }
}

/// An engine, with the prefix for its helpers if the caller set one.
final class OpenEngine: Sendable {
  let prefix: String?

  init(prefix: String?) { self.prefix = prefix }
}

/// The objects that the handles of callers represent. A number of a closed handle is never reused.
enum Handles {
  private enum Thing: Sendable {
    case engine(OpenEngine)
    case composition(OpenComposition)
    case frames(OpenFrames)
  }
  private struct Entry {
    let thing: Thing
    let process: pid_t
  }
  private struct Table {
    var last: UInt64 = 0
    var entries: [UInt64: Entry] = [:]
  }
  private static let table = Mutex(Table())

  private static func add(_ thing: Thing) -> UInt64 {
    table.withLock { table in
      table.last += 1
      table.entries[table.last] = Entry(thing: thing, process: getpid())
      return table.last
    }
  }

  static func add(_ engine: OpenEngine) -> UInt64 { add(.engine(engine)) }
  /// Adds a composition; nil if its engine was closed in the meantime.
  static func add(_ composition: OpenComposition) -> UInt64? {
    let number = add(.composition(composition))
    let isThere = table.withLock { $0.entries[composition.engine] != nil }
    if !isThere { forget(number) }
    return isThere ? number : nil
  }
  static func add(_ frames: OpenFrames) -> UInt64 { add(.frames(frames)) }

  private static func find(_ number: UInt64) throws(Refusal) -> Thing {
    guard let entry = table.withLock({ $0.entries[number] }) else { throw .handle }
    guard entry.process == getpid() else { throw .forked }
    return entry.thing
  }

  static func engine(_ number: UInt64) throws(Refusal) -> OpenEngine {
    guard case .engine(let engine) = try find(number) else { throw .handle }
    return engine
  }

  static func composition(_ number: UInt64) throws(Refusal) -> OpenComposition {
    guard case .composition(let composition) = try find(number) else { throw .handle }
    return composition
  }

  static func frames(_ number: UInt64) throws(Refusal) -> OpenFrames {
    guard case .frames(let frames) = try find(number) else { throw .handle }
    return frames
  }

  /// Invalidates a handle and the handles of objects that belong to it.
  static func forget(_ number: UInt64) {
    let gone = table.withLock { table in
      var gone = [table.entries.removeValue(forKey: number)]
      for (place, entry) in table.entries {
        if case .frames(let frames) = entry.thing, frames.composition == number {
          gone.append(table.entries.removeValue(forKey: place))
        }
      }
      return gone
    }
    // The object is released after the lock is released.
    _ = gone
  }

  /// Returns the open compositions of an engine.
  static func compositions(of engine: UInt64) -> [(number: UInt64, composition: OpenComposition)] {
    table.withLock { table in
      table.entries.compactMap {
        number, entry -> (number: UInt64, composition: OpenComposition)? in
        guard case .composition(let composition) = entry.thing, composition.engine == engine
        else { return nil }
        return (number, composition)
      }
    }
  }

  /// Whether the process has no open composition.
  static var areIdle: Bool {
    table.withLock { table in
      !table.entries.values.contains { entry in
        guard case .composition = entry.thing else { return false }
        return entry.process == getpid()
      }
    }
  }
}
