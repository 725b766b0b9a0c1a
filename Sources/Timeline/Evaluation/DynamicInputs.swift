import PluginModel
import Scenes
import Synchronization

/// The layers that show other layers at times other than the start of the step: pictures that plugins compute
/// from these layers, and pieces of these layers.
struct LiveLayers: Sendable {
  struct Layer: Sendable {
    let layer: Int
    /// The layers from which the picture is computed; for a piece, the layer of which it is a piece.
    let inputs: [Int]
    /// Whether the produced picture replaces its first input layer.
    let standsForLayer: Bool
    let isPiece: Bool
  }
  let layers: [Int: Layer]
  /// The pieces of each layer that is shown in pieces.
  let pieces: [Int: [Int]]
  /// The recent stills; a still that is needed again is the same object, so its picture is drawn only once.
  let recent = RecentStills()
  var isEmpty: Bool { layers.isEmpty }

  init(_ steps: [PlannedStep]) {
    var layers: [Int: Layer] = [:]
    for step in steps where step.targets.count > 1 {
      if let runner = step.animator as? PluginRunner, runner.description.readsLiveInputs {
        for (target, input) in zip(step.targets, step.inputs) where target.animates == .all {
          guard case .snapshot(let still) = input.contents else { continue }
          layers[target.layer] = Layer(
            layer: target.layer, inputs: [still.layer], standsForLayer: false, isPiece: true)
        }
      }
      guard let animator = step.animator as? PixelStep, animator.isLive else { continue }
      let all = step.targets.map(\.layer)
      layers[all[all.count - 1]] = Layer(
        layer: all[all.count - 1], inputs: Array(all.dropLast()),
        standsForLayer: animator.standsForLayer, isPiece: false)
    }
    self.layers = layers
    pieces = Dictionary(grouping: layers.values.filter(\.isPiece)) { $0.inputs[0] }
      .mapValues { $0.map(\.layer) }
  }
}

/// A cache of stills; each key contains a layer and times. A still that does not differ from an earlier still
/// has the identity of that still.
final class RecentStills: Sendable {
  private struct Key: Hashable {
    let layer: Int
    let time: FrameTime
    /// The wall time of the scene; nil if no input depends on wall time.
    let wall: FrameTime?
  }
  private struct State {
    var stills: [Key: Snapshot] = [:]
    /// The keys of the cached stills, with the oldest key first.
    var order: [Key] = []
    /// The latest different stills of each layer, the newest first.
    var different: [Int: [Snapshot]] = [:]
  }
  private static let limit = 256
  /// The maximum number of different stills of a layer, which equals the number of frames that threads draw
  /// at the same time.
  private static let differentLimit = 8
  private let state = Mutex(State())

  func still(of layer: Int, at time: FrameTime, wall: FrameTime?, _ scene: Scene) -> Snapshot {
    let key = Key(layer: layer, time: time, wall: wall)
    if let known = state.withLock({ $0.stills[key] }) { return known }
    let made = still(of: layer, scene)
    return state.withLock { state in
      if let known = state.stills[key] { return known }
      state.stills[key] = made
      state.order.append(key)
      if state.order.count > Self.limit { state.stills[state.order.removeFirst()] = nil }
      return made
    }
  }

  /// A still of the layer in its state in a scene.
  func still(of layer: Int, _ scene: Scene) -> Snapshot {
    func still(like earlier: [Snapshot]) -> Snapshot? {
      earlier.first { $0.shows(layer, asIn: scene) }.map {
        Snapshot(scene: scene, layer: layer, isPassing: true, identity: $0.identity)
      }
    }
    let earlier = state.withLock { $0.different[layer] ?? [] }
    if let same = still(like: earlier) { return same }
    return state.withLock { state in
      // Another thread may have created the same still in the meantime.
      let known = state.different[layer] ?? []
      if known.first !== earlier.first, let same = still(like: known) { return same }
      let made = Snapshot(scene: scene, layer: layer, isPassing: true)
      state.different[layer] = [made] + known.prefix(Self.differentLimit - 1)
      return made
    }
  }
}

extension Snapshot {
  /// Whether a still of the layer is the same in another scene of the stage, because no layer inside it
  /// differs. A layer that serves as a mask may be at any position in the tree.
  fileprivate func shows(_ layer: Int, asIn other: Scene) -> Bool {
    var isSame = true
    let hasLayerMasks = scene.hasLayerMasks || other.hasLayerMasks
    LayerChanges.forEachDifference(scene.changes, other.changes) { index, a, b in
      guard isSame, hasLayerMasks || scene.stage.isInside(index, layer), a != b else { return }
      isSame =
        index == layer && properties == Snapshot(scene: other, layer: layer).properties
    }
    return isSame
  }
}

extension Scene {
  fileprivate var hasLayerMasks: Bool {
    if stage.hasLayerMasks { return true }
    var has = false
    changes.forEachMaskedByLayer { _ in has = true }
    return has
  }
}

extension Stage {
  /// Whether a layer is the layer `ancestor`, or one of its sublayers at any depth.
  package func isInside(_ layer: Int, _ ancestor: Int) -> Bool {
    var next = layer
    while next >= 0 {
      if next == ancestor { return true }
      next = nodes[next].parent
    }
    return false
  }
}

/// Computes the contents of live layers for one scene. An input includes the contents of other live layers
/// inside it, but not the contents of the live layer that reads it.
struct DynamicInputs {
  /// The maximum number of stills in one scene, including stills inside stills.
  private static let limit = 4096
  private let plan: Plan
  private let live: LiveLayers
  /// The tracks in wall time: captions, fingers and the camera.
  private let tracks: WallTracks
  private let now: FrameTime
  private let wall: FrameTime
  private var count = 0
  private var known: [FrameTime: LayerChanges] = [:]

  /// Creates the inputs; `wall` is the wall time at the plan's time `now`.
  init(_ plan: Plan, _ live: LiveLayers, _ tracks: WallTracks, now: FrameTime, wall: FrameTime) {
    self.plan = plan
    self.live = live
    self.tracks = tracks
    self.now = now
    self.wall = wall
  }

  /// The scene at the current time with the given changes and the contents of live layers.
  mutating func scene(_ changes: LayerChanges) throws -> Scene {
    known[now] = changes
    let filled = try filled(changes, at: now, liveLayers(changes), inside: [])
    return Scene(stage: plan.stage, time: now, changes: filled)
  }

  /// The wall time that is as far from the current wall time as a plan time is from the current plan time.
  private func wallTime(_ time: FrameTime) -> FrameTime {
    max(.zero, FrameTime(ticks: wall.ticks &+ time.ticks &- now.ticks))
  }

  /// The live layers that are visible after the changes, in ascending order.
  private func liveLayers(_ changes: LayerChanges) -> [LiveLayers.Layer] {
    var found: [LiveLayers.Layer] = []
    changes.forEachPictureOfLayers { change in
      if let layer = live.layers[change.layer] { found.append(layer) }
    }
    return found
  }

  /// The changes with the contents of the given live layers, computed from their inputs.
  private mutating func filled(
    _ changes: LayerChanges, at time: FrameTime, _ layers: [LiveLayers.Layer], inside outer: [Int]
  ) throws -> LayerChanges {
    var updates: [LayerChanges.Update] = []
    var pieces: [Int: Snapshot] = [:]
    for layer in layers {
      let index = layer.layer
      guard var p = changes[index]?.properties else { continue }
      if layer.isPiece {
        guard case .snapshot = p.contents else { continue }
        let source = layer.inputs[0]
        let still = try pieces[source] ?? still(of: source, at: time, for: layer, inside: outer)
        pieces[source] = still
        p.contents = .snapshot(still)
        updates.append(
          LayerChanges.Update(layer: index, change: Scene.Change(layer: index, properties: p)))
        continue
      }
      guard case .produced(var made) = p.contents,
        let times = made.times, times.count == layer.inputs.count
      else { continue }
      if layer.standsForLayer {
        let first = layer.inputs[0]
        p.stand(for: changes[first]?.properties ?? plan.stage.nodes[first].properties)
      }
      let stills = made.inputs
      made.inputs = []
      for (i, input) in layer.inputs.enumerated() {
        if times[i].isEmpty {
          made.inputs.append(i < stills.count ? stills[i] : [])
          continue
        }
        var moments: [Snapshot] = []
        for offset in times[i] {
          let sum = FrameTime(ticks: time.ticks &+ offset.ticks)
          let then = max(.zero, min(sum, max(plan.duration, time)))
          moments.append(try still(of: input, at: then, for: layer, inside: outer))
        }
        made.inputs.append(moments)
      }
      p.contents = .produced(made)
      updates.append(
        LayerChanges.Update(layer: index, change: Scene.Change(layer: index, properties: p)))
    }
    return updates.isEmpty ? changes : changes.updated(updates)
  }

  private mutating func still(
    of input: Int, at time: FrameTime, for layer: LiveLayers.Layer, inside outer: [Int]
  ) throws -> Snapshot {
    count += 1
    guard count <= Self.limit else {
      throw AnimatorFault(
        animator: plan.stage.nodes[layer.layer].id,
        message:
          "reads more than \(Self.limit) pictures for one frame, "
          + "including the pictures in its inputs")
    }
    // All pieces of a layer show the same still, whichever piece requests the still; the still includes none
    // of the pieces.
    let outer = outer + (layer.isPiece ? live.pieces[input] ?? [] : [layer.layer])
    let hidden = outer.filter { plan.stage.isInside($0, input) }
    let then =
      try known[time]
      ?? tracks.changed(
        plan.changes(at: time, tracks.finger(at: wallTime(time))), on: plan.stage,
        at: wallTime(time))
    known[time] = then
    let inner = liveLayers(then).filter {
      plan.stage.isInside($0.layer, input) && !outer.contains($0.layer)
    }
    if inner.isEmpty, hidden.isEmpty {
      return live.recent.still(
        of: input, at: time, wall: tracks.isEmpty ? nil : wallTime(time),
        Scene(stage: plan.stage, time: time, changes: then))
    }
    var changes = try filled(then, at: time, inner, inside: outer)
    changes = changes.updated(
      hidden.sorted().map { index in
        var p = changes[index]?.properties ?? plan.stage.nodes[index].properties
        p.isHidden = true
        return LayerChanges.Update(layer: index, change: Scene.Change(layer: index, properties: p))
      })
    return live.recent.still(of: input, Scene(stage: plan.stage, time: time, changes: changes))
  }
}

extension LayerProperties {
  /// Copies the values that a still ignores from the layer's current state.
  fileprivate mutating func stand(for layer: LayerProperties) {
    frame = layer.frame
    layoutFrame = layer.frame
    anchorPoint = layer.anchorPoint
    zPosition = layer.zPosition
    translate = layer.translate
    scale = layer.scale
    rotate = layer.rotate
    transform = layer.transform
    isDoubleSided = layer.isDoubleSided
    opacity = layer.opacity
    shadowColor = layer.shadowColor
    shadowOpacity = layer.shadowOpacity
    shadowRadius = layer.shadowRadius
    shadowOffset = layer.shadowOffset
    shadowPath = layer.shadowPath
    mask = layer.mask
    blendMode = layer.blendMode
  }
}
