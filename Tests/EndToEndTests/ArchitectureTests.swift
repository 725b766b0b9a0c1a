import Foundation
import Testing

/// Sources/ARCHITECTURE.md and the design notes refer only to existing things: every quoted name is a word of the
/// sources, and every quoted path is a file or a folder. The map's claims about what a module never does are tested
/// against what the module's files import and call.
@Suite struct ArchitectureTests {
  private static let pages: [String] = {
    let notes = "Documentation/design"
    let names = try? FileManager.default.contentsOfDirectory(
      atPath: Program.root.appending(path: notes).path(percentEncoded: false))
    return ["Sources/ARCHITECTURE.md"]
      + (names ?? []).filter { $0.hasSuffix(".md") }.sorted().map { "\(notes)/\($0)" }
  }()

  /// Returns the texts between backticks on a page, except in code blocks.
  private static func quoted(_ page: String) throws -> [String] {
    let text = try String(contentsOf: Program.root.appending(path: page), encoding: .utf8)
    var names: Set<String> = []
    var isCode = false
    for line in text.split(separator: "\n") {
      if line.hasPrefix("```") { isCode.toggle() }
      guard !isCode else { continue }
      for match in line.matches(of: /`([^`]+)`/) { names.insert(String(match.1)) }
    }
    return names.sorted()
  }

  /// All words of the sources and of their manifest, and all names of files and folders; of tests only the file names.
  private static let words: Set<Substring> = {
    var words: Set<Substring> = []
    for folder in ["Sources", "Plugins", ".ci", "Package.swift", "Makefile", "Tests"] {
      let url = Program.root.appending(path: folder)
      var files = [url]
      if let found = FileManager.default.enumerator(at: url, includingPropertiesForKeys: nil) {
        files += found.compactMap { $0 as? URL }
      }
      for file in files where file.lastPathComponent != "ARCHITECTURE.md" {
        words.formUnion(split(file.lastPathComponent))
        guard folder != "Tests", let text = try? String(contentsOf: file, encoding: .utf8) else {
          continue
        }
        words.formUnion(split(text))
      }
    }
    return words
  }()

  private static func split(_ text: String) -> [Substring] {
    text.split { !($0.isLetter || $0.isNumber || $0 == "_") }
  }

  @Test func thePagesQuoteMuch() throws {
    #expect(Self.pages.count > 8)
    #expect(try Self.quoted(Self.pages[0]).count > 100)
    #expect(try Self.pages.dropFirst().map { try Self.quoted($0).count }.reduce(0, +) > 150)
  }

  @Test(arguments: pages) func everyNameIsThere(page: String) throws {
    for name in try Self.quoted(page) {
      let missing = Self.split(name).filter { $0.first!.isLetter && !Self.words.contains($0) }
      #expect(missing.isEmpty, "`\(name)` is not in the sources: \(missing)")
    }
  }

  @Test(arguments: pages) func everyPathIsThere(page: String) throws {
    for name in try Self.quoted(page) where name.contains(/^[A-Za-z.]+(\/[A-Za-z+._-]+)+$/) {
      let places = ["", "Sources/"].map { Program.root.appending(path: $0 + name) }
      #expect(
        places.contains { FileManager.default.fileExists(atPath: $0.path(percentEncoded: false)) },
        "`\(name)` is neither a file nor a folder")
    }
  }

  /// Returns the parts and modules, such as `Engine/Rendering`, with a file in which a line matches the extended
  /// regular expression.
  private static func modules(with expression: String) throws -> Set<String> {
    let found = try Program.tool(
      "grep",
      ["-rlE", expression, "Sources", "--include=*.swift", "--include=*.c", "--include=*.h"])
    // The status 1 of grep means that no line matches.
    try #require(found.status <= 1, "\(found.summary)")
    return Set(
      found.output.split(separator: "\n").map { file in
        file.split(separator: "/").dropFirst().prefix(2).joined(separator: "/")
      })
  }

  private static func importing(_ module: String) -> String {
    #"^(@[a-z_]+ )*([a-z]+ )?import \#(module)\b"#
  }

  /// Tests which modules may call a library. Each of these modules does call it, which proves that the expression finds
  /// the calls.
  @Test(arguments: [
    (#"\bffi_call\("#, ["Plugins/CHosting"]),
    (#"^#include [<"]ffi\.h"#, ["Plugins/CFFI", "Plugins/CHosting"]),
    // A bridge is a plugin, and searches for its own library. A check opens the copy that was judged.
    (
      #"\bdlm?open\("#,
      ["Plugins/Bridges", "Plugins/ConformanceChecks", "Plugins/PluginHosting"]
    ),
    (importing("CHosting"), ["Plugins/ConformanceChecks", "Plugins/PluginHosting"]),
  ])
  func onlyTheHostLoadsPlugins(expression: String, modules: [String]) throws {
    #expect(try Self.modules(with: expression).sorted() == modules)
  }

  /// The shared vocabulary imports only the C library and the standard library.
  @Test func scenesImportNothing() throws {
    let found = try Program.tool(
      "grep", ["-rhoE", Self.importing("[A-Za-z_.]+"), "Sources/Timeline/Scenes"])
    let imported = Set(
      found.output.split(separator: "\n").compactMap { $0.split(separator: " ").last })
    #expect(
      !imported.isEmpty && imported.isSubset(of: ["Glibc", "Synchronization"]), "\(imported)")
  }

  /// Only `CommandLine` and the programs parse the arguments of the command line.
  @Test func onlyProgramsKnowTheCommandLine() throws {
    for module in ["ArgumentParser", "CommandLine"] {
      let found = try Self.modules(with: Self.importing(module))
      #expect(found.contains("CommandLine/pipeline"))
      for name in found where name != "CommandLine/CommandLine" {
        #expect(name.contains("/pipeline"), "\(name) imports \(module)")
      }
    }
  }

  /// Chains of modules that must be compiled one after another are short, and the text of errors does not depend on
  /// modules that plan or encode.
  @Test func chainsOfModulesAreShort() throws {
    let found = try Program.tool(
      "grep", ["-roE", Self.importing("[A-Za-z]+"), "Sources", "--include=*.swift"])
    var imports: [String: Set<String>] = [:]
    for line in found.output.split(separator: "\n") {
      let module = String(line.split(separator: "/")[2])
      imports[module, default: []].insert(String(line.split(separator: " ").last!))
    }
    var longest: [String: [String]] = [:]
    func chain(_ module: String) -> [String] {
      if let known = longest[module] { return known }
      let next = imports[module, default: []].filter { $0 != module && imports[$0] != nil }
      let best = next.sorted().map(chain).max { $0.count < $1.count } ?? []
      longest[module] = [module] + best
      return [module] + best
    }
    let all = imports.keys.sorted().map(chain).max { $0.count < $1.count } ?? []
    #expect(5...8 ~= all.count, "\(all)")
    let used = try #require(imports["Reporting"])
    #expect(used.contains("Documents") && used.isDisjoint(with: ["Planning", "Encoding", "Media"]))
  }
}
