internal import CMedia
internal import Formats

/// Draws the items of a shape layer at one time. Items are visited from the last to the first, which is from bottom to
/// top. A style paints the preceding paths of its own group and of nested groups, at the style's position in the group.
/// A modifier changes the paths before it, nearest path first.
struct ShapeDrawing {
  private final class Style {
    let style: ShapeStyle
    var outlines: [Outline] = []
    init(_ style: ShapeStyle) { self.style = style }
  }

  private final class Shape {
    var outlines: [Outline]
    let targets: [(style: Style, matrix: Matrix)]
    init(_ outline: Outline, _ targets: [(style: Style, matrix: Matrix)]) {
      outlines = [outline]
      self.targets = targets
    }
  }

  private final class Modifier {
    let modifier: any PathModifier
    /// The shapes found so far, topmost last.
    var shapes: [Shape] = []
    init(_ modifier: any PathModifier) { self.modifier = modifier }
  }

  private final class Group {
    enum Child {
      case group(Group)
      case style(Style)
    }
    let matrix: Matrix
    let opacity: Double
    let blend: Blend?
    /// The children of the group, bottom first.
    var children: [Child] = []
    init(_ matrix: Matrix, opacity: Double, blend: Blend?) {
      (self.matrix, self.opacity, self.blend) = (matrix, opacity, blend)
    }
  }

  private let time: Double
  private var shapes: [Shape] = []
  private var modifiers: [Modifier] = []
  private let root = Group(.identity, opacity: 1, blend: nil)

  static func draw(
    _ items: [ShapeItem], at time: Double, matrix: Matrix, to list: inout DrawingList
  ) {
    var drawing = ShapeDrawing(time: time)
    drawing.walk(items[...], in: drawing.root, styles: [], modifiers: [])
    // The innermost modifier is the last one in the list, so the list is reversed.
    for modifier in drawing.modifiers.reversed() {
      let shapes = Array(modifier.shapes.reversed())
      let changed = modifier.modifier.applied(to: shapes.map(\.outlines), at: time)
      for (shape, outlines) in zip(shapes, changed) { shape.outlines = outlines }
    }
    for shape in drawing.shapes.reversed() {
      for target in shape.targets {
        target.style.outlines += shape.outlines.map { $0.transformed(target.matrix) }
      }
    }
    drawing.draw(drawing.root, matrix, to: &list)
  }

  private init(time: Double) { self.time = time }

  /// Visits the items; each of `styles` has the matrix from these items to its own position.
  private mutating func walk(
    _ items: ArraySlice<ShapeItem>, in group: Group, styles: [(style: Style, matrix: Matrix)],
    modifiers open: [Modifier]
  ) {
    var (styles, open) = (styles, open)
    for index in items.indices.reversed() {
      switch items[index] {
      case .style(let style):
        let own = Style(style)
        group.children.append(.style(own))
        styles.append((own, .identity))
      case .modifier(let modifier):
        let own = Modifier(modifier)
        modifiers.append(own)
        open.append(own)
      case .path(let path):
        let shape = Shape(path.outline(at: time), styles)
        shapes.append(shape)
        for modifier in open { modifier.shapes.append(shape) }
      case .group(let inner):
        enter(
          inner.items[...],
          Group(
            inner.transform.matrix(at: time),
            opacity: inner.transform.opacity.number(at: time) / 100, blend: inner.operation),
          in: group, styles, open)
      case .repeater(let repeater):
        let count = repeater.count(at: time)
        for copy in (0..<count).reversed() {
          enter(
            items[..<index],
            Group(
              repeater.matrix(copy, of: count, at: time),
              opacity: repeater.opacity(copy, of: count, at: time), blend: nil),
            in: group, styles, open)
        }
        // The copies of a repeater replace the original shapes.
        return
      }
    }
  }

  private mutating func enter(
    _ items: ArraySlice<ShapeItem>, _ inner: Group, in group: Group,
    _ styles: [(style: Style, matrix: Matrix)], _ open: [Modifier]
  ) {
    group.children.append(.group(inner))
    walk(
      items, in: inner, styles: styles.map { ($0.style, inner.matrix.then($0.matrix)) },
      modifiers: open)
  }

  private func draw(_ group: Group, _ outer: Matrix, to list: inout DrawingList) {
    guard group.opacity > 0, !group.children.isEmpty else { return }
    let matrix = group.matrix.then(outer)
    let isApart = group.opacity < 1 || group.blend != nil
    if isApart { list.beginGroup() }
    for child in group.children {
      switch child {
      case .group(let inner): draw(inner, matrix, to: &list)
      case .style(let style):
        list.place(matrix)
        style.style.draw(style.outlines, at: time, to: &list)
      }
    }
    if isApart {
      list.endGroup(alpha: group.opacity, by: group.blend?.operation ?? LOTTIE_OVER)
    }
  }
}
