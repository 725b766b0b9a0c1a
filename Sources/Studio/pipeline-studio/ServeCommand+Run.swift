import Assets
import CommandLine
import Glibc
import PluginHosting
import Studio

extension ServeCommand {
  func perform() throws {
    var settings = try readingSettings()
    Console.verbosity = .quiet
    // In a process of its own a plugin can be built anew, and costs no more than an answer when it crashes.
    if settings.plugins.isolation == .auto { settings.plugins.isolation = .always }
    // Whoever looks at a page does not wait as long as a run does.
    settings.plugins.callSeconds = min(settings.plugins.callSeconds, 3)
    // No other process uses it.
    if history { _ = fcntl(3, F_SETFD, FD_CLOEXEC) }
    Studio(
      file, isGallery: gallery, compare: compare, settings, firstVersion: firstVersion,
      history: StudioHistory(file: history ? 3 : nil),
      examples: Manual.folder.map { "\($0)/Examples" }, Console.diagnostics
    ) { Interruption.leave(0) }.run()
  }
}
