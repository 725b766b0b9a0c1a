// swift-tools-version: 6.2
import PackageDescription

/// The settings of every Swift target of ours.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .strictMemorySafety(),
  // A module for others and its code in one go: apart, each is optimised twice, which took four tenths of a
  // clean build.
  .unsafeFlags(["-no-emit-module-separately-wmo"], .when(configuration: .release)),
]

/// Without fused multiply-adds the same source gives the same bits on every x86-64 machine.
let exactC: [CSetting] = [.unsafeFlags(["-O2", "-ffp-contract=off", "-Wall", "-Wextra"])]

/// For C that puts files into the program, by C23's #embed.
let embeddingC: [CSetting] = exactC + [.unsafeFlags(["-std=gnu23"])]

/// Where Debian keeps the headers of Pango. pkg-config knows them too, but names -pthread,
/// at which SwiftPM warns in every build.
let drawing: [CSetting] = [
  .unsafeFlags(
    [
      "include/pango-1.0", "include/harfbuzz", "include/cairo",
      "include/freetype2", "include/glib-2.0",
      "lib/x86_64-linux-gnu/glib-2.0/include",
    ].map { "-I/usr/\($0)" })
]

/// For helpers in C: SwiftPM links them as if they were Swift, and loading Swift's library takes longer
/// than all else that they do to start. Copies of bridges lie where that library is not found.
let withoutSwift: [LinkerSetting] = [
  .unsafeFlags([
    "-nostartfiles", "-Xclang-linker",
    "--config=\(Context.packageDirectory)/Sources/Platform/helpers.cfg",
  ])
]

/// A library target, which imports only the modules that it names.
func module(_ part: String, _ name: String, _ modules: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: modules, path: "Sources/\(part)/\(name)", swiftSettings: strict)
}

/// The parser of the command line's words.
let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser")

/// A program whose calls are commands.
func commandProgram(_ part: String, _ name: String, _ modules: [Target.Dependency]) -> Target {
  .executableTarget(
    name: name, dependencies: modules + ["CommandLine", argumentParser],
    path: "Sources/\(part)/\(name)", swiftSettings: strict)
}

/// A library target whose loops are felt: optimised in debug builds too, which `make run`, the tests and the
/// daily loop use. As a whole: file by file, the optimiser repeats a quarter of its work.
func hotModule(_ part: String, _ name: String, _ modules: [Target.Dependency] = []) -> Target {
  .target(
    name: name, dependencies: modules, path: "Sources/\(part)/\(name)",
    swiftSettings: strict + [
      .unsafeFlags(["-O", "-wmo", "-num-threads", "1"], .when(configuration: .debug))
    ])
}

/// Tests that compute little themselves: not optimised, they build in half the time.
///
/// No test names the programs that it starts: a build of the tests builds them all, and tests that named
/// one would be compiled only after it is linked.
func tests(_ name: String, _ modules: [Target.Dependency], _ exclude: [String] = []) -> Target {
  .testTarget(
    name: name, dependencies: modules + ["TestSupport"], exclude: exclude,
    swiftSettings: strict + [.unsafeFlags(["-Onone"])])
}

/// Tests that compare many pixels or numbers: optimised in debug builds too.
func heavyTests(_ name: String, _ modules: [Target.Dependency], _ exclude: [String] = []) -> Target
{
  .testTarget(
    name: name, dependencies: modules + ["TestSupport"], exclude: exclude,
    swiftSettings: strict + [.unsafeFlags(["-O"])])
}

/// Ours too: a plugin exports its entry and nothing else.
let onlyTheEntry: [LinkerSetting] = [
  .unsafeFlags(["-Xlinker", "--version-script=\(Context.packageDirectory)/Plugins/animator.map"])
]

/// One animator plugin in C: needs only the header. Under the address sanitizer a red zone around the
/// plugin's note would hide it from the host, so constants have none.
func pluginInC(_ name: String) -> Target {
  .target(
    name: name, dependencies: ["CAnimator"], path: "Plugins/\(name)", publicHeadersPath: ".",
    cSettings: exactC + [.unsafeFlags(["-mllvm", "-asan-globals=0"])],
    linkerSettings: onlyTheEntry + [.linkedLibrary("m")])
}

/// One animator plugin in Swift: needs only AnimatorKit.
func pluginInSwift(_ name: String) -> Target {
  .target(
    name: name, dependencies: ["AnimatorKit"], path: "Plugins/\(name)",
    linkerSettings: onlyTheEntry)
}

let plugins = [
  pluginInSwift("cover-fade"),
  pluginInSwift("shadow-lift"),
  pluginInSwift("move-and-scale"),
  pluginInC("ripple-reveal"),
  pluginInC("circle-reveal"),
  pluginInC("cross-dissolve"),
  pluginInC("cross-fade"),
  pluginInC("slide"),
  pluginInC("soft-wipe"), pluginInC("pixel-fade"),
  pluginInC("displace"), pluginInC("trail"), pluginInC("lens"),
  pluginInC("system-push"), pluginInC("system-sheet"),
  pluginInC("flip"),
  pluginInC("checkerboard"),
  pluginInC("cube"),
  pluginInC("portal"),
  pluginInC("fold"),
  pluginInC("functions"),
  pluginInSwift("turn"),
  pluginInSwift("explode"),
  pluginInSwift("cards"),
  pluginInSwift("natural-geographic"),
]

/// libFuzzer brings a `main` of its own, so it is there only where the fuzzer is linked: `make fuzz`.
let fuzzing: [Target] =
  Context.environment["PIPELINE_FUZZ"] == nil
  ? []
  : [
    .executableTarget(
      name: "fuzz", dependencies: ["FuzzTargets"], path: "Tests/Fuzz/LibFuzzer",
      swiftSettings: strict)
  ]

let package = Package(
  name: "pipeline",
  products: [
    .executable(name: "pipeline", targets: ["pipeline"]),
    .executable(name: "pipeline-measure", targets: ["pipeline-measure"]),
    .executable(name: "pipeline-import", targets: ["pipeline-import"]),
    .executable(name: "pipeline-studio", targets: ["pipeline-studio"]),
    .executable(name: "pipeline-farm", targets: ["pipeline-farm"]),
    .executable(name: "pipeline-png", targets: ["pipeline-png"]),
    .executable(name: "pipeline-media", targets: ["pipeline-media"]),
    .executable(name: "pipeline-draw", targets: ["pipeline-draw"]),
    .executable(name: "pipeline-svg", targets: ["pipeline-svg"]),
    .executable(name: "pipeline-lottie", targets: ["pipeline-lottie"]),
    .executable(name: "pipeline-preview", targets: ["pipeline-preview"]),
    .executable(name: "pipeline-worker", targets: ["pipeline-worker"]),
    .executable(name: "pipeline-check", targets: ["pipeline-check"]),
    .library(name: "AnimatorKit", targets: ["AnimatorKit"]),
    .library(name: "Pipeline", targets: ["Pipeline"]),
    // Installed as libpipeline.so, whose product would have the name of the program; libpipeline.so.1 is
    // another library in Debian, which man needs.
    .library(name: "pipeline-engine", type: .dynamic, targets: ["LibPipeline"]),
    .library(name: "frei0r-bridge", type: .dynamic, targets: ["frei0r-bridge"]),
    .library(name: "export-bridge", type: .dynamic, targets: ["export-bridge"]),
  ] + plugins.map { .library(name: $0.name, type: .dynamic, targets: [$0.name]) },
  dependencies: [
    // Exactly this version: `ParserWords` matches its sentences.
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2")
  ],
  targets: [
    // The plugin boundary.
    .target(name: "CAnimator"),
    .target(
      name: "AnimatorKit", dependencies: ["CAnimator"], path: "Sources/Plugins/AnimatorKit",
      swiftSettings: strict),
    .systemLibrary(
      name: "CFFI", path: "Sources/Plugins/CFFI", pkgConfig: "libffi",
      providers: [.apt(["libffi-dev"])]),
    .target(
      name: "CHosting", dependencies: ["CAnimator", "CFFI"], path: "Sources/Plugins/CHosting",
      cSettings: exactC),
    .target(name: "CSandbox", path: "Sources/Platform/CSandbox", cSettings: exactC),
    module(
      "Plugins", "PluginHosting",
      [
        "PluginModel", "CAnimator", "CHosting", "CProcess", "CSandbox", "Files", "Scenes",
        "Threading",
      ]),

    // The ground floor: files, which every module above reads and writes in the same way.
    .target(name: "CFiles", path: "Sources/Platform/CFiles", cSettings: exactC),
    module("Platform", "Files", ["CFiles"]),

    // Threads that end with their work.
    module("Platform", "Threading"),

    // The line that data follows.
    hotModule("Timeline", "Scenes"),
    // How the web and files write values: base 64, colours of CSS, path data, matrices.
    module("Timeline", "Formats", ["Scenes"]),
    // JSON with its variables, the place of each value, and the problems that a reader finds there.
    module("Timeline", "JSON", ["Files", "Scenes"]),
    // Edits of a document's text.
    module(
      "Timeline", "Editing", ["Documents", "JSON"]),
    // Its forms are values made of closures. Specialised for each other they take a third of the time in which it
    // is compiled, for which everything else waits, and read no document faster.
    .target(
      name: "Documents", dependencies: ["Files", "Formats", "JSON", "PluginModel", "Scenes"],
      path: "Sources/Timeline/Documents",
      swiftSettings: strict + [
        .unsafeFlags(["-Xllvm", "-sil-disable-pass=closure-specialize"])
      ]),
    // Lottie files: what they show at a time, as a list of commands.
    module("Media", "Lottie", ["CMedia", "Documents", "JSON", "Formats", "Scenes"]),
    module("Timeline", "PluginModel", ["Scenes"]),
    module(
      "Timeline", "Planning", ["PluginModel", "Documents", "JSON", "Evaluation", "Scenes"]),
    hotModule("Timeline", "Evaluation", ["PluginModel", "Files", "Formats", "Scenes"]),
    .target(name: "CKernels", path: "Sources/Engine/CKernels", cSettings: exactC),
    // Pixel loops without optimisation are 50 times slower.
    hotModule("Engine", "Compositing", ["CKernels", "Files", "Formats", "Scenes", "Threading"]),
    .target(name: "CProcess", path: "Sources/Platform/CProcess", cSettings: exactC),
    .target(name: "CMedia", dependencies: ["CProcess", "CSandbox"], path: "Sources/Media/CMedia"),
    // In an executable it stands before the C library's malloc, so no library for others depends on it.
    .target(
      name: "CMallocHook", path: "Sources/Platform/CMallocHook",
      cSettings: exactC + [.unsafeFlags(["-fno-builtin"])]),
    // SVG files: read, made plain for the engine, and told of.
    module("Media", "SVG", ["Formats", "Scenes"]),
    module(
      "Media", "Media",
      ["CEncoding", "CProcess", "CMedia", "CSandbox", "Files", "Scenes", "SVG", "Threading"]),
    .systemLibrary(
      name: "CDeflate", path: "Sources/Media/CDeflate", pkgConfig: "libdeflate",
      providers: [.apt(["libdeflate-dev"])]),
    .target(
      name: "CEncoding", path: "Sources/Media/CEncoding", cSettings: exactC,
      linkerSettings: [.linkedLibrary("jpeg")]),
    module(
      "Media", "Encoding",
      ["CEncoding", "CDeflate", "CProcess", "Files", "Media", "Scenes", "Threading"]),

    .target(name: "CComparing", path: "Sources/Engine/CComparing", cSettings: exactC),
    module("Engine", "Comparing", ["CComparing", "Files", "Media", "Scenes"]),

    // From a recording to a document: pixel loops.
    .target(name: "CMeasuring", path: "Sources/Measuring/CMeasuring", cSettings: exactC),
    hotModule(
      "Measuring", "Measuring",
      [
        "CMeasuring", "Documents", "JSON", "Encoding", "Evaluation", "Files", "Formats", "Media",
        "Planning", "Scenes",
      ]),

    // Tries plugins out: which checks there are, and each in its process.
    module(
      "Plugins", "Conformance",
      ["PluginHosting", "PluginModel", "CProcess", "Documents", "JSON", "Scenes"]),
    // The checks, apart from what starts them: only pipeline-check is linked with them. They compare many
    // pixels.
    hotModule(
      "Plugins", "ConformanceChecks",
      [
        "PluginHosting", "PluginModel", "CAnimator", "CHosting", "CProcess", "Conformance",
        "Planning", "Evaluation", "Compositing", "Documents", "JSON", "Scenes",
      ]),

    // The projects of new animators, from templates that the program carries.
    .target(name: "CTemplates", path: "Sources/Plugins/CTemplates", cSettings: embeddingC),
    .target(
      name: "Scaffolding",
      dependencies: ["PluginModel", "CTemplates", "Documents", "JSON", "Scenes"],
      path: "Sources/Plugins/Scaffolding",
      exclude: ["Bindings", "Templates"],
      swiftSettings: strict),

    // What others wrote for other programs, made into plugins.
    .target(
      name: "Importing", dependencies: ["CProcess", "CTemplates", "Files"],
      path: "Sources/Plugins/Importing", swiftSettings: strict),

    // What imports copy for each effect of another program's.
    .target(
      name: "frei0r-bridge", dependencies: ["CAnimator"],
      path: "Sources/Plugins/Bridges/frei0r-bridge",
      cSettings: exactC + [.unsafeFlags(["-mllvm", "-asan-globals=0"])],
      linkerSettings: onlyTheEntry + withoutSwift + [.linkedLibrary("dl")]),
    // What exports copy for each animator, for programs that load effects of frei0r.
    .target(
      name: "export-bridge", path: "Sources/Plugins/Bridges/export-bridge", cSettings: exactC,
      linkerSettings: withoutSwift + [
        .unsafeFlags([
          "-Xlinker",
          "--version-script=\(Context.packageDirectory)/Sources/Plugins/Bridges/frei0r.map",
        ])
      ]),

    // The engine: from a document to files, and what is built on that.
    module(
      "Engine", "Reporting",
      ["PluginModel", "Documents", "JSON", "Files", "Scenes"]),
    module(
      "Engine", "Assets",
      [
        "PluginHosting", "PluginModel", "Documents", "JSON", "Files", "Formats",
        "Lottie", "Media", "Planning", "Reporting", "Scenes",
      ]),
    module(
      "Engine", "Inspecting",
      [
        "PluginHosting", "PluginModel", "Assets", "Documents", "JSON", "Encoding", "Evaluation",
        "Files",
        "Media", "Planning", "Reporting", "Scenes",
      ]),
    module(
      "Engine", "Rendering",
      [
        "PluginHosting", "PluginModel", "Assets", "Comparing", "Compositing", "Documents", "JSON",
        "Encoding", "Evaluation", "Files", "Media", "Planning", "Reporting", "Scenes", "Threading",
      ]),
    module(
      "Engine", "Checking",
      [
        "PluginHosting", "PluginModel", "Assets", "Comparing", "Documents", "JSON", "Encoding",
        "Evaluation", "Files", "Media", "Planning", "Rendering", "Reporting", "Scenes",
      ]),
    module(
      "Engine", "Farm",
      [
        "PluginHosting", "PluginModel", "Assets", "Documents", "JSON", "Encoding", "Files",
        "Media", "Planning", "Rendering", "Reporting", "Scenes",
      ]),
    // Packages of plugins: read, packed, and put where plugins are found.
    module(
      "Plugins", "Packages",
      [
        "PluginHosting", "PluginModel", "CDeflate", "CFiles", "Documents", "JSON", "Encoding",
        "Files",
        "Media",
        "Reporting",
      ]),
    // A document against a recording of the same transition.
    hotModule(
      "Measuring", "Matching",
      [
        "Assets", "Documents", "JSON", "Encoding", "Evaluation", "Files", "Measuring", "Media",
        "Planning", "Rendering", "Reporting", "Scenes",
      ]),
    // What the studio's server and its renderer say to each other.
    module("Studio", "StudioProtocol", ["Files"]),
    module(
      "Studio", "Studio",
      [
        "PluginHosting", "PluginModel", "Assets", "Comparing", "Documents", "Editing", "JSON",
        "Encoding",
        "Evaluation", "Exporting", "Files", "Formats", "Inspecting", "Media", "Planning",
        "Rendering", "Reporting", "Scaffolding", "Scenes", "StudioProtocol",
      ]),

    // A plan as code for other platforms.
    module(
      "Engine", "Exporting",
      ["Documents", "JSON", "Encoding", "Evaluation", "Formats", "Planning", "Reporting", "Scenes"]),

    // The engine for others, who import it.
    module(
      "Engine", "Pipeline",
      [
        "PluginHosting", "PluginModel", "Assets", "Documents", "Encoding", "Evaluation", "Files",
        "Inspecting", "JSON", "Media", "Planning", "Rendering", "Reporting", "Scenes",
      ]),

    // The engine for programs in other languages: libpipeline.so.
    .target(
      name: "CPipeline", path: "Sources/Engine/CPipeline",
      cSettings: exactC),
    .target(
      name: "LibPipeline",
      dependencies: ["CPipeline", "CProcess", "Files", "Pipeline", "PluginHosting", "Threading"],
      path: "Sources/Engine/LibPipeline", exclude: ["libpipeline.map"], swiftSettings: strict,
      linkerSettings: [
        .unsafeFlags(
          [
            "--version-script=\(Context.packageDirectory)/Sources/Engine/LibPipeline/libpipeline.map",
            "-soname=libpipeline-engine.so.1", "-z", "nodelete",
          ].flatMap { ["-Xlinker", $0] })
      ]),

    // What the programs with commands share: options, messages, signals, limits, exit statuses, and the words of
    // the commands that other programs perform.
    module(
      "CommandLine", "CommandLine",
      [
        "Assets", "CMallocHook", "CProcess", "Documents", "JSON", "Encoding", "Files", "Media",
        "PluginHosting", "PluginModel", "Rendering", "Reporting", "Scenes", argumentParser,
      ]),
    commandProgram(
      "CommandLine", "pipeline",
      [
        "Assets", "Checking", "Comparing", "Conformance", "Documents", "Encoding", "Evaluation",
        "Exporting", "Files", "Inspecting", "JSON", "Media", "Packages", "Planning",
        "PluginHosting",
        "PluginModel", "Rendering", "Reporting", "Scaffolding", "Scenes",
      ]),
    // Those that take its place. Each has what `pipeline` does not need.
    commandProgram(
      "Measuring", "pipeline-measure",
      [
        "Assets", "Documents", "Editing", "Encoding", "Files", "JSON", "Matching", "Measuring",
        "Media", "Planning", "Reporting", "Scenes",
      ]),
    commandProgram(
      "Plugins", "pipeline-import",
      [
        "Assets", "Encoding", "Files", "Importing", "PluginHosting", "PluginModel", "Reporting",
      ]),
    commandProgram(
      "Studio", "pipeline-studio",
      ["Assets", "Files", "Media", "PluginHosting", "Reporting", "Studio"]),
    commandProgram(
      "Engine", "pipeline-farm",
      [
        "Assets", "Documents", "Encoding", "Farm", "Files", "JSON", "Media", "Planning",
        "Rendering", "Reporting", "Scenes",
      ]),

    .target(name: "CPage", path: "Sources/Studio/CPage", cSettings: embeddingC),
    .executableTarget(
      name: "pipeline-preview",
      // Of CSandbox it needs what it sets in builds with a sanitizer.
      dependencies: ["CPage", "CProcess", "CSandbox", "Files", "StudioProtocol"],
      path: "Sources/Studio/pipeline-preview", exclude: ["Page"], swiftSettings: strict),
    .executableTarget(
      name: "pipeline-worker", dependencies: ["PluginHosting"],
      path: "Sources/Plugins/pipeline-worker",
      swiftSettings: strict),
    // Apart from the worker: some checks plan a document and draw it.
    .executableTarget(
      name: "pipeline-check", dependencies: ["ConformanceChecks"],
      path: "Sources/Plugins/pipeline-check", swiftSettings: strict),

    // What pictures say of their colours and of how they lie.
    .target(
      name: "CPhoto", path: "Sources/Media/CPhoto", cSettings: exactC,
      linkerSettings: [.linkedLibrary("lcms2"), .linkedLibrary("m")]),
    // What pipeline-png reads with, apart from it so that the fuzzer reaches it.
    .target(
      name: "CPicture", dependencies: ["CMedia", "CPhoto"], path: "Sources/Media/CPicture",
      cSettings: exactC,
      linkerSettings: [.linkedLibrary("png16")]),
    .executableTarget(
      name: "pipeline-png",
      dependencies: ["CPicture", "CPhoto", "CProcess", "CMedia", "CSandbox", "CMallocHook"],
      path: "Sources/Media/pipeline-png",
      cSettings: exactC, linkerSettings: withoutSwift),
    .systemLibrary(
      name: "CFFmpeg", path: "Sources/Media/CFFmpeg",
      pkgConfig: "libavcodec libavformat libavutil libswscale",
      providers: [.apt(["libavcodec-dev", "libavformat-dev", "libavutil-dev", "libswscale-dev"])]),
    // What pipeline-draw draws with, apart from it so that the fuzzer reaches it.
    .target(
      name: "CDrawing", dependencies: ["CDeflate", "CFiles", "CMedia"],
      path: "Sources/Media/CDrawing",
      cSettings: drawing + exactC,
      linkerSettings: [
        "gobject-2.0", "glib-2.0", "pangocairo-1.0", "pangoft2-1.0", "pango-1.0",
        "fontconfig", "freetype", "harfbuzz", "cairo", "m",
      ]
      .map { .linkedLibrary($0) }),
    .executableTarget(
      name: "pipeline-draw",
      dependencies: ["CDrawing", "CProcess", "CMedia", "CSandbox", "CMallocHook"],
      path: "Sources/Media/pipeline-draw", cSettings: exactC, linkerSettings: withoutSwift),
    .executableTarget(
      name: "pipeline-svg", dependencies: ["CMedia", "CSandbox"],
      path: "Sources/Media/pipeline-svg", cSettings: exactC, linkerSettings: withoutSwift),
    // What pipeline-lottie reads archives with, apart from it so that the fuzzer reaches it.
    .target(
      name: "CArchive", dependencies: ["CDeflate"], path: "Sources/Media/CArchive",
      cSettings: exactC),
    // What pipeline-lottie draws with, apart from it so that the fuzzer reaches it.
    .target(
      name: "CLottie", dependencies: ["CMedia"], path: "Sources/Media/CLottie",
      cSettings: drawing + exactC, linkerSettings: [.linkedLibrary("cairo"), .linkedLibrary("m")]),
    .executableTarget(
      name: "pipeline-lottie",
      dependencies: ["CArchive", "CLottie", "CProcess", "CMedia", "CSandbox", "CMallocHook"],
      path: "Sources/Media/pipeline-lottie", cSettings: exactC, linkerSettings: withoutSwift),
    .executableTarget(
      name: "pipeline-media",
      dependencies: [
        "CFFmpeg", "CFiles", "CPicture", "CProcess", "CMedia", "CPhoto", "CSandbox", "CMallocHook",
      ],
      path: "Sources/Media/pipeline-media",
      // It is written for FFmpeg 5.1, and 7 still has what it uses.
      cSettings: [.unsafeFlags(["-Wno-deprecated-declarations"])],
      linkerSettings: withoutSwift
        + [
          "avcodec", "avformat", "avutil", "swresample", "swscale", "webpdemux", "heif", "jpeg",
          "tiff", "m",
        ]
        .map { .linkedLibrary($0) }),

    // What the tests of several modules share.
    .target(
      name: "TestSupport", dependencies: ["Scenes"], path: "Tests/Support",
      exclude: ["Footage.txt", "GivenFiles.txt", "SVGConstructs.txt"],
      swiftSettings: strict + [.unsafeFlags(["-O"])]),
    // What builds plugins for tests.
    .target(
      name: "HostingSupport", dependencies: ["PluginHosting", "PluginModel", "TestSupport"],
      path: "Tests/HostingSupport", swiftSettings: strict),
    // Documents that are planned without a process, for tests of the engine.
    .target(
      name: "EngineSupport",
      dependencies: ["Assets", "Documents", "Planning", "Reporting", "TestSupport"],
      path: "Tests/EngineSupport", swiftSettings: strict),
    tests(
      "AssetsTests",
      [
        "PluginHosting", "PluginModel", "Assets", "Documents", "JSON", "Encoding", "EngineSupport",
        "Evaluation", "Media", "Planning", "Reporting", "Scenes",
      ]),
    tests(
      "RenderingTests",
      [
        "Assets", "Documents", "JSON", "Encoding", "EngineSupport", "Media", "Planning",
        "Rendering",
        "Reporting", "Scenes",
      ]),
    tests("PipelineTests", ["EngineSupport", "Files", "Pipeline", "Reporting"]),
    tests("CheckingTests", ["Assets", "Checking", "EngineSupport", "Reporting"]),
    tests(
      "FarmTests",
      [
        "Assets", "Documents", "JSON", "Encoding", "EngineSupport", "Farm", "Planning", "Rendering",
        "Reporting", "Scenes",
      ]),
    tests(
      "StudioTests",
      [
        "PluginHosting", "EngineSupport", "Formats", "Planning", "Reporting", "Scenes", "Studio",
        "StudioProtocol",
      ], ["Page"]),
    tests("ScenesTests", ["Scenes"]),
    tests(
      "DocumentsTests",
      ["Documents", "Editing", "JSON", "Files", "Formats", "PluginModel", "Scenes"], ["Fixtures"]),
    tests("EvaluationTests", ["Evaluation", "Scenes"]),
    tests(
      "PlanningTests",
      [
        "Planning", "Documents", "JSON", "Evaluation", "PluginHosting", "PluginModel",
        "Scenes",
      ]),
    tests(
      "CatalogueTests",
      [
        "Documents", "JSON", "Planning", "Evaluation", "PluginHosting", "Compositing",
        "Files", "Media", "Scenes",
      ]),
    tests("MeasuringTests", ["Evaluation", "Files", "Measuring", "Media", "Scenes"]),
    tests("EndToEndTests", ["Documents", "JSON", "Files", "Media", "Scenes"]),
    tests("ImportingTests", ["PluginHosting", "Importing"]),
    tests("ScaffoldTests", ["Scaffolding"], ["five-minutes"]),
    tests(
      "HostingTests",
      [
        "PluginHosting", "PluginModel", "ConformanceChecks", "HeaderReference", "HostingSupport",
        "Scenes",
      ]),
    .target(
      name: "FuzzTargets",
      dependencies: [
        "PluginHosting", "PluginModel", "CArchive", "CDeflate", "CDrawing", "CMedia", "CPhoto",
        "CPicture", "CProcess", "Compositing", "Documents", "JSON", "Encoding", "Evaluation",
        "Importing",
        "Lottie", "Media", "Packages", "Planning",
        "Scenes", "SVG",
      ],
      path: "Tests/Fuzz/Targets", swiftSettings: strict),
    tests("FuzzTests", ["Documents", "JSON", "FuzzTargets", "Scenes"]),
    tests("FaultTests", ["CProcess", "Files"]),
    // Lottie files as drawings, for tests.
    .target(
      name: "LottieSupport", dependencies: ["Documents", "JSON", "Lottie", "Media", "Scenes"],
      path: "Tests/LottieSupport", swiftSettings: strict),
    tests(
      "LottieTests",
      [
        "CLottie", "CMedia", "Documents", "JSON", "Files", "Formats", "Lottie", "LottieSupport",
        "Media",
        "Scenes",
      ],
      ["Fixtures"]),
    tests(
      "WorkerTests",
      [
        "PluginHosting", "PluginModel", "CAnimator", "CHosting", "Formats", "HostingSupport",
        "Scenes",
      ]),
    tests(
      "ConformanceTests",
      ["Conformance", "Files", "PluginHosting", "PluginModel", "HostingSupport", "Scenes"]),
    tests("MediaTests", ["CMedia", "Files", "Media", "Scenes"]),
    tests("EncodingTests", ["Encoding", "Files", "Media", "CEncoding", "Scenes"]),
    tests("ComparingTests", ["Comparing", "Encoding", "Files", "Media", "Scenes"]),
    tests(
      "OracleTests",
      [
        "Documents", "JSON", "Planning", "Evaluation", "PluginHosting", "PluginModel",
        "Compositing",
        "Files", "Lottie", "LottieSupport", "Media", "Encoding", "Comparing", "CProcess",
        "Importing", "Scaffolding", "Scenes",
      ],
      ["README.md", "LeftOut"]),
    heavyTests("CompositingTests", ["Compositing", "CKernels", "Scenes"]),
    .target(
      name: "HeaderReference", path: "Documentation/HeaderReference", swiftSettings: strict),
    .executableTarget(
      name: "reference", dependencies: ["Documents", "Evaluation", "HeaderReference", "Scenes"],
      path: "Documentation/Reference", swiftSettings: strict),
    .executableTarget(
      name: "bench",
      dependencies: [
        "Documents", "JSON", "Planning", "Evaluation", "PluginHosting", "PluginModel",
        "Compositing",
        "Files", "Media",
        "Scenes",
      ],
      path: "Benchmarks/bench",
      swiftSettings: strict),
  ] + plugins + fuzzing,
  swiftLanguageModes: [.v6]
)

// A plain `swift build` builds everything. `make build` builds what is installed (`all`), `make run` what
// pipeline.json needs (`run`).
switch Context.environment["PIPELINE_PRODUCTS"] {
case "run":
  keep([
    "pipeline", "pipeline-png", "pipeline-media", "pipeline-draw", "pipeline-svg",
    "pipeline-worker",
    "cover-fade", "move-and-scale", "ripple-reveal", "shadow-lift",
  ])
case .some:
  let elsewhere = ["Tests/", "Benchmarks/", "Documentation/"]
  keep(
    package.targets.filter { target in
      target.type != .test && !elsewhere.contains { target.path?.hasPrefix($0) ?? false }
    }.map(\.name))
case nil: break
}

/// Takes out all targets but these and what they need, and the products that have none left.
@MainActor func keep(_ names: [String]) {
  var kept: Set<String> = []
  var next = names
  while let name = next.popLast() {
    guard kept.insert(name).inserted, let target = package.targets.first(where: { $0.name == name })
    else { continue }
    for dependency in target.dependencies {
      switch dependency {
      case .byNameItem(let name, _), .targetItem(let name, _): next.append(name)
      default: break
      }
    }
  }
  package.targets.removeAll { !kept.contains($0.name) }
  package.products.removeAll { product in
    switch product {
    case let product as Product.Executable: !kept.isSuperset(of: product.targets)
    case let product as Product.Library: !kept.isSuperset(of: product.targets)
    default: false
    }
  }
}
