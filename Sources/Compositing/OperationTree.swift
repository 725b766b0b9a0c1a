internal import Scenes

/// The operations of a picture, found by where they lie.
enum OperationTree: Sendable {
  case list([Operation])
  /// A layer with all in it.
  case layer(LayerRecord)

  /// Those that may touch a rectangle, back to front.
  func near(_ box: PixelRect) -> [Operation] {
    switch self {
    case .list(let operations): return operations.filter { !$0.bounds.intersection(box).isEmpty }
    case .layer(let record):
      var found: [Operation] = []
      record.collect(box, into: &found)
      return found
    }
  }
}

extension LayerRecord {
  /// All operations, back to front.
  var operations: [Operation] {
    if let seenOperations { return seenOperations }
    var all = own
    for sublayer in sublayers.records { all += sublayer.operations }
    return all
  }

  fileprivate func collect(_ box: PixelRect, into found: inout [Operation]) {
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
}
