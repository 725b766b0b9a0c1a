internal import ArgumentParser
internal import Encoding

/// A range of frames in the form `A-B`, `A` or `A-`, counted from 0.
package struct FrameRange: ExpressibleByArgument {
  package let range: ClosedRange<Int>

  package init?(argument: String) {
    guard let range = FrameRangeText.range(argument) else { return nil }
    self.range = range
  }
}
