import JSON
import PluginModel
import Documents
import Scenes

/// Finds the layers for the roles of an animator.
extension Binder {
  /// The layers of each role in the order of the roles.
  mutating func roles(
    _ spec: AnimatorStep, of animator: AnimatorDescription, _ step: Timeline.Step,
    _ context: TransitionContext
  ) -> [[Int]]? {
    var isRight = checkNames(spec, of: animator)
    var bound: [[Int]] = []
    for role in animator.roles {
      var layers: [Int] = []
      if let binding = spec.roles.first(where: { $0.role.value == role.name }) {
        layers = self.layers(binding)
        if layers.isEmpty { isRight = false }
        if layers.count > role.maximum {
          values.problems.add(
            "role \"\(role.name)\" takes \(role.maximum)", found: "\(layers.count) layers",
            at: binding.role.origin)
          isRight = false
        }
      } else if role.name == "luma", let path = spec.luma {
        layers = [addLuma(path, step)]
      } else if let layer = ownLayer(of: role.name, step, context) {
        layers = [layer]
      } else if role.createJSON != nil {
        bound.append([])
        continue
      }
      if layers.count < role.minimum, isRight {
        values.problems.add(
          "\(animator.id) needs role \"\(role.name)\": \(role.doc)", at: step.spec.origin)
        isRight = false
      }
      bound.append(layers)
    }
    guard isRight else { return nil }
    // A created layer may become a sibling of the layers in other roles, so it is created last.
    for (index, role) in animator.roles.enumerated() where bound[index].isEmpty {
      guard let json = role.createJSON else { continue }
      let layers = animator.firstLayers(bound)
      guard let layer = create(json, role: role.name, of: animator, layers, step) else {
        return nil
      }
      bound[index] = [layer]
    }
    return bound
  }

  private mutating func checkNames(
    _ spec: AnimatorStep, of animator: AnimatorDescription
  ) -> Bool {
    var isRight = true
    for binding in spec.roles where animator.role(named: binding.role.value) == nil {
      values.problems.add(
        "\(animator.id) has no role \"\(binding.role.value)\"", at: binding.role.origin,
        suggestion: NearestWord.find(binding.role.value, in: animator.roles.map(\.name)))
      isRight = false
    }
    return isRight
  }

  private mutating func layers(_ binding: RoleBinding) -> [Int] {
    var layers: [Int] = []
    for selector in binding.layers {
      for layer in values.layers(named: selector, asSeen: true) where !layers.contains(layer) {
        layers.append(layer)
      }
    }
    return layers
  }

  /// The layer that the animator declares for a role to which nothing is bound.
  private func ownLayer(
    of role: String, _ step: Timeline.Step, _ context: TransitionContext
  ) -> Int? {
    switch role {
    case "from": context.from
    case "to": context.to
    case "container": values.stage.container
    default: step.target
    }
  }

  /// Adds an invisible layer with the grey picture of a wipe, which fills the container.
  private mutating func addLuma(_ path: Sourced<String>, _ step: Timeline.Step) -> Int {
    var image = ImageSpec()
    image.path = path
    var layer = LayerSpec()
    layer.origin = path.origin
    layer.values.origin = path.origin
    layer.values.contents = .picture(image)
    let bounds = values.stage.bounds(of: values.stage.container)
    layer.values["frame"] = RectSpec(bounds)
    layer.values["hidden"] = true
    let index = stage.add(layer, to: values.stage.container, parentFrame: bounds)
    values.stage[index].node.id = "\(step.spec.id?.value ?? step.what)/luma"
    return index
  }

  /// Creates the layer that an animator declares for an unbound role.
  private mutating func create(
    _ json: String, role: String, of animator: AnimatorDescription, _ roles: [String: Int],
    _ step: Timeline.Step
  ) -> Int? {
    let origin = step.spec.origin
    guard
      let text = declared(json, "a layer for the role \(role)", by: animator, at: origin),
      var spec = values.read({ $0.layer(text) })
    else { return nil }
    let place = spec.below ?? spec.above
    spec.id = nil
    let index = stage.add(
      spec, to: values.stage.container,
      parentFrame: values.stage.bounds(of: values.stage.container))
    values.stage[index].node.id = "\(step.spec.id?.value ?? step.what)/\(role)"
    guard let place else { return index }
    if case .id(let name) = place.value.target, let layer = roles[name] {
      stage.place(index, besides: layer, isBelow: spec.below != nil, at: origin)
    } else {
      stage.place(index, place, isBelow: spec.below != nil)
    }
    return index
  }
}

extension AnimatorDescription {
  /// The first layer of each role, by the name of the role.
  func firstLayers(_ roles: [[Int]]) -> [String: Int] {
    var layers: [String: Int] = [:]
    for (role, bound) in zip(self.roles, roles) { layers[role.name] = bound.first }
    return layers
  }
}
