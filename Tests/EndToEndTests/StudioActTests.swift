import Foundation
import Scenes
import TestSupport
import Testing

/// Tests layers, steps and names that are added, removed, moved and changed in documents through the page's own interface.
@Suite struct StudioActTests {
  private struct Answer: Decodable {
    var hash: String?
    var message: String?
  }

  private let temporary: Folder
  init() throws { temporary = try Folder() }

  private static func copy(of example: String) throws -> Folder {
    let folder = try Folder()
    let source = Program.root.appending(path: "Examples/\(example)")
    for name in try FileManager.default.contentsOfDirectory(
      atPath: source.path(percentEncoded: false)) where name != "out"
    {
      try FileManager.default.copyItem(
        at: source.appending(path: name), to: folder.url.appending(path: name))
    }
    return folder
  }

  private static var examples: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(
        atPath: Program.root.appending(path: "Examples").path(percentEncoded: false)
      ).filter { name in
        FileManager.default.fileExists(
          atPath: Program.root.appending(path: "Examples/\(name)/pipeline.json")
            .path(percentEncoded: false))
      }.sorted()
    }
  }

  /// A document that is edited, with the contents of its file after each edit.
  private final class Session {
    let example: String
    let folder: Folder
    let server: PreviewServer
    var base: String
    /// The texts since the last change by another program; the one at `place` is in the file.
    var texts: [Data]
    var place = 0

    init(_ example: String, _ temporary: Folder) throws {
      self.example = example
      folder = try StudioActTests.copy(of: example)
      server = try PreviewServer(folder, temporary: temporary, document: "pipeline.json")
      base = try server.document().hash
      texts = [try folder.data("pipeline.json")]
    }

    var now: Data { texts[place] }
    var file: Data { get throws { try folder.data("pipeline.json") } }

    func post(_ path: String, _ body: [String: Any]) throws -> (Answer, Int) {
      let json = try JSONSerialization.data(
        withJSONObject: body, options: .withoutEscapingSlashes)
      let (data, status) = try server.post(path, String(decoding: json, as: UTF8.self))
      return (try JSONDecoder().decode(Answer.self, from: data), status)
    }

    /// Performs an edit; returns true if the document accepted it.
    func make(_ act: StudioAct) throws -> Bool {
      let (answer, status) = try post("edit", ["base": base, "edits": [act.edit]])
      let (old, new) = (now, try file)
      guard status == 200 else {
        #expect(
          [404, 422].contains(status) && new == old && answer.message?.isEmpty == false,
          "\(example) \(act.edit): \(status) \(answer)")
        return false
      }
      base = try #require(answer.hash)
      guard new != old else { return true }
      #expect(act.fault(from: old, to: new) == nil, "\(example) \(act.edit)")
      let (before, after) = (
        StudioAct.dangling(try JSONSerialization.jsonObject(with: old)),
        StudioAct.dangling(try JSONSerialization.jsonObject(with: new))
      )
      if act.kind != .copy {
        #expect(after.isSubset(of: before), "\(example) \(act.edit): \(after.subtracting(before))")
      }
      texts = texts[...place] + [new]
      place += 1
      return true
    }

    /// Undoes or redoes one edit, if there is one.
    func travel(_ by: Int) throws {
      guard texts.indices.contains(place + by) else { return }
      let (answer, status) = try post(by < 0 ? "undo" : "redo", ["base": base])
      #expect(status == 200, "\(example): \(answer)")
      base = answer.hash ?? ""
      place += by
      #expect(try file == now, "\(example): not the bytes of before")
    }

    /// Another program writes between two edits: an edit that was started before is refused, and earlier edits can no
    /// longer be undone.
    func edit(_ random: inout SeededRandom) throws {
      var text = now
      let gaps = text.indices.filter { text[$0] == UInt8(ascii: "\n") }
      text.insert(UInt8(ascii: "\n"), at: gaps.randomElement(using: &random) ?? text.endIndex)
      try text.write(to: folder.url.appending(path: "pipeline.json"))
      if let act = StudioAct(on: try tree, &random) {
        let (_, status) = try post("edit", ["base": base, "edits": [act.edit]])
        let kept = try file
        #expect(status == 409 && kept == text, "\(example): \(status)")
      }
      let expected = String(decoding: text, as: UTF8.self)
      base = try #require(try server.report { $0.document?.text == expected }.document).hash
      (texts, place) = ([text], 0)
    }

    var tree: [String: Any] {
      get throws { try JSONSerialization.jsonObject(with: now) as? [String: Any] ?? [:] }
    }

    /// Undoes all edits; the text in the middle can be planned by the other commands.
    func finish() throws {
      let run = try Program.pipeline(["validate", "pipeline.json"], in: folder.url)
      #expect(run.status == 0, "\(example): \(run.summary)")
      while place > 0 { try travel(-1) }
    }
  }

  /// Each edit is applied or refused completely. An edit keeps the bytes that it does not affect, and adds no name that
  /// is defined nowhere; undoing all edits restores the first bytes, even if another program wrote in between.
  @Test func keepsDocumentsWhole() throws {
    let all = try Self.examples
    var random = SeededRandom(47 &* Effort.seed)
    let each = Effort.count(test: 14, long: 2_000 / all.count + 1, soak: 10_000 / all.count + 1)
    var taken: [String: Int] = [:]
    let examples = all.shuffled(using: &random)
    for example in Effort.current == .test ? Array(examples.prefix(2)) : examples {
      let session = try Session(example, temporary)
      for number in 0..<each {
        if number == each / 2 { try session.edit(&random) }
        switch Int.random(in: 0..<9, using: &random) {
        case 0: try session.travel(-1)
        case 1: try session.travel(1)
        default:
          guard let act = StudioAct(on: try session.tree, &random) else { continue }
          if try session.make(act) { taken[act.kind.rawValue, default: 0] += 1 }
        }
      }
      try session.finish()
    }
    #expect(taken.values.reduce(0, +) > 4)
    if Effort.current > .test {
      #expect(taken.count == StudioAct.Kind.allCases.count, "\(taken)")
    }
  }
}
