import Documents
import Foundation
import JSON
import TestSupport
import Testing

/// For every text, reading ends with a document, or with problems whose positions are in the text.
@Suite struct MutationTests {
  @Test(arguments: [1, 2, 3, 4] as [UInt64]) func endsWithADocumentOrProblems(seed: UInt64) throws {
    let sketch = try String(contentsOfFile: fixtures + "/sketch.json", encoding: .utf8)
    var mutator = DocumentMutator(seed: seed)
    var taken = 0
    let rounds = Effort.count(test: 300, long: 10_000, soak: 100_000)
    for _ in 0..<rounds {
      let text = mutator.mutate(sketch)
      let lines = text.utf8.lazy.filter { $0 == 0x0A }.count + 1
      do throws(DocumentFailure) {
        _ = try read(text)
        taken += 1
      } catch {
        #expect(!error.problems.isEmpty)
        for problem in error.problems {
          let position = problem.origin.position
          #expect(position.line >= 1 && position.line <= lines && position.column >= 1)
          #expect(!problem.message.isEmpty)
        }
        let positions = error.problems.map(\.origin.position)
        #expect(zip(positions, positions.dropFirst()).allSatisfy { $0 <= $1 })
      }
    }
    // Some of the mutations are harmless, and some are fatal.
    #expect(taken > rounds / 100 && taken < rounds)
  }
}
