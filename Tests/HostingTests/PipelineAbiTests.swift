import Foundation
import TestSupport
import Testing

/// Version 1 of pipeline.h is frozen too: only additions at the end are allowed, and the library exports what the
/// header declares.
@Suite struct PipelineAbiTests {
  private let folder = Workshop.root.appending(path: "Tests/Fixtures/abi")
  private let headers = Workshop.root.appending(path: "Sources/Engine/CPipeline/include")

  private func describe() throws -> String {
    let workshop = try Workshop()
    let program = workshop.folder.appending(path: "describe").path()
    let built = try Workshop.run([
      "cc", "-I\(headers.path())", folder.appending(path: "describe_pipeline.c").path(), "-o",
      program,
    ])
    #expect(built.status == 0, "\(built.output)")
    return try Workshop.run([program]).output
  }

  /// Compares the header with the description of version 1.0, which never changes.
  @Test func onlyAppends() throws {
    let committed = try String(
      contentsOf: folder.appending(path: "pipeline_v1.txt"), encoding: .utf8)
    let frozen = AbiDescription(committed)
    let growing = AbiDescription.growing.filter { $0.hasPrefix("pipeline_") }
    #expect(frozen.structs.count == 14 && frozen.constants.count == 34)
    #expect(growing.count == 9 && growing.isSubset(of: frozen.structs.keys))
    let now = try describe()
    #expect(AbiDescription(now).breaks(from: frozen).isEmpty)
    // While 1.0 is the latest version, the description must be equal.
    #expect(AbiDescription(now).constants["PIPELINE_VERSION_MINOR"] != "0" || now == committed)
  }

  /// The library exports exactly the functions of the header, and has the name with which programs are linked.
  @Test func exportsTheHeader() throws {
    let header = try String(
      contentsOf: headers.appending(path: "pipeline.h"), encoding: .utf8)
    let declared = header.matches(of: /PIPELINE_EXPORT [^(;]*?(pipeline_[a-z_]+)\(/).map {
      String($0.1)
    }
    #expect(declared.count == 26 && Set(declared).count == declared.count && declared.count <= 40)
    let library = Program.folder.appending(path: "libpipeline-engine.so").path()
    let symbols = try Workshop.run(["nm", "-D", "--defined-only", "--extern-only", library]).output
    let exported = symbols.split(separator: "\n").compactMap { line -> String? in
      let name = line.split(separator: " ").last?.prefix { $0 != "@" }
      return name == "PIPELINE_1.0" ? nil : name.map(String.init)
    }
    #expect(exported.sorted() == declared.sorted())
    let dynamic = try Workshop.run(["readelf", "-d", library]).output
    #expect(dynamic.contains("[libpipeline-engine.so.1]"))
  }

  /// The header compiles as C99 and as C++ without a warning.
  @Test(arguments: [["gcc", "-std=c99", "-x", "c"], ["g++", "-x", "c++"], ["clang", "-x", "c"]])
  func compilesEverywhere(words: [String]) throws {
    let compiled = try Workshop.run(
      words + [
        "-Wall", "-Wextra", "-Werror", "-pedantic", "-fsyntax-only",
        headers.appending(path: "pipeline.h").path(),
      ])
    #expect(compiled.status == 0, "\(compiled.output)")
  }
}
