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

  This page describes every form of a document: its keys, and an example. `pipeline help NAME`
  prints one of these sections, and `pipeline schema` prints all of them as a JSON Schema, with the
  parameters of the installed animators. Keys in bold are required. `make reference` generates this
  page from the forms that read documents.

  **Variables.** Any value may be a string such as `"${accent}"`, which is replaced by an entry of
  `vars` and takes its type.

  **Lengths** are in points of the canvas; a string such as `"50%"` is a fraction of the length that
  its key names. **Angles** are in degrees, **durations** in seconds, or strings such as `"12f"` for
  frames, `"250ms"`, and `"20%"` of the transition.

  **Quality.** A `"quality"` from 0 to 1 is converted to the scale of each codec: for H.264 to a
  constant rate factor of 48 − 38 q (18 by default), for H.265 to 50 − 38 q (20), for AV1 to
  62 − 50 q (22), for VP9 to 56 − 40 q (24), for ProRes to a quantiser of 1 + 31 (1 − q) (the rate of
  the profile), for WebP and JPEG to a quality of 100 q (90); a WebP with quality 1 is lossless. PNG,
  APNG, FFV1 and `vp9-lossless` are lossless, a GIF has 256 colours in each frame, and Y4M is not
  compressed: these formats have no quality. The luma of a Y4M is that of BT.709 with the range 16 to
  235, which the format cannot express; read it with
  `ffmpeg -colorspace bt709 -color_range tv -i FILE.y4m`.

  **Transparency** is kept by PNG, APNG, WebP, VP9, ProRes and FFV1; the pixels of a GIF are either
  opaque or transparent. In all other formats the canvas's background, made opaque, is below
  everything.

  """)
for page in FormPage.all {
  print(page.markdown)
  if page.name == "easing" { print(CurvePlot.easings) }
  if page.name == "spring" { print(CurvePlot.springs) }
  if page.name == "preset" { print(OutputPreset.markdown) }
}
