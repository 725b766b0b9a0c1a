internal import Scenes

/// The visible sublayers of a layer, in blocks that scenes can share: the cost of a frame depends on the
/// number of blocks with differences.
struct SublayerList: Sendable {
  /// A block of at most `blockSize` sublayers that are consecutive in the document.
  final class Block: Sendable {
    /// The records of a parent's sublayers in document order.
    let records: [FlattenedLayer]
    let bounds: PixelRect
    /// Whether the sublayers are drawn in document order.
    let isSorted: Bool
    let blends: Bool
    let hasBackdrop: Bool
    /// The cost of flattening the sublayers, including hidden layers.
    let work: RenderCostSum
    /// The cost of flattening each hidden layer.
    let unseen: [Int: RenderCostSum]

    init(_ records: [FlattenedLayer], unseen: [Int: RenderCostSum] = [:], work: RenderCostSum) {
      self.records = records
      self.work = work
      self.unseen = unseen
      bounds = records.reduce(.zero) { $0.union($1.bounds) }
      blends = records.contains(where: \.blends)
      hasBackdrop = records.contains(where: \.hasBackdrop)
      isSorted = zip(records, records.dropFirst()).allSatisfy { $0.order <= $1.order }
    }
  }
  static let blockSize = 32
  static let empty = SublayerList([])

  let blocks: [Block]
  /// The layers from back to front; nil if they are in document order.
  let reordered: [FlattenedLayer]?
  let bounds: PixelRect
  /// Whether an operation of a sublayer blends with the pixels below all the sublayers.
  let blends: Bool
  /// Whether an operation of one of the sublayers is a backdrop.
  let hasBackdrop: Bool

  /// Creates the list from blocks in document order, one block for each `blockSize` sublayers.
  init(_ blocks: [Block]) {
    self.blocks = blocks
    bounds = blocks.reduce(.zero) { $0.union($1.bounds) }
    blends = blocks.contains(where: \.blends)
    hasBackdrop = blocks.contains(where: \.hasBackdrop)
    var isSorted = true
    var last: Double?
    for block in blocks {
      guard let front = block.records.last?.order, let back = block.records.first?.order else {
        continue
      }
      if !block.isSorted || last.map({ $0 > back }) == true { isSorted = false }
      last = front
    }
    if isSorted {
      reordered = nil
    } else {
      let all = blocks.flatMap(\.records)
      reordered = all.indices.sorted { (all[$0].order, $0) < (all[$1].order, $1) }.map { all[$0] }
    }
  }

  /// The records of the sublayers from back to front.
  var records: [FlattenedLayer] { reordered ?? blocks.flatMap(\.records) }
}
