import Assets
import CommandLine
import Glibc
import PluginHosting
import Studio

extension ServeCommand {
  func perform() throws {
    var settings = try readingSettings()
    Console.verbosity = .quiet
    // Plugins run in a separate process, so that they can be rebuilt, and a crash loses only one answer.
    if settings.plugins.isolation == .auto { settings.plugins.isolation = .always }
    // The limit for plugin calls is shorter than in a run, because the user of a page waits.
    settings.plugins.callSeconds = min(settings.plugins.callSeconds, 3)
    // Descriptor 3 is not passed on to child processes.
    if history { _ = fcntl(3, F_SETFD, FD_CLOEXEC) }
    Studio(
      file, isGallery: gallery, compare: compare, settings, firstVersion: firstVersion,
      history: StudioHistory(file: history ? 3 : nil),
      examples: Manual.folder.map { "\($0)/Examples" }, Console.diagnostics
    ) { Interruption.leave(0) }.run()
  }
}
