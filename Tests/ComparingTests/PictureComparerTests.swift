import Comparing
import Files
import Foundation
import Scenes
import Testing

@Suite struct PictureComparerTests {
  private func flat(_ color: [UInt8], alpha: UInt8 = 255) -> Bitmap {
    let bitmap = Bitmap(width: 9, height: 5)
    for y in 0..<5 {
      for x in 0..<9 {
        let pixel = unsafe bitmap.pixels + y * bitmap.strideBytes + 4 * x
        for c in 0..<3 { unsafe pixel[c] = color[c] }
        unsafe pixel[3] = alpha
      }
    }
    return bitmap
  }

  private func comparer(
    tolerance: Double = 0, isPerceived: Bool = false
  ) -> PictureComparer {
    var rules = ComparisonRules()
    rules.tolerance = tolerance
    rules.isPerceived = isPerceived
    return PictureComparer(rules)
  }

  @Test func distanceIsTheLargestOfTheChannels() throws {
    let (a, b) = (flat([10, 20, 30]), flat([12, 15, 30]))
    let difference = try #require(comparer().difference(of: a, and: b))
    #expect(difference.largest == 5 && difference.pixelCount == 45)
    #expect(difference.mean == 5 && difference.bounds == PixelRect(0, 0, 9, 5))
    #expect(comparer(tolerance: 5).difference(of: a, and: b) == nil)
    #expect(comparer(tolerance: 4.9).difference(of: a, and: b) != nil)
  }

  @Test func alphaCounts() throws {
    let (a, b) = (flat([0, 0, 0], alpha: 255), flat([0, 0, 0], alpha: 0))
    #expect(comparer().difference(of: a, and: b)?.largest == 255)
    let seen = comparer(isPerceived: true).difference(of: a, and: b)
    #expect(abs((seen?.largest ?? 0) - 255) < 0.001)
  }

  @Test func perceivedBlackAgainstWhiteIs255() throws {
    let difference = try #require(
      comparer(isPerceived: true).difference(of: flat([0, 0, 0]), and: flat([255, 255, 255])))
    #expect(abs(difference.largest - 255) < 0.001)
  }

  /// A change of green counts more than a change of blue, because people see it much better.
  @Test func greenWeighsMoreThanBlue() throws {
    let grey = flat([100, 100, 100])
    let green = comparer(isPerceived: true).difference(of: grey, and: flat([100, 120, 100]))
    let blue = comparer(isPerceived: true).difference(of: grey, and: flat([100, 100, 120]))
    #expect((green?.largest ?? 0) > 1.5 * (blue?.largest ?? 99))
  }

  @Test func edgeMayMoveByAPixelButNotByTwo() {
    let a = Pictures.frame(20)
    let perceived = comparer(tolerance: 6, isPerceived: true)
    #expect(perceived.difference(of: a, and: Pictures.frame(21)) == nil)
    #expect(perceived.difference(of: a, and: Pictures.frame(22)) != nil)
    #expect(comparer(tolerance: 6).difference(of: a, and: Pictures.frame(21)) != nil)
  }

  @Test func pictureShowsBothAndMarksTheDifference() throws {
    let (a, b) = (Pictures.frame(0), Pictures.frame(0))
    Pictures.set(b, 7, 9, [0, 0, 0])
    let difference = try #require(comparer().difference(of: a, and: b))
    let picture = DifferencePicture.draw(a, b, difference)
    #expect(picture.width == 3 * 96 + 16 && picture.height == 64 && picture.isOpaque)
    let pixel = unsafe picture.pixels + 9 * picture.strideBytes + 4 * (2 * 104 + 7)
    #expect(unsafe pixel[0] == 255 && pixel[1] < 97)
  }
}

/// Tests SHA-256 against the examples of FIPS 180-4 and the command sha256sum.
@Suite struct SHA256Tests {
  private func hash(_ bytes: [UInt8]) -> String {
    var hash = SHA256()
    hash.add(bytes)
    return hash.hexadecimal()
  }

  @Test func examples() {
    #expect(
      hash([]) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(
      hash(Array("abc".utf8))
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(
      hash([UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000))
        == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  @Test func partsGiveTheSameAsTheWhole() {
    let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 37) }
    for size in [1, 3, 55, 56, 63, 64, 65, 119, 120, 500] {
      var parts = SHA256()
      var place = 0
      while place < bytes.count {
        parts.add(Array(bytes[place..<min(bytes.count, place + size)]))
        place += size
      }
      #expect(parts.hexadecimal() == hash(bytes), "in parts of \(size)")
    }
  }
}
