import Documents
import Evaluation

// Writes the reference of the document language, made of the forms that read documents: `make
// reference`.
print(
  """
  # The document language

  Every form of a document, by its name: what it is, its keys, and an example. `pipeline help NAME`
  prints one of these pages, and `pipeline schema` the whole as a JSON Schema, with the parameters of
  the animators that are installed. Keys in bold are required. This page is made of the forms that
  read documents, by `make reference`.

  **Variables.** Wherever a value stands, a string such as `"${accent}"` may stand for an entry of
  `vars`, and takes its type.

  **Lengths** are points of the canvas; a string such as `"50%"` is a part of what its key names.
  **Angles** are degrees, **durations** seconds, or strings such as `"12f"` for frames, `"250ms"`, and
  `"20%"` of the transition.

  **Quality.** `"quality"` from 0 to 1 becomes each codec's own measure in one way: H.264 a constant
  rate factor of 48 − 38 q (18 when missing), VP9 one of 56 − 40 q (24), ProRes a quantiser of
  1 + 31 (1 − q) (the profile's own rate), WebP a quality of 100 q (90).

  """)
for page in FormPage.all {
  print(page.markdown)
  if page.name == "easing" { print(CurvePlot.easings) }
  if page.name == "spring" { print(CurvePlot.springs) }
}
