import Documents
import JSON
import Testing

/// Tests texts that are invalid JSON, with the exact position of the error.
@Suite struct JSONTests {
  @Test(arguments: [
    ("", "d.json:1:1: expected a value, found the end of the file"),
    ("{", "d.json:1:2: expected a key in double quotes or \"}\", found the end of the file"),
    ("{\n  \"a\" 1}", "d.json:2:7: expected \":\", found \"1\""),
    ("{\"a\": 1,\n}", "d.json:1:8: a comma after the last value; expected \"}\""),
    ("[1, 2,]", "d.json:1:6: a comma after the last value; expected \"]\""),
    ("[1 2]", "d.json:1:4: expected \",\" or \"]\", found \"2\""),
    ("[1]]", "d.json:1:4: expected the end of the file, found \"]\""),
    ("[NaN]", "d.json:1:2: expected a value or \"]\", found \"NaN\""),
    ("[1e999]", "d.json:1:2: a number too large for a double"),
    ("[-1e400]", "d.json:1:2: a number too large for a double"),
    ("[01]", "d.json:1:2: a number that starts with 0"),
    ("[1.]", "d.json:1:4: expected a digit after the point, found \"]\""),
    ("[.5]", "d.json:1:2: expected a value or \"]\", found \".\""),
    ("[+1]", "d.json:1:2: expected a value or \"]\", found \"+\""),
    ("[-]", "d.json:1:3: expected a digit, found \"]\""),
    ("[1e]", "d.json:1:4: expected a digit of the exponent, found \"]\""),
    (
      "['a']",
      "d.json:1:2: expected a value or \"]\", found a single quote; strings have double quotes"
    ),
    ("// x\n{}", "d.json:1:1: expected a value, found a comment, which is not allowed in JSON"),
    ("[\"a\nb\"]", "d.json:1:4: a string that does not end on its line; expected '\"'"),
    (
      "[\"a\tb\"]",
      "d.json:1:4: a control character in a string; write it as an escape such as \\u0009"
    ),
    ("[\"äö\\x\"]", "d.json:1:5: no such escape; a backslash itself is \\\\"),
    ("[\"\\ud800\"]", "d.json:1:3: half of a surrogate pair"),
    ("[\"\\ud800\\u0041\"]", "d.json:1:3: half of a surrogate pair"),
    ("[\"\\udc00\"]", "d.json:1:3: half of a surrogate pair"),
    ("[\"\\u12g4\"]", "d.json:1:3: \\u without four hexadecimal digits"),
    ("[\"abc", "d.json:1:2: a string that does not end; expected '\"'"),
    ("[tru]", "d.json:1:2: expected a value or \"]\", found \"tru\""),
    ("\u{FEFF}{}", "d.json:1:1: a byte order mark; save the file as UTF-8 without one"),
  ])
  func refuses(text: String, line: String) {
    #expect(problems(text) == [line])
  }

  @Test(
    arguments: [
      [0xFF], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22], [0x22, 0xE2, 0x82],
      [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], [0x22, 0x80, 0x22], [0x22, 0xE0, 0x80, 0x80, 0x22],
    ] as [[UInt8]])
  func refusesWhatIsNotUTF8(bytes: [UInt8]) {
    do throws(DocumentFailure) {
      _ = try DocumentReader().read(bytes: bytes, file: "d", folder: ".")
      Issue.record("taken")
    } catch {
      #expect(error.problems.map(\.message) == ["not UTF-8"])
    }
  }

  @Test func decodesStrings() {
    let node = JSONNode(json: #"["\ud83d\ude00\u00e9\n\/\\\"\u0000", "é😀"]"#)
    #expect(node?.elements?.map(\.string) == ["😀é\n/\\\"\u{0}", "é😀"])
  }

  @Test(arguments: [
    "0", "-0.0", "1", "0.1", "123456789012345678", "9007199254740993", "1.7976931348623157e308",
    "5e-324", "2.2250738585072011e-308", "1e22", "1e23", "0.30000000000000004", "1E+2", "1e-400",
    "123456789012345678901234567890", "0.000000000000000000000000000001", "8.48", "212.5",
  ])
  func readsNumbersToTheNearestDouble(text: String) throws {
    let value = try #require(JSONNode(json: text)?.number)
    #expect(value.bitPattern == Double(text)?.bitPattern)
  }

  @Test func depthAndSizeEndCleanly() throws {
    let deep = String(repeating: "[", count: 100_000)
    #expect(
      problems(deep) == [
        "d.json:1:65: values that are nested more than 64 levels deep; --limit depth=N allows more"
      ])
    #expect(
      problems(String(repeating: " ", count: (8 << 20) + 1)) == [
        "d.json:1:1: larger than 8388608 bytes; --limit bytes=N allows more"
      ])
    // A nesting of 64 levels is accepted.
    let edge = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
    #expect(
      problems(edge) == [
        "d.json:1:1: expected a document, an object with \"version\", found a list of 1 value"
      ])
  }

  @Test func findsKeysThatStandTwice() {
    #expect(
      problems("{\"version\": 1, \"layers\": [{\"id\": \"a\",\n\"id\": \"b\"}]}") == [
        "d.json:2:1: /layers/0/id: the key \"id\" appears twice"
      ])
    // The key is repeated, once with an escape.
    #expect(
      problems(#"{"version": 1, "v\u0065rsion": 1}"#).first
        == "d.json:1:16: /version: the key \"version\" appears twice")
    let many = (0..<300).map { "\"k\($0)\": 0" } + ["\"k7\": 0"]
    let text = "{\"version\": 1, \"vars\": {\(many.joined(separator: ",\n"))}}"
    #expect(problems(text) == ["d.json:301:1: /vars/k7: the key \"k7\" appears twice"])
  }
}
