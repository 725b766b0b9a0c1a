import Foundation
import TestSupport
import Testing

extension InstalledTests {
  /// The files that `make install` copies work without the source tree, and are removed completely.
  @Suite struct InstallTests {
    /// No program loads libraries of the toolchain or of the build.
    @Test func loadsNothingOfTheToolchain() throws {
      let prefix = try Installed.here
      let outside = [try Installed.runtime.get(), Program.root.path(percentEncoded: false)]
      let folders = [
        "usr/bin", "usr/lib/pipeline", "usr/lib/pipeline/animators", "usr/lib/pipeline/bridges",
      ]
      let below = ["animators", "bridges", "manifest"]
      for folder in folders {
        for name in try prefix.files(in: folder) where !below.contains(name) {
          let loads = try Program.tool("ldd", [prefix.path("\(folder)/\(name)")])
          #expect(loads.status == 0, "\(name): \(loads.summary)")
          #expect(!loads.output.contains("not found"), "\(name): \(loads.output)")
          for place in outside {
            #expect(!loads.output.contains(place), "\(name): \(loads.output)")
          }
        }
      }
      let plugins = try FileManager.default.contentsOfDirectory(
        at: Program.root.appending(path: "Plugins"), includingPropertiesForKeys: nil)
      #expect(
        try prefix.files(in: "usr/lib/pipeline/animators")
          == plugins.filter(\.hasDirectoryPath).map { "lib\($0.lastPathComponent).so" }.sorted())
    }

    /// Renders a video with a plugin in Swift and a third-party plugin, while empty folders cover the toolchain and the
    /// build.
    @Test func runsWithTheToolchainGone() throws {
      let prefix = try Installed.here
      let folder = try Folder()
      let runtime = URL(filePath: try Installed.runtime.get())
      // The path is …/usr/lib/swift/linux, so `usr` contains a whole toolchain in a separate place.
      let usr = runtime.deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
      let hidden = usr.path() == "/usr/" ? runtime : usr
      let script = """
        set -e
        mount -t tmpfs none \(hidden.path(percentEncoded: false))
        for build in \(Program.root.path(percentEncoded: false))/.build*; do
          mount -t tmpfs none "$build"
        done
        ! command -v swift
        pipeline init look
        pipeline run look/pipeline.json
        pipeline transition turn -o turn.gif
        pipeline plugin new soft-wipe --language c
        make -C soft-wipe
        (cd soft-wipe && pipeline run demo.json)
        effect=/usr/lib/frei0r-1/tint0r.so
        [ ! -e $effect ] || pipeline plugin import frei0r $effect --to imported
        pipeline plugin export frei0r cube --to exported
        ! LC_ALL=C ldd exported/*.so | grep 'not found'
        """
      let root = getuid() == 0 ? [] : ["-r"]
      guard try Program.tool("unshare", root + ["-m", "true"]).status == 0 else {
        // In this case only the list of loaded libraries is tested.
        return LeftOut.tell("no folder may be mounted over the toolchain here")
      }
      let result = try Program.run(
        URL(filePath: "/usr/bin/env"),
        [
          "-i", "PATH=\(prefix.path("usr/bin")):/usr/bin:/bin", "HOME=\(folder.path(""))",
          "unshare",
        ] + root + ["-m", "sh", "-c", script], in: folder.url)
      #expect(result.status == 0, "\(result.summary)")
      #expect(try folder.data("look/out/transition.mp4").count > 1000)
      #expect(try folder.data("turn.gif").count > 1000)
      #expect(try folder.data("soft-wipe/out/soft-wipe.gif").count > 1000)
    }

    /// A plugin below the prefix, or in a vendor's folder there, is found, runs in a worker, and cannot take the name
    /// of a bundled plugin.
    @Test func findsPluginsOfOthersBelowThePrefix() throws {
      let prefix = try Folder()
      try FileManager.default.copyItem(
        atPath: Installed.here.path("usr"), toPath: prefix.path("usr"))
      let source = Program.root.appending(path: "Tests/Fixtures/plugins/broken.c")
      for (place, id) in [("theirs.so", "their.knobs"), ("acme/libcube.so", "acme.knobs")] {
        let file = URL(filePath: prefix.path("usr/lib/animators/\(place)"))
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        let built = try Program.tool(
          "cc",
          [
            "-shared", "-fPIC", "-I\(prefix.path("usr/include"))", "-DID=\"\(id)\"",
            source.path(percentEncoded: false), "-o", file.path(percentEncoded: false),
          ])
        try #require(built.status == 0, "\(built.summary)")
      }
      let listed = try Program.run(
        URL(filePath: prefix.path("usr/bin/pipeline")), ["plugin", "list", "--json"], in: prefix.url
      )
      #expect(listed.status == 0, "\(listed.summary)")
      struct List: Decodable {
        struct Animator: Decodable {
          var id: String
          var plugin: String
          var bundled: Bool
        }
        var animators: [Animator]
      }
      let animators = try JSONDecoder().decode(List.self, from: Data(listed.output.utf8)).animators
      func at(_ place: String) throws -> [String] {
        animators.filter { $0.plugin.hasSuffix("/lib/animators/\(place)") }
          .map { "\($0.id) \($0.bundled)" }
      }
      #expect(try at("theirs.so") == ["their.knobs false"], "\(listed.output)")
      #expect(try at("acme/libcube.so") == ["acme.knobs false"], "\(listed.output)")
      #expect(animators.contains { $0.id == "cube" && $0.bundled })
    }

    @Test func tellsWhereThingsAre() throws {
      let prefix = try Installed.here
      let environment = ["PKG_CONFIG_PATH": prefix.path("usr/lib/pkgconfig")]
      func ask(_ question: String) throws -> String {
        try Program.run(
          URL(filePath: "/usr/bin/env"), ["pkg-config", question, "animator"], in: prefix.url,
          environment: environment
        ).output.trimmed
      }
      let data = URL(filePath: try ask("--variable=datadir")).standardizedFileURL
      #expect(data.path(percentEncoded: false) == prefix.path("usr/share/animator"))
      #expect(try ask("--modversion") == "1.3")
      #expect(try ask("--cflags").hasPrefix("-I\(prefix.path("usr"))"))

      let pages = try prefix.files(in: "usr/share/man/man1")
      let sections = ["NAME", "SYNOPSIS", "EXIT STATUS", "ENVIRONMENT", "FILES"]
      for page in pages {
        let manual = String(decoding: try prefix.data("usr/share/man/man1/\(page)"), as: UTF8.self)
        for section in sections {
          let isThere = [".SH \(section)\n", ".SH \"\(section)\"\n"].contains(
            where: manual.contains)
          #expect(isThere, "\(page) has no section \(section)")
        }
      }
      for command in ["", "-run", "-transition", "-plugin-new", "-plugin-list", "-golden-update"] {
        #expect(pages.contains("pipeline\(command).1"))
      }
      let formatted = try Program.tool(
        "man", ["--warnings", "-l"] + pages.map { prefix.path("usr/share/man/man1/\($0)") })
      #expect(formatted.status != 0 || formatted.errors.isEmpty, "\(formatted.errors)")
      for script in [
        "bash-completion/completions/pipeline", "zsh/site-functions/_pipeline",
        "fish/vendor_completions.d/pipeline.fish",
      ] {
        #expect(try prefix.data("usr/share/\(script)").count > 1000)
      }
    }

    /// The guide, the reference and the examples are where `init` says, their links are valid, and an example runs from
    /// there.
    @Test func bringsItsManual() throws {
      let prefix = try Installed.here
      let folder = try Folder()
      let program = URL(filePath: prefix.path("usr/bin/pipeline"))
      let made = try Program.run(program, ["init", "demo"], in: folder.url)
      let manual = prefix.path("usr/share/doc/pipeline")
      #expect(made.errors.contains("guide: \(manual)/Documentation/guide.md\n"), "\(made.summary)")
      #expect(made.errors.contains("examples: \(manual)/Examples\n"), "\(made.summary)")
      for page in ["Documentation/guide.md", "Documentation/reference.md", "Examples/README.md"] {
        let file = URL(filePath: manual).appending(path: page)
        let text = try String(contentsOf: file, encoding: .utf8)
        let links = text.matches(of: /\]\(([^)#:]+)\)/).map(\.1)
        #expect(page == "Documentation/reference.md" || links.count > 3, "\(page)")
        for link in links {
          let place = file.deletingLastPathComponent().appending(path: String(link))
          #expect(FileManager.default.fileExists(atPath: place.path), "\(page): \(link)")
        }
      }
      let example = "\(manual)/Examples/turn/pipeline.json"
      let run = try Program.run(
        program, ["run", example, "-o", "turn.gif", "--scale", "0.25"], in: folder.url)
      #expect(run.status == 0, "\(run.summary)")
      #expect(try folder.data("turn.gif").count > 1000)
    }

    /// Tests an installation below DESTDIR, over an older one, beside a third-party plugin.
    @Test(.long) func goesWithoutATrace() throws {
      let folder = try Folder()
      let place = ["DESTDIR=\(folder.path("stage"))", "PREFIX=/opt/pipeline"]
      try FileManager.default.createDirectory(
        atPath: folder.path("stage/opt"), withIntermediateDirectories: true)
      try FileManager.default.copyItem(
        atPath: Installed.here.path("usr"), toPath: folder.path("stage/opt/pipeline"))
      let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path("stage"))
      let manifest = "stage/opt/pipeline/lib/pipeline/manifest"
      let listed = String(decoding: try folder.data(manifest), as: UTF8.self)
      try folder.write(listed + "share/animator/older.txt\n", to: manifest)
      try folder.write("older", to: "stage/opt/pipeline/share/animator/older.txt")
      try Installed.make("install", place)
      #expect(
        try FileManager.default.subpathsOfDirectory(atPath: folder.path("stage")).sorted()
          == files.sorted())
      try folder.write("theirs", to: "stage/opt/pipeline/lib/animators/theirs.so")
      try Installed.make("uninstall", place)
      let left = try FileManager.default.subpathsOfDirectory(
        atPath: folder.path("stage/opt/pipeline")
      )
      .filter { !["bin", "include", "lib", "share"].contains($0) }
      #expect(left.sorted() == ["lib/animators", "lib/animators/theirs.so"])
    }
  }
}
