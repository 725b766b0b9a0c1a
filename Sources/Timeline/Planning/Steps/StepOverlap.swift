package import Evaluation
package import Scenes

/// A property of one layer.
struct AnimatedProperty: Hashable {
  var layer: Int
  var bit: UInt64
}

/// Two steps that animate the same property of a layer at the same time.
package struct StepOverlap {
  package var layer: Int
  package var property: LayerProperty
  /// The indices of the two overlapping steps: `first` starts first, and `second` starts before `first` ends.
  package var first: Int
  package var second: Int

  /// Returns all overlapping pairs of steps, each pair once, in the order of layers.
  package static func all(_ steps: [PlannedStep]) -> [StepOverlap] {
    var byProperty: [AnimatedProperty: [Int]] = [:]
    for (index, step) in steps.enumerated() where !step.isAdditive {
      for target in step.targets {
        for bit in target.animates.bits {
          byProperty[AnimatedProperty(layer: target.layer, bit: bit), default: []].append(index)
        }
      }
    }
    var found: [StepOverlap] = []
    var reported: Set<[Int]> = []
    for key in byProperty.keys.sorted(by: { ($0.layer, $0.bit) < ($1.layer, $1.bit) }) {
      let order = byProperty[key]!.sorted { (steps[$0].start, $0) < (steps[$1].start, $1) }
      for (a, b) in zip(order, order.dropFirst())
      where steps[a].end > steps[b].start && steps[b].end > steps[b].start {
        guard reported.insert([a, b]).inserted else { continue }
        let property = LayerPropertySet(rawValue: key.bit).properties[0]
        found.append(StepOverlap(layer: key.layer, property: property, first: a, second: b))
      }
    }
    return found
  }
}

extension LayerPropertySet {
  /// Returns the set bits, from the lowest bit to the highest bit.
  var bits: [UInt64] {
    var bits: [UInt64] = []
    forEachBit { bits.append(1 << UInt64($0)) }
    return bits
  }
}
