import Foundation
import Documents
import FuzzTargets
import JSON
import Scenes
import Synchronization
import TestSupport
import Testing

/// Tests readers with arbitrary bytes. `make fuzz` does the same for longer with libFuzzer.
@Suite struct FuzzTests {
  private static let seedsFolder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Fuzz/Seeds")

  private static func seeds(_ target: FuzzTarget) throws -> [[UInt8]] {
    let folder = seedsFolder.appending(path: target.rawValue)
    return try FileManager.default.contentsOfDirectory(atPath: folder.path()).sorted().map {
      [UInt8](try Data(contentsOf: folder.appending(path: $0)))
    }
  }

  /// Valid seeds are accepted, so that their mutations reach deep code.
  @Test(arguments: FuzzTarget.allCases) func seedsAreRead(_ target: FuzzTarget) throws {
    let folder = Self.seedsFolder.appending(path: target.rawValue)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path()).sorted()
    #expect(!names.isEmpty)
    for name in names {
      let bytes = [UInt8](try Data(contentsOf: folder.appending(path: name)))
      let isWhole = !name.hasPrefix("broken")
      #expect(Self.run(target, bytes) == isWhole, "\(name)")
    }
  }

  /// Replaces numbers in the documents by numbers at the limits; a soak test replaces all of them.
  @Test func survivesNumbersAtTheirEdges() {
    let share = Effort.count(test: 160, long: 4, soak: 1)
    var random = SeededRandom(14)
    for place in 0..<NumericKeys.count {
      for value in NumberEdges.json where random.below(share) == 0 {
        FuzzTarget.numericKeys.run(Array("\(place) \(value)".utf8))
      }
    }
    for option in FuzzTarget.numericOptions {
      for number in NumberEdges.numbers {
        for unit in [""] + NumberEdges.units {
          for sign in ["", "total=", "frames=", "0,0,1,", "1-", "1x"] {
            FuzzTarget.commandLine.run(Array("\(option) \(sign)\(number)\(unit)".utf8))
          }
        }
      }
    }
  }

  /// Every key for which the schema accepts a number or a time occurs in the documents, which are valid.
  @Test func everyNumericKeyHasAPlace() throws {
    let schema = try #require(
      try JSONSerialization.jsonObject(with: Data(DocumentSchema.json().utf8)) as? [String: Any])
    func isNumeric(_ part: Any) -> Bool {
      if let list = part as? [Any] { return list.contains(where: isNumeric) }
      guard let part = part as? [String: Any] else { return false }
      let types = (part["type"] as? [String]) ?? [part["type"] as? String].compactMap { $0 }
      return types.contains("number") || types.contains("integer")
        || ["anyOf", "items", "prefixItems"].contains { part[$0].map(isNumeric) ?? false }
    }
    var keys: Set<String> = []
    for case let definition as [String: Any] in try #require(schema["$defs"] as? [String: Any])
      .values
    {
      for (key, value) in definition["properties"] as? [String: Any] ?? [:] where isNumeric(value) {
        keys.insert(key)
      }
    }
    #expect(keys.count > 50)
    let text = NumericKeys.documents.joined()
    for key in keys.sorted() { #expect(text.contains("\"\(key)\": "), "\(key)") }
    // The last three documents need files or animators, which do not exist in this test.
    for document in NumericKeys.documents.dropLast(3) {
      #expect(FuzzTarget.document.run(Array(document.utf8)))
    }
  }

  /// Tests mutated seeds, which are the same in every run. A crash ends the tests: the bytes that caused it are in the
  /// file fuzz-TARGET-PROCESS in the folder for temporary files.
  @Test(arguments: FuzzTarget.allCases) func survivesMutations(_ target: FuzzTarget) throws {
    let seeds = try Self.seeds(target)
    var random = SeededRandom(UInt64(FuzzTarget.allCases.firstIndex(of: target)!))
    let last = FileManager.default.temporaryDirectory.appending(
      path: "fuzz-\(target.rawValue)-\(getpid())")
    defer { try? FileManager.default.removeItem(at: last) }
    let place = unsafe open(last.path(), O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    try #require(place >= 0)
    defer { close(place) }
    var taken = 0
    // Shaders are long, so fewer of them remain valid.
    let few = target == .glsl ? 500 : 200
    for _ in 0..<Effort.count(test: few, long: 20_000, soak: 2_000_000) {
      var bytes = seeds[Int(random.next() % UInt64(seeds.count))]
      for _ in 0..<1 + random.next() % 6 { Self.mutate(&bytes, with: seeds, &random) }
      bytes = Array(bytes.prefix(65_536))
      ftruncate(place, 0)
      _ = unsafe bytes.withUnsafeBytes { unsafe pwrite(place, $0.baseAddress, $0.count, 0) }
      if Self.run(target, bytes) { taken += 1 }
    }
    // Some mutations are harmless, so that others reach the same depth as valid input.
    #expect(taken > 0)
  }

  /// The lock of targets that draw text, because Pango and its libraries share caches that only one thread may use at a
  /// time; the helpers that draw text have one thread.
  private static let text = Mutex(())

  @discardableResult
  private static func run(_ target: FuzzTarget, _ bytes: [UInt8]) -> Bool {
    guard target == .font || target == .svg else { return target.run(bytes) }
    return text.withLock { _ in target.run(bytes) }
  }

  private static func mutate(
    _ bytes: inout [UInt8], with seeds: [[UInt8]], _ random: inout SeededRandom
  ) {
    func place(_ random: inout SeededRandom) -> Int { Int(random.next() % UInt64(bytes.count + 1)) }
    let at = place(&random)
    let end = min(bytes.count, at + Int(random.next() % 16))
    switch random.next() % 7 {
    case 0 where at < bytes.count: bytes[at] ^= 1 << UInt8(random.next() % 8)
    case 1 where at < bytes.count: bytes[at] = UInt8(truncatingIfNeeded: random.next())
    case 2: bytes.removeSubrange(at..<end)
    case 3: bytes.insert(contentsOf: bytes[at..<end], at: place(&random))
    case 4:
      let other = seeds[Int(random.next() % UInt64(seeds.count))]
      let from = Int(random.next() % UInt64(other.count + 1))
      bytes.insert(contentsOf: other[from..<min(other.count, from + 32)], at: at)
    case 5:
      let words = ["-1", "1e308", "\"", "[", "}", "0x7fffffff", "\u{0}", "null", "9999999999999"]
      bytes.replaceSubrange(at..<end, with: words[Int(random.next() % UInt64(words.count))].utf8)
    default:
      // The numbers have eight bytes and are at their limits.
      let edges: [UInt64] = [0, 1, .max, 1 << 63, 1 << 31, 0x7fff_ffff, 0xffff_ffff]
      let edge = edges[Int(random.next() % UInt64(edges.count))]
      for i in 0..<8 where at + i < bytes.count {
        bytes[at + i] = UInt8(truncatingIfNeeded: edge >> UInt64(8 * i))
      }
    }
  }
}
