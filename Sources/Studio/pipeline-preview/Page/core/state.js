// The state of the page, and the listeners for its changes.

import { clamp } from "./dom.js"
import { moveWords, nameOfId } from "./words.js"

export const state = {
  document: null, // the last valid plan, as the server describes it
  json: null, // the document itself
  problems: null, // the reason why the current file cannot be shown
  progress: { full: [], drafts: [], fullMs: null, draftMs: null },
  time: 0,
  playing: false,
  speed: 1,
  range: null,
  step: null,
  layer: null, // the selection: indices into the document's lists
  also: [], // additional selected layers
  keys: [], // the selected keyframes: indices into the keyframes of the step
  hidden: new Set(),
  locked: new Set(), // the ids of locked layers, which only this page knows
  autoKey: false, // whether a change at the playhead writes a keyframe
  refusal: null, // the reason why the last change was refused
  layers: [], // the values of all layers at the playhead
  nudging: false, // whether arrow keys are moving the selected layers
  feeling: false, // whether the picture shows a gesture instead of the playhead
  dragging: false, // whether something is dragged in the picture
}

const listeners = {}

// Calls a listener at events, whose names are: document, problems, progress, seek (before a jump), time, playing,
// selection, layers, view, shown, refused (an edit), travel (before undo and redo), checked, dragged (a drag ended),
// feeling and felt (a gesture starts, and its picture is removed).
export function on(names, listener) {
  for (const name of names.split(" ")) (listeners[name] ??= []).push(listener)
}

export function tell(name) {
  for (const listener of listeners[name] ?? []) listener()
}

// The panels beside the picture, which are rarely redrawn during a drag in the picture.
const late = new Map()
let catchesUp = null
export function onCalmly(names, listener) {
  on(names, () => {
    if (!state.dragging) return listener()
    late.set(listener, true)
    catchesUp ??= setTimeout(catchUp, 400)
  })
}
function catchUp() {
  clearTimeout(catchesUp)
  catchesUp = null
  const waiting = [...late.keys()]
  late.clear()
  for (const listener of waiting) listener()
}
export function setDragging(dragging) {
  state.dragging = dragging
  if (dragging) return
  catchUp()
  tell("dragged")
}

export const frameAt = time => {
  const { fps, frames } = state.document
  return clamp(Math.floor(time * fps + 1e-6), 0, frames - 1)
}

export function seek(time) {
  tell("seek")
  state.time = clamp(time, 0, state.document?.duration ?? 0)
  tell("time")
}

// The font size of a caption that does not set a size.
export const usualSize = () => Math.round(state.document.size[0] / 14)

// Returns whether the playhead is in a step, or shortly before the step, when its finger is visible.
export const isNear = step => state.time >= step.start - 0.5 && state.time <= step.end

export function select(what) {
  if (state.step !== (what.step ?? null) || what.keys) state.keys = what.keys ?? []
  state.step = what.step ?? null
  state.layer = what.layer ?? null
  state.also = what.also ?? []
  tell("selection")
}

// The layer that has another name now, and its old place.
const renamed = (layer, document, old) =>
  layer.pointer !== null && document.layers.length === old.layers.length
    ? document.layers.find(l => l.pointer === layer.pointer)
    : undefined

export function setDocument(document) {
  const old = state.document
  const step = old?.steps[state.step]
  const layer = old?.layers[state.layer]
  const also = state.also.map(i => old?.layers[i]?.id)
  const nth = (list, item) => list.slice(0, list.indexOf(item)).filter(i => i.pointer === item.pointer).length
  // No frame of a new version is drawn yet.
  if (old && old.version !== document.version) state.progress = { ...state.progress, full: [], drafts: [] }
  // A list without changes remains the same object, so that its panel need not be redrawn.
  for (const name of ["steps", "sounds", "checks"])
    if (old && JSON.stringify(old[name]) === JSON.stringify(document[name])) document[name] = old[name]
  state.document = document
  state.json = JSON.parse(document.text)
  state.problems = null
  state.time = Math.min(state.time, document.duration)
  if (state.range) {
    const [start, end] = state.range.map(t => Math.min(t, document.duration))
    state.range = end > start ? [start, end] : null
  }
  // The selection follows the pointers of the selected step and layer in the file.
  if (step) {
    const found = document.steps.map((s, i) => [s, i]).filter(([s]) => s.pointer === step.pointer)
    state.step = (found[nth(old.steps, step)] ?? found[0] ?? [])[1] ?? null
  }
  if (layer) {
    const found =
      document.layers.find(l => l.id === layer.id && l.index === state.layer) ??
      document.layers.find(l => l.id === layer.id) ??
      renamed(layer, document, old)
    state.layer = found?.index ?? null
  }
  state.also = also.flatMap(id => document.layers.find(l => l.id === id)?.index ?? [])
  state.keys = state.keys.filter(
    i => i < (written(`${document.steps[state.step]?.pointer}/keyframes`)?.length ?? 0),
  )
  if (state.wanted) {
    const wanted = state.wanted(document)
    if (wanted) {
      state.wanted = null
      Object.assign(state, { step: null, layer: null, also: [], keys: [] }, wanted)
      tell("selection")
    }
  }
  tell("document")
  tell("time")
}

// Returns the transition that a finger controls: the transition of the selected step, or else the one at the playhead,
// or else the next one; null if there is none.
export function underFinger() {
  const list = state.document?.interactions ?? []
  const mine = state.document?.steps[state.step]?.transition
  return list.find(i => i.move === mine) ?? list.find(i => i.end > state.time + 1e-6) ?? list.at(-1) ?? null
}

// Returns the value at a JSON pointer of the document; undefined if there is no value.
export function written(pointer) {
  if (pointer === null) return undefined
  return pointer
    .split("/")
    .slice(1)
    .map(part => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce((value, part) => value?.[part], state.json)
}

// Selects a layer or a step by its pointer, as soon as the document contains it.
export function want(kind, pointer) {
  state.wanted = document => {
    const index = document[`${kind}s`].findIndex(item => item.pointer === pointer)
    return index < 0 ? null : { [kind]: index }
  }
}

export const isIn = (ranges, number) => ranges.some(([from, to]) => from <= number && number <= to)
const kinds = {
  sequence: "One after another",
  parallel: "Together",
  stagger: "One by one",
  keyframes: "Keyframes",
}
const whatOf = step =>
  step.kind === "move"
    ? moveWords(written(step.pointer))
    : (state.document.animators[step.what]?.title ?? kinds[step.what] ?? step.what)
export const stepName = step =>
  [step.id && step.id !== step.what ? step.id : null, whatOf(step)].filter(Boolean).join(" ")
export const targetNames = step => step.targets.map(nameOfId).join(", ")
