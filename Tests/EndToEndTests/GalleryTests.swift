import Foundation
import Testing

/// Tests `pipeline transition --gallery`, a page with every animator.
@Suite struct GalleryTests {
  @Test func everyAnimatorIsOnThePage() throws {
    let folder = try Folder()
    let environment = ["HOME": folder.path("."), "ANIMATOR_PATH": ""]
    let run = try Program.pipeline(
      ["transition", "--gallery", "out", "--fps", "2"], in: folder.url, environment: environment)
    #expect(run.status == 0, "\(run.summary)")
    let page = String(decoding: try folder.data("out/index.html"), as: UTF8.self)
    let listed = try Program.pipeline(
      ["transition", "--list"], in: folder.url, environment: environment)
    let ids = listed.output.split(separator: "\n").compactMap { $0.split(separator: " ").first }
    #expect(ids.count > 20)
    for id in ids {
      #expect(page.contains("<img src=\"\(id).webp\""), "\(id)")
      #expect(try folder.data("out/\(id).webp").count > 100)
    }
    let one = try Program.pipeline(["transition", "--gallery", "out", "a.png"], in: folder.url)
    #expect(one.status == 64)
  }
}
