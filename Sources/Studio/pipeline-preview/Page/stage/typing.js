// Edits a text in the picture, after a double-click, after Enter, or at once for a new text.

import { $, el } from "../core/dom.js"
import { Change } from "../core/edit.js"
import { at } from "../core/model.js"
import { on, select, state, usualSize } from "../core/state.js"
import { bounds, json, layerOf } from "./moving.js"
import { scaleOf } from "./spaces.js"
import { corners, isInside, isSeen, onScreen, pointAt, valuesOf, zoom } from "./stage.js"

const stage = $("stage")
const isCaption = pointer => /^\/captions\/items\/\d+$/.test(pointer ?? "")

// Returns the pointer of a layer's text in the file, which is the text of the layer, of an asset, or of a caption.
function textPlace(index) {
  const own = json(index),
    { contents } = own ?? {}
  if (isCaption(layerOf(index)?.pointer)) return `${layerOf(index).pointer}/text`
  if (typeof contents?.text === "string") return `${layerOf(index).pointer}/contents/text`
  return typeof contents === "string" && typeof state.json.assets?.[contents]?.text === "string"
    ? `/assets/${contents}/text`
    : null
}

// Returns the text style of a layer's letters.
function styleOf(index, place) {
  if (!isCaption(layerOf(index).pointer)) return at(state.json, place.slice(0, -5))
  const { size = usualSize(), color } = state.json.captions
  return { size, color, weight: "bold", alignment: "center" }
}

// MARK: Two presses

// Returns the layer that a double-click edits, which is the topmost layer with a value in the file.
function editedAt(point) {
  const under = state.layers
    .map((values, i) => [values, values.layer ?? i])
    .filter(
      ([values, i]) =>
        values.placement &&
        (values.contents || values.backgroundColor) &&
        isSeen(values) &&
        !state.locked.has(values.id) &&
        json(i) &&
        isInside(point, corners(values)),
    )
  return under.at(-1)?.[1] ?? null
}

let last = null
stage.addEventListener(
  "pointerdown",
  event => {
    const isSecond =
      last &&
      event.timeStamp - last.time < 450 &&
      Math.hypot(event.clientX - last.x, event.clientY - last.y) < 6
    last = isSecond ? null : { time: event.timeStamp, x: event.clientX, y: event.clientY }
    if (!isSecond || event.button !== 0 || !state.document || stage.classList.contains("feels")) return
    if (event.target.closest("button, .note, .type, #meter")) return
    const index = editedAt(pointAt(event))
    if (index === null || !textPlace(index)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    const open = () => {
      select({ layer: index })
      typeIn(index)
    }
    addEventListener("pointerup", open, { once: true, capture: true })
  },
  true,
)

// MARK: The field

function fieldOf(more = {}) {
  const field = el("textarea", {
    class: "type",
    "aria-label": "Text of the layer",
    spellcheck: false,
    ...more,
  })
  for (const type of ["pointerdown", "dblclick"]) field[`on${type}`] = event => event.stopPropagation()
  field.onkeydown = event => {
    event.stopPropagation()
    if (event.key === "Escape" || (event.key === "Enter" && (event.ctrlKey || event.metaKey))) field.blur()
  }
  stage.append(field)
  field.focus({ preventScroll: true })
  return field
}

export function typeIn(index, field = null) {
  const place = textPlace(index),
    values = valuesOf(index)
  if (!place || !values?.placement) return false
  const before = stage.querySelector("textarea.type")
  if (before && before !== field) {
    before.focus()
    return true
  }
  const [left, top, width, height] = bounds(corners(values).map(onScreen))
  const said = styleOf(index, place),
    work = new Change()
  field ??= fieldOf()
  field.classList.remove("soon")
  // In a narrow window the picture may be scrolled out of sight.
  stage.scrollIntoView({ block: "nearest" })
  Object.assign(field.style, {
    left: `${left - 6}px`,
    top: `${top - 6}px`,
    width: `${Math.max(80, width + 12)}px`,
    height: `${Math.max(30, height + 12)}px`,
    fontSize: `${(said.size ?? 17) * scaleOf(values) * zoom()}px`,
    fontWeight: { bold: 700, semibold: 600, medium: 500 }[said.weight] ?? 400,
    textAlign: ["center", "right"].includes(said.alignment) ? said.alignment : "left",
  })
  const letters = parseFloat(field.style.fontSize)
  // The letters have the same position as in the picture, vertically centred.
  const centre = () => {
    const lines = field.value.split("\n").length
    field.style.paddingTop = `${Math.max(0, (Math.max(30, height + 12) - 3 - 1.25 * letters * lines) / 2)}px`
  }
  const write = () => {
    centre()
    work.send([{ pointer: place, value: field.value }])
  }
  field.oninput = write
  field.onblur = () => {
    field.remove()
    stage.focus({ preventScroll: true })
  }
  // The text that was typed before the layer existed is written now.
  if (field.value) write()
  else {
    field.value = at(state.json, place)
    field.select()
    centre()
  }
  return true
}

// MARK: New texts

// A field that receives typed text until the layer with its pointer appears in the picture.
let soon = null
export function typeSoon(pointer) {
  soon?.drop()
  const field = fieldOf({ class: "type soon" })
  const drop = () => {
    if (soon?.field !== field) return
    soon = null
    field.remove()
  }
  field.onblur = drop
  soon = { pointer, field, drop }
  setTimeout(drop, 8000)
  return drop
}
on("layers", () => {
  if (!soon) return
  const index = state.document.layers.findIndex(layer => layer.pointer === soon.pointer)
  if (index < 0 || !valuesOf(index)?.placement) return
  const { field } = soon
  soon = null
  typeIn(index, field)
})
