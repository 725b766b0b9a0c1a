/// Escapes text for XML and HTML. Control characters, which XML cannot contain, are replaced as on a
/// terminal.
package enum XML {
  package static func text(_ text: String) -> String { EscapedText.markup(text) }

  /// Writes the value of an XML attribute with quotation marks.
  package static func attribute(_ text: String) -> String { "\"\(self.text(text))\"" }
}
