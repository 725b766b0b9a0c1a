package import ArgumentParser
package import Files

package struct PreviewCommand: DelegatedCommand, ReadingCommand {
  package static let program = CompanionProgram.studio

  package static let configuration = CommandConfiguration(
    commandName: "preview",
    abstract: "Starts the studio, a web page that plays and edits a document.",
    discussion:
      """
      Every edit on the page is written to the document. Every change of a file is shown at once. \
      Without a document, the page shows the animators and starts a new document. The page is \
      served only at the printed address, and only to this machine unless --listen is given. \
      Ctrl-C stops the server.
      """)

  @Argument(help: ArgumentHelp("The path of the document.", valueName: "FILE.json"))
  package var file: String?

  @Option(
    help: ArgumentHelp(
      "Shows another document, a folder of PNGs or a video next to the document.",
      valueName: "OTHER"))
  package var compare: String?

  @OptionGroup package var plugins: PluginOptions

  @OptionGroup package var reading: ReadingOptions

  @Option(
    help: ArgumentHelp("Sets the port of the page; 0 takes any free port.", valueName: "P"))
  package var port: UInt16 = 8731

  @Option(
    help: ArgumentHelp(
      """
      Sets the IPv4 address of the page, such as 0.0.0.0 in a container. By default, only the same \
      machine can open the page. Anyone who has the printed address can see and change the \
      document.
      """, valueName: "ADDRESS"))
  package var listen = "127.0.0.1"

  @Option(
    help: ArgumentHelp(
      """
      Allows another host name, with or without a port, in addition to localhost and 127.0.0.1; \
      may be repeated. The printed address uses the first of the allowed names.
      """, valueName: "NAME"))
  package var host: [String] = []

  package func validate() throws {
    for name in host where name.isEmpty || name.contains(where: { ",/ ".contains($0) }) {
      throw ValidationError(
        "--host takes a name such as studio.local or localhost:9000, found \(name)")
    }
  }

  package init() {}
}
