import PluginHosting
import PluginModel
import Foundation
import Scenes
import Testing

/// Tests functions of plugins, which are found, described, and called by value through libffi, in this process and in a
/// worker.
@Suite struct FunctionTests {
  /// Returns a registry with the fixture's functions, which run where `mode` says.
  private static func registry(_ workshop: Workshop, _ mode: Isolation.Mode) throws
    -> AnimatorRegistry
  {
    try workshop.build("functions.c", as: "functions")
    return workshop.registry(mode)
  }

  @Test(arguments: [Isolation.Mode.never, .always])
  func givesTheNumbersOfADirectCall(mode: Isolation.Mode) throws {
    let workshop = try Workshop()
    let registry = try Self.registry(workshop, mode)
    func call(_ name: String, _ arguments: ParameterValue...) throws -> ParameterValue {
      try #require(registry.function(named: "test.\(name)")).call(arguments)
    }
    var numbers: [Double] = []
    for i in 0...40 {
      let p = Double(i) / 40
      let place = try call("orbit", .double(p * 1.7), .point(Point(160, 284)), .double(40.3))
      let box = try call("box-around", place, .size(Size(31, 17)), .double(0.1 + p))
      let color = Color(
        red: Double(Float(0.9)), green: Double(Float(0.3)), blue: Double(Float(0.7)), alpha: 1)
      numbers += place.numbers + box.numbers
      numbers += try call("tint", .color(color), .double(p)).numbers
      numbers += try call("half", box).numbers
      numbers += try call("whole", .double(place.numbers[0])).numbers
      numbers += try call("ease-in", .double(p)).numbers
      guard case .bool(let both) = try call("both", .bool(p > 0.3), .bool(p < 0.7)) else {
        throw Workshop.Failure("no bool")
      }
      numbers.append(both ? 1 : 0)
      numbers += try call(
        "mean", .double(p), .int32(-3), .double(2 * p), .int32(1_000_000), .double(3 * p),
        .int32(-2_147_483_647), .double(4 * p), .int32(7)
      ).numbers
    }
    let direct = try Self.direct(workshop)
    #expect(direct.count == 41 * 16)
    #expect(numbers.map(\.bitPattern) == direct.map(\.bitPattern))
  }

  /// Returns the output of a C program that calls the same functions.
  private static func direct(_ workshop: Workshop) throws -> [Double] {
    let program = workshop.folder.appending(path: "direct").path()
    let source = Workshop.fixtures.appending(path: "direct.c").path()
    let built = try Workshop.run(["cc", "-I\(Workshop.headerFolder)", source, "-o", program])
    guard built.status == 0 else { throw Workshop.Failure(built.output) }
    return try Workshop.run([program]).output.split(separator: "\n").map { line in
      try #require(Double(line))
    }
  }

  @Test(arguments: [Isolation.Mode.never, .always])
  func takesStringsAndCurves(mode: Isolation.Mode) throws {
    let workshop = try Workshop()
    let registry = try Self.registry(workshop, mode)
    let letter = try #require(registry.function(named: "test.first-letter"))
    #expect(try letter.call([.string("A line")]).numbers == [65])
    let twice = try #require(registry.function(named: "test.twice-along"))
    #expect(try twice.call([.curve { $0 * $0 }, .double(0.75)]).numbers == [1.125])
  }

  @Test(arguments: [Isolation.Mode.never, .always])
  func aWrongResultIsAFault(mode: Isolation.Mode) throws {
    let workshop = try Workshop()
    let registry = try Self.registry(workshop, mode)
    let broken = try #require(registry.function(named: "test.broken"))
    #expect(try broken.call([.double(0.25)]).numbers == [0.25])
    let path = workshop.folder.appending(path: "functions.so").path()
    for (name, value, words) in [
      ("broken", 0.75, "answers nan: must be a finite number"),
      ("negative", 2, "answers 2, -2: a size is never negative"),
    ] {
      let function = try #require(registry.function(named: "test.\(name)"))
      let fault = #expect(throws: AnimatorFault.self) {
        try function.call([.double(value)], step: "spin")
      }
      #expect(fault?.description == "step spin: test.\(name) of \(path): \(words)")
    }
  }

  @Test func describesThem() throws {
    let workshop = try Workshop()
    let registry = try Self.registry(workshop, .auto)
    let own = registry.functions.filter { !$0.isBundled }
    #expect(own.count == 13 && registry.function(named: "test.nothing") == nil)
    let orbit = try #require(registry.function(named: "test.orbit"))
    let description = orbit.description
    #expect(description.signature == "test.orbit(number, point, number) → point")
    #expect(description.doc == "Goes round." && !description.isBundled)
    let fault = #expect(throws: AnimatorFault.self) { try orbit.call([.double(1)]) }
    #expect(fault?.message == "takes 3 arguments, not 1")
  }

  /// Tests tables that no macro created: each wrong table is refused with the function's name.
  @Test(arguments: [
    ("\"test.a b\", \"d\", f, 0, 3, 1, {3}", "\"test.a b\" is not made of lower-case letters"),
    ("\"bare\", \"d\", f, 0, 3, 1, {3}", "which only bundled functions may have"),
    ("\"test.f\", \"\", f, 0, 3, 1, {3}", "function test.f: has no doc"),
    ("\"test.f\", \"d\", 0, 0, 3, 1, {3}", "function test.f: has no code"),
    ("\"test.f\", \"d\", f, 0, 8, 1, {3}", "function test.f: has a result of type 8"),
    ("\"test.f\", \"d\", f, 0, 3, 0, {0}", "function test.f: takes 0 arguments"),
    ("\"test.f\", \"d\", f, 0, 3, 9, {3}", "function test.f: takes 9 arguments"),
    ("\"test.f\", \"d\", f, 0, 3, 2, {3, 9}", "an argument (number 2) of unknown type (9)"),
    ("\"test.f\", \"d\", f, 0, 3, 1, {3, 3}", "has types after the type of its last argument"),
    ("\"test.f\", \"d\", f, 0, 3, 1, {3} }, { \"test.f\", \"d\", f, 0, 3, 1, {3}", "test.f twice"),
  ])
  func refusesATableThatLies(element: String, words: String) throws {
    let workshop = try Workshop()
    try workshop.build(
      text: """
        #include "animator.h"
        static void f(void) {}
        static const animator_function functions[] = { { \(element) } };
        ANIMATOR_PLUGIN_OF_FUNCTIONS(functions);
        """, as: "lie")
    let reason = try #require(workshop.reason("lie"))
    #expect(reason.contains(words), "\(reason)")
  }

  /// libffi prepares its calls without closures, and no code is generated at run time.
  @Test func noPageIsWritableAndExecutable() throws {
    let workshop = try Workshop()
    let registry = try Self.registry(workshop, .never)
    let orbit = try #require(registry.function(named: "test.orbit"))
    _ = try orbit.call([.double(0.3), .point(Point(1, 2)), .double(3)])
    // The kernel returns one page at a time, so the file is read repeatedly until its end.
    let handle = try FileHandle(forReadingFrom: URL(filePath: "/proc/self/maps"))
    var bytes = Data()
    while let more = try handle.read(upToCount: 4_096), !more.isEmpty { bytes += more }
    let maps = String(decoding: bytes, as: UTF8.self)
    let lines = maps.split(separator: "\n")
    #expect(lines.contains { $0.contains("functions.so") && $0.contains("r-xp") })
    for line in lines {
      let access = line.split(separator: " ")[1]
      #expect(!(access.contains("w") && access.contains("x")), "\(line)")
    }
  }
}
