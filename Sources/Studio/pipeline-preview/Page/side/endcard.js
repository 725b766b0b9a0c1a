// The form of the end card: its contents, duration, and colours.

import { el } from "../core/dom.js"
import { change } from "../core/edit.js"
import { written } from "../core/state.js"
import { choosePicture, removeAt } from "./add.js"
import { control } from "./controls.js"
import { rowsOf, section } from "./rows.js"

const field = (kind, label, name, usual, more = {}) =>
  control(kind, {
    label,
    value: () => written(`/end/${name}`) ?? usual,
    // A field that is emptied gets its default value.
    edits: value => [
      value === "" ? { pointer: `/end/${name}`, remove: true } : { pointer: `/end/${name}`, value },
    ],
    ...more,
  })

export function endSide() {
  const icon = written("/end/icon")
  const choose = () => choosePicture(f => change([{ pointer: "/end/icon", value: f.file }]))
  return [
    section(
      "End card",
      ...rowsOf([
        field("lines", "Title", "title", ""),
        field("lines", "Line below", "subtitle", ""),
        field("number", "Is seen for", "hold", 2.5, { unit: "s", low: 0.5, high: 10, step: 0.1 }),
        field("color", "Letters", "color", "#ffffff"),
        field("font", "Font", "font"),
      ]),
      el(
        "div",
        { class: "buttons" },
        el("button", { onclick: choose }, icon ? "Another icon…" : "Icon…"),
        el("button", { onclick: () => removeAt("/end") }, "Take it out"),
      ),
    ),
  ]
}
