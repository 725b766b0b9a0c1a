import Documents
import Editing
import JSON
import Testing

/// Tests edits that insert, remove, move and rename parts of a text.
@Suite struct StructureTests {
  private static var context: TextEditor.Context {
    var reader = DocumentReader()
    reader.checksFiles = false
    return TextEditor.Context(reader, path: "doc.json")
  }

  private static func edited(
    _ text: String, _ edit: (inout TextEditor) throws -> Void
  ) -> String {
    var editor = TextEditor(Array(text.utf8))
    do { try edit(&editor) } catch { return "\(error)" }
    return String(decoding: editor.bytes, as: UTF8.self)
  }

  private static func value(_ json: String) -> JSONNode { JSONNode(json: json)! }

  @Test(arguments: [
    ("{ \"a\": [1, 2] }", "/a/1", "9", "{ \"a\": [1, 9, 2] }"),
    ("{ \"a\": [1, 2] }", "/a/0", "9", "{ \"a\": [9, 1, 2] }"),
    ("{\"a\":[1,2]}", "/a/-", "{\"b\": [1, 2]}", "{\"a\":[1,2,{\"b\":[1,2]}]}"),
    (
      "{\n  \"a\": [\n    { \"b\": 1 },\n    { \"b\": 2 }\n  ]\n}\n", "/a/1", "{\"b\":3}",
      "{\n  \"a\": [\n    { \"b\": 1 },\n    { \"b\": 3 },\n    { \"b\": 2 }\n  ]\n}\n"
    ),
    (
      "{\r\n\t\"a\": 1\r\n}", "/layers/-", "{\"id\":\"x\"}",
      "{\r\n\t\"a\": 1,\r\n\t\"layers\": [\r\n\t\t{ \"id\": \"x\" }\r\n\t]\r\n}"
    ),
    (
      "{\n  \"layers\": []\n}", "/layers/-", "{\"id\":\"x\"}",
      "{\n  \"layers\": [\n    { \"id\": \"x\" }\n  ]\n}"
    ),
    ("{ \"a\": { \"b\": 1 } }", "/a/c", "[2]", "{ \"a\": { \"b\": 1, \"c\": [2] } }"),
    ("{ \"a\": { \"b\": 1 } }", "/a/b", "2", "the document has no \"/a/b\""),
    ("{ \"a\": 1 }", "/a/b", "2", "the document has no \"/a/b\""),
    ("{ \"a\": [1] }", "/a/7", "2", "the document has no \"/a/7\""),
  ])
  func putsIn(_ text: String, _ pointer: String, _ value: String, _ result: String) {
    #expect(Self.edited(text) { try $0.insert(pointer, Self.value(value)) } == result)
  }

  /// A value that is too long for a line gets several lines, indented like the text's other lines.
  @Test func breaksLongValues() {
    let text = "{\n    \"a\": 1\n}"
    let long =
      #"{"id":"poster","text":{"string":"A title that is long","size":40},"frame":[1,2,3,4],"opacity":1}"#
    let result = Self.edited(text) { try $0.set("/b", to: Self.value("{\"c\":[\(long)]}")) }
    #expect(
      result == """
        {
            "a": 1,
            "b": {
                "c": [
                    {
                        "id": "poster",
                        "text": { "string": "A title that is long", "size": 40 },
                        "frame": [1, 2, 3, 4],
                        "opacity": 1
                    }
                ]
            }
        }
        """)
  }

  @Test func movesTheBytesAsTheyStand() {
    let text =
      "{ \"a\": [\n  { \"x\":1,\n    \"y\": 1.50 },\n  2\n],\n\"b\": {\n    \"c\": [\n      0\n    ] } }"
    #expect(
      Self.edited(text) { try $0.move("/a/0", to: "/b/c/-") }
        == "{ \"a\": [\n  2\n],\n\"b\": {\n    \"c\": [\n      0,\n      { \"x\":1,\n        \"y\": 1.50 }\n    ] } }"
    )
    #expect(
      Self.edited("{ \"a\": [1, 2, 3] }") { try $0.move("/a/2", to: "/a/0") }
        == "{ \"a\": [3, 1, 2] }")
  }

  /// A document in which thirty places name a layer, each in another form, and in which other words only resemble the name.
  static let named = #"""
    { "version": 1, "name": "poster", "canvas": { "size": [100, 100] },
      "vars": { "hero": "poster", "poster": 4, "both": "${hero}" },
      "screens": {
        "from": { "layers": [
          { "id": "poster", "frame": [0, 0, "${poster}", 9], "match": "poster", "classes": ["poster"],
            "sublayers": [ { "id": "poster-2" } ] },
          { "id": "a", "mask": { "layer": "poster" } },
          { "id": "b", "contents": { "snapshotOf": "poster" } } ] },
        "to": { "layers": [ { "id": "end", "match": "poster" } ] } },
      "overlays": [ { "id": "c", "above": "poster" }, { "id": "d", "below": "from/poster" },
        { "id": "e", "below": "@poster" }, { "id": "f", "below": ".poster" } ],
      "captions": [ { "text": "poster", "at": 0, "until": 1 } ],
      "transition": { "timeline": { "sequence": [
        { "id": "poster", "animator": "x", "layers": { "a": "poster", "b": ["from/poster", "a"] },
          "params": { "to": { "frameOf": "poster" }, "poster": "poster",
            "deep": [ { "centerOf": "from/poster" } ] } },
        { "at": { "with": "poster" }, "targets": ["poster", "${hero}", "${both}", "poster-2"],
          "keyframes": [ { "position": { "centerOf": "poster" } },
            { "position": { "call": "f", "args": [ { "frameOf": "poster" }, "poster" ] } } ] } ] } },
      "checks": [ { "at": "poster", "layer": "poster", "opacity": 1 },
        { "at": 0, "layer": "from/poster", "opacity": 1 } ] }
    """#

  @Test func renamesWithAllThatNamesIt() {
    let renamed = Self.edited(Self.named) {
      try $0.rename("/screens/from/layers/0/id", to: "art", Self.context)
    }
    let expected = Self.named
      .replacing(#""hero": "poster""#, with: #""hero": "art""#)
      .replacing(#""id": "poster", "frame""#, with: #""id": "art", "frame""#)
      .replacing(#""match": "poster""#, with: #""match": "art""#)
      .replacing(#""layer": "poster""#, with: #""layer": "art""#)
      .replacing(#""snapshotOf": "poster""#, with: #""snapshotOf": "art""#)
      .replacing(#""above": "poster""#, with: #""above": "art""#)
      .replacing("from/poster", with: "from/art").replacing("@poster", with: "@art")
      .replacing(#""a": "poster""#, with: #""a": "art""#)
      .replacing(#"Of": "poster""#, with: #"Of": "art""#)
      .replacing(#""targets": ["poster""#, with: #""targets": ["art""#)
    #expect(renamed == expected)
  }

  @Test func renamesLabelsVariablesAndScreens() {
    #expect(
      Self.edited(Self.named) {
        try $0.rename("/transition/timeline/sequence/0/id", to: "go", Self.context)
      }
        == Self.named.replacing(#""id": "poster", "animator""#, with: #""id": "go", "animator""#)
        .replacing(#""with": "poster""#, with: #""with": "go""#)
        .replacing(#""at": "poster""#, with: #""at": "go""#))
    #expect(
      Self.edited(Self.named) { try $0.rename("/vars/hero", to: "star", Self.context) }
        == Self.named.replacing(#""hero":"#, with: #""star":"#).replacing(
          "${hero}", with: "${star}"))
    #expect(
      Self.edited(Self.named) { try $0.rename("/vars/hero", to: "poster", Self.context) }
        == "\"poster\" already exists")
    #expect(
      Self.edited(Self.named) { try $0.rename("/screens/from/layers/1/id", to: "1a", Self.context) }
        .hasPrefix("\"1a\" is not a valid name"))
    let flow = #"""
      { "version": 1, "canvas": { "size": [9, 9] }, "screens": { "list": { "layers": [] },
        "item": { "layers": [ { "id": "list-2" } ] } }, "root": "list", "tabs": ["list"],
        "flow": [ { "id": "go", "push": "item", "timeline": { "parallel": [ { "id": "in",
          "targets": ["list", "list/x"], "keyframes": [] } ] } }, { "at": { "after": "go" }, "popTo": "list" } ],
        "checks": [ { "at": "go/in", "layer": "item/list-2", "opacity": 1 } ] }
      """#
    #expect(
      Self.edited(flow) { try $0.rename("/screens/list", to: "home", Self.context) }
        == flow.replacing("\"list\"", with: "\"home\"").replacing("list/x", with: "home/x"))
    #expect(
      Self.edited(flow) { try $0.rename("/flow/0/id", to: "open", Self.context) }
        == flow.replacing("\"go\"", with: "\"open\"").replacing("go/in", with: "open/in"))
    #expect(
      Self.edited(flow) {
        try $0.rename("/flow/0/timeline/parallel/0/id", to: "fade", Self.context)
      } == flow.replacing("\"in\"", with: "\"fade\"").replacing("go/in", with: "go/fade"))
  }

  @Test func aSecondOneHasIdsOfItsOwn() {
    let text = #"""
      { "version": 1, "canvas": { "size": [9, 9] }, "layers": [
        { "id": "card", "mask": { "layer": "hole" }, "sublayers": [ { "id": "hole" } ] },
        { "id": "card-2" } ] }
      """#
    #expect(
      Self.edited(text) { try $0.duplicate("/layers/0", to: "/layers/1", Self.context) }
        == text.replacing(
          #"  { "id": "card-2""#,
          with: #"""
              { "id": "card-3", "mask": { "layer": "hole-2" }, "sublayers": [ { "id": "hole-2" } ] },
              { "id": "card-2"
            """#))
  }

  /// If one layer of a matched pair is removed, the other layer is no longer matched, and nothing moves the pair.
  @Test func aPairGoesWithOneOfItsLayers() {
    let text = #"""
      { "version": 1, "canvas": { "size": [9, 9] }, "screens": {
        "from": { "layers": [ { "id": "a", "match": "p" } ] },
        "to": { "layers": [ { "id": "b", "match": "p" } ] } },
        "transition": { "timeline": { "parallel": [ { "animator": "x", "layers": { "s": "@p" } },
          { "animator": "y" } ] } } }
      """#
    #expect(
      Self.edited(text) { try $0.erase("/screens/to/layers/0", Self.context) }
        == #"""
        { "version": 1, "canvas": { "size": [9, 9] }, "screens": {
          "from": { "layers": [ { "id": "a" } ] },
          "to": { "layers": [] } },
          "transition": { "timeline": { "parallel": [ { "animator": "y" } ] } } }
        """#)
  }

  @Test func whatNamesItGoesWithIt() {
    let text = #"""
      { "version": 1, "canvas": { "size": [9, 9] }, "layers": [
        { "id": "a" }, { "id": "b", "mask": { "layer": "a" } } ],
        "timeline": { "parallel": [
          { "id": "one", "targets": "a", "keyframes": [] },
          { "at": { "with": "one" }, "targets": ["a", "b"], "keyframes": [] },
          { "targets": ["a", "b"], "keyframes": [] } ] },
        "checks": [ { "at": 0, "layer": "a", "opacity": 1 }, { "at": 0, "layer": "b", "opacity": 1 } ] }
      """#
    #expect(
      Self.edited(text) { try $0.erase("/layers/0", Self.context) }
        == #"""
        { "version": 1, "canvas": { "size": [9, 9] }, "layers": [
          { "id": "b" } ],
          "timeline": { "parallel": [
            { "targets": ["b"], "keyframes": [] } ] },
          "checks": [ { "at": 0, "layer": "b", "opacity": 1 } ] }
        """#)
  }
}
