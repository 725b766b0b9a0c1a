// The actions on the selection, for keys, buttons and menus.

import { stepHolder } from "../timeline/playhead.js"
import { act, note } from "../core/edit.js"
import {
  above,
  at,
  byPlace,
  duplicate,
  erase,
  group,
  index,
  isName,
  offsets,
  pasteKeys,
  placeFor,
  reorder,
  removeKeys,
  round,
  sibling,
  ungroup,
  addStep,
  stepPlace,
  wholeOf,
} from "../core/model.js"
import { valuesOf } from "../stage/stage.js"
import { select, state, tell, want, written } from "../core/state.js"

const { isArray } = Array

// Returns whether a pointer refers to an element of a list in the file.
const isElement = pointer => pointer !== null && /\/\d+$/.test(pointer) && isArray(written(above(pointer)))

export const chosenLayers = () => (state.layer === null ? [] : [state.layer, ...state.also])
const layerPointers = () =>
  [...new Set(chosenLayers().map(i => state.document.layers[i].pointer))].filter(p => p !== null)

// Returns the pointers of the selected layers, or of the selected step.
function chosen() {
  if (state.step !== null) return [state.document.steps[state.step].pointer].filter(p => p !== null)
  // A layer inside a selected layer is left out, because it moves with the selected layer.
  const all = layerPointers()
  return all.filter(p => !all.some(q => q !== p && p.startsWith(`${q}/`)))
}

export async function remove() {
  if (state.keys.length) return deleteKeys()
  const pointers = chosen().filter(p => isElement(p) || /^\/screens\/[^/]+$/.test(p))
  if (!pointers.length)
    return state.layer !== null || state.step !== null
      ? note("A transition or a component makes this part: change that instead.")
      : undefined
  if (await act(erase(pointers.map(p => wholeOf(state.json, p))))) select({})
}

async function deleteKeys() {
  const step = state.document.steps[state.step]
  if (await act(removeKeys(written(step.pointer), step.pointer, state.keys))) {
    state.keys = []
    tell("selection")
  }
}

export async function duplicated() {
  const pointers = chosen().filter(isElement).sort(byPlace)
  if (!pointers.length) return
  const kind = state.step !== null ? "step" : "layer"
  want(kind, sibling(pointers.at(-1), index(pointers.at(-1)) + pointers.length))
  await act(pointers.toReversed().flatMap(duplicate))
}

export async function grouped() {
  const pointers = layerPointers().filter(isElement)
  if (!pointers.length) return
  const boxes = chosenLayers()
    .map(valuesOf)
    .filter(Boolean)
    .map(v => v.geometry.layoutFrame ?? v.frame)
  const [left, top] = [0, 1].map(k => Math.min(...boxes.map(b => b[k])))
  const [right, bottom] = [0, 1].map(k => Math.max(...boxes.map(b => b[k] + b[k + 2])))
  const edits = group(
    state.json,
    pointers,
    [left, top, right - left, bottom - top].map(v => round(v)),
  )
  want("layer", above(above(edits.at(-1).pointer)))
  await act(edits)
}

export async function ungrouped() {
  const [pointer] = layerPointers().filter(isElement)
  if (pointer && written(pointer)?.sublayers) await act(ungroup(state.json, pointer))
}

// Moves the selection in its list. Layers are listed back to front in the file, and front to back on the page.
export async function moved(by) {
  const [pointer] = chosen().filter(isElement)
  if (!pointer) return
  const to = index(pointer) + (by > 0 ? 2 : -1)
  if (to < 0 || to > written(above(pointer)).length) return
  want(state.step !== null ? "step" : "layer", sibling(pointer, index(pointer) + by))
  await act(reorder(pointer, to))
}

export async function movedTo(pointer, list, place) {
  if (list === above(pointer)) return act(reorder(pointer, place))
  // The index of the target decreases if the layer leaves its list before the target.
  return act([{ pointer: shifted(`${list}/${place}`, pointer), move: pointer }])
}

function shifted(target, gone) {
  const list = above(gone)
  if (!target.startsWith(`${list}/`)) return target
  const rest = target.slice(list.length + 1).split("/")
  if (rest.length > 1 && +rest[0] > index(gone)) rest[0]--
  return `${list}/${rest.join("/")}`
}

// Returns the pointer of a name: an id, or the key of a screen, a variable or an asset.
const nameOf = pointer =>
  /^\/(screens|vars|assets|components)\/[^/]+$/.test(pointer) ? pointer : `${pointer}/id`

export async function renamed(pointer, name) {
  if (!isName(name))
    return note(`“${name}” is not a valid name. A name is a letter, then letters, digits, “_” and “-”.`)
  const place = nameOf(pointer)
  await act([
    at(state.json, place) === undefined ? { pointer: place, value: name } : { pointer: place, rename: name },
  ])
}

// MARK: Copying

const clipKind = "pipeline"
let kept = null

// Copies the selection. The copied text contains its kind, so that another document can paste it.
export function copied() {
  if (!state.document) return null
  if (state.keys.length) {
    const step = written(state.document.steps[state.step].pointer),
      moments = offsets(step.keyframes)
    const first = Math.min(...state.keys.map(i => moments[i]))
    kept = {
      [clipKind]: "keys",
      keys: state.keys.map(i => ({ by: round(moments[i] - first, 4), frame: step.keyframes[i] })),
    }
  } else {
    const values = chosen().map(written).filter(Boolean)
    if (!values.length) return null
    kept = { [clipKind]: state.step !== null ? "steps" : "layers", values }
  }
  return JSON.stringify(kept, null, 2)
}

// Copies only the easing of a step, which can be pasted into another selected step.
export function copyEasing(step) {
  kept = { [clipKind]: "easing", value: written(`${step.pointer}/easing`) ?? "easeInOut" }
  navigator.clipboard?.writeText(JSON.stringify(kept)).catch(() => {})
}

function pasteEasing({ value }) {
  const step = state.document.steps[state.step]
  if (!step?.pointer) return note("An easing can only be pasted into a step: select a step.")
  return act([{ pointer: `${step.pointer}/easing`, value }])
}

export async function pasted(text) {
  let clip = null
  try {
    clip = JSON.parse(text)
  } catch {
    /* The error is ignored: the clipboard contains other text. */
  }
  clip = clip?.[clipKind] ? clip : text ? null : kept
  if (!clip) return false
  if (clip[clipKind] === "easing") return pasteEasing(clip)
  if (clip[clipKind] === "keys") {
    const step = state.document.steps[state.step],
      json = step && written(step.pointer)
    if (!json?.keyframes)
      return note("Keyframes can only be pasted into a step of keyframes: select a step of keyframes.")
    const offset = (state.time - step.start) / Math.max(step.end - step.start, 1e-6)
    const lost = clip.keys.filter(({ by }) => round(offset + by, 4) < 0 || round(offset + by, 4) > 1).length
    if (lost)
      note(
        `${lost === 1 ? "One keyframe is" : `${lost} keyframes lie`} beyond the step and ${lost === 1 ? "is" : "are"} left out.`,
      )
    return act(pasteKeys(json, step.pointer, clip.keys, offset))
  }
  if (clip[clipKind] === "steps") {
    const { move } = stepHolder()
    want("step", stepPlace(state.json, move))
    return act(clip.values.flatMap(step => addStep(state.json, step, move) ?? []))
  }
  const pointer = state.layer === null ? null : state.document.layers[state.layer].pointer
  const place = placeFor(state.json, pointer)
  want("layer", place)
  return act(clip.values.toReversed().map(layer => ({ pointer: place, insert: layer })))
}

document.addEventListener("copy", event => {
  if (event.target.closest?.("input, textarea, dialog") || getSelection().toString()) return
  const text = copied()
  if (text === null) return
  event.clipboardData.setData("text/plain", text)
  event.preventDefault()
})
document.addEventListener("cut", event => {
  if (event.target.closest?.("input, textarea, dialog")) return
  const text = copied()
  if (text === null) return
  event.clipboardData.setData("text/plain", text)
  event.preventDefault()
  remove()
})
document.addEventListener("paste", event => {
  if (event.target.closest?.("input, textarea, dialog") || !state.document) return
  pasted(event.clipboardData.getData("text/plain"))
})
