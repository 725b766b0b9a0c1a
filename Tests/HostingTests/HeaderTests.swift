import AnimatorHosting
import Foundation
import Testing

/// The header is clean in both languages with both compilers, warnings as errors.
@Suite struct HeaderTests {
  static let compilers = [
    ["gcc", "-std=c11"], ["clang", "-std=c11"], ["g++", "-std=c++17"], ["clang++", "-std=c++17"],
  ]

  @Test(arguments: compilers) func compilesWithoutAWarning(compiler: [String]) throws {
    let workshop = try Workshop()
    let language = compiler[1].contains("++") ? "cpp" : "c"
    let source = Workshop.fixtures.appending(path: "every_type.\(language)").path()
    let result = try Workshop.run(
      compiler + ["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fPIC", "-shared"]
        + ["-I\(Workshop.headerFolder)", source, "-o", workshop.folder.path() + "/all.so"])
    #expect(result.status == 0, "\(result.output)")
    let animator = try #require(workshop.registry.animator(named: "test.every-type"))
    #expect(
      animator.parameters.map(\.type) == [
        .bool, .int32, .double, .point, .size, .rect, .color, .string, .choice, .curve,
      ])
  }

  /// A field that no parameter can have, and a choice that is no int32_t.
  @Test(arguments: [
    "ANIMATOR_FIELD(p, wrong, NONE, 0, 0, \"0\", \"x\")",
    "ANIMATOR_CHOICE(p, wide, \"a|b\", \"\\\"a\\\"\", \"x\")",
  ])
  func aLyingTableDoesNotCompile(line: String) throws {
    let text = """
      #include "animator.h"
      typedef struct p { float wrong; double wide; } p;
      static const animator_parameter table[] = { \(line) };
      const void *use(void) { return table; }
      """
    for language in ["c", "c++"] {
      let workshop = try Workshop()
      let source = workshop.folder.appending(path: "t.txt")
      try text.write(to: source, atomically: true, encoding: .utf8)
      let result = try Workshop.run([
        "cc", "-x", language, "-std=\(language)\(language == "c" ? "11" : "17")", "-fsyntax-only",
        "-I\(Workshop.headerFolder)", source.path(),
      ])
      #expect(result.status != 0)
    }
  }
}
