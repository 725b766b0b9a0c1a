// The inspector of a caption: its text and time, and the style of all captions.

import { el } from "../core/dom.js"
import { state, usualSize, written } from "../core/state.js"
import { caption, removeAt } from "./add.js"
import { control } from "./controls.js"
import { rowsOf, section } from "./rows.js"
import { spokenChoices } from "../core/words.js"

const usual = { style: "loud", place: "above", weight: "bold", color: "#000000", in: 0.35, out: 0.25 }
const weights = ["regular", "medium", "semibold", "bold", "heavy"]

const field = (kind, label, pointer, more = {}) =>
  control(kind, {
    label,
    value: () => written(pointer) ?? more.usual,
    // A field that is emptied gets its default value.
    edits: value => [value === "" ? { pointer, remove: true } : { pointer, value }],
    ...more,
  })

export function captionSide(pointer) {
  const all = (kind, label, name, more = {}) =>
    field(kind, label, `/captions/${name}`, { usual: usual[name], ...more })
  return [
    section(
      "Caption",
      ...rowsOf([
        field("lines", "Words", `${pointer}/text`),
        field("value", "Comes at", `${pointer}/at`, {
          unit: "s",
          doc: "A time in seconds, or a move by its name",
        }),
        field("value", "Stands for", `${pointer}/hold`, {
          unit: "s",
          doc: "How long the caption stays; if empty, until the next caption",
        }),
      ]),
      el(
        "div",
        { class: "buttons" },
        el("button", { onclick: caption }, "Another caption at the playhead"),
        el("button", { onclick: () => removeAt(pointer) }, "Take it out"),
      ),
    ),
    section(
      "All captions",
      ...rowsOf([
        all("choice", "Style", "style", spokenChoices(["loud", "quiet"])),
        all("bool", "Dark rim", "backing", { usual: state.json.clips !== undefined }),
        all("choice", "Place", "place", spokenChoices(["above", "below"])),
        all("number", "Size", "size", { usual: usualSize(), low: 8, high: 120, step: 1 }),
        all("color", "Colour", "color"),
        all("choice", "Weight", "weight", spokenChoices(weights)),
        all("font", "Font", "font"),
        all("number", "Comes in", "in", { unit: "s", low: 0, high: 2, step: 0.01 }),
        all("number", "Goes in", "out", { unit: "s", low: 0, high: 2, step: 0.01 }),
      ]),
    ),
  ]
}
