import Documents
import Encoding
import Planning
import Scenes

/// One check at one time. A golden folder, `golden/%03d.png`, becomes one for each frame.
struct PlannedCheck {
  var spec: CheckSpec
  var time: FrameTime
  /// Names the picture of a difference.
  var label: String
  /// A golden picture that must not be there: it would be the frame after the last.
  var after: Located<String>?

  /// Every check of a document, in its order.
  static func all(
    of planned: PlannedDocument, _ pictures: CheckPictures
  ) throws(Failure) -> [PlannedCheck] {
    var checks: [PlannedCheck] = []
    for (index, spec) in planned.document.checks.enumerated() {
      if case .golden(let path) = spec.equals, path.value.contains("%") {
        checks += try frames(of: spec, path, "\(index + 1)", planned)
      } else {
        checks.append(
          PlannedCheck(spec: spec, time: try pictures.time(of: spec), label: "\(index + 1)"))
      }
    }
    return checks
  }

  /// The frames that `-o` with this path would write.
  private static func frames(
    of spec: CheckSpec, _ path: Located<String>, _ label: String, _ planned: PlannedDocument
  ) throws(Failure) -> [PlannedCheck] {
    guard let name = NumberedName(path.value) else {
      throw Failure(
        DocumentFailure(problems: [
          Problem(
            file: planned.document.file, origin: path.origin,
            message: "a golden folder has one number in its names, as in golden/%03d.png")
        ]))
    }
    let rate = planned.document.canvas.framesPerSecond
    if let problem = planned.problem(framesPerSecond: rate) {
      throw Failure(
        DocumentFailure(problems: [
          Problem(file: planned.document.file, origin: path.origin, message: problem)
        ]))
    }
    let count = planned.duration.frameCount(framesPerSecond: rate)
    func golden(_ index: Int) -> Located<String> {
      var file = path
      file.value = name.path(index)
      return file
    }
    return (0..<count).map { index in
      var frame = spec
      frame.equals = .golden(golden(index))
      return PlannedCheck(
        spec: frame, time: FrameTime(frame: index, framesPerSecond: rate),
        label: "\(label)-\(index)", after: index == count - 1 ? golden(count) : nil)
    }
  }
}
