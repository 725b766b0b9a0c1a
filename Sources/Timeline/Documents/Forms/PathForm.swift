internal import Formats
import JSON
import Scenes

/// SVG path data with up to 100,000 elements.
extension ValueSchema where Value == [PathElement] {
  static var pathData: ValueSchema {
    let expected = "a path such as \"M 0 0 L 10 0 L 10 10 Z\""
    return ValueSchema(expected) { _ in
      ["type": "string"]
    } read: { node, reading in
      guard let text = node.string else {
        reading.mismatch(node, expected)
        return nil
      }
      let read = PathData(
        text, limits: PathData.Limits(number: 1e6, elements: 100_000, arcSlack: 0))
      if let problem = read.problem {
        reading.fail("\(problem.message) at character \(problem.offset + 1) of the path", at: node)
      } else if read.elements.count < 2 {
        reading.fail("an empty path", at: node)
      }
      return read.problem == nil && read.elements.count > 1 ? read.elements : nil
    }
  }
}
