import CommandLine
import ArgumentParser
import Encoding
import Files
import Glibc
import Reporting
import Scaffolding

struct PluginNewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Creates a folder with the project of a working animator.",
    discussion: """
      The folder contains the source, a build file, a document that shows the animator, and a test. The \
      project is built against the installed animator.h.
      """)

  @Argument(
    help: ArgumentHelp(
      """
      The name of the folder and the animator, such as soft-wipe, or with a vendor acme.soft-wipe.
      """,
      valueName: "NAME"))
  var name: String

  @Option(
    help: ArgumentHelp(
      "Sets the language of the project: c, cpp, rust or swift.", valueName: "LANGUAGE"))
  var language: ScaffoldLanguage

  @Option(
    help: ArgumentHelp(
      """
      Sets what the animator changes: layout (properties of layers) or pixels (pictures of \
      layers).
      """, valueName: "KIND"))
  var kind = ScaffoldKind.layout

  @Option(
    help: ArgumentHelp(
      "Sets the part of the animator's id before the dot; \"my\" by default.",
      valueName: "VENDOR"))
  var vendor: String?

  func run() throws {
    let spelled: ScaffoldName
    do {
      spelled = try ScaffoldName(name, vendor: vendor)
    } catch {
      throw EngineError.usage(error.description)
    }
    // The path is written to Makefiles and source files, in which special characters could have another
    // meaning.
    let isPlain = System.prefix.utf8.allSatisfy { byte in
      "/._+-".utf8.contains(byte) || (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte)
        || (0x61...0x7a).contains(byte)
    }
    let isInstalled = isPlain && System.exists("\(System.prefix)/share/animator")
    let scaffold = Scaffold(
      spelled, language: language, kind: kind, prefix: isInstalled ? System.prefix : "/usr/local")
    do {
      let folder = try ResultFolder.begin(name)
      for file in scaffold.files { try folder.write(Array(file.text.utf8), to: file.path) }
      try Folder.create("\(folder.path)/art")
      try ScreenPictures.draw(BuiltInScreens.list, to: "\(folder.path)/art/list.png")
      try ScreenPictures.draw(BuiltInScreens.detail, to: "\(folder.path)/art/detail.png")
      try ResultFolder.finish(folder)
    } catch let error as EncodingError {
      throw EngineError(error)
    }
    for file in scaffold.files.map(\.path).sorted() { Console.result("\(name)/\(file)") }
    if !isInstalled {
      Console.warn(
        "pipeline runs from its build folder: run make install before you create a project")
    }
    let next = language.commands
    Console.note("next:")
    for line in ["cd \(name)", next.build, next.test, next.run] { Console.note("  \(line)") }
  }
}

extension ScaffoldLanguage: ExpressibleByArgument {}
extension ScaffoldKind: ExpressibleByArgument {}
