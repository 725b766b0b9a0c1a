import Documents
import Evaluation
import Foundation
import HeaderReference

// Writes the reference of the document language, made of the forms that read documents, and with
// `--header HEADER FOLDER` that of animator.h, made of its comments: `make reference`.
let words = CommandLine.arguments
if words.count == 4, words[1] == "--header" {
  let header = try String(contentsOfFile: words[2], encoding: .utf8)
  for page in HeaderPages(header: header).pages {
    try page.text.write(toFile: "\(words[3])/\(page.file)", atomically: true, encoding: .utf8)
  }
  exit(0)
}
print(
  """
  # The document language

  Each of the following sections describes one form of a document: its keys, and an example.
  `pipeline help NAME` prints the section with that name. `pipeline schema` prints all forms as a
  JSON Schema, with the parameters of the installed animators. Keys in bold are required.
  `make reference` generates the reference from the forms that read documents.

  **Variables.** Any value of a document may be a string such as `"${accent}"`, which is replaced by
  an entry of `vars` and takes the type of this entry.

  **Lengths** are in points of the canvas. A string such as `"50%"` is a fraction of another length,
  which the description of the key names.

  **Angles** are in degrees. **Durations** are in seconds, or strings such as `"12f"` for frames,
  `"250ms"`, and `"20%"` of the transition.

  **Quality.** A `"quality"` q from 0 to 1 is converted to the scale of each codec. For H.264, a
  quality q becomes the constant rate factor 48 − 38 q; the default is 18. For H.265, a quality q
  becomes the constant rate factor 50 − 38 q; the default is 20. For AV1, a quality q becomes the
  constant rate factor 62 − 50 q; the default is 22. For VP9, a quality q becomes the constant rate
  factor 56 − 40 q; the default is 24. For ProRes, a quality q becomes the quantiser 32 − 31 q; the
  default is the rate of the profile. For WebP and JPEG, a quality q becomes the quality 100 q; the
  default is 90. A WebP with quality 1 is lossless. PNG, APNG, FFV1, `vp9-lossless`, GIF and Y4M have
  no quality: a GIF has 256 colours in each frame, a Y4M is not compressed, and the other formats are
  lossless.

  The colours of a Y4M are BT.709 with the range 16 to 235, which the format cannot express. To read
  a Y4M with ffmpeg, write `ffmpeg -colorspace bt709 -color_range tv -i FILE.y4m`.

  **Transparency** is kept by PNG, APNG, WebP, VP9, ProRes and FFV1. The pixels of a GIF are either
  opaque or transparent. In all other formats, an opaque version of the canvas's background is drawn
  below all layers.

  """)
for page in FormPage.all {
  print(page.markdown)
  if page.name == "easing" { print(CurvePlot.easings) }
  if page.name == "spring" { print(CurvePlot.springs) }
  if page.name == "preset" { print(OutputPreset.markdown) }
}
