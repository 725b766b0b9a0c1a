import JSON
internal import Media
package import Documents
internal import Encoding
package import Planning
internal import Rendering
package import Reporting
internal import Scenes

/// A check that the program evaluates at one time of the document. A golden folder, such as
/// `golden/%03d.png`, becomes one check for each frame.
package struct PlannedCheck {
  package var spec: CheckSpec
  var time: FrameTime
  /// The name of the check in the file names of pictures.
  var label: String
  /// The index of the check in the document, from 0.
  var index: Int
  /// The number of the frame and the path of its folder in the document, if the check is a frame of a golden
  /// folder.
  var frame: (number: Int, path: Sourced<String>)?
  /// The path of a golden picture that must not exist, because its number follows that of the last frame.
  var after: Sourced<String>?

  /// Returns all checks of a document, in document order.
  package static func all(
    of planned: PlannedDocument, _ pictures: CheckPictures
  ) throws(EngineError) -> [PlannedCheck] {
    var checks: [PlannedCheck] = []
    for (index, spec) in planned.document.checks.enumerated() {
      if spec.hasGoldenFolder, case .golden(let path) = spec.equals {
        checks += try frames(of: spec, path, index, planned)
      } else {
        checks.append(
          PlannedCheck(
            spec: spec, time: try pictures.time(of: spec), label: "\(index + 1)", index: index))
      }
    }
    return checks
  }

  /// The frames that `pipeline run -o` with this path would write.
  private static func frames(
    of spec: CheckSpec, _ path: Sourced<String>, _ index: Int, _ planned: PlannedDocument
  ) throws(EngineError) -> [PlannedCheck] {
    guard let name = NumberedName(path.value) else {
      throw EngineError(
        DocumentFailure(problems: [
          Problem(
            file: planned.document.file, origin: path.origin,
            message: "the path of a golden folder must contain one number, as in golden/%03d.png")
        ]))
    }
    let rate = planned.document.canvas.framesPerSecond
    if let problem = planned.problem(framesPerSecond: rate) {
      throw EngineError(
        DocumentFailure(problems: [
          Problem(file: planned.document.file, origin: path.origin, message: problem)
        ]))
    }
    let count = planned.duration.frameCount(framesPerSecond: rate)
    func golden(_ number: Int) -> Sourced<String> {
      var file = path
      file.value = name.path(number)
      return file
    }
    return (0..<count).map { number in
      var frame = spec
      frame.equals = .golden(golden(number))
      return PlannedCheck(
        spec: frame, time: FrameTime(frame: number, framesPerSecond: rate),
        label: "\(index + 1)-\(number)", index: index, frame: (number, path),
        after: number == count - 1 ? golden(count) : nil)
    }
  }

  /// The name of the check in reports.
  package var name: String {
    let time = "at \(Text.number(time.seconds)) s"
    return switch spec.equals {
    case nil: "\(time): \(spec.layer?.value.text ?? "")"
    case .golden(let path): "\(time): \(path.value)"
    case .from: "\(time): the from screen alone"
    case .to: "\(time): the to screen alone"
    }
  }
}
