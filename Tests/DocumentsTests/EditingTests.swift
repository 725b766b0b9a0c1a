import Documents
import Editing
import JSON
import Testing

/// Tests edits that write values into a text.
@Suite struct EditingTests {
  private static func set(_ text: String, _ pointer: String, _ value: String) -> String? {
    var editor = TextEditor(Array(text.utf8))
    guard let value = JSONNode(json: value), (try? editor.set(pointer, to: value)) != nil else {
      return nil
    }
    return String(decoding: editor.bytes, as: UTF8.self)
  }

  private static func remove(_ text: String, _ pointer: String) -> String? {
    var editor = TextEditor(Array(text.utf8))
    guard (try? editor.remove(pointer)) != nil else { return nil }
    return String(decoding: editor.bytes, as: UTF8.self)
  }

  @Test(arguments: [
    // Each case has the text, the pointer, the value, and the result.
    ("{ \"a\": 1 }", "/a", "2.50", "{ \"a\": 2.50 }"),
    (
      "{\n\t\"a\" :  [1,\t2 ],\n\t\"b\": {}\n}\n", "/a/1", "-7",
      "{\n\t\"a\" :  [1,\t-7 ],\n\t\"b\": {}\n}\n"
    ),
    ("{ \"a\": [ 1, { \"b\": 2 } ] }", "/a", "{\"x\":[1,2]}", "{ \"a\": { \"x\": [1, 2] } }"),
    ("{\"a\":[1,2]}", "/a", "{ \"x\": [1, 2] }", "{\"a\":{\"x\":[1,2]}}"),
    (
      "{ \"a\": \"\\u00e9]}\\\"\", \"b\": 1 }", "/b", "null",
      "{ \"a\": \"\\u00e9]}\\\"\", \"b\": null }"
    ),
    ("{ \"a\": 1 }", "/a", "\"${total}\"", "{ \"a\": \"${total}\" }"),
    ("{ \"a/b\": { \"m~n\": 1 } }", "/a~1b/m~0n", "2", "{ \"a/b\": { \"m~n\": 2 } }"),
    ("{ \"\": 1 }", "/", "2", "{ \"\": 2 }"),
    // A missing member is appended after the last member, on a new line if the last member has its own line.
    ("{\r\n  \"a\": 1\r\n}\r\n", "/b", "2", "{\r\n  \"a\": 1,\r\n  \"b\": 2\r\n}\r\n"),
    (
      "{\n  \"a\": 1,\n\n    \"c\": [ ]\n}", "/b", "2",
      "{\n  \"a\": 1,\n\n    \"c\": [ ],\n    \"b\": 2\n}"
    ),
    ("{ \"a\": 1 }", "/b/c/d", "2", "{ \"a\": 1, \"b\": { \"c\": { \"d\": 2 } } }"),
    ("{\"a\":1}", "/b/c", "2", "{\"a\":1,\"b\":{\"c\":2}}"),
    ("{ \"a\": {} }", "/a/b", "2", "{ \"a\": { \"b\": 2 } }"),
    ("{ \"a\": [] }", "/a/-", "2", "{ \"a\": [2] }"),
    ("{ \"a\": [1] }", "/a/1", "2", "{ \"a\": [1, 2] }"),
    ("{ \"a\": [\n  1\n] }", "/a/-", "2", "{ \"a\": [\n  1,\n  2\n] }"),
  ])
  func writesOnlyTheValue(_ text: String, _ pointer: String, _ value: String, _ result: String) {
    #expect(Self.set(text, pointer, value) == result)
  }

  @Test(arguments: [
    ("{ \"a\": 1, \"b\": 2 }", "/a", "{ \"b\": 2 }"),
    ("{ \"a\": 1, \"b\": 2 }", "/b", "{ \"a\": 1 }"),
    ("{ \"a\": 1 }", "/a", "{}"),
    ("{\n  \"a\": 1,\n  \"b\": [1, 2, 3],\n  \"c\": 3\n}", "/b", "{\n  \"a\": 1,\n  \"c\": 3\n}"),
    ("{\n  \"a\": 1,\n  \"b\": [1, 2, 3]\n}", "/b/1", "{\n  \"a\": 1,\n  \"b\": [1, 3]\n}"),
  ])
  func takesOutOnlyTheMember(_ text: String, _ pointer: String, _ result: String) {
    #expect(Self.remove(text, pointer) == result)
  }

  @Test(arguments: [
    ("{ \"a\": 1 }", "a"), ("{ \"a\": 1 }", "/a/b"), ("{ \"a\": [1] }", "/a/2"),
    ("{ \"a\": [1] }", "/a/01"), ("{ \"a\": [1] }", "/a/x"), ("{ \"a\": 1", "/a"),
    ("{ \"a\": 1, \"a\": 2 }", "/a"), ("{ \"a\": 1 }", "/a~2"),
  ])
  func refusesWhatIsNotThere(_ text: String, _ pointer: String) {
    #expect(Self.set(text, pointer, "2") == nil)
    #expect(Self.remove(text, pointer) == nil)
  }
}
