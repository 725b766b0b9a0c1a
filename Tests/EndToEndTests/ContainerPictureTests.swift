import Foundation
import TestSupport
import Testing

/// A plugin that draws the container is visible in the container's place, with or without a device around it.
@Suite struct ContainerPictureTests {
  @Test(arguments: ["lens", "trail"], ["", "\"viewport\": { \"frame\": [0, 0, 90, 60] },"])
  func itIsSeen(_ animator: String, _ space: String) throws {
    let folder = try Folder()
    func document(_ subject: String) -> String {
      """
      { "version": 1, "canvas": { "size": [90, 60], "scale": 1, "fps": 10 }, "duration": 1, \(space)
        "layers": [ { "id": "all", "frame": [0, 0, 90, 60], "sublayers": [
          { "id": "a", "frame": [10, 10, 30, 30], "backgroundColor": "#e03030" },
          { "id": "b", "frame": [50, 20, 30, 30], "backgroundColor": "#30e030" } ] } ],
        "timeline": { "animator": "\(animator)", "layers": { "subject": "\(subject)" }, "duration": 1 } }
      """
    }
    var made: [Data] = []
    for subject in ["all", "container"] {
      try folder.write(document(subject), to: "a.json")
      let ran = try Program.pipeline(
        ["frame", "a.json", "--at", "0.5", "-o", "x.png"], in: folder.url)
      #expect(ran.status == 0 && !ran.errors.contains("warning"), "\(ran.summary)")
      made.append(try folder.data("x.png"))
    }
    // Both give the same pixels for a layer that fills the container.
    #expect(made[0] == made[1])
  }
}
