import CommandLine
import ArgumentParser
import Encoding
import Files
import Glibc
import Packages
import Reporting

struct PluginDebugCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "debug",
    abstract: "Starts a debugger that stops when a plugin is called for a frame.",
    discussion:
      """
      gdb or lldb runs pipeline frame. The plugin is loaded into the same process, under file \
      names that debuggers recognise. The debugger stops before the plugin is entered, and knows \
      the plugin's functions from there on.
      """)

  @Argument(help: ArgumentHelp("The path of the plugin.", valueName: "FILE.so"))
  var file: String

  @Argument(
    help: ArgumentHelp(
      "The path of a document that uses the plugin.", valueName: "FILE.json"))
  var document: String

  @Option(help: ArgumentHelp("Sets the time of the frame to draw.", valueName: "T"))
  var at: String

  @Option(
    name: .customLong("break"),
    help: ArgumentHelp(
      "Also stops in this function, or at FILE:LINE; may be repeated.", valueName: "PLACE"))
  var places: [String] = []

  @Option(help: ArgumentHelp("Sets the debugger: gdb or lldb.", valueName: "NAME"))
  var debugger: String?

  @Flag(help: "Prints the debugger's command line without starting it.")
  var dryRun = false

  func validate() throws {
    if let debugger, !["gdb", "lldb"].contains(debugger) {
      throw ValidationError("--debugger takes gdb or lldb")
    }
  }

  func run() throws {
    for path in [file, document] where !System.exists(path) {
      throw EngineError("\(path): no such file", .missing)
    }
    let names = debugger.map { [$0] } ?? ["gdb", "lldb"]
    guard let name = names.first(where: { System.program($0) != nil }) else {
      throw EngineError(
        "\(names.joined(separator: " or ")) is not installed: apt install gdb", .unavailable)
    }
    // The file name contains the user's id, so that the pictures of other users are not overwritten.
    let picture = "\(System.temporaryFolder)/pipeline-debug-\(System.processNumber).png"
    let folder = System.plainPath(file).split(separator: "/").dropLast().joined(separator: "/")
    let frame = [
      System.executable, "frame", document, "--at", at, "-o", picture, "--isolate", "never",
      "--plugins", "/\(folder)", "--plugin-timeout", "86400",
    ]
    let stops = ["animator_plugin_v1"] + places
    let words =
      name == "gdb"
      ? ["gdb", "-q", "-ex", "set breakpoint pending on"]
        + stops.flatMap { ["-ex", "break \($0)"] } + ["-ex", "run", "--args"] + frame
      : ["lldb"] + stops.flatMap { ["-o", Self.stop($0)] } + ["-o", "run", "--"] + frame
    guard !dryRun else {
      return Console.result(words.map { $0.contains(" ") ? "'\($0)'" : $0 }.joined(separator: " "))
    }
    Console.note("\(name) stops in animator_plugin_v1; set breakpoints, then continue")
    var list: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) } + [nil]
    // Safety: the list ends with a null pointer; the call returns only on failure.
    unsafe execvp(name, &list)
    throw EngineError("\(name): \(Errno.words(errno))", .unavailable)
  }

  private static func stop(_ place: String) -> String {
    let parts = place.split(separator: ":")
    guard parts.count == 2, Int(parts[1]) != nil else { return "breakpoint set --name \(place)" }
    return "breakpoint set --file \(parts[0]) --line \(parts[1])"
  }
}
