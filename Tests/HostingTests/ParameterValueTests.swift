import PluginHosting
import PluginModel
import Scenes
import Testing

/// Tests the rules that hold for every value, whatever its source or destination.
@Suite struct ParameterValueTests {
  /// The functions that create a value of each type from its numbers.
  private static let makers: [(count: Int, make: @Sendable ([Double]) -> ParameterValue)] = [
    (1, { .double($0[0]) }),
    (2, { .point(Point($0[0], $0[1])) }),
    (2, { .size(Size($0[0], $0[1])) }),
    (4, { .rect(Rect($0[0], $0[1], $0[2], $0[3])) }),
    (4, { .color(Color(red: $0[0], green: $0[1], blue: $0[2], alpha: $0[3])) }),
  ]

  @Test func everyNumberIsFinite() {
    for (count, make) in Self.makers {
      let sound = [Double](repeating: 0.5, count: count)
      #expect(make(sound).problem == nil && make(sound).numbers == sound)
      for place in 0..<count {
        for wrong in [Double.nan, .infinity, -.infinity] {
          var numbers = sound
          numbers[place] = wrong
          #expect(make(numbers).problem == "must be a finite number", "\(make(numbers))")
        }
      }
    }
  }

  @Test func extentsAndColoursStayInTheirRange() {
    func problem(_ maker: Int, _ numbers: [Double]) -> String? {
      Self.makers[maker].make(numbers).problem
    }
    for wrong in [[-0.1, 1], [1, -0.1]] {
      #expect(problem(1, wrong) == nil)
      #expect(problem(2, wrong) == "a size is never negative")
      #expect(
        problem(3, [-1, -1] + wrong) == "the width and height of a rect must not be negative")
    }
    for place in 0..<4 {
      for (number, isRight) in [(-0.01, false), (0, true), (1, true), (1.01, false)] {
        var numbers = [0.5, 0.5, 0.5, 0.5]
        numbers[place] = number
        let expected = isRight ? nil : "the components of a colour must be from 0 to 1"
        #expect(problem(4, numbers) == expected)
      }
    }
    #expect(ParameterValue.string("a\0b").problem == "a string cannot contain a zero byte")
    for sound in [ParameterValue.string("ab"), .bool(true), .int32(-1), .choice(3)] {
      #expect(sound.problem == nil)
    }
  }

  @Test func aNumberIsOneByItself() {
    #expect(ParameterValue.double(0.25).number == 0.25 && ParameterValue.int32(-7).number == -7)
    for other in [ParameterValue.point(Point(1, 2)), .bool(true), .string("1"), .choice(1)] {
      #expect(other.number == nil)
    }
  }
}
