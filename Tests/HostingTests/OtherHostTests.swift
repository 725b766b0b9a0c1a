import Foundation
import TestSupport
import Testing

/// Tests plugins for the current header in hosts of other versions: one whose structs are larger, and one that lacks
/// the latest members. Memory pages end where the structs end, so that reading further crashes.
@Suite struct OtherHostTests {
  /// Returns the output of a host of some version about plugins.
  private static func run(_ age: String, _ plugins: [String], in workshop: Workshop) throws
    -> [String]
  {
    let program = workshop.folder.appending(path: "host-\(age)").path()
    let source = Workshop.root.appending(path: "Tests/Fixtures/abi/other_host.c").path()
    let built = try Workshop.run([
      "cc", "-Wall", "-Wextra", "-Werror", "-D\(age)", "-I\(Workshop.headerFolder)", source,
      "-o", program, "-ldl",
    ])
    try #require(built.status == 0, "\(built.output)")
    let result = try Workshop.run([program] + plugins)
    #expect(result.status == 0, "\(age): \(result.output)")
    return result.output.split(separator: "\n").map(String.init)
  }

  /// Tests a plugin in C, and bundled plugins in C and in Swift.
  @Test(
    .disabled(
      if: Sanitizer.current != nil,
      "a program without the sanitizer loads no plugin that was built with it"),
    arguments: ["NEWER", "OLDER"]) func laysOutAsToday(age: String) throws
  {
    let workshop = try Workshop()
    let folder = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let names = ["shadow-lift", "ripple-reveal", "move-and-scale", "slide", "cards", "portal"]
    let bundled = names.map { name in
      URL(filePath: folder).deletingLastPathComponent().appending(path: "lib\(name).so").path()
    }
    let plugins = try [workshop.build("hop.c", as: "hop")] + bundled
    let today = try Self.run("TODAY", plugins, in: workshop)
    #expect(today.count { $0.hasPrefix("animator ") } == 7)
    #expect(today.count { $0 == "entry 0" } == 7)
    #expect(today.count { $0.hasPrefix("layout ") && $0.contains(" 0 0x") } == 20)
    #expect(try Self.run(age, plugins, in: workshop) == today)
  }

  /// In a host of 1.0, a plugin for 1.1 that adds pieces leaves out what the host does not support.
  @Test func aBorderNeedsAHostThatHasIt() throws {
    let workshop = try Workshop()
    let plugin = try workshop.build("rim.c", as: "rim")
    let today = try Self.run("TODAY", [plugin], in: workshop)
    #expect(today.count { $0.hasPrefix("layout test.rim 0 ") } == 5)
    #expect(today.filter { $0.hasPrefix("border") }.count == 14)
    #expect(today.contains("border 0 0x1p+3 2") && today.contains("border 2 0x1.4p+3 0"))
    #expect(try Self.run("NEWER", [plugin], in: workshop) == today)
    let before = try Self.run("MINOR0", [plugin], in: workshop)
    #expect(before == today.filter { !$0.hasPrefix("border") })
  }

  /// In a host of 1.0, a plugin for 1.1 that blurs only fades.
  @Test func aBlurNeedsAHostThatHasIt() throws {
    let workshop = try Workshop()
    let plugin = try workshop.build("frost.c", as: "frost")
    let today = try Self.run("TODAY", [plugin], in: workshop)
    #expect(today.count { $0.hasPrefix("layout test.frost 0 ") } == 5)
    #expect(
      today.filter { $0.hasPrefix("blur") } == [
        "blur 0 0x1.8p+1", "blur 0 0x1p+2", "blur 0 0x1.8p+1",
      ])
    #expect(try Self.run("NEWER", [plugin], in: workshop) == today)
    let before = try Self.run("MINOR0", [plugin], in: workshop)
    #expect(before == today.filter { !$0.hasPrefix("blur") })
  }

  /// Animators for the header of 1.0 give the same output in hosts of 1.0, of the current and of a later version, and
  /// the same as when they are built with the current header: the printed numbers are equal to the last bit.
  @Test(arguments: ["hop.c", "Plugins/ripple-reveal/ripple_reveal.c"])
  func whatWasBuiltAgainstTheFirstHeaderDoesTheSame(file: String) throws {
    let workshop = try Workshop()
    let old = try workshop.build(file, as: "old", header: Workshop.firstHeaderFolder)
    let new = try workshop.build(file, as: "new")
    let said = try Self.run("TODAY", [old], in: workshop)
    #expect(said.count { $0.hasPrefix("layout ") && $0.contains(" 0 0x") } == 5)
    #expect(try Self.run("TODAY", [new], in: workshop) == said)
    for host in ["MINOR0", "NEWER"] {
      #expect(try Self.run(host, [old], in: workshop) == said, "\(host)")
      #expect(try Self.run(host, [new], in: workshop) == said, "\(host)")
    }
  }

  @Test func functionsNeedAHostThatHasThem() throws {
    let workshop = try Workshop()
    let plugin = try workshop.build("functions.c", as: "functions")
    let today = try Self.run("TODAY", [plugin], in: workshop)
    #expect(today.first == "function test.orbit 3" && today.last == "entry 0")
    #expect(try Self.run("NEWER", [plugin], in: workshop) == today)
    #expect(
      try Self.run("OLDER", [plugin], in: workshop)
        == ["not used: its functions need a newer host", "entry 1"])
  }
}
