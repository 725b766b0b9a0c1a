import Files
import Foundation
import Scenes
import TestSupport
import Testing

/// Tests packages that are installed, changed, killed, removed and repaired in any order: no file of the user is lost,
/// and `plugin verify` reports the real state.
@Suite struct PackageHistoryTests {
  private let folder: Folder
  private var home: String { "to" }
  init() throws {
    folder = try Folder()
    for version in ["1.0.0", "2.0.0"] {
      let built = try Program.tool(
        "cc",
        [
          "-shared", "-fPIC", "-DVERSION=\"\(version)\"",
          "-I\(Program.root.appending(path: "Sources/CAnimator/include").path(percentEncoded: false))",
          Program.root.appending(path: "Tests/Fixtures/plugins/talk.c").path(percentEncoded: false),
          "-o", folder.path("talk.so"),
        ])
      try #require(built.status == 0, "\(built.summary)")
      try folder.write(
        #"{"name": "acme.talk", "files": {"x86_64": ["talk.so"]}, "licences": ["LICENSE"]}"#,
        to: "\(version)/animator.json")
      try folder.write("as is, \(version)", to: "\(version)/LICENSE")
      try folder.install(folder.url.appending(path: "talk.so"), as: "\(version)/talk.so")
    }
  }

  private func pipeline(_ words: [String]) throws -> Program.Result {
    try Program.pipeline(["plugin"] + words + ["--to", home], in: folder.url)
  }

  /// Returns all files below a folder, by their paths.
  private func files() -> [String: Data] {
    let root = folder.url.appending(path: home)
    var all: [String: Data] = [:]
    for case let url as URL in FileManager.default.enumerator(
      at: root, includingPropertiesForKeys: nil) ?? FileManager.DirectoryEnumerator()
    {
      if let data = try? Data(contentsOf: url) {
        all[String(url.path(percentEncoded: false).dropFirst(root.path().count + 1))] = data
      }
    }
    return all
  }

  /// Returns whether the plugins that would be loaded equal the record, tested independently of the tested code.
  private func isAsInstalled(_ files: [String: Data]) -> Bool {
    let record = files["acme.talk/installed.json"].flatMap {
      try? JSONSerialization.jsonObject(with: $0) as? [String: Any]
    }
    let known = record?["files"] as? [String: String] ?? [:]
    let hasPlugins = files.keys.contains { $0.hasSuffix(".so") }
    if record == nil { return !hasPlugins }
    for (path, hash) in known {
      guard let data = files["acme.talk/\(path)"] else { return false }
      var sum = SHA256()
      sum.add([UInt8](data))
      if sum.hexadecimal() != hash { return false }
    }
    return files.keys.allSatisfy { path in
      let parts = path.split(separator: "/").map(String.init)
      guard path.hasSuffix(".so"), parts.count < 3 else { return true }
      return parts.count == 2 && parts[0] == "acme.talk" && known[parts[1]] != nil
    }
  }

  private func damage(_ path: String, with text: String) {
    let place = folder.path("\(home)/acme.talk")
    guard FileManager.default.fileExists(atPath: place) else { return }
    try? Data(text.utf8).write(to: URL(filePath: "\(place)/\(path)"))
  }

  /// Starts an installation, and kills the process after some time.
  private func killInstallation(of version: String, after microseconds: UInt32) throws {
    let process = Process()
    process.executableURL = Program.folder.appending(path: "pipeline")
    process.arguments = ["plugin", "install", version, "--untested", "--to", home]
    process.currentDirectoryURL = folder.url
    (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
    try process.run()
    usleep(microseconds)
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilEnd()
  }

  @Test func nothingIsLostAndVerifyIsTrue() throws {
    let count = Effort.count(test: 5, long: 200, soak: 2_000)
    var random = SeededRandom(7)
    for history in 0..<count {
      try? FileManager.default.removeItem(at: folder.url.appending(path: home))
      var mine: Set<String> = []
      var done: [String] = []
      for step in 0..<6 {
        let version = random.below(2) == 0 ? "1.0.0" : "2.0.0"
        let act = random.below(9)
        done.append("\(act) \(version)")
        switch act {
        case 0, 1, 2: _ = try pipeline(["install", version, "--untested"])
        case 3: try killInstallation(of: version, after: UInt32(20_000 + random.below(300_000)))
        case 4: _ = try pipeline(["remove", "acme.talk"])
        case 5:
          damage("installed.json", with: #"{ "name": 1 "#)
          _ = try pipeline(["repair"])
        case 6, 7:
          let text = "mine \(history) \(step)"
          let name = act == 6 ? "notes-\(step).txt" : random.below(2) == 0 ? "LICENSE" : "talk.so"
          let place = folder.path("\(home)/acme.talk")
          guard FileManager.default.fileExists(atPath: place) else { break }
          // A file that the test overwrites no longer counts as the user's file.
          if let old = try? Data(contentsOf: URL(filePath: "\(place)/\(name)")) {
            mine.remove(String(decoding: old, as: UTF8.self))
          }
          damage(name, with: text)
          mine.insert(text)
        default: damage("stray.so", with: "mine stray")
        }
        let verified = try pipeline(["verify"])
        let now = files()
        #expect(
          (verified.status == 0) == isAsInstalled(now),
          "\(history): \(done): \(now.keys.sorted()): \(verified.summary)")
        let texts = Set(now.values.map { String(decoding: $0, as: UTF8.self) })
        #expect(mine.isSubset(of: texts), "\(history): \(done): \(now.keys.sorted())")
        #expect(
          !now.keys.contains { $0.hasPrefix(".") }, "\(history): \(done): \(now.keys.sorted())")
      }
    }
  }

  /// Tests names by which an untested plugin could be loaded, or that the installation itself uses.
  @Test func noNameSlipsIn() throws {
    for (licence, status) in [
      ("evil.so", 77), ("evil.SO", 77), ("animator.json", 65), ("installed.json", 65),
      ("examples", 65),
      ("animator_data", 65), (".hidden", 65), ("talk.so", 77),
    ] as [(String, Int32)] {
      try folder.write("x", to: "bad/l/\(licence)")
      try folder.write(
        #"{"name": "acme.talk", "files": {"x86_64": ["talk.so"]}, "licences": ["l/\#(licence)"]}"#,
        to: "bad/animator.json")
      try folder.install(folder.url.appending(path: "talk.so"), as: "bad/talk.so")
      let run = try pipeline(["install", "bad", "--untested"])
      #expect(run.status == status && run.errors.contains(licence), "\(licence): \(run.summary)")
      #expect(files().isEmpty, "\(licence)")
    }
  }

  /// If a package's folder is a link, removal does not follow it.
  @Test func noLinkIsFollowed() throws {
    _ = try pipeline(["install", "1.0.0", "--untested"])
    try FileManager.default.moveItem(
      atPath: folder.path("\(home)/acme.talk"), toPath: folder.path("elsewhere"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("\(home)/acme.talk"), withDestinationPath: "../elsewhere")
    #expect(try pipeline(["remove", "acme.talk"]).status == 77)
    #expect(try pipeline(["verify"]).status == 1)
    #expect(try folder.files(in: "elsewhere").contains("talk.so"))
  }
}
