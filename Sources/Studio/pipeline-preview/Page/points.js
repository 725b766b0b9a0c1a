// Points and rectangles among a step's parameters are dragged in the picture, in the points of the space in
// which the screens play.

import { Change } from "./edit.js"
import { apply, inverse, linear } from "./moving.js"
import { mapped, setHandles } from "./stage.js"
import { state, written } from "./state.js"

const space = () => state.layers.find(layer => layer.id === "container" && layer.placement)
const toCanvas = point => (space() ? mapped(space(), point) : point)
function fromCanvas(point) {
  const own = space()
  if (!own) return point
  const origin = mapped(own, [0, 0])
  return apply(
    inverse(linear(own)),
    point.map((v, k) => v - origin[k]),
  ).map(v => Math.round(v * 10) / 10)
}

// What a point or a rectangle that follows a layer is now.
function resolved(value, json) {
  if (Array.isArray(value) && value.every(n => typeof n === "number")) return value
  const name = value?.centerOf ?? value?.frameOf
  if (!name) return null
  const bound = json.layers?.[name] ?? name
  const id = (Array.isArray(bound) ? bound[0] : bound).split("/").at(-1)
  const layer = state.layers.find(l => l.id === id) ?? state.layers.find(l => l.id === name)
  if (!layer) return null
  const [x, y, width, height] = layer.geometry.layoutFrame ?? layer.frame
  return value.centerOf ? [x + width / 2, y + height / 2] : [x, y, width, height]
}

// While one is dragged it stays where the pointer has it.
let dragged = false

function handle(point, label, pointer, make) {
  let work = null
  return {
    point: toCanvas(point),
    label,
    move: value => {
      dragged = true
      work ??= new Change()
      work.send([{ pointer, value: make(fromCanvas(value)) }])
    },
    end: () => {
      dragged = false
      work = null
      placeHandles()
    },
  }
}

// A rectangle is held at the corner that says its place, and at the one that says its size.
function ofRectangle([x, y, width, height], name, pointer) {
  const least = v => Math.max(1, Math.round(v * 10) / 10)
  return [
    handle([x, y], `${name}: drag its place`, pointer, p => [...p, width, height]),
    handle([x + width, y + height], `${name}: drag its size`, pointer, p => [
      x,
      y,
      least(p[0] - x),
      least(p[1] - y),
    ]),
  ]
}

export function placeHandles() {
  if (dragged) return
  const now = state.step === null ? null : state.document.steps[state.step]
  const animator = now?.pointer && state.document.animators[now.what]
  if (!animator || now.kind !== "animator") return setHandles([])
  const json = written(now.pointer) ?? {}
  setHandles(
    animator.parameters.flatMap(({ name, type, default: usual }) => {
      if (type !== "point" && type !== "rect") return []
      const value = resolved(json.params?.[name] ?? usual, json),
        pointer = `${now.pointer}/params/${name}`
      if (!value) return []
      if (type === "rect") return value.length === 4 ? ofRectangle(value, name, pointer) : []
      return [handle(value, `${name}: drag it`, pointer, p => p)]
    }),
  )
}
