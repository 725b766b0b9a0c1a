// The lists of the camera's moves and of the document's fingers, and their fields; the fingers of a flow's moves are
// not in these lists.

import { act } from "../core/edit.js"
import { round } from "../core/model.js"
import { layerName } from "../core/words.js"
import { select, state, written } from "../core/state.js"
import { playhead, target } from "../timeline/playhead.js"
import { setPlaying } from "../stage/player.js"
import { control } from "./controls.js"
import { headed, line, unfold, unfolding } from "./lists.js"
import { rowsOf } from "./rows.js"

const middle = ["50%", "50%"]

// Opens the fields of a bar of the timeline in the inspector of the document.
export function openCue(pointer) {
  unfold(pointer)
  select({})
  // The new entry is drawn after its edit, so it is shown later.
  setTimeout(() => {
    /** @type {any} */
    const shown = document.querySelector(`#inspector [data-entry="${pointer}"]`)
    if (!shown) return
    shown.open = true
    shown.scrollIntoView({ block: "nearest" })
  }, 150)
}

async function add(list, cue, edits = []) {
  setPlaying(false)
  const at = playhead()
  const later = (state.json[list] ?? []).findIndex(other => typeof other.at === "number" && other.at > at)
  const place = later < 0 ? "-" : later
  const pointer = `/${list}/${later < 0 ? (state.json[list]?.length ?? 0) : later}`
  if (await act([...edits, { pointer: `/${list}/${place}`, insert: { at, ...cue } }])) openCue(pointer)
}

// Returns the menu items of new steps for the camera and for a finger at the playhead.
export function cueItems() {
  const layer = state.document.layers[state.layer]
  const { id, edits } =
    layer && !/^\/(captions|end)\b/.test(layer.pointer ?? "") ? target(state.layer) : { id: null, edits: [] }
  return [
    "Camera",
    id
      ? {
          label: `Closer to ${layerName(state.json, layer)}`,
          icon: "plus",
          act: () => add("camera", { layer: id, zoom: 1.6 }, edits),
        }
      : {
          label: "Closer to the middle",
          icon: "plus",
          act: () => add("camera", { point: middle, zoom: 1.6 }),
        },
    { label: "Back to the whole picture", icon: "reset", act: () => add("camera", {}) },
    "Finger",
    {
      label: "A tap",
      icon: "oval",
      act: () => add("touches", { tap: id ? { layer: id } : middle, duration: 0.2 }, edits),
    },
  ]
}

const layerIds = () => [
  ...new Set(state.document.layers.filter(l => l.pointer !== null && written(l.pointer)?.id).map(l => l.id)),
  ...Object.keys(state.json.screens ?? {}),
]

// Creates the fields for the target of a camera's move or of a finger: the whole picture, a point, or a layer.
function aim(label, choices, now, edits) {
  return control("choice", {
    label,
    choices: [...Object.keys(choices), ...layerIds().map(id => `=${id}`)],
    names: { ...choices, ...Object.fromEntries(layerIds().map(id => [`=${id}`, id])) },
    value: now,
    edits,
  })
}

const numberOf = (pointer, label, name, usual, more) =>
  control("number", {
    label,
    value: () => written(`${pointer}/${name}`) ?? usual,
    edits: value => [{ pointer: `${pointer}/${name}`, value }],
    ...more,
  })
const pointOf = (pointer, label) =>
  control("point", { label, value: () => written(pointer), edits: value => [{ pointer, value }] })
const timeOf = pointer =>
  control("value", {
    label: "Comes at",
    unit: "s",
    value: () => written(`${pointer}/at`),
    edits: value => [{ pointer: `${pointer}/at`, value }],
  })

function cameraFields(pointer) {
  const json = written(pointer)
  const now = () => {
    const { layer, point } = written(pointer) ?? {}
    return layer !== undefined ? `=${[layer].flat()[0]}` : point !== undefined ? "point" : "all"
  }
  const become = to => {
    const { layer: _, point: __, zoom = 1.6, ...rest } = written(pointer)
    const shown =
      to === "all" ? {} : { ...(to === "point" ? { point: middle } : { layer: to.slice(1) }), zoom }
    return [{ pointer, value: { ...rest, ...shown } }]
  }
  const isClose = json.layer !== undefined || json.point !== undefined
  return rowsOf([
    timeOf(pointer),
    aim("Shows", { all: "The whole picture", point: "A point" }, now, become),
    ...(json.point !== undefined ? [pointOf(`${pointer}/point`, "Point")] : []),
    ...(isClose ? [numberOf(pointer, "Magnifies", "zoom", 2, { low: 1, high: 6, step: 0.1 })] : []),
    numberOf(pointer, "Takes", "duration", 0.7, { unit: "s", low: 0.1, high: 3, step: 0.05 }),
  ])
}

function fingerFields(pointer) {
  const json = written(pointer)
  const now = () => {
    const { tap, layer } = written(pointer) ?? {}
    return Array.isArray(tap) ? "point" : `=${tap?.layer ?? layer}`
  }
  const become = to => [
    { pointer: `${pointer}/tap`, value: to === "point" ? middle : { layer: to.slice(1) } },
  ]
  return rowsOf([
    timeOf(pointer),
    ...(json.drag || json.tap === true ? [] : [aim("Taps", { point: "A point" }, now, become)]),
    ...(Array.isArray(json.tap) ? [pointOf(`${pointer}/tap`, "Point")] : []),
    numberOf(pointer, "Ring", "size", 44, { low: 10, high: 120, step: 1 }),
    control("color", {
      label: "Colour",
      value: () => written(`${pointer}/color`) ?? "#000000",
      edits: value => [{ pointer: `${pointer}/color`, value }],
    }),
  ])
}

export const cameraWords = ({ layer, point }) =>
  layer !== undefined
    ? `to ${[layer].flat()[0]}`
    : point !== undefined
      ? "to a point"
      : "back to the whole picture"
const timeWords = at => (typeof at === "number" ? `at ${round(at, 3)} s` : "")

// Returns sections for the two lists, if the document has them.
export function cues() {
  const entries = (list, name, words, title, fields) =>
    state.json[list]?.length
      ? headed(
          name,
          null,
          state.json[list].flatMap((cue, i) => {
            const pointer = `/${list}/${i}`
            const shown = unfolding(pointer, title, ...fields(pointer))
            return [line(words(cue), timeWords(cue.at), pointer, () => openCue(pointer)), shown]
          }),
        )
      : null
  return [
    entries("camera", "Camera", cameraWords, "How it moves", cameraFields),
    entries("touches", "Fingers", cue => (cue.drag ? "drag" : "tap"), "How it is seen", fingerFields),
  ]
}
