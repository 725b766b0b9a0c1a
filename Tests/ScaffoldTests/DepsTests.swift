import Foundation
import TestSupport
import Testing

/// `.ci/deps` installs what dpkg does not list as installed, and nothing else.
@Suite struct DepsTests {
  @Test(arguments: [
    ("installed ", false),
    // Debian 13 knows libcurl4 as a name that is not installed, and libcurl4t64 as installed.
    ("not-installed installed ", false),
    ("not-installed ", true), ("config-files ", true), ("", true),
  ])
  func installsWhatIsMissing(status: String, isMissing: Bool) throws {
    let folder = try Folder()
    for (name, line) in [
      ("dpkg-query", "printf '\(status)'"), ("apt-get", "echo \"$@\" >> asked"),
      ("sudo", "\"$@\""),
    ] {
      try folder.write("#!/bin/sh\n\(line)\n", to: name)
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: folder.path(name))
    }
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let done = try Program.tool(
      "bash", [Program.root.appending(path: ".ci/deps").path(percentEncoded: false), "libcurl4"],
      in: folder.url, environment: ["PATH": "\(folder.path("")):\(path)"])
    #expect(done.status == 0, "\(done.summary)")
    let asked = (try? String(contentsOfFile: folder.path("asked"), encoding: .utf8)) ?? ""
    #expect(asked.contains("libcurl4\n") == isMissing, "\(asked)")
  }
}
