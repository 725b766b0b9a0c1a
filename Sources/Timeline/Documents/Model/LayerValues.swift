package import JSON
package import Scenes

/// The properties of a layer in a document: in a layer, a keyframe, a wrapper or a check. A property that is
/// written as an expression (an object with `frameOf`, `centerOf` or `call`) is stored only in `expressions`.
/// A mask and contents refer to layers and pictures, which the planner resolves.
package struct LayerValues: Sendable {
  /// The value that a document specifies for one layer property.
  package struct Entry: Sendable {
    /// The index of the property in the table of properties.
    fileprivate var place: Int
    package var spec: any PropertySpec
    package var property: LayerProperty { LayerProperty.all[place] }
  }

  package var origin = Origin.start
  /// The entries in the order of the table of properties, which is the order in which they are applied.
  package private(set) var entries: [Entry] = []
  package var mask: MaskSpec?
  package var contents: ContentsSpec?
  package var expressions: [PropertyExpression] = []
  /// The position of every property in the text, by its key in the document.
  package var origins: [String: Origin] = [:]

  package init() {}

  /// The value of the property with this name in the table; nil if it is missing or is an expression.
  package subscript(name: String) -> (any PropertySpec)? {
    get { entries.first { $0.property.name == name }?.spec }
    set {
      guard let place = LayerProperty.all.firstIndex(where: { $0.name == name }) else {
        preconditionFailure("no property \(name)")
      }
      entries.removeAll { $0.place == place }
      guard let spec = newValue else { return }
      entries.insert(
        Entry(place: place, spec: spec),
        at: entries.firstIndex { $0.place > place } ?? entries.count)
    }
  }

  /// Sets the values in a layer, except mask, contents and expressions, and returns the properties that were
  /// set. Percentages of frame, position and bounds refer to `parent`, and all other percentages to the
  /// layer's own frame.
  package func put(in layer: inout LayerProperties, parent: Rect) -> LayerPropertySet {
    var set: LayerPropertySet = []
    for entry in entries {
      entry.spec.put(entry.property, in: &layer, parent: parent)
      set.formUnion(entry.property.set)
    }
    return set
  }
}

/// A property whose value depends on another layer or on a plugin's function.
package struct PropertyExpression: Sendable {
  /// The name of the property in documents, such as `frame`, `position` or `opacity`.
  package var property: String
  /// The JSON of an expression: an object with `frameOf`, `centerOf` or `call`.
  package var node: JSONNode
  package init(property: String, node: JSONNode) {
    self.property = property
    self.node = node
  }
}

/// A transform as 16 numbers or as a list of functions, which are applied in the order of CSS.
package struct TransformSpec: Hashable, Sendable {
  package enum Function: Hashable, Sendable {
    case matrix(Transform)
    case translate(VectorSpec)
    case scale(Vector)
    /// The rotation in degrees about x, y and z, in that order.
    case rotate(Vector)
    /// A perspective transform with the matrix component m34.
    case perspective(m34: Double)
  }
  package var functions: [Function]
  package init(functions: [Function]) { self.functions = functions }

  /// The functions of the transform for a layer of `size` points.
  package func list(of size: Size) -> TransformList {
    TransformList(
      functions.map { function in
        switch function {
        case .matrix(let matrix): .matrix(matrix)
        case .translate(let way): .translate(way.vector(of: size))
        case .scale(let factors): .scale(factors)
        case .rotate(let degrees): .rotate(degrees)
        case .perspective(let m34): .perspective(m34: m34)
        }
      })
  }
}

/// The mask of a layer, as a document specifies it. Lengths are in canvas points, and percentages refer to
/// the layer.
package struct MaskSpec: Sendable {
  package enum Center: Sendable {
    case point(PointSpec)
    /// An expression that computes the mask: an object with `centerOf` or `call`.
    case expression(JSONNode)
  }
  package enum Kind: Sendable {
    /// The JSON value `null`, which removes the mask of a layer.
    case none
    case ellipse(RectSpec)
    /// A circle; a percentage in `radius` refers to the shorter side of the layer.
    case circle(center: Center, radius: Dimension)
    case rectangle(RectSpec, cornerRadius: Dimension)
    case path(Path)
    case layer(Sourced<String>, luminance: Bool)
  }
  package var kind = Kind.none
  package var isInverted = false
  package var origin = Origin.start
  package init() {}
}
