import Foundation
import Scaffolding
import Testing

/// Tests `plugin new`: names, and projects that are complete or absent.
@Suite struct NewTests {
  @Test func spellsANameForEveryUse() throws {
    let name = try ScaffoldName("soft-wipe-2", vendor: nil)
    #expect(name.id == "my.soft-wipe-2" && name.underscored == "soft_wipe_2")
    #expect(name.capitalized == "SoftWipe2" && name.title == "Soft wipe 2")
    #expect(try ScaffoldName("acme.iris", vendor: nil).id == "acme.iris")
    #expect(try ScaffoldName("iris", vendor: "acme-tools").id == "acme-tools.iris")
    #expect(try ScaffoldName("acme.iris", vendor: "acme").id == "acme.iris")
  }

  @Test(arguments: [
    "", ".", "..", "Iris", "soft_wipe", "-iris", "iris-", "soft--wipe", "2d", "a.b.c", ".iris",
    "iris.", "../iris", "a/b", "iris ", "é", "a\u{0}b", "match", "core", "all",
    String(repeating: "a", count: 41),
  ])
  func refusesWhatCannotBeAName(name: String) {
    #expect(throws: ScaffoldError.self) { try ScaffoldName(name, vendor: nil) }
  }

  @Test func refusesTwoVendors() {
    #expect(throws: ScaffoldError.self) { try ScaffoldName("acme.iris", vendor: "other") }
    #expect(throws: ScaffoldError.self) { try ScaffoldName("iris", vendor: "Acme") }
  }

  /// No placeholder of the templates remains, and every file ends with a line end.
  @Test(arguments: ScaffoldLanguage.allCases, ScaffoldKind.allCases)
  func fillsInEveryTemplate(language: ScaffoldLanguage, kind: ScaffoldKind) throws {
    let scaffold = Scaffold(
      try ScaffoldName("acme.soft-wipe", vendor: nil), language: language, kind: kind,
      prefix: "/opt/p")
    for file in scaffold.files {
      for word in ["the-", "the_name", "TheName", "/the/", "The title"] {
        #expect(!(file.path + file.text).contains(word), "\(file.path) has \(word)")
      }
      #expect(file.text.hasSuffix("\n"), "\(file.path)")
    }
    let paths = scaffold.files.map(\.path)
    #expect(Set(paths).count == paths.count)
    #expect(Set(paths).isSuperset(of: ["demo.json", "README.md", ".gitignore"]))
    #expect(scaffold.files.contains { $0.text.contains("\"acme.soft-wipe\"") })
  }

  @Test func leavesNothingBehindWhenItCannot() throws {
    let folder = try Folder()
    try folder.write("mine", to: "iris/notes.txt")
    let taken = try Program.pipeline(["plugin", "new", "iris", "--language", "c"], in: folder.url)
    #expect(taken.status == 73 && taken.errors.contains("already exists"), "\(taken.summary)")
    let bad = try Program.pipeline(["plugin", "new", "Iris", "--language", "c"], in: folder.url)
    #expect(bad.status == 64, "\(bad.summary)")
    let other = try Program.pipeline(
      ["plugin", "new", "star", "--language", "ada"], in: folder.url)
    #expect(other.status == 64, "\(other.summary)")
    #expect(try folder.files() == ["iris"])
    #expect(try folder.files(in: "iris") == ["notes.txt"])
  }

  /// The vendor is in the id, and the folder has the requested name.
  @Test func makesAFolderOfThatName() throws {
    let folder = try Folder()
    let made = try Program.pipeline(
      ["plugin", "new", "acme.iris", "--language", "cpp"], in: folder.url)
    #expect(made.status == 0, "\(made.summary)")
    #expect(
      try folder.files(in: "acme.iris") == [
        ".gitignore", "CMakeLists.txt", "README.md", "animator.json", "art", "demo.json",
        "iris.cpp", "plugin.map",
      ])
    #expect(try folder.files() == ["acme.iris"])
    #expect(try folder.data("acme.iris/art/list.png").starts(with: [0x89, 0x50, 0x4e, 0x47]))
  }
}
