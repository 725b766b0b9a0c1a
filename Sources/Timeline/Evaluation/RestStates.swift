import Scenes

/// The states of the layers while no step animates them, as consecutive versions. Each version shares all
/// data with the previous version except the changes at its start.
struct RestStates: Sendable {
  private struct Version: Sendable {
    /// The start of the version, which is valid until the next version starts; the first version has no
    /// start.
    var start: FrameTime
    var changes: LayerChanges
  }
  private var versions: [Version]

  /// A change of a layer's rest state at a certain time.
  struct Event: Sendable {
    var time: FrameTime
    var update: LayerChanges.Update
  }

  init(_ events: [Event], layerCount: Int) {
    versions = [
      Version(start: FrameTime(ticks: .min), changes: LayerChanges(layerCount: layerCount))
    ]
    let sorted = events.sorted { ($0.time, $0.update.layer) < ($1.time, $1.update.layer) }
    var rest = sorted[...]
    while let next = rest.first {
      let together = rest.prefix { $0.time == next.time }
      rest = rest[together.endIndex...]
      let changes = versions[versions.count - 1].changes.updated(together.map(\.update))
      if versions[versions.count - 1].start == next.time { versions.removeLast() }
      versions.append(Version(start: next.time, changes: changes))
    }
  }

  /// The changes at a time; layers that a step animates at that time keep their earlier state.
  func changes(at time: FrameTime) -> LayerChanges {
    versions[versions.lastIndex(below: { $0.start <= time })].changes
  }
}
