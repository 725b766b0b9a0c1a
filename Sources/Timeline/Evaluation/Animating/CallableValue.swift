package import PluginModel
package import Scenes

/// A type of layer properties whose values may be results of functions that a document calls.
private protocol CallableValue: LayerValue {
  /// The types that a call may return; a value without a call has the first type.
  static func types(_ meaning: LayerProperty.Unit) -> [ParameterType]
  /// Converts a value of one of these types; nil for any other type.
  init?(_ value: ParameterValue, _ meaning: LayerProperty.Unit)
}

extension LayerProperty {
  /// The types that a function call for the property may return; empty if calls are not allowed.
  package var types: [ParameterType] {
    (valueType as? any CallableValue.Type)?.types(meaning) ?? []
  }

  /// Sets the property of a layer to a value of one of the types, clamped to the property's range.
  package func put(_ value: ParameterValue, in layer: inout LayerProperties) {
    guard let made = (valueType as? any CallableValue.Type)?.init(value, meaning) else {
      preconditionFailure("\(name) takes no \(value.type.name)")
    }
    put(made, in: &layer)
  }

  private func put(_ value: some CallableValue, in layer: inout LayerProperties) {
    set(value.kept(in: range), in: &layer)
  }
}

extension Double: CallableValue {
  fileprivate static func types(_: LayerProperty.Unit) -> [ParameterType] { [.double] }
  fileprivate init?(_ value: ParameterValue, _: LayerProperty.Unit) {
    guard let number = value.number else { return nil }
    self = number
  }
}

extension CornerRadii: CallableValue {
  fileprivate static func types(_: LayerProperty.Unit) -> [ParameterType] { [.double] }
  fileprivate init?(_ value: ParameterValue, _: LayerProperty.Unit) {
    guard let number = value.number else { return nil }
    self.init(number)
  }
}

extension Point: CallableValue {
  fileprivate static func types(_: LayerProperty.Unit) -> [ParameterType] { [.point] }
  fileprivate init?(_ value: ParameterValue, _: LayerProperty.Unit) {
    guard case .point(let point) = value else { return nil }
    self = point
  }
}

extension Size: CallableValue {
  fileprivate static func types(_: LayerProperty.Unit) -> [ParameterType] { [.size] }
  fileprivate init?(_ value: ParameterValue, _: LayerProperty.Unit) {
    guard case .size(let size) = value else { return nil }
    self = size
  }
}

extension Rect: CallableValue {
  fileprivate static func types(_: LayerProperty.Unit) -> [ParameterType] { [.rect] }
  fileprivate init?(_ value: ParameterValue, _: LayerProperty.Unit) {
    guard case .rect(let rect) = value else { return nil }
    self = rect
  }
}

extension Vector: CallableValue {
  fileprivate static func types(_ meaning: LayerProperty.Unit) -> [ParameterType] {
    switch meaning {
    case .itself: []
    case .translation: [.point]
    case .factors: [.double, .point]
    case .degrees: [.double]
    }
  }

  fileprivate init?(_ value: ParameterValue, _ meaning: LayerProperty.Unit) {
    switch (meaning, value) {
    case (.translation, .point(let p)): self.init(p.x, p.y, 0)
    case (.factors, .point(let p)): self.init(p.x, p.y, 1)
    case (.factors, _):
      guard let number = value.number else { return nil }
      self.init(number, number, 1)
    case (.degrees, _):
      guard let number = value.number else { return nil }
      self.init(0, 0, number)
    default: return nil
    }
  }
}

extension Color: CallableValue {
  fileprivate static func types(_: LayerProperty.Unit) -> [ParameterType] { [.color] }
  fileprivate init?(_ value: ParameterValue, _: LayerProperty.Unit) {
    guard case .color(let color) = value else { return nil }
    self = color
  }
}

extension Optional: CallableValue where Wrapped == Color {
  fileprivate static func types(_: LayerProperty.Unit) -> [ParameterType] { [.color] }
  fileprivate init?(_ value: ParameterValue, _: LayerProperty.Unit) {
    guard case .color(let color) = value else { return nil }
    self = .some(color)
  }
}
