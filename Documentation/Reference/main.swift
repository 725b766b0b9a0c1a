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
  rate factor of 48 − 38 q (18 when missing), H.265 one of 50 − 38 q (20), AV1 one of 62 − 50 q (22),
  VP9 one of 56 − 40 q (24), ProRes a quantiser of 1 + 31 (1 − q) (the profile's own rate), WebP and
  JPEG a quality of 100 q (90); at 1 a WebP loses nothing. PNG, APNG, FFV1 and `vp9-lossless` keep
  every pixel, a GIF has 256 colours a frame, Y4M is not compressed: none of these has a quality. The
  luma of a Y4M is BT.709's, 16 to 235, which the format has no word for:
  `ffmpeg -colorspace bt709 -color_range tv -i FILE.y4m` reads it so.

  **Transparency** is kept by PNG, APNG, WebP, VP9, ProRes and FFV1; a GIF's pixels are seen or not. In
  the others the canvas's background, without its own transparency, lies under everything.

  """)
for page in FormPage.all {
  print(page.markdown)
  if page.name == "easing" { print(CurvePlot.easings) }
  if page.name == "spring" { print(CurvePlot.springs) }
  if page.name == "preset" { print(OutputPreset.markdown) }
}
