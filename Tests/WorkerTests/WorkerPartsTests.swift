import PluginHosting
import Testing

/// Tests the contents of `pipeline-worker`, which runs untrusted code.
@Suite struct WorkerPartsTests {
  /// The worker does not contain modules that it does not need: a reader, a planner or a compositor would be useful for
  /// an attacker.
  @Test(arguments: ["Documents", "Planning", "Evaluation", "Compositing", "Conformance", "Media"])
  func theWorkerHasNothingOf(room: String) throws {
    #expect(try symbols(of: room) == 0)
  }

  /// Without this test, the test above would pass for a program without symbols.
  @Test func theWorkerHasTheHosting() throws {
    #expect(try symbols(of: "PluginHosting") > 1_000)
    #expect(try symbols(of: "PluginModel") > 100)
  }

  /// Returns the number of symbols in the worker that a module has defined.
  private func symbols(of module: String) throws -> Int {
    let listing = try Self.symbols.get()
    return listing.split(separator: "\n").count { $0.contains(" $s\(module.utf8.count)\(module)") }
  }

  private static let symbols = Result {
    let worker = try #require(Isolation().worker)
    let result = try Workshop.run(["nm", "--defined-only", worker])
    #expect(result.status == 0)
    return result.output
  }
}
