import Documents
import JSON
import Scenes
import Testing

@Suite struct VariableTests {
  private func document(_ vars: String, _ rest: String) -> String {
    "{\"version\": 1, \"vars\": \(vars),\n\(rest)}"
  }

  @Test func aWholeStringTakesTheType() throws {
    let text = document(
      ##"{"w": 12.5, "c": "#ff0000", "f": ["${w}", 0, 10, "50%"], "n": "x-${w}", "on": true}"##,
      #""name": "a ${n} $${w} $5", "layers": [{"frame": "${f}", "backgroundColor": "${c}", "hidden": "${on}"}]"#
    )
    let document = try read(text)
    #expect(document.name == "a x-12.5 ${w} $5")
    let values = document.layers[0].values
    #expect(
      values["frame"] as? RectSpec
        == RectSpec(.points(12.5), .points(0), .points(10), .fraction(0.5)))
    #expect(values["backgroundColor"] as? Color == Color(red: 1, green: 0, blue: 0))
    #expect(values["hidden"] as? Bool == true)
  }

  @Test func aNumberAloneIsATextAsItWasWritten() throws {
    let text = document("{\"v\": 9007199254740993}", "\"name\": \"${v}\"")
    #expect(try read(text).name == "9007199254740993")
    #expect(try read(text, sets: [("v", "-0.50")]).name == "-0.50")
    #expect(
      problems(document("{}", "\"name\": 5.0")) == [
        "d.json:2:9: /name: expected a name, found 5.0"
      ])
  }

  /// The expected values come from Python 3: `format(value, specification)`, and `strftime` for a date.
  @Test(arguments: [
    ("1234.5", ",.2f", "1,234.50"), ("-1234567", ",d", "-1,234,567"),
    ("4111111111111111", "", "4111111111111111"),
    ("0.125", ".1%", "12.5%"), ("7", "03d", "007"), ("-7", "+08.2f", "-0007.00"),
    ("1234", "_>+12,.1f", "____+1,234.0"), ("1234", "012,d", "0,000,001,234"), ("255", "X", "FF"),
    ("12345.678", ".3e", "1.235e+04"), ("0.5", ".0f", "0"), ("\"ab\"", "*^7", "**ab***"),
    ("\"abc\"", ".2", "ab"),
    ("\"2026-11-27\"", "%d.%m.%Y", "27.11.2026"),
    ("\"2024-02-29T08:05\"", "%A, %-d %B, %I:%M %p %j", "Thursday, 29 February, 08:05 AM 060"),
  ]) func aFormatIsPythons(value: String, format: String, written: String) throws {
    let text = document("{\"v\": \(value)}", "\"name\": \"<${v:\(format)}>\"")
    #expect(try read(text).name == "<\(written)>")
  }

  @Test func aFormatThatIsNotForItsValueIsTold() {
    let lines = problems(document(#"{"v": 1.5}"#, #""name": "${v:,d}""#))
    #expect(lines.count == 1)
    #expect(
      lines.first?.contains(#"/name: the format ",d" cannot be applied to "1.5", the value of "v""#)
        == true,
      "\(lines)")
  }

  @Test func setsReplaceAsJSONOrText() throws {
    let text = document(#"{"w": 1, "t": "a"}"#, #""name": "${t}", "seed": "${w}""#)
    let changed = try read(text, sets: [("w", "5"), ("t", "b c")])
    #expect(changed.seed == 5)
    #expect(changed.name == "b c")
    #expect(
      problems(text, sets: [("tt", "1")]) == [
        "d.json:1:1: --set tt: \"vars\" has no variable with this name; did you mean \"t\"?"
      ]
        || problems(text, sets: [("tt", "1")]) == [
          "d.json:1:1: --set tt: \"vars\" has no variable with this name"
        ])
  }

  @Test(arguments: [
    (
      #"{"total": 1}"#, #""name": "${totl}""#,
      #"d.json:2:9: /name: no variable "totl" in "vars"; did you mean "total"?"#
    ),
    (
      #"{"a": "${b}", "b": ["${a}"]}"#, #""name": "x""#,
      #"d.json:1:25: /vars/a: a cycle of variables: "a" → "b" → "a""#
    ),
    (
      #"{"a": "${a}"}"#, #""name": "${a}""#,
      #"d.json:1:25: /vars/a: a cycle of variables: "a" → "a""#
    ),
    (
      #"{"1a": 2}"#, #""name": "x""#,
      #"d.json:1:25: /vars/1a: the name of a variable must consist of letters, digits, "_" and "-""#
    ),
    (
      #"{"a": 5}"#, #""layers": [{"opacity": "${a}"}]"#,
      "d.json:2:24: /layers/0/opacity: expected a number from 0 to 1, found 5"
    ),
    (
      #"{"a": [0, "x"]}"#, #""layers": [{"anchorPoint": "${a}"}]"#,
      #"d.json:2:28: /layers/0/anchorPoint/1: expected a number from -1000000 to 1000000, found "x""#
    ),
  ])
  func saysWhatIsWrong(vars: String, rest: String, line: String) {
    #expect(problems(document(vars, rest)) == [line])
  }

  @Test func growthIsBounded() {
    let vars = (0..<60).map { "\"v\($0)\": [\"${v\($0 + 1)}\", \"${v\($0 + 1)}\"]" }
    let text = document("{\(vars.joined(separator: ", ")), \"v60\": 1}", #""name": "${v0}""#)
    #expect(problems(text).first?.contains("variables make the document too large") == true)
  }
}
