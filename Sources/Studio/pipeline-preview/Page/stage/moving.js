// Moves the selected layers in the picture, in the coordinates of their space. With auto-key, a change at the playhead
// sets a keyframe.

import { playhead, stepHolder, target } from "../timeline/playhead.js"
import { $, clamp, follow } from "../core/dom.js"
import { Change, note } from "../core/edit.js"
import { addStep, round, setKey } from "../core/model.js"
import { snap } from "./snap.js"
import { corners, drawMarks, isInside, isSeen, mapped, pointAt, takers, valuesOf, zoom } from "./stage.js"
import { on, setDragging, state, written } from "../core/state.js"

const stage = $("stage")
const steps = () => state.document.steps
export const layerOf = index => state.document.layers[index]
export const json = index => (layerOf(index)?.pointer === null ? undefined : written(layerOf(index).pointer))
// The state of the layer when the drag that changes it began.
let base = null
const jsonOf = index => (base?.index === index ? base.json : json(index))
const seenOf = index => (base?.index === index ? base.values : valuesOf(index))
// The pattern of pointers to captions, fingers and similar layers, which other parts of the file create: they have no
// own frame.
const isMade = /^\/(captions|end|touches|flow|camera|device)\b/
const isScreen = index => /^\/screens\/[^/]+$/.test(layerOf(index).pointer ?? "")
// Layers that are not in the file, and locked layers, cannot be edited.
export const canEdit = index =>
  !!json(index) &&
  !isScreen(index) &&
  !isMade.test(layerOf(index).pointer) &&
  !state.locked.has(layerOf(index).id)

// MARK: Spaces

// Returns the linear part of the matrix from a layer to the canvas.
export const linear = values =>
  values?.placement ? [0, 1, 3, 4].map(i => values.placement.toCanvas[i]) : [1, 0, 0, 1]
/** @type {(matrix: number[], way: number[]) => number[]} */
export const apply = ([a, b, c, d], [x, y]) => [a * x + c * y, b * x + d * y]
/** @param {number[]} matrix */
export function inverse([a, b, c, d]) {
  const by = a * d - b * c
  return Math.abs(by) < 1e-9 ? [1, 0, 0, 1] : [d / by, -b / by, -c / by, a / by]
}
export const parentOf = index => (base?.index === index ? base.parent : valuesOf(layerOf(index).parent))
// Converts a vector on the canvas to the points of the layer's parent, which the file uses.
const inParent = (index, way) => apply(inverse(linear(parentOf(index))), way)

export const layout = values => values.geometry.layoutFrame ?? values.frame

// Returns the frame in the file with a change added to its numbers; percentages remain percentages.
function writtenFrame(index, delta) {
  const said = jsonOf(index).frame,
    now = layout(seenOf(index))
  return [0, 1, 2, 3].map(k => {
    const value = Array.isArray(said) ? said[k] : undefined
    if (typeof value === "number") return round(value + delta[k])
    const percent = typeof value === "string" ? value.match(/^(-?[\d.]+)%$/)?.[1] : undefined
    if (percent && Math.abs(now[k]) > 1e-6) return `${round((+percent * (now[k] + delta[k])) / now[k])}%`
    return round(now[k] + delta[k])
  })
}

// MARK: Writing

// Returns the keyframe step nearest to the playhead that sets one of the properties of a layer.
function keyStep(id, names) {
  return steps()
    .filter(
      s => s.kind === "keyframes" && s.pointer !== null && s.targets.length === 1 && s.targets[0] === id,
    )
    .filter(s => written(s.pointer)?.keyframes?.some(k => names.some(name => name in k)))
    .filter(s => state.time > s.start - 1e-4 && state.time < s.end + 1e-4)[0]
}

// Returns the progress of a step at a time.
export function progress(step, time) {
  const part = clamp((time - step.start) / Math.max(step.end - step.start, 1e-6), 0, 1)
  const curve = step.easing?.curve
  if (!curve) return part
  const place = part * (curve.length - 1),
    i = Math.min(Math.floor(place), curve.length - 2)
  return clamp(curve[i] + (curve[i + 1] - curve[i]) * (place - i), 0, 1)
}

// Returns the edits that write a value at the playhead; `was` is the current value, and `now` is the new value.
export function keyed(index, was, now) {
  const { id, edits } = target(index),
    names = Object.keys(now)
  const step = keyStep(id, names)
  if (step) return [...edits, ...setKey(written(step.pointer), step.pointer, progress(step, playhead()), now)]
  const holder = stepHolder(),
    time = Math.max(0, playhead() - holder.start)
  const length = time > 0 ? Math.min(0.5, time) : 0.5
  const start = round(Math.max(0, time - length), 4)
  const frames = time > 0 ? [was, now] : [now, was]
  const made = { ...(start ? { at: start } : {}), targets: id, duration: round(length, 4), keyframes: frames }
  const added = addStep(state.json, made, holder.move)
  return added ? [...edits, ...added] : []
}

// MARK: Moving

function moveEdits(index, way) {
  const delta = inParent(index, way).map(v => round(v, 2))
  const own = jsonOf(index),
    values = seenOf(index)
  if (state.autoKey) {
    const now = values.geometry.translate.slice(0, 2).map(v => round(v))
    return keyed(index, { translate: now }, { translate: now.map((v, k) => round(v + delta[k])) })
  }
  const pointer = layerOf(index).pointer
  if (own.position !== undefined && !Array.isArray(own.position)) return null
  if (Array.isArray(own.position)) {
    const [x, y, width, height] = layout(values),
      anchor = values.geometry.anchorPoint
    const now = [x + anchor[0] * width, y + anchor[1] * height]
    return [
      {
        pointer: `${pointer}/position`,
        value: own.position.map((v, k) => round((typeof v === "number" ? v : now[k]) + delta[k])),
      },
    ]
  }
  if (own.frame !== undefined && !Array.isArray(own.frame)) return null
  return [{ pointer: `${pointer}/frame`, value: writtenFrame(index, [...delta, 0, 0]) }]
}

export const chosen = () => [state.layer, ...state.also].filter(i => i !== null)
export const editable = () => chosen().filter(i => canEdit(i) && valuesOf(i)?.placement)

// Starts a drag that edits several layers, based on their values at its start.
function moving() {
  const all = editable()
  if (!all.length || all.some(index => moveEdits(index, [0, 0]) === null)) return null
  // All positions during the drag are relative to the values in the file when it began.
  const start = all.map(index =>
    structuredClone({ index, json: json(index), values: valuesOf(index), parent: parentOf(index) }),
  )
  return way =>
    start.flatMap(was => {
      base = was
      try {
        return moveEdits(was.index, way)
      } finally {
        base = null
      }
    })
}

// With auto-key, a drag writes only at its end, so that new keyframes are added once.
export function writer() {
  const work = new Change()
  let last = null
  return {
    send(edits) {
      if (state.autoKey) last = edits
      else work.send(edits)
    },
    end() {
      if (last) work.send(last)
    },
  }
}

// The hints of a drag: the lines to which the layer snaps, and the new position.
export const hints = { guides: [], ghost: null }
export function showGhost(frames, lines = []) {
  hints.ghost = frames
  hints.guides = lines
  drawMarks()
}

// Returns the frames of the other visible layers on the canvas, to which a moving layer snaps.
export function others(without) {
  const skipped = new Set(without)
  const boxes = state.layers
    .map((layer, i) => [layer, layer.layer ?? i])
    .filter(([layer, i]) => layer.placement && isSeen(layer) && !skipped.has(i) && !isBelow(i, skipped))
    .map(([layer]) => bounds(corners(layer)))
  return [[0, 0, ...state.document.size], ...safeArea(), ...boxes]
}
// Returns the area that the device's status bar and lower edge leave free.
function safeArea() {
  const { safe } = state.document,
    space = safe && valuesOf(safe.space)
  if (!space?.placement) return []
  const [x, y, width, height] = safe.frame
  const shape = [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ]
  return [bounds(shape.map(p => mapped(space, p)))]
}
// The visible picture may be older than the document, and may show layers that the document no longer has.
const isBelow = (index, holders) => {
  for (let i = layerOf(index)?.parent ?? -1; i >= 0; i = layerOf(i)?.parent ?? -1)
    if (holders.has(i)) return true
  return false
}
export function bounds(points) {
  const [left, top] = [0, 1].map(k => Math.min(...points.map(p => p[k])))
  return [left, top, Math.max(...points.map(p => p[0])) - left, Math.max(...points.map(p => p[1])) - top]
}

takers.push(event => {
  const point = pointAt(event)
  const over = chosen().filter(i => valuesOf(i)?.placement && isInside(point, corners(valuesOf(i))))
  if (!over.length || !over.some(canEdit) || event.shiftKey || event.ctrlKey || event.metaKey) return false
  dragLayers(event, point)
  return true
})

function dragLayers(event, from) {
  const edits = moving()
  const shift = { x: event.clientX, y: event.clientY }
  const boxes = editable().map(i => bounds(corners(valuesOf(i))))
  const shapes = editable().map(i => corners(valuesOf(i)))
  const box = boxes.length
    ? bounds(
        boxes.flatMap(([x, y, w, h]) => [
          [x, y],
          [x + w, y + h],
        ]),
      )
    : null
  const targets = others(editable())
  let work = null
  follow(
    { currentTarget: stage, pointerId: event.pointerId },
    later => {
      if (!work) {
        if (Math.hypot(later.clientX - shift.x, later.clientY - shift.y) < 4) return
        if (!edits)
          return void note("Another layer or a formula sets this place, so the layer cannot be dragged.")
        work = writer()
        setDragging(true)
      }
      let way = pointAt(later).map((v, k) => v - from[k])
      if (later.shiftKey) way = Math.abs(way[0]) > Math.abs(way[1]) ? [way[0], 0] : [0, way[1]]
      const found = later.altKey
        ? { way: [0, 0], lines: [] }
        : snap([box[0] + way[0], box[1] + way[1], box[2], box[3]], targets, 6 / zoom())
      way = way.map((v, k) => (later.altKey || found.way[k] ? v + found.way[k] : Math.round(v)))
      showGhost(
        shapes.map(shape => shape.map(([x, y]) => [x + way[0], y + way[1]])),
        found.lines,
      )
      work.send(edits(way))
    },
    later => {
      work?.end()
      showGhost(null)
      setDragging(false)
      // A press without a drag selects the layer below the selected layer, as everywhere in the picture.
      if (!work) stage.dispatchEvent(new CustomEvent("pressed", { detail: later }))
    },
  )
}

let nudging = null,
  nudgeEnds = 0
function endNudge() {
  nudging?.work.end()
  nudging = null
  state.nudging = false
}
// The arrow keys move the selection; presses in quick succession are one step of undo.
export function nudge(way) {
  const edits = nudging?.edits ?? moving()
  if (!edits) return false
  nudging ??= { edits, way: [0, 0], work: writer() }
  state.nudging = true
  nudging.way = nudging.way.map((v, k) => v + way[k])
  nudging.work.send(edits(nudging.way))
  clearTimeout(nudgeEnds)
  nudgeEnds = setTimeout(endNudge, 500)
  return true
}
on("selection travel", endNudge)
