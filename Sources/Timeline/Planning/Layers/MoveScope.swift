/// The meaning of names in one move of a flow.
struct MoveScope {
  /// The indices of its `from`, `to`, `container`, `dimming` and `sheet`.
  var layers: [String: Int] = [:]
  /// The indices of its screens, by `from` and `to`.
  var screens: [String: Int] = [:]
  /// The layer in which the animators of the move play.
  var container = 0
  var pairs: [String: StageDraft.Pair] = [:]
  /// The names of matched pairs, in the order in which they were found.
  var pairNames: [String] = []
  /// The halves of pairs, each with the layer of its pair.
  var pairLayers: [Int: Int] = [:]
  /// The layers of screens that appear again in another stack, and the distance of their indices from those
  /// of the first appearance.
  var shifts: [(layers: Range<Int>, distance: Int)] = []

  func shifted(_ index: Int) -> Int {
    index + (shifts.first { $0.layers.contains(index) }?.distance ?? 0)
  }

  func pairLayer(of index: Int) -> Int? { pairLayers[index] }
}
