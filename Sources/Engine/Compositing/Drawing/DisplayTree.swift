internal import Scenes

/// A tree of a picture's drawing operations, searched by position.
enum DisplayTree: Sendable {
  case list([DrawOperation])
  /// The operations of a layer with all its sublayers.
  case layer(FlattenedLayer)

  /// The operations that may touch a rectangle, back to front.
  func near(_ box: PixelRect) -> [DrawOperation] {
    switch self {
    case .list(let operations): return operations.filter { !$0.bounds.intersection(box).isEmpty }
    case .layer(let record):
      var found: [DrawOperation] = []
      record.collect(box, into: &found)
      return found
    }
  }
}

extension FlattenedLayer {
  /// All operations of the display tree, from back to front.
  var operations: [DrawOperation] {
    if let seenOperations { return seenOperations }
    var all = own
    for sublayer in sublayers.records { all += sublayer.operations }
    return all
  }

  fileprivate func collect(_ box: PixelRect, into found: inout [DrawOperation]) {
    if bounds.intersection(box).isEmpty { return }
    for operation in seenOperations ?? own where !operation.bounds.intersection(box).isEmpty {
      found.append(operation)
    }
    if seenOperations != nil { return }
    if let records = sublayers.reordered {
      for record in records { record.collect(box, into: &found) }
      return
    }
    for block in sublayers.blocks where !block.bounds.intersection(box).isEmpty {
      for record in block.records { record.collect(box, into: &found) }
    }
  }

  /// Finds the opaque shape above `thing`, an operation or a layer of this tree, that hides the largest part
  /// of a rectangle.
  func cover(of rect: PixelRect, above thing: AnyObject) -> Shape? {
    var search = CoverSearch(rect: rect, thing: thing)
    _ = search.look(at: self)
    return search.best
  }
}

/// Searches a tree from the front.
private struct CoverSearch {
  let rect: PixelRect
  let thing: AnyObject
  private(set) var best: Shape?
  private var bestArea = 0

  init(rect: PixelRect, thing: AnyObject) {
    self.rect = rect
    self.thing = thing
  }

  /// Searches a layer; returns true when the search has reached `thing`, because all operations that follow
  /// are below `thing`.
  mutating func look(at record: FlattenedLayer) -> Bool {
    if record === thing { return true }
    if record.bounds.intersection(rect).isEmpty { return false }
    if let operations = record.seenOperations { return look(at: operations) }
    if let records = record.sublayers.reordered {
      for sublayer in records.reversed() where look(at: sublayer) { return true }
    } else {
      for block in record.sublayers.blocks.reversed()
      where !block.bounds.intersection(rect).isEmpty {
        for sublayer in block.records.reversed() where look(at: sublayer) { return true }
      }
    }
    return look(at: record.own)
  }

  private mutating func look(at operations: [DrawOperation]) -> Bool {
    for operation in operations.reversed() {
      switch operation {
      case .group(let group): if group === thing { return true }
      case .backdrop: break
      case .shape(let shape):
        if shape === thing { return true }
        if shape.hiding == nil { continue }
        let part = shape.replaced.intersection(rect)
        if part.width * part.height > bestArea {
          bestArea = part.width * part.height
          best = shape
        }
      }
    }
    return false
  }
}
