import Documents
import Scenes

/// Turns the values that a document writes into properties of a layer.
extension PlanningSession {
  /// Applies `values` to `layer` and says which properties they touch. A percent in frame, position
  /// and bounds follows `parent`, the rest the layer's own frame.
  func apply(
    _ values: LayerValues, to layer: inout LayerProperties, parent: Rect
  ) -> LayerPropertySet {
    var set: LayerPropertySet = []
    applyGeometry(values, to: &layer, parent: parent, &set)
    let size = layer.frame.size
    let shorter = min(size.width, size.height)
    func put<Value>(
      _ value: Value?, _ path: WritableKeyPath<LayerProperties, Value>, _ bit: LayerPropertySet
    ) {
      guard let value else { return }
      layer[keyPath: path] = value
      set.formUnion(bit)
    }
    put(values.zPosition, \.zPosition, .zPosition)
    put(values.translate?.vector(of: size), \.translate, .translate)
    put(values.scale, \.scale, .scale)
    put(values.rotate, \.rotate, .rotate)
    put(values.transform?.transform(of: size), \.transform, .transform)
    put(values.sublayerTransform?.transform(of: size), \.sublayerTransform, .sublayerTransform)
    put(values.opacity, \.opacity, .opacity)
    put(values.isHidden, \.isHidden, .hidden)
    put(values.isDoubleSided, \.isDoubleSided, .doubleSided)
    put(values.cornerRadius?.points(of: shorter), \.cornerRadius, .cornerRadius)
    put(values.masksToBounds, \.masksToBounds, .masksToBounds)
    if let color = values.backgroundColor { put(color, \.backgroundColor, .backgroundColor) }
    put(values.shadowColor, \.shadowColor, .shadowColor)
    put(values.shadowOpacity, \.shadowOpacity, .shadowOpacity)
    put(values.shadowRadius?.points(of: shorter), \.shadowRadius, .shadowRadius)
    put(values.shadowOffset?.point(of: size), \.shadowOffset, .shadowOffset)
    if let path = values.shadowPath { put(path, \.shadowPath, .shadowColor) }
    put(values.contentsRect, \.contentsRect, .contentsRect)
    put(values.contentsGravity, \.contentsGravity, .contents)
    if let mask = values.mask {
      layer.mask = self.mask(mask, of: layer.frame)
      set.formUnion(.mask)
    }
    for expression in values.expressions {
      applyExpression(expression, to: &layer, &set)
    }
    if let contents = values.contents {
      layer.contents = self.contents(contents, of: layer.frame, at: values.origins["contents"])
      set.formUnion(.contents)
    }
    return set
  }

  private func applyGeometry(
    _ values: LayerValues, to layer: inout LayerProperties, parent: Rect,
    _ set: inout LayerPropertySet
  ) {
    if let anchor = values.anchorPoint {
      layer.anchorPoint = anchor
      set.formUnion(.anchorPoint)
    }
    if let frame = values.frame {
      layer.frame = frame.rect(in: parent)
      set.formUnion(.frame)
    }
    if values.position != nil || values.bounds != nil {
      let position =
        values.position.map { spec in
          RectSpec(spec.x, spec.y, .zero, .zero).rect(in: parent).center
        } ?? layer.position
      let size = values.bounds?.size(of: parent.size) ?? layer.frame.size
      layer.frame = Rect(
        position.x - size.width * layer.anchorPoint.x,
        position.y - size.height * layer.anchorPoint.y, size.width, size.height)
      set.formUnion(.frame)
    }
  }

  /// A property written as an expression: `{"frameOf": …}`, `{"centerOf": …}`.
  private func applyExpression(
    _ expression: PropertyExpression, to layer: inout LayerProperties,
    _ set: inout LayerPropertySet
  ) {
    let node = expression.node
    if isCall(node) {
      guard let property = CalledProperty.named(expression.property),
        case .constant(let value)? = called(node, property, .constant)
      else { return }
      property.set(value, in: &layer)
      set.formUnion(property.properties)
      return
    }
    switch expression.property {
    case "frame":
      guard let rect = rect(node, roles: [:]) else { return }
      layer.frame = rect
      set.formUnion(.frame)
    case "position":
      guard let point = point(node, roles: [:]) else { return }
      layer.frame.x += point.x - layer.position.x
      layer.frame.y += point.y - layer.position.y
      set.formUnion(.frame)
    default:
      problems.add(
        "\(expression.property) takes no expression here: write its value", at: node.origin)
    }
  }

  /// Takes out of a keyframe's values the calls that give other values at other moments.
  func takeVarying(_ values: inout LayerValues) -> [VaryingProperty] {
    var varying: [VaryingProperty] = []
    values.expressions.removeAll { expression in
      guard isCall(expression.node), let property = CalledProperty.named(expression.property)
      else { return false }
      guard let formula = called(expression.node, property, .step) else { return true }
      guard formula.isVarying else { return false }
      varying.append(VaryingProperty(property: property, formula: formula))
      return true
    }
    return varying
  }

  private func called(
    _ node: JSONNode, _ property: CalledProperty, _ scope: CallScope
  ) -> Formula? {
    formula(node, as: property.types, scope) { _ in nil }
  }

  /// A mask in canvas points. A percent is a place in, or a share of, `frame`.
  func mask(_ spec: MaskSpec, of frame: Rect) -> Mask? {
    let shorter = min(frame.width, frame.height)
    switch spec.kind {
    case .none: return nil
    case .ellipse(let rect):
      return Mask(kind: .ellipse(rect.rect(in: frame)), isInverted: spec.isInverted)
    case .circle(let center, let radius):
      let middle: Point
      switch center {
      case .point(let point):
        middle = RectSpec(point.x, point.y, .zero, .zero).rect(in: frame).center
      case .expression(let node): middle = point(node, roles: [:]) ?? frame.center
      }
      let r = radius.points(of: shorter)
      return Mask(
        kind: .ellipse(Rect(center: middle, size: Size(2 * r, 2 * r))),
        isInverted: spec.isInverted)
    case .rectangle(let rect, let cornerRadius):
      return Mask(
        kind: .rectangle(rect.rect(in: frame), cornerRadius: cornerRadius.points(of: shorter)),
        isInverted: spec.isInverted)
    case .path(let path): return Mask(kind: .path(path), isInverted: spec.isInverted)
    case .layer(let id, let luminance):
      let selector = Located(Selector(target: .id(id.value)), id.origin)
      guard let index = layers(named: selector, asSeen: false).first else { return nil }
      return Mask(kind: .layer(index, luminance: luminance), isInverted: spec.isInverted)
    }
  }

  /// What a layer shows. Images are loaded here.
  func contents(_ spec: ContentsSpec, of frame: Rect, at origin: Origin?) -> Contents {
    do {
      switch spec {
      case .none, .snapshotOf: return .none
      case .asset(let name):
        guard let asset = document.assets.first(where: { $0.name.value == name.value }) else {
          return .none
        }
        return contents(asset.contents, of: frame, at: asset.name.origin)
      case .image(let image):
        let pixelsPerPoint = image.scale ?? document.canvas.scale
        let loaded = try images.image(image.path, scale: pixelsPerPoint, in: document)
        return .image(
          loaded.bitmap,
          size: Size(
            Double(loaded.width) / pixelsPerPoint, Double(loaded.height) / pixelsPerPoint))
      case .color(let color): return .color(color)
      case .gradient(let gradient): return .gradient(gradient)
      case .text(let text):
        guard !frame.isEmpty else { return .none }
        let loaded = try images.text(
          text, size: frame.size, scale: scale, at: origin ?? .start, in: document)
        return .image(loaded.bitmap, size: frame.size)
      }
    } catch {
      problems.add(error)
      return .none
    }
  }
}
