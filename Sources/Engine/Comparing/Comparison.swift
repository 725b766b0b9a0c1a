package import Scenes

/// The result of comparing two pieces of footage.
package struct Comparison: Sendable {
  /// The kinds of differences, with the names of `--json`.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The pictures have different sizes, so they are not compared.
    case size
    /// The frames are the same, all or from one frame on, but earlier or later.
    case shift
    /// The frames are the same, except that some exist only in A or only in B.
    case missingFrames
    /// The animation is the same, with another duration.
    case duration
    /// The number of frames differs, without a better explanation.
    case frameCount
    /// The pictures are the same, but are shown at other times.
    case timing
    /// A single pixel of a single frame differs.
    case onePixel
    /// The pixels of some frames differ.
    case pixels
    /// The number of times that an animated picture plays differs.
    case loops
    /// The sounds of the two files differ.
    case sound
  }
  package struct Finding: Sendable {
    package let kind: Kind
    package let message: String
  }
  /// A frame that differs, with its distance.
  package struct Frame: Sendable {
    package let index: Int
    package let nameInA: String
    package let nameInB: String
    package let difference: PictureDifference
  }
  /// One of the two renders that are compared.
  package struct Side: Sendable {
    package let path: String
    package let frameCount: Int
    /// The size of the first frame.
    package let width: Int
    package let height: Int
    /// The duration; nil for footage without times.
    package let duration: FrameTime?
  }

  package let a: Side
  package let b: Side
  /// The differences, the most significant first; empty if there are none.
  package let findings: [Finding]
  /// The number of frames that differ from the frame with the same number.
  package let differingFrames: Int
  /// The frame with the largest difference; nil if there is none or no frame could be compared.
  package let worst: Frame?
  /// The frame in A and the frame in B; the first frame if the sizes differ.
  package let pictures: (a: Bitmap, b: Bitmap)?

  package var isSame: Bool { findings.isEmpty }
}

extension Comparison {
  /// Creates the comparison of sounds only.
  init(sounds a: FrameSequence, _ b: FrameSequence, findings: [Finding]) {
    func side(_ sound: FrameSequence) -> Side {
      Side(path: sound.path, frameCount: 0, width: 0, height: 0, duration: nil)
    }
    self.init(
      a: side(a), b: side(b), findings: findings, differingFrames: 0, worst: nil, pictures: nil)
  }
}
