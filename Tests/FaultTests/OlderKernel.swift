import Foundation
import Testing

/// Runs programs as if the kernel had an older version of Landlock.
enum OlderKernel {
  /// Returns the command prefix that simulates a version, where 0 means no Landlock; nil leaves the kernel's version.
  static func wrapper(_ version: Int?) throws -> [String] {
    try version.map { [try built.get().path("older"), "\($0)"] } ?? []
  }

  private static let built = Result {
    let folder = try Folder()
    let source = Program.root.appending(path: "Tests/Fixtures/older_kernel.c")
    let built = try Program.tool(
      "cc", ["-w", "-o", folder.path("older"), source.path(percentEncoded: false)])
    try #require(built.status == 0, "\(built.summary)")
    return folder
  }
}
