import PluginHosting
import PluginModel
import Foundation
import Testing

/// Tests the cache of the plugins' own descriptions.
@Suite struct ScanCacheTests {
  private let shop: Workshop
  private let home: Workshop
  private var folder: URL { home.folder.appending(path: "cache/pipeline") }
  private var file: URL { folder.appending(path: "plugins") }

  init() throws {
    shop = try Workshop()
    home = try Workshop()
    try FileManager.default.createDirectory(
      at: home.folder.appending(path: "cache"), withIntermediateDirectories: true)
  }

  private func registry(isolation mode: Isolation.Mode = .never) -> AnimatorRegistry {
    var isolation = Isolation()
    isolation.mode = mode
    // The plugin of these tests writes a file when it is loaded.
    isolation.sandbox = .off
    return AnimatorRegistry(
      PluginSearch(
        options: [shop.folder.path()],
        environment: ["XDG_CACHE_HOME": home.folder.appending(path: "cache").path()],
        executableFolder: "/nonexistent/bin", isPrivileged: false), isolation: isolation)
  }

  private func setMode(_ mode: Int, _ url: URL) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: url.path())
  }

  /// The source of a plugin that records in which process its entry runs.
  private let telling = """
    #include <animator.h>
    #include <stdio.h>
    #include <stdlib.h>
    __attribute__((constructor)) static void loaded(void) {
      FILE *file = fopen(LOG, "a");
      if (file) { fputs("loaded\\n", file); fclose(file); }
    }

    """

  private func build(_ title: String = "knobs") throws {
    let fixture = try String(
      contentsOf: Workshop.fixtures.appending(path: "broken.c"), encoding: .utf8)
    try shop.build(
      text: telling + fixture + "\n/* \(title) */\n", as: "knobs", ["-DLOG=\"\(log.path())\""])
  }
  private var log: URL { home.folder.appending(path: "log") }
  /// The number of times that the plugin was loaded; a process loads a file only once.
  private var loads: Int {
    ((try? String(contentsOf: log, encoding: .utf8)) ?? "").split(separator: "\n").count
  }

  @Test func aKnownPluginIsNotLoadedToBeListed() throws {
    try build()
    let first = try #require(
      registry(isolation: .always).animator(named: "test.knobs")?.description)
    #expect(loads == 1)
    let second = try #require(
      registry(isolation: .always).animator(named: "test.knobs")?.description)
    #expect(loads == 1, "the second run read the cache")
    #expect(second.doc == first.doc && second.version == first.version)
    #expect(second.parameters == first.parameters && second.roles == first.roles)
    #expect(second.plugin == first.plugin && second.kind == first.kind)
    #expect(registry(isolation: .always).refusals.isEmpty)
  }

  @Test func anotherStateOfTheFileIsReadAnew() throws {
    try build()
    _ = registry(isolation: .always).animators
    try build("rebuilt")
    #expect(registry(isolation: .always).animator(named: "test.knobs") != nil)
    #expect(loads == 2)
  }

  @Test func aPluginThatIsGoneIsForgotten() throws {
    try build()
    _ = registry(isolation: .always).animators
    let old = shop.folder.appending(path: "knobs.so")
    try FileManager.default.moveItem(at: old, to: shop.folder.appending(path: "other.so"))
    #expect(registry(isolation: .always).animator(named: "test.knobs") != nil)
    let kept = try Data(contentsOf: file)
    #expect(kept.range(of: Data("/other.so".utf8)) != nil)
    #expect(kept.range(of: Data("/knobs.so".utf8)) == nil)
  }

  @Test func aDamagedCacheCountsAsEmpty() throws {
    try build()
    _ = registry(isolation: .always).animators
    let good = try Data(contentsOf: file)
    var broken: [Data] = [Data(), good.prefix(good.count / 2), good + [0]]
    for at in stride(from: 0, to: good.count, by: max(1, good.count / 40)) {
      var bytes = good
      bytes[at] ^= 0x41
      broken.append(bytes)
    }
    for (count, bytes) in broken.enumerated() {
      try bytes.write(to: file)
      try setMode(0o600, file)
      #expect(registry(isolation: .always).animator(named: "test.knobs") != nil)
      #expect(loads == count + 2)
      #expect(try Data(contentsOf: file) == good)
    }
  }

  @Test(arguments: [0o620, 0o602]) func aCacheThatOthersMayWriteIsNotRead(mode: Int) throws {
    try build()
    _ = registry(isolation: .always).animators
    try setMode(mode, file)
    #expect(registry(isolation: .always).animator(named: "test.knobs") != nil)
    #expect(loads == 2)
  }

  @Test func aFolderThatOthersMayWriteIsNotUsed() throws {
    try build()
    _ = registry(isolation: .always).animators
    try setMode(0o777, folder)
    let before = try Data(contentsOf: file)
    try build("rebuilt")
    #expect(registry(isolation: .always).animator(named: "test.knobs") != nil)
    #expect(try Data(contentsOf: file) == before, "nothing is written there")
  }

  @Test func aRefusedFileIsJudgedEveryTime() throws {
    try shop.write([1, 2, 3], to: "nothing.so")
    #expect(registry().refusals.count == 1)
    #expect(registry().refusals.count == 1)
    #expect(!FileManager.default.fileExists(atPath: file.path()))
  }
}
