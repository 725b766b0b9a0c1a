import PluginHosting
import PluginModel
import Foundation
import Scenes
import Testing

/// Tests where plugins are searched, which of several is used, and which folders are trusted.
@Suite struct SearchTests {
  private func search(
    options: [Workshop] = [], path: [Workshop] = [], home: Workshop? = nil,
    bundled: Workshop? = nil, isPrivileged: Bool = false
  ) -> AnimatorRegistry {
    var environment = ["ANIMATOR_PATH": path.map { $0.folder.path() }.joined(separator: ":")]
    environment["HOME"] = home?.folder.path()
    return AnimatorRegistry(
      PluginSearch(
        options: options.map { $0.folder.path() }, environment: environment,
        executableFolder: bundled?.folder.path() ?? "/nonexistent/bin", isPrivileged: isPrivileged))
  }

  @Test func foldersAreListedInOrder() throws {
    let (option, path) = (try Workshop(), try Workshop())
    let folders = search(options: [option], path: [path]).folders
    #expect(
      folders.map(\.source) == [
        .option, .environment, .standard, .standard, .standard, .bundled, .bundled,
      ])
    #expect(folders[0].exists && folders[1].exists && !folders[5].exists)
    #expect(folders[2].path == "/nonexistent/lib/animators")
    #expect(folders[5].path == "/nonexistent/lib/pipeline/animators")
    let privileged = search(options: [option], path: [path], home: path, isPrivileged: true).folders
    #expect(
      privileged.map(\.source) == [.option, .standard, .standard, .standard, .bundled, .bundled])
  }

  /// Below the prefix are the program's own plugins and, separately, all others, also in vendors' folders: one level
  /// down and no deeper.
  @Test func vendorsHaveFoldersBelowThePrefix() throws {
    let prefix = try Workshop()
    func folder(_ name: String) throws -> String {
      let path = prefix.folder.path() + "/" + name
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      return path
    }
    let own = try folder("lib/pipeline/animators")
    let (acme, deeper) = (try folder("lib/animators/acme"), try folder("lib/animators/acme/deeper"))
    let hidden = try folder("lib/animators/.hidden")
    func build(_ id: String, in folder: String) throws {
      let built = try prefix.build("broken.c", as: "libknobs", ["-DID=\"\(id)\""])
      try FileManager.default.moveItem(atPath: built, toPath: folder + "/libknobs.so")
    }
    try build("knobs", in: own)
    try build("acme.knobs", in: acme)
    try build("acme.deeper", in: deeper)
    try build("acme.hidden", in: hidden)
    var search = PluginSearch(environment: [:], isPrivileged: false)
    search.executableFolder = prefix.folder.path() + "/bin"
    let registry = AnimatorRegistry(search)
    #expect(registry.animators.map(\.id) == ["acme.knobs", "knobs"])
    #expect(registry.animators.map(\.isBundled) == [false, true])
    #expect(registry.refusals.map(\.reason) == [])
    #expect(registry.isBundled(own + "/libknobs.so") && !registry.isBundled(acme + "/libknobs.so"))

    // Users who may write the shared folder may replace a vendor's folder.
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o777], ofItemAtPath: prefix.folder.path() + "/lib/animators")
    #expect(
      AnimatorRegistry(search).refusals.map(\.reason) == [
        "is not trusted: \(prefix.folder.path())/lib/animators may be written by anyone"
      ])
  }

  @Test func theFirstFoundWinsAndTheOtherIsReported() throws {
    let (first, second) = (try Workshop(), try Workshop())
    try first.build("broken.c", as: "knobs")
    try second.build("broken.c", as: "knobs")
    let registry = search(options: [first], path: [second])
    let winner = try #require(registry.animator(named: "test.knobs")?.description)
    #expect(winner.plugin.hasPrefix(first.folder.path()))
    let refusal = try #require(registry.refusals.first)
    #expect(registry.refusals.count == 1 && refusal.kind == .duplicate)
    #expect(
      refusal.reason
        == "the animator test.knobs is not used, because \(winner.plugin) was found first")
  }

  /// An alias that another animator has already is reported too.
  @Test func anAliasThatIsTakenIsReported() throws {
    func source(_ id: String, alias: String) -> String {
      """
      #include "animator.h"
      static int32_t layout(const void *p, const animator_context *c, const animator_layer *const *in,
                            uint32_t n, animator_layer *const *out, uint32_t m) {
        (void)p, (void)c, (void)in, (void)n, (void)out, (void)m;
        return ANIMATOR_OK;
      }
      static const char *const aliases[] = {"\(alias)", NULL};
      static const animator_descriptor animator = {
        .size = sizeof animator, .kind = ANIMATOR_KIND_EFFECT, .id = "\(id)", .title = "T",
        .version = "1.0.0", .doc = "D.", .aliases = aliases, .duration_seconds = 1,
        .animates = ANIMATOR_PROPERTY_OPACITY, .layout = layout};
      ANIMATOR_PLUGIN(&animator);
      """
    }
    let workshop = try Workshop()
    let first = try workshop.build(text: source("test.first", alias: "test.both"), as: "a")
    try workshop.build(text: source("test.second", alias: "test.both"), as: "b")
    try workshop.build(text: source("test.third", alias: "test.first"), as: "c")
    let registry = search(options: [workshop])
    #expect(registry.animator(named: "test.both")?.description.id == "test.first")
    #expect(registry.animators.map(\.id) == ["test.first", "test.second", "test.third"])
    #expect(
      registry.refusals.map(\.reason) == [
        "the animator test.both is not used, because \(first) was found first",
        "the animator test.first is not used, because \(first) was found first",
      ])
  }

  @Test func bundledNamesAreReserved() throws {
    let (bundled, other) = (try Workshop(), try Workshop())
    try bundled.build("broken.c", as: "libknobs", ["-DID=\"knobs\""])
    try other.build("broken.c", as: "libknobs", ["-DID=\"knobs\""])
    let registry = search(options: [other], bundled: bundled)
    let knobs = registry.animator(named: "knobs")?.description
    #expect(knobs?.plugin.hasPrefix(bundled.folder.path()) == true)
    #expect(
      registry.refusals.map(\.reason) == [
        "adds an animator whose id \"knobs\" is a bare name, which only bundled animators may have;"
          + " call it vendor.knobs"
      ])
    #expect(registry.refusals(for: "knobs").count == 1)
  }

  @Test func writableByAnyoneIsNotTrusted() throws {
    let workshop = try Workshop()
    let plugin = try workshop.build("broken.c", as: "knobs")
    func permit(_ mode: Int, _ path: String) throws {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }
    try permit(0o777, workshop.folder.path())
    var registry = search(path: [workshop])
    #expect(registry.animator(named: "test.knobs") == nil)
    #expect(registry.refusals.map(\.kind) == [.untrusted])
    #expect(
      registry.refusals(for: "acme.knobs").map(\.reason) == [
        "is not trusted: every user may write to the folder"
      ])

    try permit(0o755, workshop.folder.path())
    try permit(0o666, plugin)
    registry = search(path: [workshop])
    #expect(registry.animator(named: "test.knobs") == nil)
    #expect(
      registry.refusals.map(\.reason) == ["is not trusted: every user may write to the file"])

    // A folder on the command line is the user's choice, so it only causes a warning; a link has no effect.
    registry = search(options: [workshop])
    #expect(registry.animator(named: "test.knobs") != nil)
    #expect(registry.warnings.count == 1)
    let linked = try Workshop()
    try FileManager.default.createSymbolicLink(
      atPath: linked.folder.path() + "/link.so", withDestinationPath: plugin)
    #expect(search(path: [linked]).animator(named: "test.knobs") == nil)
  }

  @Test(arguments: ["OLDER", "NEWER"]) func otherSizesOfStructs(age: String) throws {
    let workshop = try Workshop()
    try workshop.build("sizes.c", as: "sizes", ["-D\(age)"])
    let animator = try #require(
      workshop.registry.animator(named: "test.sizes"), "\(workshop.registry.refusals)")
    let description = animator.description
    #expect(description.hasLayout && !description.hasPixels)
    #expect(description.parameters.map(\.name) == ["amount"])
    #expect(description.roles.map(\.name) == ["subject"])
    let bound = try BoundAnimator(
      animator, values: [.double(0.25)],
      stepContext: StepContext(
        duration: FrameTime(seconds: 1), container: Size(1, 1), roleCounts: [1]))
    let input = LayerProperties(frame: .unit)
    var outputs = [input]
    try bound.layout(StepMoment(progress: 0, time: .zero), inputs: [input], outputs: &outputs)
    #expect(outputs[0].opacity == 0.25)
  }
}
