/// The meaning of names inside one move of a flow.
struct MoveScope {
  /// The layer indices of the names `from`, `to`, `container`, `dimming` and `sheet`.
  var layers: [String: Int] = [:]
  /// The layer indices of the screens named `from` and `to`.
  var screens: [String: Int] = [:]
  /// The layer in which the animators of the move work.
  var container = 0
  var pairs: [String: StageDraft.Pair] = [:]
  /// The names of matched pairs, in the order in which they were found.
  var pairNames: [String] = []
  /// The layer of the pair for each of its two elements.
  var pairLayers: [Int: Int] = [:]
  /// The ranges of layers of screens that appear again in another stack, with the difference between their
  /// indices and those of the first appearance.
  var shifts: [(layers: Range<Int>, distance: Int)] = []

  func shifted(_ index: Int) -> Int {
    index + (shifts.first { $0.layers.contains(index) }?.distance ?? 0)
  }

  func pairLayer(of index: Int) -> Int? { pairLayers[index] }
}
