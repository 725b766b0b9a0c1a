import Foundation
import TestSupport
import Testing

/// Tests files beside a document and an output that are not ordinary files: links, pipes, devices, folders, and files
/// that are exchanged during a run.
@Suite(.rounds) struct FileTrustTests {
  /// The number of exchanges during a run.
  private static let exchanges = Effort.count(test: 6, long: 60, soak: 200)

  private func folder() throws -> Folder {
    let folder = try Folder()
    try folder.write(FailNthTests.document, to: "work/doc.json")
    try folder.write("keep\n", to: "outside/kept")
    try FileManager.default.createDirectory(
      atPath: folder.path("work/out"), withIntermediateDirectories: false)
    return folder
  }

  /// Gives all users write access to the whole folder.
  private func open(_ folder: Folder) throws {
    let all = try Program.tool("chmod", ["-R", "a+rwX", folder.path("")])
    try #require(all.status == 0)
  }

  private func link(_ target: String, at path: String) throws {
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
  }

  private func pipe(at path: String) throws {
    // Safety: the call only reads the path.
    let made = unsafe mkfifo(path, 0o666)
    try #require(made == 0)
  }

  // MARK: Records

  @Test(arguments: Effort.spread(HostRun.users, test: 1)) func recordsThatAreNotOurs(asNobody: Bool)
    throws
  {
    let rows: [(says: String, make: (Folder, String) throws -> Void)] = [
      ("is a link", { try self.link($0.path("outside/kept"), at: $1) }),
      ("is a link", { _, path in try self.link("/dev/zero", at: path) }),
      ("is a link", { _, path in try self.link("nowhere", at: path) }),
      ("is not a plain file", { _, path in try self.pipe(at: path) }),
      (
        "has other hard links",
        { try FileManager.default.linkItem(atPath: $0.path("outside/kept"), toPath: $1) }
      ),
      (
        "folder",
        { _, path in
          try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false)
        }
      ),
    ]
    for (says, make) in rows {
      let folder = try folder()
      try make(folder, folder.path("work/out/frames.jsonl"))
      try open(folder)
      let run = try HostRun(
        ["run", folder.path("work/doc.json"), "-o", folder.path("work/out/%d.png"), "--resume"],
        asNobody: asNobody
      ).wait()
      #expect(run.status == 74 && run.errors.contains(says), "\(says): \(run.summary)")
      #expect(run.errors.split(separator: "\n").count == 1, "\(run.summary)")
      #expect(try folder.data("outside/kept") == Data("keep\n".utf8))
      #expect(try folder.files(in: "work/out") == ["frames.jsonl"])
    }
  }

  /// A frame that is a link counts as missing, and the link is replaced.
  @Test func aFrameThatIsALink() throws {
    let folder = try folder()
    let words = [
      "run", folder.path("work/doc.json"), "-o", folder.path("work/out/%d.png"), "--resume",
    ]
    #expect(try HostRun(words).wait().status == 0)
    let frame = try folder.data("work/out/1.png")
    try FileManager.default.moveItem(
      atPath: folder.path("work/out/1.png"), toPath: folder.path("outside/moved.png"))
    try link(folder.path("outside/moved.png"), at: folder.path("work/out/1.png"))
    try FileManager.default.removeItem(atPath: folder.path("work/out/0.png"))
    try pipe(at: folder.path("work/out/0.png"))
    let refused = try HostRun(words).wait()
    #expect(refused.status == 74 && refused.errors.contains("not a plain file"))
    try FileManager.default.removeItem(atPath: folder.path("work/out/0.png"))
    let run = try HostRun(words).wait()
    #expect(run.status == 0 && run.text.contains("1 of which existed before"), "\(run.summary)")
    let about = try FileManager.default.attributesOfItem(atPath: folder.path("work/out/1.png"))
    #expect(about[.type] as? FileAttributeType == .typeRegular)
    #expect(try folder.data("work/out/1.png") == frame)
  }

  // MARK: Outputs

  /// The name that the user gives may be a link, which is replaced; folders above it may be links.
  @Test(arguments: Effort.spread(["a.png", "a.gif", "a.mp4", "%d.png"], test: 2))
  func outputsThatAreLinks(name: String)
    throws
  {
    let folder = try folder()
    let file = name == "%d.png" ? "0.png" : name
    try link(folder.path("outside/kept"), at: folder.path("work/out/\(file)"))
    try link("work", at: folder.path("way"))
    let run = try HostRun(
      ["run", folder.path("work/doc.json"), "-o", folder.path("way/out/\(name)")]
    ).wait()
    #expect(run.status == 0, "\(run.summary)")
    #expect(try folder.data("outside/kept") == Data("keep\n".utf8))
    let about = try FileManager.default.attributesOfItem(atPath: folder.path("work/out/\(file)"))
    #expect(about[.type] as? FileAttributeType == .typeRegular)
  }

  private func naming(_ output: String) -> String {
    FailNthTests.document.replacingOccurrences(
      of: #""layers":"#, with: #""outputs": [ { "path": "\#(output)" } ], "layers":"#)
  }

  /// A path in the document stays in the document's folder while a folder is exchanged for a link.
  @Test(arguments: Effort.spread(HostRun.users, test: 1)) func aFolderThatIsExchanged(
    asNobody: Bool
  ) throws {
    let folder = try folder()
    for name in ["out/%d.png", "out/a.gif", "out/deep/a.png"] {
      try folder.write(
        naming(name), to: "work/\(name.hasSuffix("gif") ? "g" : "p\(name.count)").json")
    }
    try open(folder)
    let documents = try folder.files(in: "work").filter {
      $0.hasSuffix(".json") && $0 != "doc.json"
    }
    let exchange = try Exchange(folder.path("work/out"), folder.path("outside"))
    for round in 0..<Self.exchanges {
      let document = documents[round % documents.count]
      let run = try HostRun(
        ["run", folder.path("work/\(document)")], asNobody: asNobody
      ).wait()
      #expect([0, 74, 77].contains(run.status), "\(run.summary)")
    }
    try exchange.end()
    #expect(try folder.files(in: "outside") == ["kept"])
  }

  // MARK: Assets

  @Test(arguments: Effort.spread(HostRun.users, test: 1)) func assetsThatAreNotPlain(asNobody: Bool)
    throws
  {
    let rows: [(status: Int32, says: String, make: (Folder, String) throws -> Void)] = [
      (65, "not a plain file", { _, path in try self.pipe(at: path) }),
      (77, "leaves the document's folder", { _, path in try self.link("/dev/zero", at: path) }),
      (77, "leaves the document's folder", { try self.link($0.path("outside/kept"), at: $1) }),
      (65, "not a plain file", { _, path in try self.link("out", at: path) }),
      (77, "leads nowhere", { _, path in try self.link("x.png", at: path) }),
      (
        65, "larger than",
        { _, path in
          _ = FileManager.default.createFile(atPath: path, contents: Data())
          try FileHandle(forWritingTo: URL(filePath: path)).truncate(atOffset: 5 << 30)
        }
      ),
    ]
    for (status, says, make) in rows {
      let folder = try folder()
      try folder.write(
        #"{"version":1,"canvas":{"size":[8,8]},"duration":1,"layers":[{"contents":{"image":"x.png"}}]}"#,
        to: "work/doc.json")
      try make(folder, folder.path("work/x.png"))
      try open(folder)
      for command in [["validate"], ["run", "-o", folder.path("work/a.png")]] {
        let run = try HostRun(
          [command[0], folder.path("work/doc.json")] + command.dropFirst(), asNobody: asNobody
        ).wait()
        #expect(run.status == status && run.errors.contains(says), "\(says): \(run.summary)")
        #expect(run.errors.split(separator: "\n").count == 1, "\(run.summary)")
      }
    }
  }

  /// Tests the document, a track, a golden picture, and the other side of a comparison.
  @Test func nothingWaitsForAPipe() throws {
    let folder = try folder()
    try pipe(at: folder.path("work/x"))
    let layers = #""canvas":{"size":[8,8]},"duration":1,"layers":[]"#
    try folder.write(
      #"{"version":1,\#(layers),"checks":[{"at":0,"equals":"x"}]}"#, to: "work/golden.json")
    for (words, status) in [
      (["validate", "work/x"], Int32(65)), (["diff", "work/x", "work/x"], 65),
      (["check", "work/golden.json"], 1),
    ] {
      let run = try Program.pipeline(words, in: folder.url)
      #expect(run.status == status, "\(words): \(run.summary)")
      #expect(run.summary.contains("not a plain file"), "\(words): \(run.summary)")
    }
  }

  /// A picture is exchanged for a link to a picture outside the folder while it is read: the run shows the one inside,
  /// or is refused.
  @Test(arguments: Effort.spread(HostRun.users, test: 1)) func anAssetThatIsExchanged(
    asNobody: Bool
  ) throws {
    let folder = try folder()
    let svg = { (color: String) in
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"
      fill="\(color)"/></svg>
      """
    }
    try folder.write(svg("#00ff00"), to: "work/art/x.svg")
    try folder.write(svg("#ff0000"), to: "outside/x.svg")
    try folder.write(
      #"{"version":1,"canvas":{"size":[8,8],"scale":1},"duration":1,"layers":[{"frame":[0,0,8,8],"#
        + #""contents":{"image":"art/x.svg"}}]}"#, to: "work/doc.json")
    try open(folder)
    let exchange = try Exchange(folder.path("work/art"), folder.path("outside"))
    for _ in 0..<Self.exchanges {
      let run = try HostRun(
        ["frame", folder.path("work/doc.json"), "--at", "0", "-o", "-"], asNobody: asNobody
      ).wait()
      #expect([0, 66, 77].contains(run.status), "\(run.summary)")
      if run.status == 0 { #expect(run.output.prefix(2) == Data([0, 255]), "what lies outside") }
    }
    try exchange.end()
  }
}

/// A process that exchanges a folder for a link to another folder and back, as fast as possible.
private final class Exchange {
  private let process: HostRun
  private let path: String

  /// Starts the exchange: half of the time the folder is at `path`, and the other half a link to `other`.
  init(_ path: String, _ other: String) throws {
    self.path = path
    try FileManager.default.createSymbolicLink(
      atPath: path + ".link", withDestinationPath: other)
    process = try HostRun(
      [path, path + ".link"], executable: try Self.program.get().path("exchange"))
  }

  /// Ends the exchange with the folder in its place.
  func end() throws {
    process.send(SIGKILL)
    _ = process.wait()
    let isLink = (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil
    if isLink { try FileManager.default.removeItem(atPath: path) }
    try? FileManager.default.moveItem(atPath: path + ".link", toPath: path)
  }

  private static let program = Result {
    let folder = try Folder()
    // The flag 2 is RENAME_EXCHANGE, with which one of both always exists.
    try folder.write(
      """
      #define _GNU_SOURCE
      #include <fcntl.h>
      #include <sys/syscall.h>
      #include <unistd.h>
      int main(int count, char **words) {
        for (int i = 0; count == 3; i++) {
          syscall(SYS_renameat2, AT_FDCWD, words[1], AT_FDCWD, words[2], 2);
          usleep(i * 37 % 400);
        }
      }
      """, to: "exchange.c")
    let built = try Program.tool(
      "cc", ["-w", "-o", folder.path("exchange"), folder.path("exchange.c")])
    try #require(built.status == 0, "\(built.summary)")
    return folder
  }
}
