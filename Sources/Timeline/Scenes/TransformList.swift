/// A function of a list of transforms.
package enum TransformFunction: Hashable, Sendable {
  case matrix(Transform)
  /// A translation by three distances in points.
  case translate(Vector)
  case scale(Vector)
  /// A rotation in degrees about x, then y, then z.
  case rotate(Vector)
  case perspective(m34: Double)

  package var matrix: Transform {
    switch self {
    case .matrix(let matrix): matrix
    case .translate(let d): .translation(d.x, d.y, d.z)
    case .scale(let s): .scale(s.x, s.y, s.z)
    case .rotate(let r):
      Transform.rotation(degrees: r.x, axis: 0).then(.rotation(degrees: r.y, axis: 1))
        .then(.rotation(degrees: r.z, axis: 2))
    case .perspective(let m34): .perspective(m34: m34)
    }
  }

  /// The transform function of the same kind that changes nothing.
  package var neutral: TransformFunction {
    switch self {
    case .matrix: .matrix(.identity)
    case .translate: .translate(.zero)
    case .scale: .scale(.one)
    case .rotate: .rotate(.zero)
    case .perspective: .perspective(m34: 0)
    }
  }
}

/// A transform as the functions of the document, which keyframes interpolate one by one.
package struct TransformList: Hashable, Sendable {
  /// The functions; empty if only the matrix of the transform is known.
  package let functions: [TransformFunction]
  package let matrix: Transform

  package init(_ matrix: Transform = .identity) {
    functions = []
    self.matrix = matrix
  }

  /// Creates a list whose functions apply in the order of CSS: the last function first, so that each function
  /// uses the coordinate system of the functions before it.
  package init(_ functions: [TransformFunction]) {
    matrix = Self.product(functions[...])
    if case .matrix? = functions.first, functions.count == 1 {
      self.functions = []
    } else {
      self.functions = functions
    }
  }

  package static func product(_ functions: ArraySlice<TransformFunction>) -> Transform {
    functions.reduce(.identity) { $1.matrix.then($0) }
  }
}
