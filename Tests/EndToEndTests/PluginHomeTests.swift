import Foundation
import TestSupport
import Testing

/// Tests plugins that are passed on: packed, installed under another home folder, locked, updated and removed, with
/// their messages.
@Suite struct PluginHomeTests {
  private let folder: Folder
  private var environment: [String: String] { ["HOME": folder.path("home")] }

  init() throws {
    folder = try Folder()
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "home"), withIntermediateDirectories: true)
  }

  private func pipeline(_ words: String...) throws -> Program.Result {
    try Program.pipeline(words, in: folder.url, environment: environment)
  }

  private func build(_ source: String, _ output: String, _ flags: [String] = []) throws {
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: output).deletingLastPathComponent(),
      withIntermediateDirectories: true)
    let built = try Program.tool(
      "cc",
      ["-shared", "-fPIC", "-g", "-Wno-unused-parameter"] + flags + [
        "-I\(Program.root.appending(path: "Sources/CAnimator/include").path(percentEncoded: false))",
        source, "-o", folder.path(output),
      ], in: folder.url)
    try #require(built.status == 0, "\(built.summary)")
  }

  private let document = """
    { "version": 1, "canvas": { "size": [64, 64], "scale": 1, "fps": 10 },
      "vars": { "name": "acme.talk", "mode": 0 },
      "layers": [ { "id": "box", "frame": [16, 16, 32, 32], "backgroundColor": "#c00" } ],
      "timeline": { "id": "hop", "animator": "${name}", "layers": { "subject": "box" },
                    "params": { "mode": "${mode}" }, "duration": 0.4, "easing": "linear" } }
    """

  private func talk(_ version: String, _ output: String) throws {
    try build(
      Program.root.appending(path: "Tests/Fixtures/plugins/talk.c").path(percentEncoded: false),
      output, ["-DVERSION=\"\(version)\""])
  }

  /// An update renames a parameter. The documents are one that sets the parameter through a variable, one that does not
  /// set it, and one that was invalid before.
  @Test func anUpdateSaysWhatChanged() throws {
    try talk("1.0.0", "one.so")
    let source = try String(
      contentsOf: Program.root.appending(path: "Tests/Fixtures/plugins/talk.c"), encoding: .utf8)
    try folder.write(source.replacing("mode", with: "level"), to: "two.c")
    try build("two.c", "two.so", ["-DVERSION=\"2.0.0\""])
    try folder.write(document, to: "films/film.json")
    try folder.write(
      document.replacing(#""mode": "${mode}""#, with: ""), to: "films/fine.json")
    try folder.write(document.replacing("box\" },", with: "bax\" },"), to: "films/invalid.json")
    var seen = try pipeline("plugin", "install", "one.so", "--untested")
    #expect(seen.status == 0 && !seen.errors.contains("is new"), "\(seen.summary)")
    seen = try pipeline("plugin", "install", "two.so", "--untested")
    #expect(seen.status == 0, "\(seen.summary)")
    for line in [
      "  acme.talk: parameter mode is gone\n",
      "  acme.talk: parameter level is new: number, 0…3, default 0\n",
      "films/film.json:5:", "acme.talk has no parameter \"mode\"",
    ] {
      #expect(seen.errors.contains(line), "\(seen.summary)")
    }
    #expect(!seen.errors.contains("fine.json") && !seen.errors.contains("bax"), "\(seen.summary)")
  }

  /// Follows a plugin from `plugin new` to an archive that another user installs, requires in a document, and updates.
  @Test func goesFromItsAuthorToOthers() throws {
    var seen = try pipeline("plugin", "new", "acme.glide", "--language", "c")
    #expect(seen.status == 0, "\(seen.summary)")
    let source = try String(
      contentsOf: folder.url.appending(path: "acme.glide/glide.c"), encoding: .utf8)
    try build("acme.glide/glide.c", "acme.glide/build/glide.so")
    seen = try pipeline("plugin", "pack", "acme.glide", "-o", "one.tar.gz")
    #expect(seen.status == 0 && seen.output.contains("one.tar.gz"), "\(seen.summary)")
    #expect(seen.errors.contains("licence"), "\(seen.summary)")
    let packed = try folder.data("one.tar.gz")
    _ = try pipeline("plugin", "pack", "acme.glide", "-o", "again.tar.gz")
    #expect(try folder.data("again.tar.gz") == packed)
    seen = try pipeline("plugin", "install", "one.tar.gz")
    #expect(seen.status == 0 && seen.errors.contains("checks passed"), "\(seen.summary)")
    #expect(seen.errors.contains("skipped: "), "\(seen.summary)")
    let home = "home/.local/lib/animators/acme.glide"
    #expect(
      Set(try folder.files(in: home)) == [
        "animator.json", "examples", "glide.so", "installed.json",
      ])

    seen = try pipeline("transition", "acme.glide", "-o", "a.png", "--print-json")
    try folder.write(seen.output, to: "film.json")
    seen = try pipeline(
      "run", "film.json", "-o", "f-%02d.png", "--frames", "0-1", "--lock", "film.lock")
    #expect(seen.status == 0, "\(seen.summary)")
    seen = try pipeline(
      "run", "film.json", "-o", "f-%02d.png", "--frames", "0-1", "--locked", "film.lock")
    #expect(seen.status == 0, "\(seen.summary)")

    // The author publishes an update.
    try folder.write(source.replacing("\"1.0.0\"", with: "\"1.2.0\""), to: "acme.glide/glide.c")
    try build("acme.glide/glide.c", "acme.glide/build/glide.so")
    _ = try pipeline("plugin", "pack", "acme.glide", "-o", "two.tar.gz")
    seen = try pipeline("plugin", "install", "two.tar.gz", "--untested")
    #expect(seen.output.contains("1.2.0, which was 1.0.0"), "\(seen.summary)")
    seen = try pipeline(
      "run", "film.json", "-o", "f-%02d.png", "--frames", "0-1", "--locked", "film.lock")
    #expect(seen.status == 77, "\(seen.summary)")
    for word in ["acme.glide", "version 1.0.0, SHA-256", "version 1.2.0, SHA-256"] {
      #expect(seen.errors.contains(word), "\(word): \(seen.summary)")
    }
    seen = try pipeline("plugin", "list", "--json")
    #expect(seen.output.contains(#""name":"acme.glide","version":"1.2.0""#), "\(seen.summary)")
    #expect(try pipeline("plugin", "verify").status == 0)
    try folder.write("{}", to: "\(home)/animator.json")
    #expect(try pipeline("plugin", "verify", "acme.glide").status == 1)
    _ = try pipeline("plugin", "install", "two.tar.gz", "--untested")
    seen = try pipeline("plugin", "remove", "acme.glide")
    #expect(seen.status == 0, "\(seen.summary)")
    #expect(try folder.files(in: "home/.local/lib/animators").isEmpty)
    #expect(try pipeline("run", "film.json", "-o", "g-%02d.png").status == 65)
    #expect(try pipeline("plugin", "remove", "acme.glide").status == 66)
  }

  /// Tests archives that exceed the permissions of a package, each with its message.
  @Test func refusesHostileArchives() throws {
    try talk("1.0.0", "pack/talk.so")
    let manifest = #"{"name": "acme.talk", "files": {"x86_64": ["talk.so"]}}"#
    func tar(_ script: String) throws -> Program.Result {
      let made = try Program.shell(
        ["-c", "rm -rf p a.tar.gz; mkdir p; cd p; \(script)"], in: folder.url)
      try #require(made.status == 0, "\(made.summary)")
      return try pipeline("plugin", "install", "a.tar.gz", "--untested")
    }
    let start = "cp ../pack/talk.so .; echo '\(manifest)' > animator.json;"
    let cases: [(script: String, status: Int32, says: String)] = [
      ("\(start) tar czf ../a.tar.gz *", 0, "acme.talk 1.0.0"),
      ("\(start) ln -s /etc/passwd x; tar czf ../a.tar.gz *", 77, "\"x\" is a link"),
      ("\(start) ln talk.so x.so; tar czf ../a.tar.gz *", 77, "is a link"),
      ("\(start) tar czPf ../a.tar.gz animator.json ../p/talk.so", 77, "not a path inside"),
      ("\(start) tar czPf ../a.tar.gz animator.json $PWD/talk.so", 77, "not a path inside"),
      (
        "\(start) tar cf ../a.tar *; tar rf ../a.tar talk.so; gzip ../a.tar", 77,
        "is in the archive twice"
      ),
      ("\(start) mkfifo f; tar czf ../a.tar.gz *", 77, "neither a file nor a folder"),
      (
        "\(start) truncate -s 200M zeros; tar czf ../a.tar.gz *", 77,
        "unpacks to more than 64 MiB"
      ),
      ("\(start) echo x > stray; tar czf ../a.tar.gz *", 65, "does not name"),
      ("\(start) rm talk.so; tar czf ../a.tar.gz *", 65, "which is not in the archive"),
      ("\(start) rm animator.json; tar czf ../a.tar.gz *", 65, "has no animator.json"),
      ("\(start) tar czf ../b.tar.gz *; head -c 900 ../b.tar.gz > ../a.tar.gz", 65, "damaged"),
      ("\(start) head -c 4096 /dev/urandom | gzip > ../a.tar.gz", 65, "tar archive"),
      (
        "\(start) printf '\\267' | dd of=talk.so bs=1 seek=18 conv=notrunc status=none;"
          + " tar czf ../a.tar.gz *", 65, "is built for AArch64; this host is x86-64"
      ),
      (
        "\(start) sed -i s/x86_64/aarch64/ animator.json; tar czf ../a.tar.gz *", 65,
        "has plugins for aarch64"
      ),
      (
        "\(start) sed -i 's/\"talk.so\"/\"..\\/talk.so\"/' animator.json; tar czf ../a.tar.gz *",
        77,
        "/files/x86_64/0"
      ),
    ]
    for (script, status, says) in cases {
      let seen = try tar(script)
      #expect(seen.status == status, "\(script): \(seen.summary)")
      #expect((seen.errors + seen.output).contains(says), "\(script): \(seen.summary)")
      #expect(
        try folder.files(in: "home/.local/lib/animators") == ["acme.talk"], "\(script)")
    }
  }

  /// The operator `@>=` selects the first plugin that is new enough, and lists the existing versions if none is.
  @Test func asksForAVersion() throws {
    try talk("1.2.0", "old/talk.so")
    try talk("1.10.0", "new/talk.so")
    try folder.write(document, to: "doc.json")
    func validate(_ name: String) throws -> Program.Result {
      try pipeline(
        "validate", "doc.json", "--plugins", "old", "--plugins", "new", "--set", "name=\(name)")
    }
    #expect(try validate("acme.talk@>=1.2").errors.contains("old/talk.so (1.2.0) is used"))
    #expect(try validate("acme.talk@>=1.3").errors.contains("new/talk.so (1.10.0) is used"))
    #expect(try validate("acme.talk").errors.contains("acme.talk is in two plugins"))
    #expect(try validate("acme.talk").status == 0)
    for (name, says) in [
      ("acme.talk@>=2", "their versions are 1.2.0, 1.10.0"), ("acme.talk@2", "@>=1.2"),
      ("acme.walk@>=1", "no animator"),
    ] {
      let seen = try validate(name)
      #expect(seen.status == 65 && seen.errors.contains(says), "\(name): \(seen.summary)")
    }
  }

  /// A template that draws pixels passes the checks, of which `--only` selects some by number, and an animator; the
  /// debugger gets arguments that load the plugin under its own name.
  @Test func drawsPixelsAndIsDebugged() throws {
    var seen = try pipeline("plugin", "new", "acme.wipe", "--language", "c", "--kind", "pixels")
    #expect(seen.status == 0, "\(seen.summary)")
    try build(
      "acme.wipe/wipe.c", "acme.wipe/build/wipe.so", ["-Wall", "-Wextra", "-Werror", "-std=c11"])
    seen = try pipeline(
      "plugin", "test", "acme.wipe/build/wipe.so", "--only", "acme.wipe", "--only", "30-36,41-47")
    #expect(seen.status == 0 && seen.output.contains("14 checks: 14 passed"), "\(seen.summary)")
    seen = try pipeline(
      "plugin", "test", "acme.wipe/build/wipe.so", "--only", "acme.other", "--only", "7")
    #expect(seen.status == 1 && seen.output.contains("no animator acme.other"), "\(seen.summary)")
    seen = try pipeline(
      "plugin", "debug", "acme.wipe/build/wipe.so", "acme.wipe/demo.json", "--at", "0.2", "--break",
      "the_pixels", "--dry-run")
    if seen.status == 69 { return LeftOut.tell("plugin debug: neither gdb nor lldb is installed") }
    for word in ["--isolate never", "frame acme.wipe/demo.json --at 0.2", "the_pixels"] {
      #expect(seen.output.contains(word), "\(word): \(seen.summary)")
    }
  }

  /// Every plugin of the author's guide compiles without warnings and is found.
  @Test func theGuidesPluginsWork() throws {
    let page = try String(
      contentsOf: Program.root.appending(path: "Documentation/animators.md"), encoding: .utf8)
    let blocks = page.components(separatedBy: "```c\n").dropFirst().map {
      $0.components(separatedBy: "\n```")[0] + "\n"
    }
    #expect(blocks.count > 3)
    for (i, block) in blocks.enumerated() {
      try folder.write(block, to: "guide-\(i).c")
      try build("guide-\(i).c", "guide/\(i).so", ["-Wall", "-Wextra", "-Werror", "-std=c11"])
    }
    let seen = try pipeline("plugin", "list", "--plugins", "guide")
    let names = seen.output.split(separator: "\n").filter { $0.hasPrefix("guide.") }
    #expect(names.count == blocks.count, "\(seen.summary)")

    let list = try #require(
      page.components(separatedBy: "```json\n").first { $0.contains("\"files\"") })
    try folder.write(list.components(separatedBy: "\n```")[0], to: "hop/animator.json")
    for (name, text) in [
      ("LICENSE", "MIT"), ("demo.json", "{}"), ("art/readme.txt", "-"),
      ("animator_data/table.bin", "1"),
    ] { try folder.write(text, to: "hop/\(name)") }
    try build("guide-0.c", "hop/build/hop.so")
    let packed = try pipeline("plugin", "pack", "hop", "-o", "hop.tar.gz")
    #expect(packed.status == 0, "\(packed.summary)")
  }

  /// The output and the log of a plugin are shown, limited, and never mixed with raw frames.
  @Test func isHeard() throws {
    try talk("1.0.0", "p/talk.so")
    try folder.write(document, to: "doc.json")
    func run(_ mode: Int, _ words: [String] = []) throws -> Program.Result {
      try Program.pipeline(
        ["run", "doc.json", "--plugins", "p", "-o", "-", "--set", "mode=\(mode)"] + words,
        in: folder.url, environment: environment)
    }
    let quiet = try run(0)
    let loud = try run(1)
    #expect(loud.status == 0 && loud.data == quiet.data)
    for line in [
      "step hop: acme.talk printed: hello", "frame 2 at 0.2 s: step hop: acme.talk: logged",
      #"red \u{1b}[31m"#,
    ] {
      #expect(loud.errors.contains(line), "\(line): \(loud.errors)")
    }
    let many = try run(2)
    #expect(many.errors.split(separator: "\n").count { $0.contains("printed") } == 100)
    #expect(
      many.errors.contains("more lines from talk.so are not shown"), "\(many.errors.suffix(300))")
    #expect(try run(2, ["-q"]).errors.isEmpty)
    let crash = try run(3)
    #expect(
      crash.status == 76 && crash.errors.contains("signal 11 in deep + 0x"), "\(crash.errors)")
    if try Program.shell(["-c", "command -v addr2line"], in: folder.url).status == 0 {
      #expect(crash.errors.contains("(talk.c:"), "\(crash.errors)")
    }
    let doc = try pipeline("plugin", "doc", "acme.talk", "--plugins", "p")
    #expect(doc.output.contains("licence   MIT") && doc.output.contains("https://example.org"))
  }
}
