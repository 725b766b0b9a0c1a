import Assets
import CommandLine
import Glibc
import PluginHosting
import Studio

extension ServeCommand {
  func perform() throws {
    var settings = try readingSettings()
    Console.verbosity = .quiet
    // In a separate process a plugin can be rebuilt, and its crash loses only one answer.
    if settings.plugins.isolation == .auto { settings.plugins.isolation = .always }
    // The user of a page does not wait as long as a run would.
    settings.plugins.callSeconds = min(settings.plugins.callSeconds, 3)
    // The descriptor is for this process only.
    if history { _ = fcntl(3, F_SETFD, FD_CLOEXEC) }
    Studio(
      file, isGallery: gallery, compare: compare, settings, firstVersion: firstVersion,
      history: StudioHistory(file: history ? 3 : nil),
      examples: Manual.folder.map { "\($0)/Examples" }, Console.diagnostics
    ) { Interruption.leave(0) }.run()
  }
}
