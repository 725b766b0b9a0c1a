import Foundation
import TestSupport
import Testing

/// Tests edits through the page's own fields in the example documents: only the bytes of the edited value change, the
/// document stays valid, and undo restores the first bytes.
@Suite struct PageEditTests {
  /// A script that selects a step, or none, and writes another value into one of the fields of the inspector.
  private static let script = """
    window.seed = SEED
    window.random = count => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
      return Math.floor(seed / 4294967296 * count)
    }
    window.sent = []
    window.begun = 0
    const real = window.fetch
    window.fetch = async (url, options) => {
      if (String(url).startsWith("/edit")) begun++
      const answer = await real(url, options)
      if (String(url).startsWith("/edit")) {
        const { edits } = JSON.parse(options.body)
        // A refusal is an answer with a successful status; its own status is in a header.
        const status = parseInt(answer.headers.get("X-Status") ?? answer.status)
        // The answer to a change is the changed frame, unless drawing takes long.
        const version = async () =>
          +(answer.headers.get("X-Version") ?? (await answer.clone().json()).version)
        sent.push({ status, edits, version: status < 300 ? await version() : 0 })
      }
      return answer
    }
    window.editOne = async () => {
      const bars = [...document.querySelectorAll(".bar[data-step]")]
      if (random(8) === 0) key("Escape")
      else bars[random(bars.length)].click()
      await new Promise(requestAnimationFrame)
      const fields = [...document.querySelectorAll("#inspector :is(input, select)")]
        .filter(field => field.type !== "text" || /^-?[0-9.]+(%|f|ms)?$/.test(field.value))
      if (!fields.length) return null
      const field = fields[random(fields.length)]
      const before = begun
      let value
      if (field.type === "checkbox") value = !field.checked
      else if (field.type === "range") {
        value = +field.min + (+field.max - +field.min) * (1 + random(98)) / 99
      } else if (field.type === "color") value = "#" + (0x100000 + random(0xefffff)).toString(16)
      else if (field.tagName === "SELECT") value = field.options[random(field.options.length)].value
      else value = field.value.replace(/[0-9.]+/, number => +(number * (0.8 + random(40) / 100)).toFixed(3))
      if (String(value) === field.value) return null
      field.focus()
      if (field.type === "checkbox") field.checked = value
      else field.value = value
      for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }))
      field.blur()
      const start = performance.now()
      while (begun === before && performance.now() - start < 300) {
        await new Promise(go => setTimeout(go, 5))
      }
      if (begun === before) return null
      await until(() => sent.length === begun)
      const last = { ...sent.at(-1), edits: sent.slice(before).flatMap(one => one.edits) }
      if (last.version) await until(() => studio.state.document.version >= last.version)
      return JSON.stringify(last)
    }
    """

  @Test func changeNothingElse() throws {
    let all = try Self.examples()
    // The examples of `make test` are far apart in the list.
    let examples =
      Effort.current == .test ? [all[0], all[all.count / 2]] : Effort.sample(of: all, test: 2)
    let rounds = examples.count
    let each = Effort.count(test: 12, long: 1000 / all.count + 1, soak: 100)
    var (done, refused) = (0, 0)
    var browser = try Browser()
    defer { browser.close() }
    for round in 0..<rounds {
      // A browser runs for only a few minutes and is then replaced.
      if round > 0, round.isMultiple(of: 3) {
        browser.close()
        browser = try Browser()
      }
      let example = examples[round]
      // If an example has fewer edits than requested, the next examples have more.
      let (some, none) = try edit(example, (round + 1) * each - done, browser, seed: round)
      (done, refused) = (done + some, refused + none)
    }
    print("studio: \(done) edits of \(rounds) examples, \(refused) were refused")
    #expect(done >= rounds * each, "\(done) edits, \(refused) refused")
  }

  /// Returns the folders of the examples with a document that can be edited.
  private static func examples() throws -> [URL] {
    let folder = Program.root.appending(path: "Examples")
    return try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil
    ).filter { url in
      let text = try? String(contentsOf: url.appending(path: "pipeline.json"), encoding: .utf8)
      return text?.contains("\"timeline\"") == true
    }.sorted { $0.path < $1.path }
  }

  private func edit(
    _ example: URL, _ count: Int, _ browser: Browser, seed: Int
  ) throws -> (done: Int, refused: Int) {
    let folder = try Folder()
    let copy = folder.url.appending(path: "document")
    try FileManager.default.copyItem(at: example, to: copy)
    let file = copy.appending(path: "pipeline.json")
    let original = try Data(contentsOf: file)
    let rig = try StudioRig(in: folder, ["document/pipeline.json"], browser)
    try rig.becomes("document.querySelector('.bar[data-step]')")
    try rig.press("Home")
    try rig.tab.evaluate(Self.script.replacing("SEED", with: "\(seed + 1)"))
    var text = original
    var (done, refused) = (0, 0)
    // An attempt may find a field whose value is already at its limit.
    for _ in 0..<count * 3 where done < count {
      guard let told = try rig.tab.evaluate("editOne()") as? String,
        let sent = try JSONSerialization.jsonObject(with: Data(told.utf8)) as? [String: Any],
        let edits = sent["edits"] as? [[String: Any]]
      else { continue }
      let now = try Data(contentsOf: file)
      guard sent["status"] as? Int == 200 else {
        refused += 1
        #expect(now == text, "\(example.lastPathComponent): \(edits)")
        continue
      }
      done += 1
      try expectOnly(edits, text, now, example.lastPathComponent)
      text = now
    }
    let valid = try Program.pipeline(["validate", "pipeline.json"], in: copy)
    #expect(valid.status == 0, "\(example.lastPathComponent): \(valid.summary)")
    while (try rig.tab.evaluate("studio.state.document.undo") as? Int ?? 0) > 0 {
      let version = try #require(try rig.tab.evaluate("studio.state.document.version") as? Int)
      try rig.press("z", "{ ctrlKey: true }")
      try rig.becomes("studio.state.document.version > \(version)")
    }
    #expect(try Data(contentsOf: file) == original, "\(example.lastPathComponent)")
    return (done, refused)
  }

  /// Expects that the new text equals the old text except for the edited values.
  private func expectOnly(
    _ edits: [[String: Any]], _ old: Data, _ new: Data, _ name: String
  ) throws {
    let says = "\(name): \(edits)"
    guard edits.count == 1, let pointer = edits[0]["pointer"] as? String else {
      #expect(old != new, "\(says)")
      return
    }
    let path = pointer.split(separator: "/").map(String.init)
    let (before, after) = (JSONPlace(old), JSONPlace(new))
    if let place = before.value(at: path), let other = after.value(at: path) {
      #expect(old[..<place.lowerBound] == new[..<other.lowerBound], "\(says)")
      #expect(old[place.upperBound...] == new[other.upperBound...], "\(says)")
    } else {
      // A member was added or removed; the text before it and after it is unchanged.
      let start = zip(old, new).prefix { $0 == $1 }.count
      let end = zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.count
      #expect(start + end >= min(old.count, new.count), "\(says)")
    }
  }
}

/// Finds the position of a value in a JSON text, which is known to be valid.
private struct JSONPlace {
  private let bytes: [UInt8]
  init(_ data: Data) { bytes = Array(data) }

  func value(at path: [String]) -> Range<Int>? {
    var i = 0
    return value(&i, path[...])
  }

  /// Skips the value that begins at `i`; returns the range of the value inside it to which `path` leads.
  private func value(_ i: inout Int, _ path: ArraySlice<String>?) -> Range<Int>? {
    skipSpace(&i)
    let start = i
    var found: Range<Int>?
    switch bytes[i] {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      let isObject = bytes[i] == UInt8(ascii: "{")
      var count = 0
      i += 1
      skipSpace(&i)
      while bytes[i] != UInt8(ascii: "}"), bytes[i] != UInt8(ascii: "]") {
        var name = "\(count)"
        if isObject {
          name = String(decoding: bytes[string(&i)].dropFirst().dropLast(), as: UTF8.self)
          skipSpace(&i)
          i += 1
        }
        let leads = path?.first == name ? path?.dropFirst() : nil
        found = value(&i, leads) ?? found
        count += 1
        skipSpace(&i)
        if bytes[i] == UInt8(ascii: ",") { i += 1 }
        skipSpace(&i)
      }
      i += 1
    case UInt8(ascii: "\""):
      _ = string(&i)
    default:
      while i < bytes.count, !Array(" \n\r\t,]}".utf8).contains(bytes[i]) { i += 1 }
    }
    return path?.isEmpty == true ? start..<i : found
  }

  private func string(_ i: inout Int) -> Range<Int> {
    let start = i
    i += 1
    while bytes[i] != UInt8(ascii: "\"") { i += bytes[i] == UInt8(ascii: "\\") ? 2 : 1 }
    i += 1
    return start..<i
  }

  private func skipSpace(_ i: inout Int) {
    while i < bytes.count, Array(" \n\r\t".utf8).contains(bytes[i]) { i += 1 }
  }
}
