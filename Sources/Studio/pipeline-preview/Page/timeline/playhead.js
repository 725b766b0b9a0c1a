// Finds the container for a step that is added at the playhead, and the selector of a layer for a step.

import { fresh, nameOf, round } from "../core/model.js"
import { isNear, state, written } from "../core/state.js"

export function playhead() {
  const { fps, duration } = state.document
  return round(Math.min(Math.round(state.time * fps) / fps, duration), 4)
}

// Returns the container of a step at the playhead, and the container's start: in a flow, the selected move or the
// current move, otherwise the document.
export function stepHolder() {
  const moves = state.document.steps.filter(s => s.kind === "move")
  const chosen = moves.find(s => s === state.document.steps[state.step] && isNear(s))
  const move = chosen ?? moves.findLast(s => s.start <= playhead() + 1e-6) ?? moves[0]
  return move ? { move: move.pointer, start: move.start, length: move.length } : { start: 0 }
}

// Returns the id by which a step selects a layer, and the edit that creates an id if there is none.
export function target(index) {
  const layer = state.document.layers[index],
    json = layer.pointer === null ? null : written(layer.pointer)
  // The picture of a screen is not written as a layer, so the screen is selected.
  const screen = layer.pointer?.match(/^\/screens\/([^/]+)$/)
  if (!json || json.id || screen) return { id: screen?.[1] ?? layer.id, edits: [] }
  const file =
    typeof json.contents === "string"
      ? json.contents
      : (json.contents?.image ?? (json.contents?.text ? "title" : "layer"))
  const id = fresh(state.json, nameOf(`${file}`))
  return { id, edits: [{ pointer: `${layer.pointer}/id`, value: id }] }
}
