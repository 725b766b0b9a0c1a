/// The corresponding frames of two films: frames with equal names if two folders share names, otherwise
/// frames with equal numbers.
struct FramePairing {
  let a: FrameSequence
  let b: FrameSequence
  /// Findings about files that exist in only one of the two folders.
  private(set) var findings: [Comparison.Finding] = []

  init(_ a: FrameSequence, _ b: FrameSequence) {
    guard case .folder(let left) = a.kind, case .folder(let right) = b.kind, left != right else {
      (self.a, self.b) = (a, b)
      return
    }
    let (inA, inB) = (Set(left), Set(right))
    let common = left.filter(inB.contains)
    let (onlyA, onlyB) = (left.filter { !inB.contains($0) }, right.filter { !inA.contains($0) })
    // If the two folders share no file name, frames cannot be paired by name. If one folder continues the
    // numbering of the other folder, numbers pair the frames better than names.
    guard !common.isEmpty, !(onlyA.isEmpty && right.starts(with: left)),
      !(onlyB.isEmpty && left.starts(with: right))
    else {
      (self.a, self.b) = (a, b)
      return
    }
    self.a = FrameSequence(a, names: common)
    self.b = FrameSequence(b, names: common)
    for (names, side) in [(onlyA, "A"), (onlyB, "B")] where !names.isEmpty {
      let shown = names.prefix(3).joined(separator: ", ")
      let rest = names.count > 3 ? " and \(names.count - 3) more" : ""
      findings.append(
        Comparison.Finding(kind: .missingFrames, message: "only in \(side): \(shown)\(rest)"))
    }
  }
}
