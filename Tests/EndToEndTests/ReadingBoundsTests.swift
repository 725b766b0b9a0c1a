import Foundation
import TestSupport
import Testing

/// Documents that refer to themselves, or that expand to very large documents, are refused at once with one line.
@Suite struct ReadingBoundsTests {
  private static func document(_ members: String) -> String {
    #"{ "version": 1, "canvas": { "size": [16, 16] }, \#(members) }"#
  }
  private static let shows = #""x": { "frame": [0, 0, 9, 9], "backgroundColor": "${t}" }"#
  private static func using(_ set: String, _ vars: String = "") -> String {
    document(
      #"\#(vars)"components": { \#(shows) }, "layers": [ { "use": "x", "id": "u", "set": \#(set) } ]"#
    )
  }

  /// Returns components of which each shows the previous one.
  private static func chain(_ count: Int) -> String {
    let components = (0..<count).map { number in
      let inner = number == 0 ? "" : #", "sublayers": [ { "use": "c\#(number - 1)", "id": "u" } ]"#
      return #""c\#(number)": { "frame": [0, 0, 9, 9]\#(inner) }"#
    }
    return document(
      #""components": { \#(components.joined(separator: ", ")) }, "#
        + #""layers": [ { "use": "c\#(count - 1)", "id": "u" } ]"#)
  }

  /// Returns components of which each passes its text twice to the previous one.
  private static func doubling(_ count: Int) -> String {
    let components = (0..<count).map { number in
      number == 0
        ? #""c0": { "frame": [0, 0, 9, 9], "contents": { "text": "${t}" } }"#
        : #""c\#(number)": { "frame": [0, 0, 9, 9], "sublayers": [ { "use": "c\#(number - 1)", "id": "u", "#
          + #""set": { "t": "${t}${t}" } } ] }"#
    }
    return document(
      #""components": { \#(components.joined(separator: ", ")) }, "#
        + #""layers": [ { "use": "c\#(count - 1)", "id": "u", "set": { "t": "word" } } ]"#)
  }

  @Test(arguments: [
    (using(#"{ "t": "${t}" }"#), #"/set/t: a cycle of variables: "t" → "t""#),
    (using(#"{ "t": "a ${t}" }"#), #"a cycle of variables: "t" → "t""#),
    (using(#"{ "t": "${b}", "b": "${t}" }"#), #"a cycle of variables: "t" → "b" → "t""#),
    (using(#"{ "t": ["${t}"] }"#), #"a cycle of variables: "t" → "t""#),
    (
      using(#"{ "t": "${g}" }"#, #""vars": { "g": "x${t}" }, "#),
      #"a cycle of variables: "t" → "t""#
    ),
    (
      document(#""layers": [ { "forEach": ["${item}"], "layer": { "frame": [0, 0, 9, 9] } } ]"#),
      #"/forEach/0: a cycle of variables: "item" → "item""#
    ),
    (
      document(
        #""vars": { "l": ["a ${item}"] }, "layers": [ { "forEach": "${l}", "layer": { "frame": [0, 0, 9, 9] } } ]"#
      ), #"a cycle of variables: "item" → "item""#
    ),
    (
      document(
        #""layers": [ { "forEach": [{ "a": "${n.b}", "b": "${n.a}" }], "as": "n", "layer": { "frame": [0, 0, 9, 9] } } ]"#
      ), #"a cycle of variables: "n.a" → "n.b" → "n.a""#
    ),
    (
      document(
        #""components": { "a": { "frame": [0, 0, 9, 9], "sublayers": [ { "use": "b" } ] }, "b": { "frame": [0, 0, 9, 9], "sublayers": [ { "use": "a" } ] } }, "layers": [ { "use": "a" } ]"#
      ), #"is used inside itself: "a" → "b" → "a""#
    ),
    (
      chain(60),
      "components are nested more than 32 levels deep, half of the limit \"depth\"; --limit depth=N"
    ),
    (doubling(30), "variables make the document too large"),
  ]) func whatNamesItselfIsSaid(_ text: String, _ says: String) throws {
    let folder = try Folder()
    try folder.write(text, to: "d.json")
    let run = try Program.pipeline(["validate", "d.json"], in: folder.url)
    #expect(run.status == 65 && run.errors.contains(says), "\(run.summary)")
  }

  /// A value that is passed on, alone or inside a text, keeps the meaning that it has where it was written.
  @Test func valuesMeanWhatTheyMeantWhereTheyStand() throws {
    let folder = try Folder()
    try folder.write(
      Self.document(
        """
        "vars": { "t": "0f", "g": "${item}0" },
        "components": { "x": { "frame": ["${left}", 0, 4, 4], "backgroundColor": "${t}" },
          "y": { "frame": [0, 0, 9, 9], "sublayers": [ { "use": "x", "id": "in", "set": { "left": "${d}", "t": "#${name}" } } ] } },
        "layers": [
          { "use": "y", "id": "u", "set": { "d": 3, "name": "${t}0" } },
          { "forEach": ["f0"], "layer": { "use": "x", "id": "v", "set": { "left": 0, "t": "#0${item}" } } },
          { "use": "x", "id": "w", "set": { "left": 1, "t": "#${z}", "z": "00f" } },
          { "forEach": ["f0"], "layer": { "id": "q", "frame": [0, 0, 1, 1], "backgroundColor": "#${g}" } }
        ]
        """), to: "d.json")
    let run = try Program.pipeline(["inspect", "d.json", "--at", "0", "--json"], in: folder.url)
    #expect(run.status == 0, "\(run.summary)")
    for color in ["[0,1,0,1]", "[0,0,1,1]", "[1,0,0,1]"] {
      #expect(run.output.contains(color), "\(color): \(run.summary)")
    }
    #expect(!run.output.contains("${"), "\(run.summary)")
  }

  /// Screens below a presented screen do not change, and are visible again afterwards.
  @Test func whatLiesBelowAPresentedScreenStays() throws {
    let folder = try Folder()
    let screens = (0...12).map {
      ##""s\##($0)": { "layers": [ { "id": "b\##($0)", "frame": [0, 0, 8, 8], "backgroundColor": "#0a0" } ] }"##
    }
    let moves =
      (1...12).map { #"{ "present": "s\#($0)", "duration": 0.1 }"# } + [
        #"{ "dismiss": true, "duration": 0.1 }"#, #"{ "dismiss": true, "duration": 0.1 }"#,
      ]
    try folder.write(
      Self.document(
        #""screens": { \#(screens.joined(separator: ", ")) }, "root": "s0", "flow": [ \#(moves.joined(separator: ", ")) ]"#
      ), to: "d.json")
    let run = try Program.pipeline(["inspect", "d.json", "--at", "end", "--json"], in: folder.url)
    #expect(run.status == 0, "\(run.summary)")
    let scene = try #require(JSONSerialization.jsonObject(with: run.data) as? [String: Any])
    let layers = scene["layers"] as? [[String: Any]] ?? []
    func isSeen(_ id: String) -> Bool {
      layers.contains { $0["id"] as? String == id && $0["hidden"] as? Bool == false }
    }
    #expect(isSeen("s10") && !isSeen("s11") && !isSeen("s12"))
  }
}
