import Foundation
import Testing

/// Sentences of the map, each with what it claims of the sources: what modules import, where a name is declared,
/// which folders hold C.
@Suite struct MapClaimTests {
  enum Claim: Sendable {
    /// The modules import none of the others.
    case imports([String], noneOf: [String])
    /// Of all modules only these import the module.
    case importing(String, only: [String])
    /// The file or folder, below `Sources` or the root, has a line that contains the text.
    case declares(String, String)
    /// No file in Swift or C below the folder has a line that matches, but these.
    case lacks(String, String, but: [String])
  }

  /// The modules that draw, encode or decode.
  private static let later = ["Compositing", "Encoding", "Media", "Rendering", "CKernels"]
  private static let decoders = [
    "CPicture", "CPhoto", "CDrawing", "CArchive", "CLottie", "CFFmpeg",
  ]

  static let claims: [(sentence: String, claim: Claim)] = [
    (
      "Data flows from left to right",
      .imports(["Documents", "Planning", "Evaluation", "Compositing"], noneOf: ["Encoding"])
    ),
    (
      "only `Planning` imports a later module: `Evaluation`, whose `Plan` it builds",
      .imports(
        ["Documents", "Evaluation", "Compositing", "Encoding"],
        noneOf: ["Planning", "Evaluation", "Compositing"])
    ),
    ("without looking up animators", .imports(["JSON", "Documents"], noneOf: ["PluginHosting"])),
    (
      "`Editing` changes the text of a document",
      .importing("Editing", only: ["Studio", "pipeline-measure"])
    ),
    ("`Planning` resolves every name", .declares("Timeline/Planning/Binding", "layers")),
    (
      "does not run during rendering",
      .imports(["Evaluation", "Compositing"], noneOf: ["Planning"])
    ),
    (
      "are pure functions of time: `scene(at:)`",
      .declares("Timeline/Evaluation/Plan.swift", "func scene(at time: FrameTime)")
    ),
    (
      "`Plan` and `Playback`",
      .declares("Timeline/Evaluation/Playback.swift", "func scene(at time: FrameTime)")
    ),
    ("differ from the `Stage`", .declares("Timeline", "Stage")),
    (
      "`FrameRenderer` computes the scene",
      .declares("Engine/Rendering/FrameRenderer.swift", "class FrameRenderer")
    ),
    (
      "`Compositor` paints the scene",
      .declares("Engine/Compositing/Compositor.swift", "class Compositor")
    ),
    ("`RenderRun` sends frames", .declares("Engine/Rendering/RenderRun.swift", "struct RenderRun")),
    (
      "does not know where the bytes are written",
      .lacks("Media/Encoding/Outputs/Encoders.swift", "import (Files|Foundation)", but: [])
    ),
    (
      "A `StreamEncoder` or `FrameEncoder`",
      .declares("Media/Encoding/Outputs/Encoders.swift", "protocol StreamEncoder")
    ),
    (
      "A `Destination` writes bytes",
      .declares("Media/Encoding/Writing/Destination.swift", "protocol Destination")
    ),
    (
      "`AtomicFile` makes an output file appear complete or not at all",
      .declares("Media/Encoding/Writing/AtomicFile.swift", "AtomicFile")
    ),
    ("interprets a document", .imports(["Files", "Threading"], noneOf: ["JSON", "Documents"])),
    (
      "the shared vocabulary of layers, geometry, springs and values | draws",
      .imports(
        [
          "Scenes", "Formats", "JSON", "Documents", "Editing", "PluginModel", "Planning",
          "Evaluation",
        ],
        noneOf: later)
    ),
    (
      "reads a document where plugins are loaded and run",
      .imports(["PluginHosting", "AnimatorKit", "pipeline-worker"], noneOf: ["JSON", "Documents"])
    ),
    (
      "evaluates a timeline",
      .imports(["Media", "SVG", "Lottie", "Encoding"], noneOf: ["Evaluation", "Planning"])
    ),
    (
      "decodes an untrusted file itself",
      .imports(
        [
          "Compositing", "Rendering", "Assets", "Comparing", "Checking", "Farm", "Pipeline",
          "LibPipeline",
        ],
        noneOf: decoders)
    ),
    (
      "except for the values that `match --tune` fits",
      .imports(["Measuring", "Matching"], noneOf: ["Editing"])
    ),
    (
      "renders by other code than `run`", .imports(["Studio"], noneOf: ["Compositing", "CKernels"])
    ),
    (
      "computes pixels, times or values",
      .imports(["CommandLine", "pipeline"], noneOf: ["Compositing", "CKernels"])
    ),
    (
      "All programs with a command line share the module `CommandLine`",
      .importing(
        "CommandLine",
        only: [
          "pipeline", "pipeline-farm", "pipeline-import", "pipeline-measure", "pipeline-studio",
        ])
    ),
    (
      "is a `DelegatedCommand` of the module `CommandLine`",
      .declares("CommandLine/CommandLine/DelegatedCommand.swift", "protocol DelegatedCommand")
    ),
    (
      "`pipeline` replaces its process",
      .declares("CommandLine/CommandLine/Interruption.swift", "execv(path, list)")
    ),
    ("`CTemplates`, `CPage`", .declares("Plugins/CTemplates", "#embed")),
    (
      "which use floating point with + − × ÷ √",
      .lacks("Engine/CKernels", "\\b(sin|cos|tan|pow|exp|log|atan2|cbrt)f?\\(", but: [])
    ),
    (
      "the functions of `Portable`",
      .declares("Timeline/Scenes/Portable.swift", "enum Portable")
    ),
    (
      "`CheckedNumber` converts every number from outside the program",
      .declares("Timeline/Scenes/CheckedNumber.swift", "init?(checked")
    ),
    (
      "`InputFiles` and `OutputGuard` register every file",
      .declares("Platform/Files/InputFiles.swift", "class InputFiles")
    ),
    ("and `OutputGuard`", .declares("Engine/Rendering/OutputGuard.swift", "enum OutputGuard")),
    (
      "`MemoryAccount` and `RenderCost` add up memory and work",
      .declares("Timeline/Scenes/RenderCost.swift", "enum RenderCost")
    ),
    (
      "receives a pixel step as a `PixelProducer`",
      .declares("Timeline/Scenes", "protocol PixelProducer")
    ),
    (
      "its C module `CHosting` contains the only `ffi_call`",
      .lacks(".", "\\bffi_call\\(", but: ["Plugins/CHosting/"])
    ),
    (
      "is printed by `Console`",
      .lacks(
        ".", "(^|[^A-Za-z.])print\\(",
        but: ["Plugins/pipeline-worker/main.swift", "Plugins/pipeline-check/main.swift"])
    ),
    (
      "optimises the modules with loops over pixels and scenes (`hotModule`",
      .declares("Package.swift", "func hotModule(")
    ),
    (
      "`make run`, the tests and daily work use the debug build",
      .declares(
        "Makefile", "# The folder of the build that `make run`, the tests and the daily loop share")
    ),
    (
      "`make build` makes the release build that is installed",
      .declares("Makefile", "swift build -c release")
    ),
    (
      "because other projects build against their paths",
      .declares("CAnimator/include/animator.h", "ANIMATOR_PLUGIN")
    ),
  ]

  private static let map: String = {
    let file = Program.root.appending(path: "Sources/ARCHITECTURE.md")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }()

  /// What each module in Swift imports.
  private static let imports: [String: Set<String>] = {
    let found = try? Program.tool(
      "grep",
      [
        "-roE", "^(@[a-z_]+ )*([a-z]+ )?import (struct |enum |func )?[A-Za-z]+", "Sources",
        "--include=*.swift",
      ])
    var imports: [String: Set<String>] = [:]
    for line in (found?.output ?? "").split(separator: "\n") {
      let place = line.split(separator: "/")
      guard place.count > 3 else { continue }
      imports[String(place[2]), default: []].insert(String(line.split(separator: " ").last!))
    }
    return imports
  }()

  @Test func fortySentencesAreChecked() {
    #expect(Self.claims.count >= 40 && Self.imports.count > 35)
  }

  @Test(arguments: claims.indices) func theSentenceIsTrue(index: Int) throws {
    let (sentence, claim) = Self.claims[index]
    #expect(Self.map.contains(sentence), "the map no longer says: \(sentence)")
    switch claim {
    case .imports(let modules, let others):
      for module in modules {
        let imported = try #require(Self.imports[module], "no module \(module) imports anything")
        let wrong = imported.subtracting([module]).intersection(others)
        #expect(wrong.isEmpty, "\(sentence): \(module) imports \(wrong.sorted())")
      }
    case .importing(let module, let allowed):
      let found = Self.imports.filter { $0.key != module && $0.value.contains(module) }.map(\.key)
      #expect(found.sorted() == allowed, "\(sentence)")
    case .declares(let place, let text):
      let found = try grep(["-rlF", text], place)
      #expect(!found.isEmpty, "\(sentence): \(place) lacks \(text)")
    case .lacks(let place, let expression, let others):
      // Comments do not count.
      let found = try grep(
        ["-rnE", expression, "--include=*.swift", "--include=*.c", "--include=*.h"], place
      )
      .filter { line in
        !line.contains(/^[^:]*:([0-9]+:)? *(\/\/|\*|\/\*)/)
          && !others.contains { line.contains("/\($0)") }
      }
      #expect(found.isEmpty, "\(sentence): \(found)")
    }
  }

  /// The lines that grep prints about a place below `Sources`, or else below the root.
  private func grep(_ words: [String], _ place: String) throws -> [Substring] {
    let path = ["Sources/\(place)", place].first {
      FileManager.default.fileExists(
        atPath: Program.root.appending(path: $0).path(percentEncoded: false))
    }
    let found = try Program.tool("grep", words + [try #require(path, "no \(place)")])
    // 1: no line matches.
    try #require(found.status <= 1, "\(found.summary)")
    return found.output.split(separator: "\n")
  }

  /// Each row of the table of folders has every folder of its module.
  @Test func everyFolderStandsInTheRowOfItsModule() throws {
    let file = Program.root.appending(path: "Sources/ARCHITECTURE.md")
    let rows = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    let parts = try folders(Program.root.appending(path: "Sources"))
    for module in try parts.flatMap(folders) {
      let inside = try folders(module).map(\.lastPathComponent).filter { $0 != "include" }
      guard !inside.isEmpty,
        !["CAnimator", "Python"].contains(module.deletingLastPathComponent().lastPathComponent)
      else { continue }
      let name = module.lastPathComponent
      // The last row that begins so: the table of parts, where a part may have the same name, comes first.
      let row = try #require(rows.last { $0.hasPrefix("| `\(name)` | ") }, "no row of \(name)")
      for folder in inside { #expect(row.contains("`\(folder)`"), "the row of \(name): \(folder)") }
    }
  }

  private func folders(_ url: URL) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: nil)
      .filter(\.hasDirectoryPath)
  }

  /// What the table says where to begin is declared there, and CONTRIBUTING has the recipe.
  @Test func theTableOfPlacesIsTrue() throws {
    let root = Program.root
    let map = try String(
      contentsOf: root.appending(path: "Sources/ARCHITECTURE.md"), encoding: .utf8)
    let recipes = try String(
      contentsOf: root.appending(path: "CONTRIBUTING.md"), encoding: .utf8)
    let table = try #require(map.components(separatedBy: "| to add | start in | recipe |").last)
    let rows = table.split(separator: "\n").dropFirst().prefix { $0.hasPrefix("|") }
    #expect(rows.count > 10)
    let modules = try folders(root.appending(path: "Sources")).flatMap(folders)
    for row in rows {
      for match in row.matches(of: /`([A-Z]\w+)`: ((a row of |, | and )?`[A-Za-z.]+`)+/) {
        let module = try #require(
          modules.first { $0.lastPathComponent == match.1 }, "no module \(match.1)")
        for name in match.0.matches(of: /`([A-Za-z]+)(\.[a-z]\w*)?`/).dropFirst() {
          let found = try Program.tool(
            "grep", ["-rqw", String(name.1), module.path(percentEncoded: false)])
          #expect(found.status == 0, "\(row): \(match.1) has no \(name.1)")
        }
      }
      if let recipe = row.firstMatch(of: /CONTRIBUTING, "([^"]+)"/) {
        #expect(recipes.contains("**\(recipe.1).**"), "CONTRIBUTING has no recipe \(recipe.1)")
      }
    }
  }
}
