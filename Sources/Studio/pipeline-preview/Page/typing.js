// A text is typed where it is seen.

import { $, el } from "./dom.js"
import { Change } from "./edit.js"
import { at } from "./model.js"
import { bounds, canEdit, json, layerOf } from "./moving.js"
import { corners, isInside, isSeen, onScreen, pointAt, valuesOf, zoom } from "./stage.js"
import { state } from "./state.js"

const stage = $("stage")

// Where a layer's text stands in the file: its own, or that of an asset.
function textPlace(index) {
  const own = json(index),
    { contents } = own ?? {}
  if (typeof contents?.text === "string") return `${layerOf(index).pointer}/contents/text`
  return typeof contents === "string" && typeof state.json.assets?.[contents]?.text === "string"
    ? `/assets/${contents}/text`
    : null
}

stage.addEventListener("dblclick", event => {
  if (!state.document || event.target.closest("button, .note, .type")) return
  const point = pointAt(event)
  const over = state.layers
    .map((layer, i) => layer.layer ?? i)
    .filter(i => {
      const values = valuesOf(i)
      return (
        values?.placement && isSeen(values) && canEdit(i) && textPlace(i) && isInside(point, corners(values))
      )
    })
  if (over.length) typeIn(over.at(-1))
})

export function typeIn(index) {
  const place = textPlace(index)
  if (!place) return false
  const values = valuesOf(index),
    shape = corners(values).map(onScreen)
  const [left, top, width, height] = bounds(shape)
  const said = at(state.json, place.slice(0, -5))
  const work = new Change()
  const field = el("textarea", {
    class: "type",
    value: at(state.json, place),
    "aria-label": "Text of the layer",
    spellcheck: false,
    style: {
      left: `${left - 6}px`,
      top: `${top - 6}px`,
      width: `${Math.max(80, width + 12)}px`,
      height: `${Math.max(30, height + 12)}px`,
      fontSize: `${(said.size ?? 17) * zoom()}px`,
      textAlign: ["center", "right"].includes(said.alignment) ? said.alignment : "left",
    },
    oninput: () => work.send([{ pointer: place, value: field.value }]),
    onkeydown: event => {
      event.stopPropagation()
      if (event.key === "Escape" || (event.key === "Enter" && (event.ctrlKey || event.metaKey))) field.blur()
    },
    onblur: () => {
      field.remove()
      stage.focus({ preventScroll: true })
    },
  })
  for (const type of ["pointerdown", "dblclick"]) field[`on${type}`] = event => event.stopPropagation()
  stage.append(field)
  field.focus()
  field.select()
  return true
}
