import Files
import Foundation
import TestSupport
import Testing

/// Each version of a file is distinguished from every other version.
@Suite struct FileVersionTests {
  private let folder: Folder
  init() throws { folder = try Folder() }

  /// The file gets other bytes of the same number, and its old modification time.
  @Test func anEditThatKeepsTheTimeIsSeen() throws {
    let path = folder.path("x")
    try folder.write("abc", to: "x")
    let date = Date(timeIntervalSince1970: 1_000_000_000)
    func setTime() throws {
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
    }
    try setTime()
    let before = try #require(FileVersion(path: path))
    #expect(FileVersion(path: path) == before)
    // The kernel's clock for files is updated only every few milliseconds.
    usleep(20_000)
    let handle = try FileHandle(forWritingTo: URL(filePath: path))
    try handle.write(contentsOf: Data("abd".utf8))
    try handle.close()
    try setTime()
    let after = try #require(FileVersion(path: path))
    #expect(after.written == before.written && after.byteCount == before.byteCount)
    #expect(after != before)
    #expect(FileVersion(path: folder.path("none")) == nil)
  }

  /// Reading a range returns exactly the requested bytes, or none.
  @Test func rangesOfAFile() throws {
    try folder.write("abcdef", to: "x")
    let file = try RegularFile(folder.path("x"))
    #expect(file.bytes(at: 2, count: 3) == Array("cde".utf8))
    #expect(file.bytes(at: 6, count: 0) == [])
    #expect(file.bytes(at: 4, count: 3) == nil && file.bytes(at: 7, count: 0) == nil)
    #expect(file.bytes(at: .max, count: 1) == nil && file.bytes(at: 1, count: .max) == nil)
  }
}
