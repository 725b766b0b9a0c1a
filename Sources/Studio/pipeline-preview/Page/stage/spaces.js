// Chooses the container of a new layer, and the layer's coordinates: the visible screen, a group, or the canvas.

import { above, placeFor } from "../core/model.js"
import { state, written } from "../core/state.js"
import { apply, inverse, linear } from "./moving.js"
import { corners, isInside, isSeen, mapped, valuesOf } from "./stage.js"

// Converts a point of the picture to a layer's own points.
export function unmapped(values, point) {
  const origin = mapped(values, [0, 0])
  return apply(
    inverse(linear(values)),
    point.map((v, k) => v - origin[k]),
  )
}

// Returns the number of points of the picture in one point of the layer.
export const scaleOf = values => {
  const [a, b, c, d] = linear(values)
  return Math.sqrt(Math.abs(a * d - b * c)) || 1
}

const isScreen = pointer => /^\/screens\/[^/]+$/.test(pointer ?? "")
const whole = (list, more = {}) => ({ list, more, size: state.document.size, scale: 1, toOwn: p => p })

function inLayer(values, list) {
  const [x, y, width, height] = values.placement.bounds
  return {
    list,
    more: {},
    size: [width, height],
    scale: scaleOf(values),
    toOwn: p => unmapped(values, p).map((v, k) => v - [x, y][k]),
  }
}

// Returns the canvas itself as a container, beside and above the device.
export const besideAll = () =>
  state.json.screens
    ? whole("/overlays/-", state.json.device || state.json.viewport ? { in: "canvas" } : {})
    : whole("/layers/-")

const windowOf = () => state.layers.find(layer => layer.id === "viewport" && layer.placement)

// Returns the size of a screen in its own points; a screen that scrolls is longer than the device.
export const screenSize = () => windowOf()?.placement.bounds.slice(2) ?? state.document.size

// Returns the topmost screen at a point of the picture, or the whole picture.
export function spaceAt(point) {
  if (!state.json.screens) return whole("/layers/-")
  const seen = state.layers.flatMap((values, i) => {
    const pointer = state.document.layers[values.layer ?? i]?.pointer
    return isScreen(pointer) && values.placement && isSeen(values) ? [{ values, pointer }] : []
  })
  const isWithin = ({ values }) => isInside(point, corners(values))
  const window = windowOf()
  if (window && !isInside(point, corners(window))) return besideAll()
  const top = seen.findLast(isWithin)
  // In a flow, a new layer belongs to its screen and moves with it; in a single transition, it stays in place.
  if (top && state.json.flow) return inLayer(top.values, `${top.pointer}/layers/-`)
  return window ? inLayer(window, "/overlays/-") : whole("/overlays/-")
}

// Returns the container of a new layer without a pointer position: the container of the selected layer, or else the
// container in the centre of the picture.
export function spaceOfNew() {
  const selected = state.layer === null ? null : state.document.layers[state.layer]
  const list = selected && placeFor(state.json, selected.pointer)
  if (!selected || /^\/(layers|overlays)\/-$/.test(list)) return spaceAt(state.document.size.map(v => v / 2))
  const holder = valuesOf(isScreen(selected.pointer) ? selected.index : selected.parent)
  const isOnPicture = !holder?.placement
  if (isOnPicture) return whole(list, written(selected.pointer)?.in ? { in: "canvas" } : {})
  return inLayer(holder, list)
}

// Returns the edits that add a layer to a list; a screen that is written as a picture becomes a screen with layers.
export function spelled(list, edits) {
  const pointer = list.match(/^\/screens\/[^/]+/)?.[0],
    file = pointer && written(pointer)
  if (typeof file !== "string") return edits
  return [{ pointer, value: { screenshot: file, layers: edits.map(edit => edit.insert) } }]
}

// Returns the pointer that a new layer will have.
export function pointerIn(list) {
  return list.endsWith("/-") ? `${above(list)}/${written(above(list))?.length ?? 0}` : list
}
