import PluginHosting
import Testing

/// What `pipeline-worker`, which runs the code of strangers, is made of.
@Suite struct WorkerPartsTests {
  /// Rooms that a worker has no use for: an attacker in it would find a reader, a planner or a compositor
  /// to work with.
  @Test(arguments: ["Documents", "Planning", "Evaluation", "Compositing", "Conformance", "Media"])
  func theWorkerHasNothingOf(room: String) throws {
    #expect(try symbols(of: room) == 0)
  }

  /// Else the test above would pass for a program without symbols.
  @Test func theWorkerHasTheHosting() throws {
    #expect(try symbols(of: "PluginHosting") > 1_000)
    #expect(try symbols(of: "PluginModel") > 100)
  }

  /// How many of the worker's symbols a module of this name has defined.
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
