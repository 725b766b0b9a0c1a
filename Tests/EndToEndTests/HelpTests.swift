import Foundation
import Testing

/// Tests the texts of `--help` and the pages to which they refer.
@Suite struct HelpTests {
  private struct Dump: Decodable { var command: Command }
  private struct Command: Decodable {
    var commandName: String
    var abstract: String?
    var discussion: String?
    var arguments: [Argument]?
    var subcommands: [Command]?
  }
  private struct Argument: Decodable {
    struct Name: Decodable { var name: String }
    var names: [Name]?
    var valueName: String?
    var abstract: String?
  }

  private static func commands() throws -> [Command] {
    let dump = try Program.pipeline(["--experimental-dump-help"])
    try #require(dump.status == 0, "\(dump.summary)")
    func all(_ command: Command, below path: String) -> [Command] {
      var named = command
      named.commandName = path + command.commandName
      return [named]
        + (command.subcommands ?? []).flatMap { all($0, below: "\(named.commandName) ") }
    }
    let root = try JSONDecoder().decode(Dump.self, from: Data(dump.output.utf8)).command
    // The command `help` belongs to the argument parser.
    return all(root, below: "").filter { !$0.commandName.hasSuffix(" help") }
  }

  /// The page of exit statuses has exactly the rows of the program's table.
  @Test func exitStatusesAreThoseOfThePage() throws {
    let help = try Program.pipeline(["help", "exit-statuses"])
    let printed = help.output.split(separator: "\n  ").map { row in
      row.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    let page = try String(
      contentsOf: Program.root.appending(path: "Documentation/exit-statuses.md"), encoding: .utf8)
    let rows = page.split(separator: "\n").filter { $0.first == "|" }.dropFirst(2).map { row in
      row.filter { $0 != "`" }.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        .joined(separator: " ")
    }
    #expect(help.status == 0 && rows.count == 16)
    #expect(printed.joined(separator: " ") == rows.joined(separator: " "))
  }

  /// A whole sentence describes every command, argument and option.
  @Test func everythingIsDescribed() throws {
    let commands = try Self.commands()
    #expect(commands.count > 15)
    for command in commands {
      let options = (command.arguments ?? []).map { argument in
        (argument.names?.last?.name ?? argument.valueName ?? "?", argument.abstract ?? "")
      }
      for (name, sentence) in [("", command.abstract ?? "")] + options {
        #expect(
          sentence.split(separator: " ").count >= 3 && sentence.hasSuffix(".")
            && sentence.first?.isUppercase == true,
          "\(command.commandName) \(name): \"\(sentence)\"")
      }
      if let discussion = command.discussion {
        #expect(discussion.hasSuffix("."), "\(command.commandName): \(discussion)")
      }
    }
  }

  /// README, or a page to which it links, names each command that users type.
  @Test func thePagesNameEveryCommand() throws {
    let pages =
      ["README.md"]
      + [
        "animators", "farm", "formats", "guide", "measuring", "other-effects", "packages", "rows",
        "testing",
      ]
      .map {
        "Documentation/\($0).md"
      }
    let readme = pages.map { page in
      (try? String(contentsOf: Program.root.appending(path: page), encoding: .utf8)) ?? ""
    }.joined(separator: "\n")
    let commands = try Self.commands()
    let hidden = ["pipeline plugins", "pipeline serve", "pipeline plugin draw-frames"]
    for command in commands where !hidden.contains(command.commandName) {
      #expect(readme.contains(command.commandName), "no page names \(command.commandName)")
    }
  }

  /// The page's row of formats contains each format of a run once.
  @Test func thePageNamesEveryFormat() throws {
    let folder = try Folder()
    try folder.write(#"{ "version": 1, "duration": 1, "layers": [] }"#, to: "doc.json")
    let run = try Program.pipeline(["run", "doc.json", "-o", "a.xyz"], in: folder.url)
    let known = try #require(run.errors.firstMatch(of: /outputs are (.+) \(its sound\)/)).1
    let formats = known.replacing(" and ", with: ", ").split(separator: ", ")
    #expect(formats.count > 9, "\(run.summary)")
    let page = try String(
      contentsOf: Program.root.appending(path: "Documentation/formats.md"), encoding: .utf8)
    let row = try #require(
      page.split(separator: "\n").first { $0.hasPrefix("| choose a format |") })
    // Remarks in brackets are left out, because the page words them differently.
    for format in formats.map({ $0.prefix { $0 != " " } }) {
      #expect(row.ranges(of: "`\(format)`").count == 1, "the page's row of formats: \(format)")
    }
  }

  @Test func aFormHasAPage() throws {
    let page = try Program.pipeline(["help", "spring"])
    #expect(page.status == 0, "\(page.summary)")
    let lines = page.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.first == "spring" && lines.contains("  dampingRatio"), "\(page.output)")
    #expect(lines.allSatisfy { $0.count <= 80 }, "\(page.output)")
    // If a command has the same name, its help is shown.
    #expect(try Program.pipeline(["help", "transition"]).output.contains("USAGE"))
    let form = try Program.pipeline(["help", "form", "transition"])
    #expect(form.output.hasPrefix("transition\n"), "\(form.summary)")
    let missed = try Program.pipeline(["help", "form", "sprong"])
    #expect(missed.status == 64 && missed.errors.contains("\"spring\""), "\(missed.summary)")
  }

  /// A key also has a page with every form that has the key; a word that is neither is refused.
  @Test func aKeyHasAPage() throws {
    let page = try Program.pipeline(["help", "cornerRadius"])
    #expect(page.status == 0 && page.output.hasPrefix("cornerRadius\n"), "\(page.summary)")
    #expect(page.output.contains("layer") && page.output.contains("outline"), "\(page.output)")
    let missed = try Program.pipeline(["help", "cornerRadios"])
    #expect(missed.status == 64 && missed.errors.contains("\"cornerRadius\""), "\(missed.summary)")
    #expect(try Program.pipeline(["help", "help"]).status == 0)
  }

  /// The guide and the examples exist at the paths that `init` prints.
  @Test func initSaysWhereTheGuideIs() throws {
    let folder = try Folder()
    let made = try Program.pipeline(["init", "demo"], in: folder.url)
    for head in ["guide: ", "examples: "] {
      let line = try #require(
        made.errors.split(separator: "\n").first { $0.hasPrefix(head) }, "\(made.summary)")
      #expect(FileManager.default.fileExists(atPath: String(line.dropFirst(head.count))))
    }
    #expect(try Program.pipeline(["help"]).output.contains("pipeline init"))
  }
}
