import Foundation
import TestSupport
import Testing

extension InstalledTests {
  /// Tests the way of an author of an animator: from an empty folder to a GIF, in every language.
  @Suite struct AuthorTests {
    @Test(arguments: Effort.spread(["c", "cpp", "rust", "swift"], test: 1))
    func getsFromNothingToAGIF(language: String) throws {
      let folder = try Folder()
      let script = Program.root.appending(path: "Tests/ScaffoldTests/five-minutes")
      let result = try Program.run(
        script, [try Installed.here.path("usr"), language], in: folder.url)
      #expect(result.status == 0, "\(result.summary)")
    }

    /// Runs README's code block unchanged in an empty folder.
    @Test func followsREADMEToAGIF() throws {
      let readme = try String(
        contentsOf: Program.root.appending(path: "README.md"), encoding: .utf8)
      let begin = try #require(readme.range(of: "```sh\npipeline plugin new "))
      let rest = readme[begin.lowerBound...].dropFirst("```sh\n".count)
      let script = rest[..<(try #require(rest.range(of: "```")).lowerBound)]
      let folder = try Folder()
      let bin = try Installed.here.path("usr/bin")
      let result = try Program.run(
        URL(filePath: "/bin/sh"), ["-e", "-c", "PATH=\(bin):$PATH\n\(script)"], in: folder.url)
      #expect(result.status == 0, "\(script)\(result.summary)")
      #expect(try folder.data("soft-wipe/out/soft-wipe.gif").starts(with: Array("GIF89a".utf8)))
    }
  }
}
