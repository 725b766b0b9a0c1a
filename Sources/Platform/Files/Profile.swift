private import Dispatch
private import Glibc
private import Synchronization

/// Measures the time for each kind of work on request; if nothing is measured, each measuring point only
/// reads one flag. The times of one kind exclude nested times of the same kind: the time of a layer excludes
/// the times of its sublayers. The times of different kinds overlap: the time of a plugin is included in the
/// time of its step, or of the layer that shows its picture.
package enum Profile {
  package enum Kind: String, Sendable, CaseIterable {
    case stage, step, plugin, layer, encoder
  }
  package struct Key: Hashable, Sendable {
    package let kind: Kind
    package let name: String
    package init(kind: Kind, name: String) {
      self.kind = kind
      self.name = name
    }
  }
  package struct Total: Sendable {
    package var nanoseconds: UInt64 = 0
    package var count = 0
  }

  private static let flag = Atomic(false)
  package static var isOn: Bool { flag.load(ordering: .relaxed) }

  fileprivate struct State {
    var totals: [Key: Total] = [:]
    /// The running measurements by thread and kind, with the nested time of each.
    var open: [Place: [UInt64]] = [:]
    /// The name of the layer to which each drawing operation belongs.
    var owners: [ObjectIdentifier: String] = [:]
  }
  fileprivate struct Place: Hashable {
    let thread: UInt
    let kind: Kind
  }
  private static let state = Mutex(State())

  package static func start() {
    state.withLock { $0 = State() }
    flag.store(true, ordering: .relaxed)
  }
  /// Stops measuring until `goOn` is called, and keeps the results.
  package static func pause() { stop() }
  package static func goOn() { flag.store(true, ordering: .relaxed) }
  package static func stop() { flag.store(false, ordering: .relaxed) }

  package static var totals: [Key: Total] { state.withLock { $0.totals } }

  /// Measures the time that `body` takes, if profiling is on.
  @inline(__always)
  package static func measure<Result, Failure: Error>(
    _ kind: Kind, _ name: @autoclosure () -> String, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard isOn else { return try body() }
    return try measured(kind, name(), body)
  }

  private static func measured<Result, Failure: Error>(
    _ kind: Kind, _ name: String, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let place = Place(thread: UInt(pthread_self()), kind: kind)
    state.withLock { $0.open[place, default: []].append(0) }
    let start = DispatchTime.now().uptimeNanoseconds
    defer {
      let took = DispatchTime.now().uptimeNanoseconds - start
      state.withLock { state in
        let inner = state.open[place]?.popLast() ?? 0
        if let last = state.open[place]?.indices.last { state.open[place]![last] += took }
        state.add(took - min(took, inner), to: Key(kind: kind, name: name))
      }
    }
    return try body()
  }

  /// Records for `paint` that drawing operations belong to a layer.
  package static func own(_ operations: [AnyObject], by layer: String) {
    state.withLock { state in
      for operation in operations { state.owners[ObjectIdentifier(operation)] = layer }
    }
  }

  /// Records that `made` replaces `operation` and belongs to the same layer.
  package static func adopt(_ made: AnyObject, from operation: AnyObject) {
    state.withLock { state in
      if let owner = state.owners[ObjectIdentifier(operation)] {
        state.owners[ObjectIdentifier(made)] = owner
      }
    }
  }

  /// Measures the time for painting operations, and divides it among them by `weights`.
  package static func paint(_ operations: [AnyObject], weights: [UInt64], _ body: () -> Void) {
    let place = Place(thread: UInt(pthread_self()), kind: .layer)
    state.withLock { $0.open[place, default: []].append(0) }
    let start = DispatchTime.now().uptimeNanoseconds
    body()
    let took = DispatchTime.now().uptimeNanoseconds - start
    state.withLock { state in
      let inner = state.open[place]?.popLast() ?? 0
      if let last = state.open[place]?.indices.last { state.open[place]![last] += took }
      let own = took - min(took, inner)
      let all = max(1, weights.reduce(0, +))
      for (operation, weight) in zip(operations, weights) {
        let layer = state.owners[ObjectIdentifier(operation)] ?? "(background)"
        let part = all.dividingFullWidth(own.multipliedFullWidth(by: min(weight, all))).quotient
        state.add(part, to: Key(kind: .layer, name: layer))
      }
    }
  }
}

extension Profile.State {
  fileprivate mutating func add(_ nanoseconds: UInt64, to key: Profile.Key) {
    totals[key, default: Profile.Total()].nanoseconds += nanoseconds
    totals[key, default: Profile.Total()].count += 1
  }
}
