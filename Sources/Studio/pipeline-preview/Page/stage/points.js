// The points and rectangles in a step's parameters, which can be dragged in the picture. The points are in the
// coordinates of the space that contains the screens.

import { $, clamp, follow } from "../core/dom.js"
import { Change } from "../core/edit.js"
import { apply, inverse, linear } from "./moving.js"
import { corners, isInside, isSeen, mapped, pointAt, setHandles, takers } from "./stage.js"
import { isNear, select, setDragging, state, written } from "../core/state.js"

const stage = $("stage")
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

// Returns the current value of a point or a rectangle that follows a layer.
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

// A point that is being dragged stays under the pointer.
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

// Adds the handles of a rectangle: one at the corner of its position, and one at the corner of its size.
/**
 * @param {number[]} frame
 * @param {string} name
 * @param {string} pointer
 */
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

// Adds a handle for a tap that is written as a point; the tap belongs to the selected move or finger.
function tapHandle() {
  const now = state.document.steps[state.step],
    layer = state.document.layers[state.layer]
  if (now?.kind === "move" && !isNear(now)) return []
  const holder = now?.kind === "move" ? now.pointer : fingerOf(layer?.pointer)
  const place = holder && written(`${holder}/tap`)
  if (!Array.isArray(place)) return []
  const ring = ringOf(holder),
    made = handle(place, "Drag where the finger taps", `${holder}/tap`, p => tapAt(toCanvas(p)))
  if (ring) return [{ ...made, point: middleOf(ring) }]
  const on = screenshotOf() ?? space()
  const [x, y, ...size] = on?.placement.bounds ?? [0, 0, ...state.document.size]
  const own = place.map((v, k) => (typeof v === "string" ? [x, y][k] + (parseFloat(v) * size[k]) / 100 : v))
  return [{ ...made, point: on ? mapped(on, own) : own }]
}

// Returns the topmost visible screenshot. A tap on a screenshot is written in percentages, because plain numbers would
// be pixels of the screenshot.
const screenshotOf = () =>
  state.layers.findLast((values, i) => {
    const pointer = state.document.layers[values.layer ?? i]?.pointer ?? ""
    const isPicture = values.contents?.image && /^\/screens\/[^/]+(\/screenshot)?$/.test(pointer)
    return isPicture && values.placement && isSeen(values)
  })
function tapAt(point) {
  const on = screenshotOf()
  if (!on) return fromCanvas(point)
  const [x, y, width, height] = on.placement.bounds,
    origin = mapped(on, [0, 0])
  const own = apply(
    inverse(linear(on)),
    point.map((v, k) => v - origin[k]),
  )
  return own.map((v, k) => {
    const part = (100 * (v - [x, y][k])) / [width, height][k]
    return `${Math.round(clamp(part, 0, 100) * 10) / 10}%`
  })
}

const middleOf = layer => [0, 1].map(k => corners(layer).reduce((sum, p) => sum + p[k], 0) / 4)
const ringIds = () => state.document.layers.filter(isRing).map(layer => layer.id)
function ringOf(holder) {
  const id = ringIds()[ringPointers().indexOf(holder)]
  return id && state.layers.find(layer => layer.id === id && layer.placement && isSeen(layer))
}
const fingerOf = pointer => pointer?.match(/^\/touches\/\d+/)?.[0]

// Returns the pointer of each ring in order: the fingers of the document, then the fingers of moves.
function ringPointers() {
  const pans = ["edgePan", "screenEdgePan", "pan", "slide"]
  const moves = (state.json.flow ?? []).flatMap((move, i) => [
    ...((move.tap ?? move.drag) ? [`/flow/${i}`] : []),
    ...(move.interaction?.track && pans.includes(move.interaction.gesture) ? [null] : []),
  ])
  return [...(state.json.touches ?? []).map((_, i) => `/touches/${i}`), ...moves]
}
const isRing = layer => /^touch(~\d+)?$/.test(layer.id) && (layer.pointer ?? null) === null

// The ring of a tap can be dragged while it is visible.
takers.push(event => {
  const point = pointAt(event)
  const ring = state.layers.find(
    layer => isRing(layer) && layer.placement && isSeen(layer) && isInside(point, corners(layer)),
  )
  if (!ring) return false
  const holder = ringPointers()[ringIds().indexOf(ring.id)]
  if (!holder || !Array.isArray(written(`${holder}/tap`))) return false
  const step = state.document.steps.findIndex(s => s.pointer === holder && s.kind === "move")
  select(step >= 0 ? { step } : { layer: ring.layer })
  const work = new Change()
  setDragging(true)
  follow(
    { currentTarget: stage, pointerId: event.pointerId },
    later => work.send([{ pointer: `${holder}/tap`, value: tapAt(pointAt(later)) }]),
    () => setDragging(false),
  )
  return true
})

export function placeHandles() {
  if (dragged) return
  const taps = tapHandle()
  if (taps.length) return setHandles(taps)
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
