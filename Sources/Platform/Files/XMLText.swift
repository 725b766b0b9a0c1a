/// Text in XML and HTML. Control characters, which XML cannot contain, are shown as on a terminal.
package enum XML {
  package static func text(_ text: String) -> String { EscapedText.markup(text) }

  /// An attribute's value with its quotation marks.
  package static func attribute(_ text: String) -> String { "\"\(self.text(text))\"" }
}
