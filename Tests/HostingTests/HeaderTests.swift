import PluginHosting
import PluginModel
import Foundation
import Testing

/// The header compiles in both languages with both compilers, without warnings.
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
    let animator = try #require(
      workshop.registry.animator(named: "test.every-type")?.description)
    #expect(
      animator.parameters.map(\.type) == [
        .bool, .int32, .double, .point, .size, .rect, .color, .string, .choice, .curve,
      ])
  }

  /// Tests a field whose type no parameter can have, and a choice that is not an int32_t.
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

  /// Functions compile without a warning too.
  @Test(arguments: compilers) func functionsCompileWithoutAWarning(compiler: [String]) throws {
    let workshop = try Workshop()
    let result = try Self.compile(
      """
      ANIMATOR_FUNCTION(orbit, "x", animator_point, double, animator_point, double),
      ANIMATOR_FUNCTION(every, "x", bool, bool, int32_t, double, animator_point, animator_size,
                        animator_rect, animator_color, const char *),
      ANIMATOR_FUNCTION(along, "x", double, animator_curve),
      """, with: compiler + ["-Wall", "-Wextra", "-Wpedantic", "-Werror"], in: workshop)
    #expect(result.status == 0, "\(result.output)")
    let every = try #require(workshop.registry.function(named: "test.every")?.description)
    #expect(
      every.arguments == [.bool, .int32, .double, .point, .size, .rect, .color, .string]
        && every.result == .bool)
  }

  /// Tables with another list of types than the function's, or with a type that no function can have.
  static let lies = [
    "orbit, \"x\", animator_point, double, animator_point",
    "orbit, \"x\", animator_point, double, animator_point, double, double",
    "orbit, \"x\", animator_point, double, animator_size, double",
    "orbit, \"x\", animator_size, double, animator_point, double",
    "orbit, \"x\", animator_point, double, animator_point, int32_t",
    "orbit, \"x\", animator_point, double, animator_point, float",
    "nothing, \"x\", double, double",
    "nothing, \"x\", double, void",
    "unsaid, \"x\", double, double",
    "narrow, \"x\", float, float",
    "narrow, \"x\", double, double",
    "text, \"x\", const char *, double",
    "curve, \"x\", animator_curve, double",
    "nine, \"x\", double, double, double, double, double, double, double, double, double, double",
  ]

  @Test(arguments: compilers) func aLyingSignatureDoesNotCompile(compiler: [String]) throws {
    let workshop = try Workshop()
    // Each wrong table is on its own line, and the compiler reports every one.
    let tables = Self.lies.enumerated().map { i, lie in
      "#line \(1000 + i)\nANIMATOR_FUNCTION(\(lie))"
    }
    let limit = compiler[0].hasPrefix("g") ? "-fmax-errors=0" : "-ferror-limit=0"
    let result = try Self.compile(
      tables.joined(separator: " };\nstatic const animator_function f[] = {\n"),
      with: compiler + ["-w", "-fsyntax-only", limit], in: workshop)
    #expect(result.status != 0)
    for (i, lie) in Self.lies.enumerated() {
      #expect(result.output.contains(":\(1000 + i):"), "\(lie)")
    }
  }

  /// Compiles a table of functions together with the functions.
  private static func compile(
    _ table: String, with compiler: [String], in workshop: Workshop
  ) throws -> (status: Int32, output: String) {
    let text = """
      #define ANIMATOR_VENDOR "test"
      #include "animator.h"
      animator_point orbit(double turns, animator_point center, double radius);
      animator_point orbit(double turns, animator_point center, double radius) {
        center.x += radius * turns;
        return center;
      }
      bool every(bool a, int32_t b, double c, animator_point d, animator_size e, animator_rect f,
                 animator_color g, const char *h);
      bool every(bool a, int32_t b, double c, animator_point d, animator_size e, animator_rect f,
                 animator_color g, const char *h) {
        return a && b > 0 && c > d.x && e.width > f.x && g.red > 0 && h[0] != 0;
      }
      double along(animator_curve curve);
      double along(animator_curve curve) { return curve.at(curve.self, 0.5); }
      double nothing(void);
      \(table.contains("unsaid") ? "double unsaid();" : "")
      float narrow(float x);
      const char *text(double x);
      animator_curve curve(double x);
      double nine(double, double, double, double, double, double, double, double, double);
      static const animator_function functions[] = {
      \(table) };
      ANIMATOR_PLUGIN_OF_FUNCTIONS(functions);
      """
    let isPlain = !compiler[1].contains("++")
    let source = workshop.folder.appending(path: isPlain ? "f.c" : "f.cpp")
    try text.write(to: source, atomically: true, encoding: .utf8)
    return try Workshop.run(
      compiler + ["-fPIC", "-shared", "-I\(Workshop.headerFolder)", source.path(), "-o"]
        + [workshop.folder.appending(path: "f.so").path()])
  }
}
